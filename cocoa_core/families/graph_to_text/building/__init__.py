"""Builds concept sets with graphs from a user's own files of ConceptNet and CommonGen."""
