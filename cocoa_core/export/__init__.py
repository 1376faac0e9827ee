"""Data sets in the forms that other tools read: lm-eval, the Hugging Face Hub, GroundCocoa, chat messages."""
