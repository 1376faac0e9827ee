"""Figures: what the tables say, drawn with altair."""
