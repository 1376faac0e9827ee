"""The symbolic core: minterm tables, products of sums, minimization, SAT. Knows no domain."""
