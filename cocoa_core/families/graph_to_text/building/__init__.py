"""Concept sets with graphs out of a user's own files: ConceptNet's assertions and CommonGen's sentences."""
