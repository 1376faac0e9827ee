"""Simulates the flights catalogue: real places, carriers and clocks; invented timetables and fares."""
