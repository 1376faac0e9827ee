"""The numbers that a measure of an axiom can be, and those at which two measures have to be told apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from itertools import product as cartesian
from math import lcm
from typing import Final, TypeAlias

from cocoa_core.domain.kinds import Kind

Values: TypeAlias = tuple[range, ...]
"""Numbers as ranges, each of multiples of its step."""

_END: Final = 1 << 62
_MOST_APART: Final = 1_000
"""Numbers that two measures on different grids are told apart by in one stretch, at most."""


@lru_cache(maxsize=4096)
def measure_values(kind: Kind, over: str | None) -> Values:
    """Returns `Kind.measures`, cached."""
    return kind.measures(over)


def covers(values: Values, others: Values) -> bool:
    """Returns whether the values have every other number; no where only ranges together cover one."""
    return all(
        not numbers or any(_holds(value_range, numbers) for value_range in values) for numbers in others
    )


def _holds(numbers: range, part: range) -> bool:
    return part[0] in numbers and part[-1] in numbers and part.step % numbers.step == 0


@lru_cache(maxsize=4096)
def apart_if_ordered(low: Values, high: Values, points: tuple[int, ...]) -> tuple[int, ...]:
    """Returns further cuts, so that between two cuts any low number is at most some high one, or none is; and
    vice versa.
    """
    cuts: set[int] = set()
    for start, end in _stretches(points):
        least, most = _first(low, start, end), _last(high, start, end)
        if least is None or most is None:
            continue
        if _last(low, start, end) > most:  # type: ignore[operator]
            cuts.add(most + 1)
        if _first(high, start, end) < least:  # type: ignore[operator]
            cuts.add(least)
    return tuple(cuts)


@lru_cache(maxsize=4096)
def apart_if_equal(measures: tuple[Values, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    """Returns further cuts, so that between two cuts some number is of all measures, or not all measures have
    any.

    The same holds for each two of the measures, since the others may be undefined.
    """
    cuts: set[int] = set()
    groups = [*combinations(measures, 2), *([measures] if len(measures) > 2 else [])]
    for group in groups:
        common = _common(group)
        for start, end in _stretches(points):
            if _first(common, start, end) is None:
                few = min(([*_within(values, start, end)] for values in group), key=len)
                cuts.update(number + after for number in few for after in (0, 1))
            else:
                cuts.update(_edges(group, common, start, end))
    return tuple(cuts)


def _edges(group: Sequence[Values], common: Values, start: int, end: int) -> Iterator[int]:
    """Yields where numbers of one measure go beyond all that are common to the group."""
    first, last = _first(common, start, end), _last(common, start, end)
    for values in group:
        if first is not None and _first(values, start, end) < first:  # type: ignore[operator]
            yield first
        if last is not None and _last(values, start, end) > last:  # type: ignore[operator]
            yield last + 1


def _common(group: Sequence[Values]) -> Values:
    common: Values = group[0]
    for values in group[1:]:
        met = (_met(numbers, other) for numbers, other in cartesian(common, values))
        common = tuple(numbers for numbers in met if numbers)
    return common


def _met(numbers: range, other: range) -> range:
    step = lcm(numbers.step, other.step)
    first = max(numbers.start, other.start)
    return range(-(-first // step) * step, min(numbers.stop, other.stop), step)


def _stretches(points: Sequence[int]) -> Iterator[tuple[int, int]]:
    yield from pairwise((-_END, *points, _END))


def _first(values: Values, start: int, end: int) -> int | None:
    first = None
    for numbers in values:
        number = max(numbers.start, -(-start // numbers.step) * numbers.step)
        if number < min(end, numbers.stop) and (first is None or number < first):
            first = number
    return first


def _last(values: Values, start: int, end: int) -> int | None:
    last = None
    for numbers in values:
        number = (min(end, numbers.stop) - 1) // numbers.step * numbers.step
        if number >= max(start, numbers.start) and (last is None or number > last):
            last = number
    return last


def _within(values: Values, start: int, end: int) -> Iterator[int]:
    """Yields the numbers from `start` to below `end`, the first of them if they are very many."""
    count = 0
    for numbers in values:
        first = max(numbers.start, -(-start // numbers.step) * numbers.step)
        for number in range(first, min(end, numbers.stop), numbers.step):
            count += 1
            if count > _MOST_APART:
                return
            yield number
