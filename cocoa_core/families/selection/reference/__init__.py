"""Reference models, which answer a question as text by reading, by chance, or without the request."""
