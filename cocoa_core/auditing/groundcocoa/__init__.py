"""Reads GroundCocoa (Kohli, Kumar and Sun, NAACL 2025): its condition templates, its flights, and logs of its
task.
"""
