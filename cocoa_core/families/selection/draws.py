"""Which tests a rule can draw in a group: from its values, quantiles, a grid, or as fixed by the author."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from cocoa_core.domain import Rule, Scalar, Test
from cocoa_core.domain.kinds import Kind, VocabularyKind
from cocoa_core.families.selection.columns import Column

__all__ = ["drawable"]

_MOST_PAIRS: Final = 32
"""Intervals and lists of several values tried per test; single values are all tried."""
_MOST_POINTS: Final = 16
"""Points tried per rule, spread over those that the rule can draw."""
_DAY: Final = 24 * 60
_LISTED: Final = 24
"""Up to this many words, lists of them are enumerated before some are drawn."""


def drawable(column: Column, rule: Rule, rng: random.Random) -> Iterator[Test]:
    """Tests that may split the group, in a fixed order; few enough to try them all."""
    name = column.kind.name
    if name == "boolean":
        yield Test("is", (True,))
        return
    points: Sequence[Scalar]
    if name in ("category", "set") and rule.over is None:
        points = rule.draw.fixed if rule.draw.source == "fixed" else column.words()
        if rule.draw.adjacent:  # neighbours of those that the group has, and of the one that is always there
            points = [point for point in points if point in column.words() or point == rule.draw.including]
    else:
        points = _points(column, rule)
    for op in rule.tests:
        for args in _arguments(op, rule, column.kind, points, rng):
            yield Test(op, args, rule.over)


def _arguments(
    op: str, rule: Rule, kind: Kind, points: Sequence[Scalar], rng: random.Random
) -> Iterator[tuple[Scalar, ...]]:
    if op in ("less", "at_most", "more", "at_least", "is"):
        yield from ((point,) for point in points)
    elif op in ("between", "within"):
        low, high = rule.draw.width or (1, 10**12)
        numbers = [point for point in points if not isinstance(point, str)]
        pairs = [(one, two) for one, two in combinations(numbers, 2) if low <= two - one <= high]
        yield from _some(pairs, rng)
    else:
        fewest, most = rule.draw.items
        for size in range(max(fewest, 2 if op == "all" else 1), min(most, len(points)) + 1):
            if rule.draw.adjacent:
                yield from _neighbours(kind, points, size, rule.draw.including)
                continue
            few = len(points) <= _LISTED and size <= 3
            yield from _some(list(combinations(points, size)) if few else _drawn(points, size, rng), rng)


def _neighbours(
    kind: Kind, points: Sequence[Scalar], size: int, including: Scalar | None
) -> Iterator[tuple[Scalar, ...]]:
    """So many values of the group with all that lie between them in the vocabulary; one always among them."""
    values = list(kind.values) if isinstance(kind, VocabularyKind) else []
    ordered = [value for value in values if value in points]
    for first, last in zip(ordered, ordered[size - 1 :], strict=False):
        run = values[values.index(first) : values.index(last) + 1]
        if including is None or including in run:
            yield tuple(sorted(run))


def _some(choices: Sequence[tuple[Scalar, ...]], rng: random.Random) -> Sequence[tuple[Scalar, ...]]:
    return choices if len(choices) <= _MOST_PAIRS else rng.sample(choices, _MOST_PAIRS)


def _drawn(points: Sequence[Scalar], size: int, rng: random.Random) -> list[tuple[Scalar, ...]]:
    places = range(len(points))
    lists = {tuple(sorted(rng.sample(places, size))): None for _ in range(_MOST_PAIRS)}
    return [tuple(points[place] for place in chosen) for chosen in lists]


def _points(column: Column, rule: Rule) -> list[Scalar]:
    """The points of a rule in a group, ascending, at most _MOST_POINTS of them."""
    draw = rule.draw
    if draw.source == "fixed":
        return list(draw.fixed)
    measured = column.numbers(rule.over)
    if column.kind.name == "clock":
        measured = [
            number for number in measured if 0 <= number < _DAY
        ]  # requests name times of the same day
    if not measured:
        return []
    points: Sequence[int] = measured
    if draw.source == "grid" and draw.step:
        points = range(measured[0] // draw.step * draw.step + draw.step, measured[-1], draw.step)
        if len(points) > _MOST_POINTS:
            points = _on_grid(measured, draw.step, points)
    elif draw.source == "quantiles" and draw.count:
        points = _quantiles(measured, draw.count)
    if len(points) > _MOST_POINTS:
        points = _quantiles(points, _MOST_POINTS)
    return list(points)


def _quantiles(numbers: Sequence[int], count: int) -> list[int]:
    """So many inner quantiles of sorted numbers, each once."""
    last = len(numbers) - 1
    return sorted({numbers[round(last * part / (count + 1))] for part in range(1, count + 1)})


def _on_grid(measured: Sequence[int], step: int, points: range) -> list[int]:
    """Points of the grid just above quantiles: dense where the values are, so that most of them split."""
    above = (-(-number // step) * step for number in _quantiles(measured, _MOST_POINTS))
    return sorted({point for point in above if point in points})
