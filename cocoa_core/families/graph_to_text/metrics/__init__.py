"""What a sentence is worth beside its references: measures of one sentence, and of all of them together."""
