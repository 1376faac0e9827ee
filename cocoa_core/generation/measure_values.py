"""The numbers that a measure of an axiom can be, and those at which two measures have to be told apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from itertools import product as cartesian
from math import lcm
from typing import Final, TypeAlias

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.kinds.clock import Clock
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.kinds.ordered import OrderedKind

__all__ = ["Values", "apart_if_equal", "apart_if_ordered", "covers", "measure_values"]

Values: TypeAlias = tuple[range, ...]
"""Numbers as ranges, each of multiples of its step."""

_END: Final = 1 << 62
_MOST_APART: Final = 1_000
"""Numbers that two measures on different grids are told apart by in one stretch, at most."""


@lru_cache(maxsize=4096)
def measure_values(kind: Kind, over: str | None) -> Values:
    """The numbers that values of a kind measure over `over`; TypeError where it measures none."""
    if isinstance(kind, CategorySet | NumberList) and over == "count":
        closed = isinstance(kind, CategorySet) and kind.closed
        most = min(kind.max_items, len(kind.values)) if closed else kind.max_items  # type: ignore[union-attr]
        return (range(kind.min_items, most + 1),)
    if isinstance(kind, NumberList) and over == "total":
        low, high, step = kind.items.span()
        numbers = range(max(kind.min_items, 1), kind.max_items + 1)
        return tuple(range(number * low, number * high + 1, step) for number in numbers)
    if isinstance(kind, OrderedKind):
        low, high, step = kind.span()
        first = max(low, 0) if isinstance(kind, Clock) else low  # before the reference day it is undefined
        return (range(-(-first // step) * step, high + 1, step),)
    raise TypeError(f"no number is measured of a {kind.name}")


def covers(some: Values, others: Values) -> bool:
    """Whether each of the other numbers is among some; it may say no where only several ranges cover one."""
    return all(not one or any(_holds(all_of, one) for all_of in some) for one in others)


def _holds(numbers: range, part: range) -> bool:
    return part[0] in numbers and part[-1] in numbers and part.step % numbers.step == 0


@lru_cache(maxsize=4096)
def apart_if_ordered(low: Values, high: Values, points: tuple[int, ...]) -> tuple[int, ...]:
    """Further cuts, so that in a stretch between cuts any low number is at most some high one, or none is.

    And the other way round: any high number is at least some low one.
    """
    found: set[int] = set()
    for start, end in _stretches(points):
        least, most = _first(low, start, end), _last(high, start, end)
        if least is None or most is None:
            continue
        if _last(low, start, end) > most:  # type: ignore[operator]
            found.add(most + 1)
        if _first(high, start, end) < least:  # type: ignore[operator]
            found.add(least)
    return tuple(found)


@lru_cache(maxsize=4096)
def apart_if_equal(measures: tuple[Values, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    """Further cuts, so that in a stretch between cuts some number is of all measures, or not all have any.

    The same for each two of them, since the others may be undefined.
    """
    found: set[int] = set()
    groups = [*combinations(measures, 2), *([measures] if len(measures) > 2 else [])]
    for group in groups:
        common = _common(group)
        for start, end in _stretches(points):
            if _first(common, start, end) is None:
                few = min(([*_within(one, start, end)] for one in group), key=len)
                found.update(number + after for number in few for after in (0, 1))
            else:
                found.update(_edges(group, common, start, end))
    return tuple(found)


def _edges(group: Sequence[Values], common: Values, start: int, end: int) -> Iterator[int]:
    """Where numbers of one measure go beyond all that are common to the group."""
    first, last = _first(common, start, end), _last(common, start, end)
    for one in group:
        if first is not None and _first(one, start, end) < first:  # type: ignore[operator]
            yield first
        if last is not None and _last(one, start, end) > last:  # type: ignore[operator]
            yield last + 1


def _common(group: Sequence[Values]) -> Values:
    found: Values = group[0]
    for one in group[1:]:
        met = (_met(some, other) for some, other in cartesian(found, one))
        found = tuple(numbers for numbers in met if numbers)
    return found


def _met(one: range, other: range) -> range:
    step = lcm(one.step, other.step)
    first = max(one.start, other.start)
    return range(-(-first // step) * step, min(one.stop, other.stop), step)


def _stretches(points: Sequence[int]) -> Iterator[tuple[int, int]]:
    yield from pairwise((-_END, *points, _END))


def _first(values: Values, start: int, end: int) -> int | None:
    found = None
    for one in values:
        number = max(one.start, -(-start // one.step) * one.step)
        if number < min(end, one.stop) and (found is None or number < found):
            found = number
    return found


def _last(values: Values, start: int, end: int) -> int | None:
    found = None
    for one in values:
        number = (min(end, one.stop) - 1) // one.step * one.step
        if number >= max(start, one.start) and (found is None or number > found):
            found = number
    return found


def _within(values: Values, start: int, end: int) -> Iterator[int]:
    """The numbers from `start` to below `end`, the first of them if they are very many."""
    numbers = 0
    for one in values:
        first = max(one.start, -(-start // one.step) * one.step)
        for number in range(first, min(end, one.stop), one.step):
            numbers += 1
            if numbers > _MOST_APART:
                return
            yield number
