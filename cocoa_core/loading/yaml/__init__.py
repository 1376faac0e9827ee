"""Reads the YAML of a domain's files: bounded, a small part of the language, every node with its position."""
