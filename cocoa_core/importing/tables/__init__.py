"""Reads tables that nobody prepared, from any kind of file, as rows of texts."""
