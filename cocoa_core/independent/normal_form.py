"""Compares literals by what they are true of, so that two wordings of one meaning are equal.

A literal over numbers becomes the set of legal numbers on which it holds, as intervals; its negation becomes
the complement; "some item is ..." becomes the negation of "every item is not ...".
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, Final

from attrs import evolve

from cocoa_core.independent.kinds import kind_named
from cocoa_core.independent.semantics import Literal
from cocoa_core.independent.slots import Numbers, Slot

_Interval = tuple[int, int]
_MOST_PARTS: Final = 256
"""The most sum terms that one sum term is expanded to; beyond, "all" is compared as it stands."""


def clauses(slots: Mapping[str, Slot], terms: Iterable[Iterable[Literal]]) -> frozenset[frozenset[Hashable]]:
    """Returns a product of sums as a set of sets of meanings.

    "All of these" in a sum term is expanded: "both a pool and a bar" is two wishes, "a pool and a bar".
    """
    result: set[frozenset[Hashable]] = set()
    for term in terms:
        result |= _clauses_of(tuple([(slots[literal.slot], literal) for literal in term]))
    return frozenset(result)


@lru_cache(maxsize=1 << 10)
def _clauses_of(term: tuple[tuple[Slot, Literal], ...]) -> frozenset[frozenset[Hashable]]:
    """Returns the meanings of one sum term. A question's terms are compared four times in a row."""
    parts = [_parts(slot, literal) for slot, literal in term]
    if prod(map(len, parts)) > _MOST_PARTS:
        parts = [(meaning(slot, literal),) for slot, literal in term]
    return frozenset(map(frozenset, product(*parts)))


def _parts(slot: Slot, literal: Literal) -> tuple[Hashable, ...]:
    """Returns meanings that hold together exactly where the literal does."""
    if literal.test == "all" and literal.positive:
        return tuple(meaning(slot, evolve(literal, args=(arg,))) for arg in literal.args)
    return (meaning(slot, literal),)


@lru_cache(maxsize=1 << 12)
def meaning(slot: Slot, literal: Literal) -> Hashable:
    """Returns what a literal says: equal for all literals that hold, fail and are undefined alike."""
    name, over, test, args = literal.slot, literal.over, literal.test, literal.args
    of_kind = kind_named(slot.kind).meaning(slot, literal)
    if of_kind is not None:
        return of_kind
    low, high, step = _range(slot, over)
    edges = args if test == "between" else ()  # "between" is undefined at its ends, and so is its negation
    true = _true(test, args, low, high, step)
    if over == "any":
        return name, "each", _complement(true, low, high, step), not literal.positive
    if over == "each":
        return name, "each", true, literal.positive
    if not literal.positive:
        undefined = [(end, end) for end in edges if isinstance(end, int)]
        true = _complement(tuple(sorted([*true, *undefined])), low, high, step)
    return name, over, true, edges


_NO_NUMBERS: Final = Numbers("quantity", 0, 0)


def _range(slot: Slot, over: str | None) -> tuple[int, int, int]:
    """Returns the least and greatest number that a test over `over` can meet, and their step."""
    if over == "count":
        return slot.least, slot.most, 1
    numbers = slot.numbers or _NO_NUMBERS
    low, high = numbers.low, numbers.high
    if over == "total":
        fewest = max(slot.least, 1)
        low, high = min(low * fewest, low * slot.most), max(high * fewest, high * slot.most)
    elif numbers.days:
        low = max(low, 0)
    return -(-low // numbers.step) * numbers.step, high // numbers.step * numbers.step, numbers.step


def _true(test: str, args: tuple[Any, ...], low: int, high: int, step: int) -> tuple[_Interval, ...]:
    if test == "less":
        intervals = [(low, args[0] - 1)]
    elif test == "at_most":
        intervals = [(low, args[0])]
    elif test == "more":
        intervals = [(args[0] + 1, high)]
    elif test == "at_least":
        intervals = [(args[0], high)]
    elif test == "within":
        intervals = [(args[0], args[1])]
    elif test == "between":
        intervals = [(args[0] + 1, args[1] - 1)]
    else:
        intervals = [(arg, arg) for arg in args]
    return _legal(intervals, low, high, step)


def _legal(intervals: Iterable[_Interval], low: int, high: int, step: int) -> tuple[_Interval, ...]:
    """Returns the legal numbers of some intervals, as the fewest intervals, rising."""
    result: list[_Interval] = []
    for start, end in sorted(intervals):
        first = -(-max(start, low) // step) * step
        last = min(end, high) // step * step
        if first > last:
            continue
        if result and first <= result[-1][1] + step:
            result[-1] = (result[-1][0], max(result[-1][1], last))
        else:
            result.append((first, last))
    return tuple(result)


def _complement(true: tuple[_Interval, ...], low: int, high: int, step: int) -> tuple[_Interval, ...]:
    gaps, start = [], low
    for first, last in true:
        gaps.append((start, first - 1))
        start = last + 1
    return _legal([*gaps, (start, high)], low, high, step)
