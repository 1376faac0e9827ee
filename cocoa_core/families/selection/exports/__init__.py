"""Forms for other tools that only questions over options have: tasks of lm-eval, and GroundCocoa's file."""
