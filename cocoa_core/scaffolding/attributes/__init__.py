"""Attributes by name: their kinds, plausible values, and words that fit them."""
