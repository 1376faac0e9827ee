"""Sums of numbers as clauses over the tests that are mentioned of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product as cartesian
from math import prod
from typing import Final

from cocoa_core.domain import Axiom, GroundedLiteral, Measure, Primitive, Test
from cocoa_core.domain.kinds import Kind, cuts
from cocoa_core.proof.measure_values import measure_values

__all__ = ["sum_clauses"]

_MOST: Final = 400
"""Clauses of one sum; with more the sum is not counted on."""


def sum_clauses(
    axiom: Axiom, kinds: Sequence[Kind], tests: Mapping[str, Iterable[Test]]
) -> list[tuple[GroundedLiteral, ...]]:
    """What follows from a sum for slots of which tests are given, two or more of its slots among them.

    If the parts reach their cuts, the total reaches the sum of them; if each part stays below one, the total
    stays below their sum. A cut is where a test changes, or the least number. All of this holds of every
    legal option; that nothing else holds is true of one sum of ordered tests on a grid of one step, not of
    several sums, lists and steps. So what is shown to be redundant is. What goes overnight is not counted on.
    """
    if axiom.overnight or sum(part.slot in tests for part in axiom.measures) < 2:
        return []
    points = [
        _points(kind, measure, tests.get(measure.slot, ()))
        for kind, measure in zip(kinds, axiom.measures, strict=True)
    ]
    if 2 * prod(len(some) for some in points[:-1]) > _MOST:
        return []
    return list(_clauses(axiom.measures, points))


def _points(kind: Kind, measure: Measure, tests: Iterable[Test]) -> list[int]:
    """The least number, the cuts within the values, and the number after the greatest; ascending."""
    values = measure_values(kind, measure.over)
    low, high = min(some[0] for some in values), max(some[-1] for some in values)
    found = {cut for test in tests if test.over == measure.over for cut in cuts(test.op, test.args)}
    return [low, *sorted(cut for cut in found if low < cut <= high), high + 1]


def _clauses(
    measures: Sequence[Measure], points: Sequence[Sequence[int]]
) -> Iterator[tuple[GroundedLiteral, ...]]:
    *parts, total = measures
    *cut, (least, *inner, beyond) = points
    for lows in cartesian(*(some[:-1] for some in cut)):
        reached = max((one for one in (*inner, beyond) if one <= sum(lows)), default=None)
        if reached is not None:
            premise = [_reaches(part, low, False) for part, low in zip(parts, lows, strict=True)]
            yield (*premise, _reaches(total, reached))
    for ends in cartesian(*(some[1:] for some in cut)):
        below = min((one for one in (least, *inner) if one > sum(ends) - len(ends)), default=None)
        if below is not None:
            premise = [_reaches(part, end) for part, end in zip(parts, ends, strict=True)]
            yield (*premise, _reaches(total, below, False))


def _reaches(measure: Measure, number: int, positive: bool = True) -> GroundedLiteral:
    primitive = Primitive(measure.slot, Test("at_least", (number,), measure.over))
    return GroundedLiteral(primitive, positive).canonical()
