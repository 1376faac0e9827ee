"""Reads the files of a domain's folder: their bytes, the catalogue, and the tables of derived slots."""
