"""Which combinations of truth values the tests of a list of numbers can have.

Tests of each and of any item are tests of the least item or of the greatest. So what several tests say of a
list depends on four numbers only: its least item, its greatest item, its total and how many items it has.
Given the number of items and stretches for the least and the greatest, the totals that occur are all
multiples of the step between two bounds: a list moves from the lower bound to the upper by raising one item
by one step at a time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from cocoa_core.domain.kinds.ordered import cuts, stretches
from cocoa_core.domain.primitives import Test

__all__ = ["list_witnesses"]

_Pair: TypeAlias = tuple[int, int, int, int]
"""Stretches of the least and of the greatest item: first and last of the one, first and last of the other."""


def list_witnesses(
    tests: Sequence[Test], span: tuple[int, int, int], min_items: int, max_items: int
) -> Iterator[tuple[int, ...]]:
    """Legal lists that give every vector of truth values that some legal list gives; one per class of lists.

    Legal are `min_items` to `max_items` multiples of the step between the bounds; `span` is (low, high,
    step), and the bounds are themselves legal.
    """
    if min_items == 0:
        yield ()
    least, greatest, totals, counts = _boundaries(tests)
    pairs = _pairs(least, greatest, span)
    step = span[2]
    points = sorted({-(-total // step) * step for total in totals})
    seen: set[tuple[int, int]] = set()
    for number in range(max(min_items, 1), max_items + 1):
        if number in counts:
            seen.clear()
        for position, pair in enumerate(pairs):
            bottom, top = _totals(pair, number)
            if bottom > top:
                continue
            first, last = bisect_right(points, bottom), bisect_right(points, top)
            for stretch in range(first, last + 1):
                if (position, stretch) not in seen:
                    seen.add((position, stretch))
                    yield _rebuild(pair, number, bottom if stretch == first else points[stretch - 1], bottom)


def _boundaries(tests: Sequence[Test]) -> tuple[list[int], list[int], list[int], set[int]]:
    """Where the truth of a test can change with the least item, the greatest, the total, the number."""
    least: list[int] = []
    greatest: list[int] = []
    totals: list[int] = []
    counts: list[int] = []
    for test in tests:
        if test.over == "total":
            points = totals
        elif test.over == "count":
            points = counts
        else:
            points = greatest if (test.over == "each") == (test.op in ("less", "at_most")) else least
        points += cuts(test.op, test.args)
    return least, greatest, totals, set(counts)


def _pairs(least: Sequence[int], greatest: Sequence[int], span: tuple[int, int, int]) -> list[_Pair]:
    """The stretches of the least and of the greatest item that go together."""
    low, high, step = span
    below = stretches(least, low, high, step)
    above = stretches(greatest, low, high, step)
    return [
        (first, last, start, end)
        for first, last in zip(below, [*(after - step for after in below[1:]), high], strict=True)
        for start, end in zip(above, [*(after - step for after in above[1:]), high], strict=True)
        if first <= end
    ]


def _totals(pair: _Pair, number: int) -> tuple[int, int]:
    """The smallest and the largest total of that number of items; the wrong way round if there is none."""
    first, last, start, end = pair
    return (number - 1) * first + max(first, start), min(last, end) + (number - 1) * end


def _rebuild(pair: _Pair, number: int, total: int, bottom: int) -> tuple[int, ...]:
    """A list of that total: the least list with items raised, the greatest first and the least last."""
    first, _, start, end = pair
    if number == 1:
        return (total,)
    greatest = min(max(first, start) + total - bottom, end)
    rise = total - bottom - (greatest - max(first, start))
    room = end - first
    between: list[int] = []
    for _ in range(number - 2):
        between.append(first + min(rise, room))
        rise -= min(rise, room)
    return (first + rise, *between, greatest)
