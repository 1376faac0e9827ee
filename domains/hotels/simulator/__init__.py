"""Simulates the hotels catalogue: real cities and districts; invented places to stay, rooms and rates."""
