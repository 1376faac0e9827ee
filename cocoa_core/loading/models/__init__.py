"""Defines one model for each YAML file of a domain: what the file may say, for the reader and for editors."""
