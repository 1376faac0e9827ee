"""Holds the ask `every`, and what it alone needs."""
