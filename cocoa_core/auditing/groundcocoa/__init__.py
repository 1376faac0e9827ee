"""Reads GroundCocoa (Kohli, Kumar and Sun, NAACL 2025): its templates, its flights, logs of its task."""
