"""Slots that follow from others by a table of the domain."""
