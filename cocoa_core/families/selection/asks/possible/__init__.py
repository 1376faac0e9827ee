"""Holds the ask `possible`, and what it alone needs."""
