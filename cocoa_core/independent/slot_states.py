"""The states that the literals of one slot can be in together: every way in which some value makes them true
or false.

Numbers are divided into cells at the arguments of the tests, within which nothing changes; words are divided
into classes that the tests do not tell apart. One value of each is tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import Final

from attrs import frozen

from cocoa_core.independent.semantics import Literal, truth
from cocoa_core.independent.slots import Numbers, Slot, Value

__all__ = ["Measured", "SlotState", "TooManyStatesError", "slot_states"]

Measured = tuple[str | None, int, int, int]
"""The numbers that a measure can be: what it is over (None for the value itself), low, high, step."""
_MOST: Final = 5_000
"""The most ways to fill a set or a list that are tried."""


class TooManyStatesError(Exception):
    """There are more ways to fill the slot than are tried."""


@frozen
class SlotState:
    """A state of the literals of a slot.

    `true` and `false` are masks of the literals in their order; a literal may be neither. `measures` holds
    what was asked for, as far as it is defined for the values in this state; all combinations of these
    numbers occur.
    """

    true: int
    false: int
    measures: tuple[Measured, ...] = ()


@lru_cache(maxsize=1 << 10)
def slot_states(
    slot: Slot, literals: tuple[Literal, ...], measured: frozenset[str | None]
) -> tuple[SlotState, ...]:
    """Returns every state that a legal value of the slot can give, without repetition.

    Args:
        slot: the slot.
        literals: its literals.
        measured: the measures to report.

    Raises:
        TooManyStatesError: the slot can be filled in too many ways.
    """
    result: dict[SlotState, None] = {}
    if slot.missing:
        result[_state(slot, literals, None, ())] = None
    for value, measures in _values(slot, literals, measured):
        result[_state(slot, literals, value, measures)] = None
    return tuple(result)


def _state(
    slot: Slot, literals: Sequence[Literal], value: Value, measures: tuple[Measured, ...]
) -> SlotState:
    true = false = 0
    for index, literal in enumerate(literals):
        holds = truth(slot, literal, value)
        true |= (holds is True) << index
        false |= (holds is False) << index
    return SlotState(true, false, measures)


def _values(
    slot: Slot, literals: Sequence[Literal], measured: frozenset[str | None]
) -> Iterator[tuple[Value, tuple[Measured, ...]]]:
    if slot.kind == "boolean":
        yield from ((value, ()) for value in (True, False))
    elif slot.kind == "category":
        yield from ((word, ()) for word in _words(slot, literals))
    elif slot.kind == "set":
        yield from _sets(slot, literals, "count" in measured)
    elif slot.numbers is None:
        return
    elif slot.kind == "list":
        yield from _lists(slot, slot.numbers, literals, measured)
    else:
        points = _arguments(literals, None)
        if slot.numbers.days:
            points = {*points, 0}  # before the reference day tests and measures are undefined
        low, high, step = _span(slot.numbers)
        for first, last in _cells(low, high, step, points):
            defined = None in measured and not (slot.numbers.days and first < 0)
            yield first, ((None, first, last, step),) if defined else ()


def _span(numbers: Numbers) -> tuple[int, int, int]:
    step = numbers.step
    return -(-numbers.low // step) * step, numbers.high // step * step, step


def _arguments(literals: Iterable[Literal], over: str | None, *others: str) -> set[int]:
    return {
        arg
        for literal in literals
        if literal.over in (over, *others)
        for arg in literal.args
        if isinstance(arg, int) and not isinstance(arg, bool)
    }


def _cells(low: int, high: int, step: int, points: Iterable[int]) -> Iterator[tuple[int, int]]:
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


def _words(slot: Slot, literals: Sequence[Literal]) -> list[str]:
    """Returns each word that a literal names, and one that none names where there is one."""
    named = {arg for literal in literals for arg in literal.args if isinstance(arg, str)}
    if slot.words is None:
        return [*sorted(named), _other(0)]
    return [*sorted(named & slot.words), *sorted(slot.words - named)[:1]]


def _other(number: int) -> str:
    """Returns a word of an open vocabulary that no literal names."""
    return f"\0{number}"


def _sets(
    slot: Slot, literals: Sequence[Literal], counted: bool
) -> Iterator[tuple[Value, tuple[Measured, ...]]]:
    """Yields sets with, of each class of words that no test tells apart, no word, some, or all where a test
    asks for all.
    """
    tests = [literal for literal in literals if literal.over is None]
    classes: dict[tuple[bool, ...], list[str]] = {}
    named = {arg for literal in tests for arg in literal.args if isinstance(arg, str)}
    for word in sorted(named if slot.words is None else slot.words):
        classes.setdefault(tuple(word in literal.args for literal in tests), []).append(word)
    if slot.words is None:
        classes.setdefault((False,) * len(tests), []).extend(map(_other, range(slot.most + 1)))
    ways = []
    for named_by, words in classes.items():
        size = len(words)
        asks_for_all = any(
            name and literal.test == "all" for name, literal in zip(named_by, tests, strict=True)
        )
        partial_or_full = ((1, size - 1), (size, size)) if asks_for_all else ((1, size),)
        ways.append([(words, low, high) for low, high in ((0, 0), *partial_or_full) if low <= high])
    _refuse_more_than(_MOST, ways)
    counts = _arguments(literals, "count")
    for pattern in product(*ways):
        low = max(slot.least, sum(low for _, low, _ in pattern))
        high = min(slot.most, sum(high for _, _, high in pattern))
        for first, last in _cells(low, high, 1, counts):
            measures: tuple[Measured, ...] = (("count", first, last, 1),) if counted else ()
            yield _filled(pattern, first), measures


def _refuse_more_than(most: int, ways: Iterable[Sequence[object]]) -> None:
    number = 1
    for ways_of_class in ways:
        number *= len(ways_of_class)
        if number > most:
            raise TooManyStatesError


def _filled(pattern: Iterable[tuple[list[str], int, int]], size: int) -> frozenset[str]:
    """Returns a set of this size, with as many words of each class as the pattern allows."""
    least = sum(low for _, low, _ in pattern)
    result: list[str] = []
    for words, low, high in pattern:
        more = min(high - low, size - least)
        least += more
        result += words[: low + more]
    return frozenset(result)


def _lists(
    slot: Slot, numbers: Numbers, literals: Sequence[Literal], measured: frozenset[str | None]
) -> Iterator[tuple[Value, tuple[Measured, ...]]]:
    """Yields lists by how many items lie in each cell; where no total is asked for, by which cells have
    items.
    """
    low, high, step = _span(numbers)
    cells = list(_cells(low, high, step, _arguments(literals, "each", "any")))
    totals, counts = _arguments(literals, "total"), _arguments(literals, "count")
    summed = bool(totals) or "total" in measured
    if slot.least == 0:
        yield (), (("count", 0, 0, 1),) if "count" in measured else ()
    if summed and sum(comb(len(cells) + size - 1, size) for size in range(1, slot.most + 1)) > _MOST:
        raise TooManyStatesError
    if not summed and 1 << len(cells) > _MOST:
        raise TooManyStatesError
    for pattern, first, last in _patterns(cells, max(slot.least, 1), slot.most, counts, summed):
        measures: list[Measured] = [("count", first, last, 1)] if "count" in measured else []
        if not summed:
            items = [cell[0] for cell in pattern]
            yield tuple(items + items[:1] * (first - len(items))), tuple(measures)
            continue
        least, most = sum(cell[0] for cell in pattern), sum(cell[1] for cell in pattern)
        for start, end in _cells(least, most, step, totals):
            total: list[Measured] = [("total", start, end, step)] if "total" in measured else []
            yield _summing(pattern, start), (*measures, *total)


_Cell = tuple[int, int]


def _patterns(
    cells: Sequence[_Cell], least: int, most: int, counts: set[int], summed: bool
) -> Iterator[tuple[tuple[_Cell, ...], int, int]]:
    """Yields the cells that have items, with the smallest and the largest number of items."""
    for size in range(least if summed else 1, most + 1):
        if summed:
            for pattern in combinations_with_replacement(cells, size):
                yield pattern, size, size
        else:
            for pattern in combinations(cells, size):
                for first, last in _cells(max(size, least), most, 1, counts):
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
