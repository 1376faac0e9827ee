"""Divides numbers into cells at the arguments of tests, within which no test changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cocoa_core.independent.semantics import Literal
from cocoa_core.independent.slots import Numbers

__all__ = ["MOST_FILLED", "Measured", "TooManyStatesError", "cells", "number_arguments", "span"]

Measured = tuple[str | None, int, int, int]
"""The numbers that a measure can be: what it is over (None for the value itself), low, high, step."""
MOST_FILLED = 5_000
"""The most ways to fill a set or a list that are tried."""


class TooManyStatesError(Exception):
    """There are more ways to fill the slot than are tried."""


def span(numbers: Numbers) -> tuple[int, int, int]:
    """Returns the lowest and the highest legal number, and the step of which all are multiples."""
    step = numbers.step
    return -(-numbers.low // step) * step, numbers.high // step * step, step


def number_arguments(literals: Iterable[Literal], over: str | None, *others: str) -> set[int]:
    """Returns the numbers among the arguments of the literals over `over` or the others."""
    return {
        arg
        for literal in literals
        if literal.over in (over, *others)
        for arg in literal.args
        if isinstance(arg, int) and not isinstance(arg, bool)
    }


def cells(low: int, high: int, step: int, points: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yields the legal numbers from low to high as ranges: each point, and the stretches between points."""
    start = low
    for point in sorted(points):
        for first, last in ((start, point - 1), (point, point)):
            first, last = -(-max(first, low) // step) * step, min(last, high) // step * step
            if first <= last:
                yield first, last
        start = point + 1
    first = -(-max(start, low) // step) * step
    if first <= high:
        yield first, high
