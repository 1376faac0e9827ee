"""Holds the ask `missing`, and what it alone needs."""
