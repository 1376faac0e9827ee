"""Writing new domains: drafts, rows, files."""
