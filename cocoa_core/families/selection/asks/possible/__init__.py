"""The ask `possible`, and what it alone needs."""
