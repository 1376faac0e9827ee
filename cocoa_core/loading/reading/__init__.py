"""Reads the files of a domain into its schema, rules and catalogue."""
