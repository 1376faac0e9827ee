"""Domains as strangers write them: random ones, whole and broken, as the texts of their files."""
