"""The dependency graph of a product of sums: which variables a reader has to weigh against each other.

Vertices are the variables that occur; an edge joins two that share a clause (GroundCocoa, arXiv 2404.04237,
section 4.1). What that paper's code calls the largest connected component is the longest simple path here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from attrs import frozen

from cocoa_core.logic.product import Product

__all__ = ["DependencyGraph"]


@frozen
class DependencyGraph:
    """neighbours: for each vertex the mask of those it shares a clause with."""

    neighbours: Mapping[int, int]

    @classmethod
    def of(cls, product: Product) -> DependencyGraph:
        """The graph of a product."""
        return cls.over(tuple(literal.variable for literal in term) for term in product.terms)

    @classmethod
    def over(cls, groups: Iterable[tuple[int, ...]]) -> DependencyGraph:
        """The graph in which the vertices of each group are joined to each other."""
        neighbours: dict[int, int] = {}
        for group in groups:
            for one in group:
                neighbours.setdefault(one, 0)
            for one, other in combinations(set(group), 2):
                neighbours[one] |= 1 << other
                neighbours[other] |= 1 << one
        return cls(neighbours)

    @property
    def component(self) -> int:
        """Vertices of the largest connected component; 0 of the empty graph."""
        return max((mask.bit_count() for mask in self._components()), default=0)

    @property
    def longest_path(self) -> int:
        """Vertices on the longest simple path, exact: a star of four has a component of 4 and a path of 3.

        Up to about twelve vertices a component by walking every path; beyond by the set of vertices walked
        and the last of them (Held and Karp), in time 2^n n^2 for n vertices.
        """
        return max((self._longest(mask) for mask in self._components()), default=0)

    @property
    def max_degree(self) -> int:
        """The most neighbours that a vertex has; 0 of the empty graph."""
        return max((mask.bit_count() for mask in self.neighbours.values()), default=0)

    @property
    def average_degree(self) -> float:
        """Neighbours of a vertex on average, over the vertices that occur; 0 of the empty graph."""
        total = sum(mask.bit_count() for mask in self.neighbours.values())
        return total / len(self.neighbours) if self.neighbours else 0.0

    def _components(self) -> list[int]:
        found: list[int] = []
        left = set(self.neighbours)
        while left:
            reached, fresh = 0, 1 << min(left)
            while fresh:
                reached |= fresh
                fresh = self._around(fresh) & ~reached
            left -= {vertex for vertex in left if reached >> vertex & 1}
            found.append(reached)
        return found

    def _around(self, mask: int) -> int:
        reached = 0
        for vertex, neighbours in self.neighbours.items():
            if mask >> vertex & 1:
                reached |= neighbours
        return reached

    def _longest(self, component: int) -> int:
        """Ends of paths by the set of vertices walked, level by level; the last level has the longest."""
        vertices = [vertex for vertex in self.neighbours if component >> vertex & 1]
        ends: dict[int, int] = {1 << vertex: 1 << vertex for vertex in vertices}
        length = 1
        while length < len(vertices):
            further: dict[int, int] = {}
            for walked, last in ends.items():
                for vertex in vertices:
                    if last >> vertex & 1:
                        steps = self.neighbours[vertex] & ~walked
                        while steps:
                            step = steps & -steps
                            steps ^= step
                            further[walked | step] = further.get(walked | step, 0) | step
            if not further:
                break
            ends = further
            length += 1
        return length
