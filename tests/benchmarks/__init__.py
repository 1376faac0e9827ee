"""Benchmarks: tables with ratios, side by side where there is a peer. Never part of the test run."""
