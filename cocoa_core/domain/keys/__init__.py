"""The keys of domain files: one table for the readers and for the JSON Schemas."""
