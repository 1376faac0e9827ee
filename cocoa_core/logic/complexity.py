"""Measures how hard a product of sums is to follow: sizes, and its dependency graph."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import log2
from typing import Final

from attrs import frozen

from cocoa_core.logic.product import Product

_STEPS: Final = 20_000
"""The most steps of the depth-first search for a longest path; beyond, `_by_subsets` takes over."""


@frozen
class ProductComplexity:
    """Measures of a product, and of its dependency graph."""

    slots: int
    """The number of variables that occur."""
    minterms: int
    """The number of rows of its table."""
    sum_terms: int
    literals: int
    width: int
    """The number of sum terms with two or more slots."""
    component: int
    """The number of vertices of the graph's largest connected component."""
    longest_path: int
    """The number of vertices on a longest simple path of the graph."""
    max_degree: int
    """The largest number of neighbours of a slot in the graph."""
    average_degree: float


@lru_cache(maxsize=1024)
def complexity_of(product: Product, minterms: int) -> ProductComplexity:
    """Returns the measures of a product; `minterms` is passed through."""
    graph = DependencyGraph.of(product)
    return ProductComplexity(
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
    """Returns Shannon's entropy, -(p log p + q log q) in bits, of the share p of satisfied literals.

    It ranges from 0 (all or none) to 1 (half of them); 3 of 4 give 0.8113.

    Raises:
        ValueError: unless 0 <= satisfied <= literals and there is a literal.
    """
    if not 0 <= satisfied <= literals or not literals:
        raise ValueError(f"{satisfied} of {literals} literals cannot be satisfied")
    shares = (satisfied / literals, 1 - satisfied / literals)
    return sum([-share * log2(share) for share in shares if share])


@frozen
class DependencyGraph:
    """An undirected graph without loops."""

    vertices: tuple[int, ...]
    """The variables that occur, ascending."""
    neighbours: tuple[int, ...]
    """For each vertex a mask; bit j says that it shares a sum term with the j-th vertex."""

    @classmethod
    def of(cls, product: Product) -> DependencyGraph:
        """Returns the graph of a product: two variables are joined where they occur in one sum term."""
        vertices = product.variables
        bits = {variable: 1 << index for index, variable in enumerate(vertices)}
        neighbours = dict.fromkeys(vertices, 0)
        for term in product.terms:
            variables = {literal.variable for literal in term}
            together = sum([bits[variable] for variable in variables])
            for variable in variables:
                neighbours[variable] |= together
        return cls(vertices, tuple([mask & ~bits[variable] for variable, mask in neighbours.items()]))

    @property
    def component(self) -> int:
        """The number of vertices in the largest connected component; 0 for no vertices."""
        return max((component.bit_count() for component in self._components()), default=0)

    @property
    def longest_path(self) -> int:
        """How many vertices are on a longest simple path, exactly; 0 for no vertices.

        Fast up to about a dozen vertices. Beyond, a component without an easy answer takes time and memory
        that double with each vertex: a tenth of a second with 20 of them, three seconds with 24.
        """
        return max((_longest(self._apart(component)) for component in self._components()), default=0)

    @property
    def max_degree(self) -> int:
        """The largest number of neighbours of a vertex; 0 for no vertices."""
        return max(map(int.bit_count, self.neighbours), default=0)

    @property
    def average_degree(self) -> float:
        """The mean number of neighbours; 0 for no vertices."""
        return sum(map(int.bit_count, self.neighbours)) / max(1, len(self.vertices))

    def _components(self) -> Iterator[int]:
        """Yields the connected components as masks."""
        unreached = (1 << len(self.vertices)) - 1
        while unreached:
            component = _reached(self.neighbours, unreached & -unreached, unreached)
            unreached &= ~component
            yield component

    def _apart(self, component: int) -> tuple[int, ...]:
        """Returns the masks of one component, its vertices numbered anew by degree."""
        vertices = [index for index in range(component.bit_length()) if component >> index & 1]
        vertices.sort(key=lambda index: self.neighbours[index].bit_count())
        masks = [self.neighbours[index] for index in vertices]
        return tuple([sum([(mask >> old & 1) << new for new, old in enumerate(vertices)]) for mask in masks])


def _reached(neighbours: tuple[int, ...], start: int, within: int) -> int:
    """Returns the vertices of `within` that can be reached from `start` inside it, start included."""
    reached, fresh = 0, start & within
    while fresh:
        reached |= fresh
        grown = 0
        while fresh:
            lowest = fresh & -fresh
            grown |= neighbours[lowest.bit_length() - 1]
            fresh ^= lowest
        fresh = grown & within & ~reached
    return reached


@lru_cache(maxsize=4096)
def _longest(neighbours: tuple[int, ...]) -> int:
    """Returns the number of vertices on a longest simple path of a connected graph, numbered by degree."""
    leaves = sum([mask.bit_count() == 1 for mask in neighbours])
    most = len(neighbours) - max(0, leaves - 2)
    if len(neighbours) <= 3:
        return most
    search = _PathSearch(neighbours, most)
    return search.best if search.finished() else _by_subsets(neighbours)


class _PathSearch:
    """Depth-first search for a longest path that stops at a length no path exceeds, or out of steps."""

    def __init__(self, neighbours: tuple[int, ...], most: int) -> None:
        self.neighbours, self.most = neighbours, most
        self.best, self._steps = 0, 0

    def finished(self) -> bool:
        """Searches from every vertex. Returns whether `best` is exact, that is, no steps ran out."""
        every = (1 << len(self.neighbours)) - 1
        for index in range(len(self.neighbours)):
            self._extend(index, every ^ 1 << index, 1)
        return self.best == self.most or self._steps < _STEPS

    def _extend(self, end: int, free: int, length: int) -> None:
        self.best = max(self.best, length)
        self._steps += 1
        if self.best == self.most or self._steps >= _STEPS:
            return
        onward = self.neighbours[end] & free
        if length + _reached(self.neighbours, onward, free).bit_count() <= self.best:
            return
        while onward:
            lowest = onward & -onward
            self._extend(lowest.bit_length() - 1, free ^ lowest, length + 1)
            onward ^= lowest


def _by_subsets(neighbours: tuple[int, ...]) -> int:
    """Returns the number of vertices on a longest path, from the sets of vertices that paths visit.

    The dynamic program of Held and Karp (A dynamic programming approach to sequencing problems, 1962).
    """
    import numpy as np

    size = 1 << len(neighbours)
    ends = np.zeros(size, dtype=np.uint32)
    for index in range(len(neighbours)):
        ends[1 << index] = 1 << index
    length, visited = 0, np.flatnonzero(ends)
    while visited.size:
        length += 1
        longer = np.zeros(size, dtype=np.uint32)
        for index, mask in enumerate(neighbours):
            bit = 1 << index
            into = visited[((visited & bit) == 0) & ((ends[visited] & np.uint32(mask)) != 0)] | bit
            longer[into] |= np.uint32(bit)
        ends, visited = longer, np.flatnonzero(longer)
    return length
