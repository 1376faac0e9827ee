"""Kinds, their values and their tests, drawn with a liking for boundaries.

`kinds(name)`, `values_of(kind)` and `tests_of(kind)` for any configuration; `small_kinds(name)` and
`every_value(kind, tests)` for those with few enough values to go through them all.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Any

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.boolean import Boolean
from cocoa_core.domain.kinds.category import Category, vocabulary_problem
from cocoa_core.domain.kinds.category_set import CategorySet, element_problem
from cocoa_core.domain.kinds.clock import Clock
from cocoa_core.domain.kinds.date import Date
from cocoa_core.domain.kinds.duration import Duration
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.kinds.quantity import Quantity
from cocoa_core.domain.primitives import Test, Value
from hypothesis import strategies as st

__all__ = ["NAMES", "every_value", "kinds", "small_kinds", "tests_of", "values_of"]

_TRICKY = (
    *("Economy", "Business", "First", "other", "other 2", "yes", "-", "0", "St. John's", "Zürich", '"A"', "a|b"),
    *("Paris, France", "and", "bed and breakfast", "this or that", "unless", "Either", "(+1 day)", "$5", "東京"),
)
_WORDS = st.sampled_from(_TRICKY) | st.text(max_size=12).filter(lambda text: element_problem(text) is None)


def _bounds(low: int, high: int, width: int) -> st.SearchStrategy[tuple[int, int]]:
    starts = st.integers(low, high - width) | st.sampled_from([low, max(low, 0), high - width])
    return st.tuples(starts, st.integers(0, width)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@st.composite
def _quantities(draw: st.DrawFn, small: bool, inner: bool = False) -> Quantity:
    unit = draw(st.sampled_from(["money", "percent", "count", "rating", "km", "in"]))
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
    return Duration(minimum - minimum % step, maximum, step, missing=False if inner else draw(st.booleans()))


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


def _limits(kind: Any) -> tuple[int, int, int]:
    """Lowest and highest legal value, and the step; said here once more, as an oracle."""
    if isinstance(kind, Clock):
        low, high = (kind.earliest_day, kind.latest_day) if kind.day_offset else (0, 0)
        return 1440 * low, 1440 * high + 1440 - kind.step + -1440 % kind.step * 0, kind.step
    step = getattr(kind, "step", 1)
    legal = [number for number in range(kind.minimum, kind.minimum + step) if number % step == 0]
    return legal[0], kind.maximum - kind.maximum % step, step


def values_of(kind: Kind) -> st.SearchStrategy[Value]:
    """Legal values, often at the bounds."""
    return _defined(kind) | st.none() if kind.missing else _defined(kind)
