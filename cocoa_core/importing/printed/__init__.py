"""Reads options as people and other systems print them; what can be read in two ways is refused."""
