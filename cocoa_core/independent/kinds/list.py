"""Lists: several quantities or durations, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, Final

from cocoa_core.independent.kinds.base import (
    MOST_FILLED,
    NO_ITEMS,
    Measured,
    States,
    TooManyStatesError,
    VerifierKind,
    cells,
    number_arguments,
    number_kind,
    span,
)
from cocoa_core.independent.semantics import ORDERED, THRESHOLDS, Literal
from cocoa_core.independent.slots import Numbers, Slot, Value, numbers_of
from cocoa_core.independent.yaml_files import mapping, plain_number, text

_TESTS: Final = {"each": THRESHOLDS, "any": THRESHOLDS, "total": ORDERED}
_ITEMS: Final = ("quantity", "duration")
"""The kinds that items may be: those whose sum means something."""


class VerifierList(VerifierKind):
    """Several numbers of one kind."""

    name = "list"
    several = True

    def numbers(self, name: str, given: Mapping[str, Any]) -> Numbers:
        """Returns the numbers of the items."""
        inner = mapping(given.get("items"), f"items of {name}")
        inner_kind = text(inner.get("kind"), f"kind of the items of {name}")
        if inner_kind not in _ITEMS:
            raise ValueError(f"{name} has items of kind {inner_kind!r}")
        return number_kind(inner_kind).numbers(name, inner)

    def tests(self, over: str | None) -> frozenset[str]:
        """Returns the tests of each or any item, or of their total."""
        return _TESTS.get(over or "", frozenset())

    def read_shown(self, slot: Slot, text: str) -> Value:
        """Returns the items, which "; " separates."""
        items = [] if text == NO_ITEMS else text.split("; ")
        if not slot.least <= len(items) <= slot.most:
            raise ValueError(f"{len(items)} items are not {slot.least} to {slot.most}")
        numbers = numbers_of(slot)
        kind = number_kind(numbers.look)
        return tuple([kind.read_legal(numbers, item) for item in items])

    def read_cell(self, slot: Slot, text: str) -> Value:
        """Returns the items, which ";" separates."""
        items = [] if text in ("", NO_ITEMS) else [item.strip(" ") for item in text.split(";")]
        numbers = numbers_of(slot)
        return tuple([number_kind(numbers.look).read(numbers, item) for item in items])

    def read_argument(self, slot: Slot, text: str, *, exact: bool) -> int:
        """Returns a number of the items' kind."""
        return number_kind(numbers_of(slot).look).read_argument(slot, text, exact=exact)

    def authored(self, text: str) -> str:
        """Returns the number in plain digits."""
        return plain_number(text)

    def states(self, slot: Slot, literals: Sequence[Literal], measured: frozenset[str | None]) -> States:
        """Yields lists by how many items lie in each cell, or without totals by which cells have items."""
        low, high, step = span(numbers_of(slot))
        parts = list(cells(low, high, step, number_arguments(literals, "each", "any")))
        totals, counts = number_arguments(literals, "total"), number_arguments(literals, "count")
        summed = bool(totals) or "total" in measured
        if slot.least == 0:
            yield (), (("count", 0, 0, 1),) if "count" in measured else ()
        if (
            summed
            and sum(comb(len(parts) + size - 1, size) for size in range(1, slot.most + 1)) > MOST_FILLED
        ):
            raise TooManyStatesError
        if not summed and 1 << len(parts) > MOST_FILLED:
            raise TooManyStatesError
        for pattern, first, last in _patterns(parts, max(slot.least, 1), slot.most, counts, summed):
            measures: list[Measured] = [("count", first, last, 1)] if "count" in measured else []
            if not summed:
                items = [part[0] for part in pattern]
                yield tuple(items + items[:1] * (first - len(items))), tuple(measures)
                continue
            least, most = sum(part[0] for part in pattern), sum(part[1] for part in pattern)
            for start, end in cells(least, most, step, totals):
                total: list[Measured] = [("total", start, end, step)] if "total" in measured else []
                yield _summing(pattern, start), (*measures, *total)

    def comparison_row(self, slot: Slot) -> str:
        """Returns the row of the items."""
        numbers = numbers_of(slot)
        return number_kind(numbers.look).row_of(numbers)


_Cell = tuple[int, int]


def _patterns(
    parts: Sequence[_Cell], least: int, most: int, counts: set[int], summed: bool
) -> Iterator[tuple[tuple[_Cell, ...], int, int]]:
    """Yields the cells that have items, with the smallest and the largest number of items."""
    for size in range(least if summed else 1, most + 1):
        if summed:
            for pattern in combinations_with_replacement(parts, size):
                yield pattern, size, size
        else:
            for pattern in combinations(parts, size):
                for first, last in cells(max(size, least), most, 1, counts):
                    yield pattern, first, last


def _summing(pattern: Iterable[_Cell], total: int) -> tuple[int, ...]:
    """Returns items of these cells with this sum."""
    left = total - sum(low for low, _ in pattern)
    items = []
    for low, high in pattern:
        more = min(high - low, left)
        left -= more
        items.append(low + more)
    return tuple(items)


KIND: Final = VerifierList()
