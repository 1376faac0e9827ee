"""Writes new domains: their questions, rows and files."""
