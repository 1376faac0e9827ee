"""Figures: the content of the tables, drawn with altair."""
