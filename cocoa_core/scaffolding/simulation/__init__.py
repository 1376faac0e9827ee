"""Simulated rows of a schema."""
