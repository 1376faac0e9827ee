"""Computes the complexity measures of a question again, from its tree."""

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

__all__ = ["GraphMeasures", "complexity_flaws", "direction", "entropy", "graph_of"]

_ROUNDING = 5e-5 + 1e-9
"""Records hold four decimals."""


@frozen
class GraphMeasures:
    """The measures of a dependency graph.

    `component` counts the vertices of the largest connected component, `longest_path` those of the longest
    simple path.
    """

    component: int
    longest_path: int
    max_degree: int
    average_degree: float


def complexity_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds measures that are not those of the requirement and the options."""
    stated = question.record["complexity"]
    slots = frozenset(literal.slot for term in question.terms for literal in term)
    edges = frozenset(frozenset(literal.slot for literal in term) for term in question.terms)
    graph = graph_of(slots, edges)
    expected = {
        "slots": len(slots),
        "minterms": table_of(question.product).minterms,
        "sum_terms": len(question.terms),
        "literals": sum(map(len, question.terms)),
        "width": sum(len({literal.slot for literal in term}) > 1 for term in question.terms),
        "component": graph.component,
        "longest_path": graph.longest_path,
        "max_degree": graph.max_degree,
    }
    for name, number in expected.items():
        if stated[name] != number:
            yield Flaw("complexity", f"{name} is another", str(stated[name]), str(number))
    if not math.isclose(stated["average_degree"], graph.average_degree, abs_tol=_ROUNDING):
        yield Flaw(
            "complexity",
            "average_degree is another",
            str(stated["average_degree"]),
            f"{graph.average_degree:.4f}",
        )
    yield from _entropies(question)
    atypical = _atypical(question)
    if stated["atypical"] != atypical:
        yield Flaw("complexity", "atypical is another", str(stated["atypical"]), str(atypical))
    against = _against(question)
    if against is not None and stated["against"] != against:
        yield Flaw("complexity", "against is another", str(stated["against"]), str(against))


def _entropies(question: ParsedQuestion) -> Iterator[Flaw]:
    stated = question.record["complexity"]["entropy"]
    if list(stated) != list(question.values):
        yield Flaw("complexity", "entropy is not of the options", str(list(stated)))
        return
    literals = [question.masks(literal) for term in question.terms for literal in term]
    for label, bit in question.bits.items():
        satisfied = sum([1 for true, _ in literals if true & bit])
        bits = entropy(satisfied, len(literals))
        if not math.isclose(stated[label], bits, abs_tol=_ROUNDING):
            yield Flaw("complexity", f"entropy of {label} is another", str(stated[label]), f"{bits:.4f}")


def _atypical(question: ParsedQuestion) -> list[str]:
    """Returns the rules of literals that few people ask for, once the negation is carried out in the test."""
    result = set()
    for nodes, term in zip(question.record["requirement"]["terms"], question.terms, strict=True):
        for node, literal in zip(nodes, term, strict=True):
            if _effective(literal) in question.domain.rules[node["rule"]].atypical:
                result.add(node["rule"])
    return sorted(result)


def _effective(literal: Literal) -> str:
    """Returns the test of a literal once its negation is carried out."""
    test, positive = (
        ("any", not literal.positive) if literal.test == "none" else (literal.test, literal.positive)
    )
    return test if positive else OPPOSITE.get(test, f"not_{test}")


def _against(question: ParsedQuestion) -> list[str] | None:
    """Returns the rules of demands against what people want; None where it is unclear what is demanded."""
    if question.demands is None:
        return None
    result = set()
    nodes = question.record["requirement"]["terms"]
    for term, literals, demand in zip(nodes, question.terms, question.demands, strict=True):
        name = term[demand]["rule"]
        if direction(literals[demand], question.domain.rules[name].wanted) < 0:
            result.add(name)
    return sorted(result)


def direction(literal: Literal, wanted: str) -> int:
    """Returns 1 where a literal is on the side that people want, -1 on the other side, 0 where they want
    neither.
    """
    side = _side(_effective(literal))
    return 1 if side == wanted else -1 if _UNWANTED.get(wanted) == side else 0


_UNWANTED: Final = {"less": "more", "more": "less", "yes": "no", "no": "yes"}
_SIDES: Final = {"less": "less", "at_most": "less", "more": "more", "at_least": "more"}


def _side(test: str) -> str:
    return _SIDES.get(test, "no" if test.startswith("not_") else "yes")


def entropy(satisfied: int, literals: int) -> float:
    """Returns the entropy of the share of satisfied literals, in bits, from 0 to 1."""
    if satisfied in (0, literals):
        return 0.0
    share = satisfied / literals
    return -(share * math.log2(share) + (1 - share) * math.log2(1 - share))


@lru_cache(maxsize=256)
def graph_of(slots: frozenset[str], terms: frozenset[frozenset[str]]) -> GraphMeasures:
    """Returns the measures of a dependency graph.

    Args:
        slots: the vertices.
        terms: the slots of each sum term; each two of them are joined by an edge.
    """
    near: dict[str, set[str]] = {slot: set() for slot in slots}
    for term in terms:
        for first, second in combinations(sorted(term), 2):
            near[first].add(second)
            near[second].add(first)
    components = _components(near)
    degrees = [len(others) for others in near.values()]
    return GraphMeasures(
        component=max(map(len, components)),
        longest_path=max(_longest_path(near, component) for component in components),
        max_degree=max(degrees),
        average_degree=sum(degrees) / len(degrees),
    )


def _components(near: dict[str, set[str]]) -> list[set[str]]:
    unreached, components = set(near), []
    while unreached:
        reached: set[str] = set()
        border = {unreached.pop()}
        while border:
            reached |= border
            border = {other for slot in border for other in near[slot]} - reached
        unreached -= reached
        components.append(reached)
    return components


def _longest_path(near: dict[str, set[str]], component: set[str]) -> int:
    """Returns the number of vertices on the longest simple path of a component.

    A set of n vertices is the index of a bit in an integer of 2^n bits. For each vertex one such integer
    holds the sets that a path ending there can visit. All grow together, step by step: at most n^3
    operations.
    """
    if any(_walk(near, start) == len(component) for start in component):
        return len(component)
    names = sorted(component)
    number_of = {name: number for number, name in enumerate(names)}
    without = [~column(number, 1 << len(names)) for number in range(len(names))]
    paths = [1 << (1 << number) for number in range(len(names))]
    for length in range(1, len(names)):
        longer = []
        for number, name in enumerate(names):
            reaching = 0
            for other in near[name]:
                reaching |= paths[number_of[other]]
            longer.append((reaching & without[number]) << (1 << number))
        if not any(longer):
            return length
        paths = longer
    return len(component)


def _walk(near: dict[str, set[str]], start: str) -> int:
    """Returns the number of vertices on one path that goes on to the neighbour with the fewest ways on
    (Warnsdorff's rule).
    """
    visited, end = {start}, start
    while ways := near[end] - visited:
        end = min(sorted(ways), key=lambda way: len(near[way] - visited))
        visited.add(end)
    return len(visited)
