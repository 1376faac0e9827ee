"""Builds concept sets with graphs from a user's own files: ConceptNet's assertions and CommonGen's
sentences.
"""
