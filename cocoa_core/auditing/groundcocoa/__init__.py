"""GroundCocoa (Kohli, Kumar and Sun, NAACL 2025): its fourteen templates, its flights, logs of its task."""
