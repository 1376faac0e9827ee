"""The ask `bundle`, and what it alone needs."""
