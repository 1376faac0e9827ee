"""Reference models, which read a question as text and answer it by reading, by chance, or without the
request.
"""
