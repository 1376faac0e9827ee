"""Simulates the jobs catalogue: real cities and languages; invented employers, offers and pay."""
