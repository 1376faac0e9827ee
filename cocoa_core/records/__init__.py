"""What a question is on disk, and how a model's answer is read and scored."""
