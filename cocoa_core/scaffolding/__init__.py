"""Writes new domains: drafts from an author's answers or a table, simulated rows, and the files."""
