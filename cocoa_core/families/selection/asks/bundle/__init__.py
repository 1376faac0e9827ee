"""Holds the ask `bundle`, and what it alone needs."""
