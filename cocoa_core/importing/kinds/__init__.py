"""Reads values of each slot kind as other systems print them. What has two readings is refused."""
