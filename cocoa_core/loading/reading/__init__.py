"""Reads a folder's files: the catalogue, tables of derived slots; and arguments of tests in their units."""
