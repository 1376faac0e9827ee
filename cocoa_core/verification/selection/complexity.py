"""The measures of a question, worked out again from its tree."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final

from attrs import frozen

from cocoa_core.independent import OPPOSITE, Literal
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.parsed_question import ParsedQuestion
from cocoa_core.verification.selection.product import column, table_of

__all__ = ["Graph", "complexity_flaws", "direction", "entropy", "graph_of"]

_ROUNDING = 5e-5 + 1e-9
"""Records hold four decimals."""


@frozen
class Graph:
    """component: vertices of the largest connected component; longest_path: of the longest simple path."""

    component: int
    longest_path: int
    max_degree: int
    average_degree: float


def complexity_flaws(case: ParsedQuestion) -> Iterator[Flaw]:
    """Measures that are not those of the requirement and of the options."""
    given = case.record["complexity"]
    slots = frozenset(literal.slot for term in case.terms for literal in term)
    edges = frozenset(frozenset(literal.slot for literal in term) for term in case.terms)
    graph = graph_of(slots, edges)
    expected = {
        "slots": len(slots),
        "minterms": table_of(case.product).minterms,
        "sum_terms": len(case.terms),
        "literals": sum(map(len, case.terms)),
        "width": sum(len({literal.slot for literal in term}) > 1 for term in case.terms),
        "component": graph.component,
        "longest_path": graph.longest_path,
        "max_degree": graph.max_degree,
    }
    for name, number in expected.items():
        if given[name] != number:
            yield Flaw("complexity", f"{name} is another", str(given[name]), str(number))
    if not math.isclose(given["average_degree"], graph.average_degree, abs_tol=_ROUNDING):
        yield Flaw(
            "complexity",
            "average_degree is another",
            str(given["average_degree"]),
            f"{graph.average_degree:.4f}",
        )
    yield from _entropies(case)
    atypical = _atypical(case)
    if given["atypical"] != atypical:
        yield Flaw("complexity", "atypical is another", str(given["atypical"]), str(atypical))
    against = _against(case)
    if against is not None and given["against"] != against:
        yield Flaw("complexity", "against is another", str(given["against"]), str(against))


def _entropies(case: ParsedQuestion) -> Iterator[Flaw]:
    given = case.record["complexity"]["entropy"]
    if list(given) != list(case.values):
        yield Flaw("complexity", "entropy is not of the options", str(list(given)))
        return
    literals = [case.masks(literal) for term in case.terms for literal in term]
    for label, bit in case.bits.items():
        satisfied = sum([1 for true, _ in literals if true & bit])
        bits = entropy(satisfied, len(literals))
        if not math.isclose(given[label], bits, abs_tol=_ROUNDING):
            yield Flaw("complexity", f"entropy of {label} is another", str(given[label]), f"{bits:.4f}")


def _atypical(case: ParsedQuestion) -> list[str]:
    """Rules of literals that few people ask for, once a denial has moved into the test."""
    result = set()
    for nodes, term in zip(case.record["requirement"]["terms"], case.terms, strict=True):
        for node, one in zip(nodes, term, strict=True):
            if _effective(one) in case.domain.rules[node["rule"]].atypical:
                result.add(node["rule"])
    return sorted(result)


def _effective(one: Literal) -> str:
    """The test of a literal, once a denial has moved into it."""
    test, positive = ("any", not one.positive) if one.test == "none" else (one.test, one.positive)
    return test if positive else OPPOSITE.get(test, f"not_{test}")


def _against(case: ParsedQuestion) -> list[str] | None:
    """Rules of demands that ask for what people do not want; None where it is unclear what is demanded."""
    if case.demands is None:
        return None
    result = set()
    nodes = case.record["requirement"]["terms"]
    for term, literals, place in zip(nodes, case.terms, case.demands, strict=True):
        name = term[place]["rule"]
        if direction(literals[place], case.domain.rules[name].wanted) < 0:
            result.add(name)
    return sorted(result)


def direction(one: Literal, wanted: str) -> int:
    """1 where a literal is on the side that people want, -1 on the other, 0 where they want neither."""
    side = _side(_effective(one))
    return 1 if side == wanted else -1 if _UNWANTED.get(wanted) == side else 0


_UNWANTED: Final = {"less": "more", "more": "less", "yes": "no", "no": "yes"}
_SIDES: Final = {"less": "less", "at_most": "less", "more": "more", "at_least": "more"}


def _side(test: str) -> str:
    return _SIDES.get(test, "no" if test.startswith("not_") else "yes")


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
            border = {other for slot in border for other in near[slot]} - reached
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
    without = [~column(number, 1 << len(names)) for number in range(len(names))]
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
        end = min(sorted(ways), key=lambda way: len(near[way] - visited))
        visited.add(end)
    return len(visited)
