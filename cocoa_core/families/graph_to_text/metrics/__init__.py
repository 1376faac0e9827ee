"""Measures of a sentence against its references: of one sentence, and of all of them together."""
