"""The ask `missing`, and what it alone needs."""
