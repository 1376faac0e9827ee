"""Axioms about sums, as clauses over the tests that a requirement mentions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product as cartesian
from math import prod
from typing import Final

from cocoa_core.domain import Axiom, GroundedLiteral, Measure, Primitive, Test
from cocoa_core.domain.kinds import Kind, cuts
from cocoa_core.proof.measure_values import measure_values

_MOST: Final = 400
"""Clauses of one sum; with more the sum is not counted on."""


def sum_clauses(
    axiom: Axiom, kinds: Sequence[Kind], tests: Mapping[str, Iterable[Test]]
) -> list[tuple[GroundedLiteral, ...]]:
    """Returns what follows from a sum for slots that are tested, at least two of the sum's slots.

    If the parts reach their cuts, the total reaches the sum of these; if each part stays below a cut, the
    total stays below their sum. A cut is a number at which a test changes, or the smallest number. All of
    this holds of every legal option. Nothing else holds for one sum of ordered tests on a grid with one step,
    but more may hold for several sums, lists and steps; so what is shown to be redundant is redundant. Sums
    that go past midnight are not used.
    """
    if axiom.overnight or sum(part.slot in tests for part in axiom.measures) < 2:
        return []
    points = [
        _points(kind, measure, tests.get(measure.slot, ()))
        for kind, measure in zip(kinds, axiom.measures, strict=True)
    ]
    if 2 * prod(len(cut_points) for cut_points in points[:-1]) > _MOST:
        return []
    return list(_clauses(axiom.measures, points))


def _points(kind: Kind, measure: Measure, tests: Iterable[Test]) -> list[int]:
    """Returns the least number, the cuts within the values, and the number after the greatest; ascending."""
    values = measure_values(kind, measure.over)
    low, high = (
        min(number_range[0] for number_range in values),
        max(number_range[-1] for number_range in values),
    )
    cut_points = {cut for test in tests if test.over == measure.over for cut in cuts(test.op, test.args)}
    return [low, *sorted(cut for cut in cut_points if low < cut <= high), high + 1]


def _clauses(
    measures: Sequence[Measure], points: Sequence[Sequence[int]]
) -> Iterator[tuple[GroundedLiteral, ...]]:
    *parts, total = measures
    *cut, (least, *inner, beyond) = points
    for lows in cartesian(*(cut_points[:-1] for cut_points in cut)):
        reached = max((point for point in (*inner, beyond) if point <= sum(lows)), default=None)
        if reached is not None:
            premise = [_reaches(part, low, False) for part, low in zip(parts, lows, strict=True)]
            yield (*premise, _reaches(total, reached))
    for ends in cartesian(*(cut_points[1:] for cut_points in cut)):
        below = min((point for point in (least, *inner) if point > sum(ends) - len(ends)), default=None)
        if below is not None:
            premise = [_reaches(part, end) for part, end in zip(parts, ends, strict=True)]
            yield (*premise, _reaches(total, below, False))


def _reaches(measure: Measure, number: int, positive: bool = True) -> GroundedLiteral:
    primitive = Primitive(measure.slot, Test("at_least", (number,), measure.over))
    return GroundedLiteral(primitive, positive).canonical()
