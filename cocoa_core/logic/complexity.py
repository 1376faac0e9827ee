"""Figures that say how hard a product of sums is to follow."""

from __future__ import annotations

from functools import lru_cache
from math import log2

from attrs import frozen

from cocoa_core.logic.graph import DependencyGraph
from cocoa_core.logic.product import Product

__all__ = ["Complexity", "complexity_of", "entropy"]


@frozen
class Complexity:
    """slots:          variables that occur
    minterms:       rows of the table the product was made from
    sum_terms:      how many there are
    literals:       in all sum terms together
    width:          sum terms with two or more slots
    component:      vertices of the largest connected component of the dependency graph
    longest_path:   vertices on its longest simple path
    max_degree:     most neighbours of a slot in it
    average_degree: mean number of neighbours
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


@lru_cache(maxsize=1024)
def complexity_of(product: Product, minterms: int) -> Complexity:
    """The figures of a product; `minterms` is passed through."""
    graph = DependencyGraph.of(product)
    return Complexity(
        slots=len(graph.vertices),
        minterms=minterms,
        sum_terms=len(product.terms),
        literals=product.literals,
        width=sum([len({literal.variable for literal in term}) > 1 for term in product.terms]),
        component=graph.component,
        longest_path=graph.longest_path,
        max_degree=graph.max_degree,
        average_degree=graph.average_degree,
    )


def entropy(satisfied: int, literals: int) -> float:
    """Shannon's entropy, in bits, of the share p of literals that an option satisfies: -(p log p + q log q).

    From 0 (all or none) to 1 (half of them); 3 of 4 give 0.8113. Raises ValueError unless
    0 <= satisfied <= literals and there is a literal.
    """
    if not 0 <= satisfied <= literals or not literals:
        raise ValueError(f"{satisfied} of {literals} literals cannot be satisfied")
    shares = (satisfied / literals, 1 - satisfied / literals)
    return sum([-share * log2(share) for share in shares if share])
