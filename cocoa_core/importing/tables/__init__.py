"""Tables that nobody prepared, in whatever file, as rows of texts."""
