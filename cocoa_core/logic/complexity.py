"""How hard a product is to weigh, and how undecided an option looks."""

from __future__ import annotations

from functools import lru_cache
from math import log2

from attrs import frozen

from cocoa_core.logic.graph import DependencyGraph
from cocoa_core.logic.product import Product

__all__ = ["Complexity", "complexity_of", "entropy"]


@frozen
class Complexity:
    """slots: variables that occur. minterms: true rows of the table. width: clauses with two or more variables.

    component, longest_path, max_degree, average_degree: of the dependency graph.
    """

    slots: int
    minterms: int
    sum_terms: int
    literals: int
    width: int
    component: int
    longest_path: int
    max_degree: int
    average_degree: float


@lru_cache(maxsize=4096)
def complexity_of(product: Product, minterms: int) -> Complexity:
    """All measures of a product made from a table with so many minterms."""
    graph = DependencyGraph.of(product)
    return Complexity(
        slots=len(product.variables),
        minterms=minterms,
        sum_terms=len(product.terms),
        literals=sum(len(term) for term in product.terms),
        width=sum(len({literal.variable for literal in term}) > 1 for term in product.terms),
        component=graph.component,
        longest_path=graph.longest_path,
        max_degree=graph.max_degree,
        average_degree=round(graph.average_degree, 4),
    )


def entropy(satisfied: int, literals: int) -> float:
    """Entropy, base 2, of the share of literals that an option satisfies (GroundCocoa, equation 1).

    3 of 4 gives 0.8113, 2 of 4 gives 1; none or all give 0. ValueError for numbers that are no share.
    """
    if not 0 <= satisfied <= literals or literals == 0:
        raise ValueError(f"expected a share of at least one literal, got {satisfied} of {literals}")
    share = satisfied / literals
    if share in (0.0, 1.0):
        return 0.0
    return -(share * log2(share) + (1 - share) * log2(1 - share))
