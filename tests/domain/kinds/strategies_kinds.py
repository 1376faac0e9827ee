"""Kinds, their values and their tests, drawn with a liking for boundaries.

`kinds(name)`, `values_of(kind)` and `tests_of(kind)` for any configuration; `small_kinds(name)` for those of
so few values that `oracle_kinds.every_value` lists them all.
"""

from __future__ import annotations

import datetime
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Any

from domain.kinds.oracle_kinds import limits
from hypothesis import strategies as st

from cocoa_core.domain import Test, Value
from cocoa_core.domain.kinds import (
    Boolean,
    Category,
    CategorySet,
    Clock,
    Date,
    Duration,
    Kind,
    NumberList,
    Quantity,
    element_problem,
)

_TRICKY = (
    *("Economy", "Business", "First", "other", "other 2", "yes", "-", "0", "Zürich", "東京", "$5", "a|b"),
    *("Paris, France", "St. John's", "bed and breakfast", "this or that", "unless", "Either", "(+1 day)"),
)
_LETTERS = st.characters(categories=("L", "Nd", "P", "Sm", "Sc"), exclude_characters=";")
_TEXTS = st.text(_LETTERS, min_size=1, max_size=8).map(partial(unicodedata.normalize, "NFC"))
_WORDS = st.sampled_from(_TRICKY) | _TEXTS.filter(lambda text: element_problem(text) is None)


def _bounds(low: int, high: int, width: int) -> st.SearchStrategy[tuple[int, int]]:
    starts = st.integers(low, high - width) | st.sampled_from([low, max(low, 0), high - width])
    return st.tuples(starts, st.integers(0, width)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@st.composite
def _quantities(draw: st.DrawFn, small: bool, inner: bool = False) -> Quantity:
    unit = draw(st.sampled_from(["money", "percent", "count", "rating", "number", "year", "km", "in"]))
    minimum, maximum = draw(_bounds(-7, 9, 9) if small else _bounds(-500_000, 5_000_000, 5_000_000))
    step = draw(st.integers(1, 4) if small else st.sampled_from([1, 1, 5, 50, 100]))
    return Quantity(
        minimum=minimum - minimum % step,  # so that there is a value
        maximum=maximum,
        unit=unit,
        decimals=2 if unit == "money" else draw(st.integers(0, 4)),
        step=step,
        symbol=draw(st.sampled_from(["$", "€", "CHF", "US$"])) if unit == "money" else "",
        signed=draw(st.booleans()),
        out_of="5" if unit == "rating" else "",
        missing=False if inner else draw(st.booleans()),
    )


@st.composite
def _durations(draw: st.DrawFn, small: bool, inner: bool = False) -> Duration:
    minimum, maximum = draw(_bounds(0, 130, 9) if small else _bounds(0, 10_000, 5_000))
    step = draw(st.integers(1, 4) if small else st.sampled_from([1, 1, 5, 15, 60]))
    missing = False if inner else draw(st.booleans())
    return Duration(minimum - minimum % step, maximum, step, missing=missing, days=draw(st.booleans()))


@st.composite
def _clocks(draw: st.DrawFn, small: bool) -> Clock:
    step = draw(st.sampled_from([60, 90, 240, 720] if small else [1, 1, 5, 60]))
    earliest, latest = draw(st.sampled_from([(-1, 3), (-1, 1), (0, 1), (-2, -1), (1, 2)]))
    return Clock(draw(st.booleans()), step, earliest, latest, missing=draw(st.booleans()))


@st.composite
def _dates(draw: st.DrawFn, small: bool) -> Date:
    end = datetime.date.max.toordinal()
    near = datetime.date(2028, 2, 25).toordinal()
    minimum, maximum = draw(_bounds(near, near + 30, 9) if small else _bounds(1, end, 5_000))
    return Date(minimum, maximum, missing=draw(st.booleans()))


@st.composite
def _categories(draw: st.DrawFn, small: bool) -> Category:
    values = draw(st.lists(_WORDS | st.just("none"), min_size=1, max_size=5 if small else 20, unique=True))
    return Category(draw(st.booleans()), tuple(values), missing=draw(st.booleans()))


@st.composite
def _sets(draw: st.DrawFn, small: bool) -> CategorySet:
    values = draw(st.lists(_WORDS, min_size=1, max_size=5 if small else 15, unique=True))
    closed = draw(st.booleans())
    most = draw(st.integers(1, 4 if small else 8))
    least = draw(st.integers(0, min(most, len(values) if closed else most)))
    return CategorySet(closed, tuple(values), least, most, missing=draw(st.booleans()))


@st.composite
def _lists(draw: st.DrawFn, small: bool) -> NumberList:
    items = draw(_quantities(small, inner=True) | _durations(small, inner=True))
    most = draw(st.integers(1, 4 if small else 6))
    return NumberList(items, draw(st.integers(0, most)), most, missing=draw(st.booleans()))


_CONFIGURATIONS: dict[str, Callable[[bool], st.SearchStrategy[Kind]]] = {
    "category": _categories,
    "boolean": lambda small: st.builds(Boolean, missing=st.booleans()),
    "quantity": _quantities,
    "duration": _durations,
    "clock": _clocks,
    "date": _dates,
    "set": _sets,
    "list": _lists,
}
NAMES = tuple(_CONFIGURATIONS)
"""The kinds that have strategies."""


def kinds(name: str | None = None) -> st.SearchStrategy[Kind]:
    """Configurations of the kind of that name, or of any."""
    return _CONFIGURATIONS[name](False) if name else st.sampled_from(NAMES).flatmap(kinds)


def small_kinds(name: str) -> st.SearchStrategy[Kind]:
    """Configurations with so few values that `every_value` lists them all."""
    return _CONFIGURATIONS[name](True)


def _numbers(kind: Kind) -> st.SearchStrategy[int]:
    low, high, step = limits(kind)
    count = (high - low) // step
    places = {
        0,
        1,
        2,
        count // 3,
        count // 2,
        count // 2 + 1,
        count - 1,
        count,
        -low // step,
        1 - low // step,
    }
    near = st.sampled_from(sorted(place for place in places if 0 <= place <= count))
    return (near | st.integers(0, count)).map(lambda place: low + place * step)


def _elements(kind: CategorySet) -> st.SearchStrategy[str]:
    known = st.sampled_from(kind.values)
    return known if kind.closed else known | _WORDS


def values_of(kind: Kind) -> st.SearchStrategy[Value]:
    """Legal values, often at the bounds."""
    if kind.missing:
        return st.none() | _defined(kind)
    return _defined(kind)


def _defined(kind: Kind) -> st.SearchStrategy[Value]:
    if isinstance(kind, Boolean):
        return st.booleans()
    if isinstance(kind, Category):
        known = st.sampled_from(kind.values)
        return known if kind.closed else known | _WORDS
    if isinstance(kind, CategorySet):
        most = min(kind.max_items, len(kind.values)) if kind.closed else kind.max_items
        chosen = st.lists(_elements(kind), min_size=kind.min_items, max_size=most, unique=True)
        return chosen.map(lambda elements: tuple(sorted(elements)))
    if isinstance(kind, NumberList):
        numbers = _numbers(kind.items)
        return st.lists(numbers, min_size=kind.min_items, max_size=kind.max_items).map(tuple)
    return _numbers(kind)


def _near(numbers: st.SearchStrategy[int], low: int, high: int) -> st.SearchStrategy[int]:
    """Those numbers and their neighbours, within bounds that arguments have."""
    return st.builds(lambda number, by: min(max(number + by, low), high), numbers, st.integers(-1, 1))


def _scalar_args(kind: Kind) -> st.SearchStrategy[int]:
    if isinstance(kind, Clock):
        reach = (-9 * 1440, 10 * 1440 - 1) if kind.day_offset else (0, 1439)
    elif isinstance(kind, Date):
        reach = (1, datetime.date.max.toordinal())
    else:
        reach = (0 if isinstance(kind, Duration) else -(10**9), 10**9)
    return _near(_numbers(kind), *reach)


def _total_args(kind: NumberList) -> st.SearchStrategy[int]:
    sums = st.lists(_numbers(kind.items), min_size=1, max_size=kind.max_items).map(sum)
    return _near(sums, 0 if isinstance(kind.items, Duration) else -(10**9), 10**9)


def _ordered_args(op: str, numbers: st.SearchStrategy[int]) -> st.SearchStrategy[tuple[int, ...]]:
    if op in ("between", "within"):
        return st.tuples(numbers, numbers).map(sorted).map(tuple)
    if op == "one_of":
        return st.lists(numbers, min_size=1, max_size=3, unique=True).map(sorted).map(tuple)
    return st.tuples(numbers)


def _args(kind: Kind, op: str, over: str | None) -> st.SearchStrategy[tuple[Any, ...]]:
    if isinstance(kind, Boolean):
        return st.tuples(st.booleans())
    if over == "count":
        return _ordered_args(op, st.integers(0, kind.max_items + 1))  # type: ignore[attr-defined]
    if isinstance(kind, Category | CategorySet):
        texts = st.sampled_from(kind.values) if kind.closed else st.sampled_from(kind.values) | _WORDS
        most = 1 if op == "is" else 3
        return st.lists(texts, min_size=1, max_size=most, unique=True).map(sorted).map(tuple)
    if isinstance(kind, NumberList):
        return _ordered_args(op, _total_args(kind) if over == "total" else _scalar_args(kind.items))
    return _ordered_args(op, _scalar_args(kind))


@st.composite
def tests_of(draw: st.DrawFn, kind: Kind) -> Test:
    """Tests that the kind has, with arguments at and beside its bounds and each other."""
    over = draw(st.sampled_from(kind.overs()))
    op = draw(st.sampled_from(sorted(kind.ops(over))))
    return Test(op, draw(_args(kind, op, over)), over)


tests_of.__test__ = False  # type: ignore[attr-defined]  # pytest: its name begins like a test's
