"""What a question says as text, and how lines of reference answer it: by reading, by chance, or blind."""
