"""Finds out what a column of an unprepared table is: its kind, unit, bounds and cells."""
