"""What the literals of one slot can say together: every way that some value makes them true or false.

Found by going through values: numbers fall into cells between the arguments of the tests, within which
nothing changes, and words into classes that the tests do not tell apart; one value of each is tried.
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

__all__ = ["Measured", "SlotState", "TooManyError", "slot_states"]

Measured = tuple[str | None, int, int, int]
"""The numbers that a measure over `over` (None: the value itself) can be: from low to high, by step."""
_MOST: Final = 5_000
"""Ways to fill a set or a list that are gone through."""


class TooManyError(Exception):
    """There are more ways to fill the slot than are gone through."""


@frozen
class SlotState:
    """true, false: which of the literals are, as bits in their order; a literal may be neither.

    measures: of the values that do this, those asked for, as far as they are defined. All combinations of
    their numbers occur.
    """

    true: int
    false: int
    measures: tuple[Measured, ...] = ()


@lru_cache(maxsize=1 << 10)
def slot_states(
    slot: Slot, literals: tuple[Literal, ...], measured: frozenset[str | None]
) -> tuple[SlotState, ...]:
    """Every state that a legal value of the slot can be in, without repetition. TooManyError for too many."""
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
    for place, literal in enumerate(literals):
        found = truth(slot, literal, value)
        true |= (found is True) << place
        false |= (found is False) << place
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
    """The legal numbers from low to high: each of the points, and the stretches between them."""
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
    """Each word that is named, and one that is not where there is one."""
    named = {arg for literal in literals for arg in literal.args if isinstance(arg, str)}
    if slot.words is None:
        return [*sorted(named), _other(0)]
    return [*sorted(named & slot.words), *sorted(slot.words - named)[:1]]


def _other(number: int) -> str:
    """A word of an open vocabulary that nobody names."""
    return f"\0{number}"


def _sets(
    slot: Slot, literals: Sequence[Literal], counted: bool
) -> Iterator[tuple[Value, tuple[Measured, ...]]]:
    """Of each class of words that no test tells apart: none, some, or all where a test asks for all."""
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
        whole = any(name and literal.test == "all" for name, literal in zip(named_by, tests, strict=True))
        some = ((1, size - 1), (size, size)) if whole else ((1, size),)
        ways.append([(words, low, high) for low, high in ((0, 0), *some) if low <= high])
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
    for some in ways:
        number *= len(some)
        if number > most:
            raise TooManyError


def _filled(pattern: Iterable[tuple[list[str], int, int]], size: int) -> frozenset[str]:
    """A set of so many words, of each class as many as it may have."""
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
    """By how many items lie in each cell; where no total is asked for, by which cells have items."""
    low, high, step = _span(numbers)
    cells = list(_cells(low, high, step, _arguments(literals, "each", "any")))
    totals, counts = _arguments(literals, "total"), _arguments(literals, "count")
    summed = bool(totals) or "total" in measured
    if slot.least == 0:
        yield (), (("count", 0, 0, 1),) if "count" in measured else ()
    if summed and sum(comb(len(cells) + size - 1, size) for size in range(1, slot.most + 1)) > _MOST:
        raise TooManyError
    if not summed and 1 << len(cells) > _MOST:
        raise TooManyError
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
    """Cells that have items, and from how many to how many items there are."""
    for size in range(least if summed else 1, most + 1):
        if summed:
            for pattern in combinations_with_replacement(cells, size):
                yield pattern, size, size
        else:
            for pattern in combinations(cells, size):
                for first, last in _cells(max(size, least), most, 1, counts):
                    yield pattern, first, last


def _summing(pattern: Iterable[_Cell], total: int) -> tuple[int, ...]:
    """Items of these cells with this sum."""
    left = total - sum(low for low, _ in pattern)
    items = []
    for low, high in pattern:
        more = min(high - low, left)
        left -= more
        items.append(low + more)
    return tuple(items)
