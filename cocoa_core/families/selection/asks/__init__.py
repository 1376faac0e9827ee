"""Holds the asks, what can be asked about options: one file each, named in `ask_names`."""
