"""Models that need no network: what an answer is worth that reads all of a question, or part, or none."""
