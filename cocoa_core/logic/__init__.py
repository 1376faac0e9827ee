"""The symbolic core: minterm tables, products of sums, minimization, SAT. Knows no domain."""

from cocoa_core.logic.complexity import DependencyGraph, ProductComplexity, complexity_of, entropy
from cocoa_core.logic.minimization import (
    EXACT_MINTERMS,
    EXACT_SLOTS,
    Minimality,
    Minimized,
    equal_to_table,
    forget,
    minimize,
)
from cocoa_core.logic.minterms import MintermTable, draw_table
from cocoa_core.logic.primes import prime_implicates
from cocoa_core.logic.product import Literal, Product, SumTerm
from cocoa_core.logic.solver import Solver
from cocoa_core.logic.sympy_conversion import from_sympy, to_sympy

__all__ = [
    "EXACT_MINTERMS",
    "EXACT_SLOTS",
    "DependencyGraph",
    "Literal",
    "Minimality",
    "Minimized",
    "MintermTable",
    "Product",
    "ProductComplexity",
    "Solver",
    "SumTerm",
    "complexity_of",
    "draw_table",
    "entropy",
    "equal_to_table",
    "forget",
    "from_sympy",
    "minimize",
    "prime_implicates",
    "to_sympy",
]
