"""What a column of such a table is: its kind, unit, bounds and cells."""
