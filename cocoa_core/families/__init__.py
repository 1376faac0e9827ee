"""Task families: one folder each."""
