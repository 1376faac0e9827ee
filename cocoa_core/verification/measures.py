"""The measures of a product of sums, worked out again: dependency graph, truth table, entropy.

Vertices are slots; two slots share an edge if they share a sum term. A product over n slots is a truth table
of 2^n bits in one whole number, so that AND, OR and NOT work on all rows at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations

from attrs import frozen

__all__ = ["Graph", "Sign", "Table", "entropy", "graph_of", "table_of"]

Sign = tuple[str, bool]
"""A slot, affirmed or denied: a literal of the product without its test."""


@frozen
class Graph:
    """component: vertices of the largest connected component; longest_path: of the longest simple path."""

    component: int
    longest_path: int
    max_degree: int
    average_degree: float


@frozen
class Table:
    """minterms: rows on which the product is true. prime: no literal can go; irredundant: no sum term can."""

    minterms: int
    prime: bool
    irredundant: bool


def entropy(satisfied: int, literals: int) -> float:
    """Entropy of the share of satisfied literals, base 2, in bits, from 0 to 1."""
    if satisfied in (0, literals):
        return 0.0
    share = satisfied / literals
    return -(share * math.log2(share) + (1 - share) * math.log2(1 - share))


@lru_cache(maxsize=256)
def graph_of(slots: frozenset[str], terms: frozenset[frozenset[str]]) -> Graph:
    """The dependency graph's measures. slots: all vertices; terms: the slots of each sum term."""
    near: dict[str, set[str]] = {slot: set() for slot in slots}
    for term in terms:
        for one, other in combinations(sorted(term), 2):
            near[one].add(other)
            near[other].add(one)
    components = _components(near)
    degrees = [len(others) for others in near.values()]
    return Graph(
        component=max(map(len, components)),
        longest_path=max(_longest_path(near, component) for component in components),
        max_degree=max(degrees),
        average_degree=sum(degrees) / len(degrees),
    )


def _components(near: dict[str, set[str]]) -> list[set[str]]:
    left, found = set(near), []
    while left:
        reached: set[str] = set()
        border = {left.pop()}
        while border:
            reached |= border
            border = {other for one in border for other in near[one]} - reached
        left -= reached
        found.append(reached)
    return found


def _longest_path(near: dict[str, set[str]], component: set[str]) -> int:
    """Vertices on the longest simple path.

    A set of n vertices is a place in a whole number of 2^n bits; for each vertex one such number has the sets
    that a path can visit which ends there. All grow together, step by step: n^3 operations at most.
    """
    if any(_walk(near, start) == len(component) for start in component):
        return len(component)
    names = sorted(component)
    place = {name: number for number, name in enumerate(names)}
    without = [~_column(number, 1 << len(names)) for number in range(len(names))]
    paths = [1 << (1 << number) for number in range(len(names))]
    for length in range(1, len(names)):
        longer = []
        for number, name in enumerate(names):
            before = 0
            for other in near[name]:
                before |= paths[place[other]]
            longer.append((before & without[number]) << (1 << number))
        if not any(longer):
            return length
        paths = longer
    return len(component)


def _walk(near: dict[str, set[str]], start: str) -> int:
    """Vertices on one path: on to the neighbour that has the fewest ways on (Warnsdorff's rule)."""
    visited, end = {start}, start
    while ways := near[end] - visited:
        end = min(sorted(ways), key=lambda one: len(near[one] - visited))
        visited.add(end)
    return len(visited)


@lru_cache(maxsize=256)
def table_of(terms: tuple[frozenset[Sign], ...]) -> Table:
    """The product as a truth table over its slots."""
    slots = sorted({slot for term in terms for slot, _ in term})
    rows = 1 << len(slots)
    everything = (1 << rows) - 1
    columns = {slot: _column(place, rows) for place, slot in enumerate(slots)}

    def true(sign: Sign) -> int:
        return columns[sign[0]] if sign[1] else everything ^ columns[sign[0]]

    product, failed, failed_twice = everything, 0, 0
    for term in terms:
        failing = everything ^ _any(map(true, term))
        failed, failed_twice = failed | failing, failed_twice | failed & failing
        product &= ~failing
    alone = failed & ~failed_twice
    return Table(
        minterms=product.bit_count(),
        prime=all(_needs_all(term, product, true) for term in dict.fromkeys(terms)),
        irredundant=all(alone & ~_any(map(true, term)) for term in terms),
    )


def _needs_all(term: frozenset[Sign], product: int, true: Callable[[Sign], int]) -> bool:
    """Whether each literal of the sum term is the only true one on some row of the product."""
    once, twice = 0, 0
    for sign in term:
        once, twice = once | true(sign), twice | once & true(sign)
    return all(product & once & ~twice & true(sign) for sign in term)


def _column(place: int, rows: int) -> int:
    """The rows, as bits, on which the variable of this place is true."""
    period = 1 << place
    block = ((1 << period) - 1) << period
    width = 2 * period
    while width < rows:
        block |= block << width
        width *= 2
    return block


def _any(tables: Iterable[int]) -> int:
    found = 0
    for table in tables:
        found |= table
    return found
