"""Re-derives every label of a data set, sharing no reading or semantics with what wrote it."""
