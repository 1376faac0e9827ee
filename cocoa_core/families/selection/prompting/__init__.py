"""Questions as messages to a model, and what a model that is right replies."""
