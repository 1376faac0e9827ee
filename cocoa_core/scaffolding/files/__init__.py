"""The files of a new domain, written all or none."""
