"""Defines the kind of lists: several quantities or durations, in order.

A test of each item or of any item is a test of the least item or of the greatest. So the truth of several
tests of a list depends on four numbers only: its least item, its greatest item, its total and its number of
items. Given the number of items and a stretch for the least and for the greatest, the totals that occur are
all multiples of the step between two bounds: raising one item by one step at a time leads from a list with
the lower total to one with the upper.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, TypeAlias

from attrs import evolve, field, frozen

from cocoa_core.domain.kinds.base import NOT_GIVEN, Kind
from cocoa_core.domain.kinds.cells import (
    ANY_ITEMS,
    MORE_ITEMS,
    NO_ITEMS,
    check_item_limits,
    check_op,
    misconfigured,
    read_items,
    read_whole_number,
    write_items,
)
from cocoa_core.domain.kinds.duration import Duration
from cocoa_core.domain.kinds.ordered import ORDERED_OPS, THRESHOLD_OPS, cuts, holds, stretches, whole_number
from cocoa_core.domain.kinds.quantity import Quantity
from cocoa_core.domain.primitives import Scalar, Test, Value

_OPS: Final = {"each": THRESHOLD_OPS, "any": THRESHOLD_OPS, "total": ORDERED_OPS, "count": ORDERED_OPS}


@frozen(cache_hash=True)
class NumberList(Kind):
    """The kind of values that are several numbers of one kind, in the option's order (layover times)."""

    name: ClassVar[str] = "list"
    several: ClassVar[bool] = True
    numeric: ClassVar[bool] = True

    items: Quantity | Duration
    """The kind of the items, which cannot be missing."""
    min_items: int
    """The smallest number of items in a list."""
    max_items: int
    """The largest number of items in a list."""
    missing: bool = field(default=False, kw_only=True)

    @property
    def comparison_row(self) -> str:
        """The row of the items."""
        return self.items.comparison_row

    def measured_in(self, over: str | None) -> str:
        """Returns what the items count in, but over `count`."""
        return super().measured_in(over) if over == "count" else self.items.measured_in(None)

    def measures(self, over: str | None) -> tuple[range, ...]:
        """Returns the numbers of items over `count`, and the sums of each number of items over `total`."""
        if over == "count":
            return (range(self.min_items, self.max_items + 1),)
        if over != "total":
            return super().measures(over)
        low, high, step = self.items.span()
        numbers = range(max(self.min_items, 1), self.max_items + 1)
        return tuple(range(number * low, number * high + 1, step) for number in numbers)

    def wider(self) -> NumberList:
        """Returns the kind with wider items, and any number of them to a few more."""
        return evolve(self, items=self.items.wider(), min_items=0, max_items=self.max_items + MORE_ITEMS)

    def unbounded(self) -> NumberList:
        """Returns the kind with unbounded items, any number of them, and without missing values."""
        return evolve(self, items=self.items.unbounded(), min_items=0, max_items=ANY_ITEMS, missing=False)

    @property
    def item_kind(self) -> Kind:
        """The kind of the items."""
        return self.items

    def __attrs_post_init__(self) -> None:
        """Refuses limits that no list meets, and items that can be missing."""
        check_item_limits(self.min_items, self.max_items)
        if self.items.missing:
            raise misconfigured("items that cannot be missing", "items that can")

    def read(self, text: str) -> Value:
        """Returns the items, which ";" separates, in order.

        Raises:
            ValueError: the inner kind refuses an item, or there are too few or too many.
        """
        cells = read_items(text, self.min_items, self.max_items, self.missing)
        return None if cells is None else tuple(whole_number(self.items.read(cell)) for cell in cells)

    def write(self, value: Value) -> str:
        """Returns the items, separated by "; "; an empty text for a missing value."""
        return "" if value is None else write_items([*map(self.items.write, _numbers(value))], self.missing)

    def show(self, value: Value) -> str:
        """Returns the items, separated by "; "; "none" for the empty list."""
        return NOT_GIVEN if value is None else "; ".join(map(self.items.show, _numbers(value))) or NO_ITEMS

    def overs(self) -> tuple[str | None, ...]:
        """Returns what tests are over: each item, any (some) item, the items' total, or their number."""
        return ("each", "any", "total", "count")

    def ops(self, over: str | None) -> frozenset[str]:
        """Returns the four tests with one bound for each or any item, else every ordered test."""
        return _OPS.get(over or "", frozenset())

    def evaluate(self, test: Test, value: Value) -> bool | None:
        """Returns whether the test holds; None for a missing list, and for the empty one but over `count`."""
        over, op = test.over, test.op
        if op not in self.ops(over):
            check_op(op, self.ops(over), over)
        if value is None:
            return None
        numbers = _numbers(value)
        if over == "count":
            return holds(op, test.args, len(numbers))
        if not numbers:
            return None
        if over == "total":
            return holds(op, test.args, sum(numbers))
        downwards = op in ("less", "at_most")
        return holds(op, test.args, max(numbers) if downwards == (over == "each") else min(numbers))

    def witnesses(self, tests: Sequence[Test]) -> Iterator[Value]:
        """Yields one list of each class of lists that the tests tell apart; then None if missing."""
        yield from list_witnesses(tests, self.items.span(), self.min_items, self.max_items)
        if self.missing:
            yield None

    def measure(self, over: str | None, value: Value) -> int | None:
        """Returns the number that tests over `over` compare: over `count` the number of items, over `total`
        their sum.

        Over `each` it is the greatest item and over `any` the least, which `each less c` and `any less c`
        compare with c. (The tests `more` and `at_least` compare the opposite ends.) It is None for a missing
        list, and for the empty list over anything but `count`.
        """
        if value is None:
            return None
        numbers = _numbers(value)
        if over == "count":
            return len(numbers)
        if not numbers:
            return None
        if over == "total":
            return sum(numbers)
        return max(numbers) if over == "each" else min(numbers) if over == "any" else None

    def read_arg(self, op: str, over: str | None, text: str) -> Scalar:
        """Returns a number of the inner kind, or over `count` a whole number."""
        check_op(op, self.ops(over), over)
        return read_whole_number(text) if over == "count" else self.items.read_arg(op, None, text)

    def write_arg(self, op: str, over: str | None, arg: Scalar) -> str:
        """Returns the number as the inner kind writes it, or over `count` in plain digits."""
        check_op(op, self.ops(over), over)
        return str(arg) if over == "count" else self.items.write_arg(op, None, arg)

    def say(self, arg: Scalar) -> str:
        """Returns the argument as a request says an item."""
        return self.items.say(arg)

    def say_amount(self, arg: Scalar) -> str:
        """Returns an item without its unit."""
        return self.items.say_amount(arg)

    def spoken_numbers(self, tokens: tuple[str, ...], position: int) -> Iterator[int]:
        """Yields what may be an item."""
        return self.items.spoken_numbers(tokens, position)


def _numbers(value: object) -> tuple[int, ...]:
    if isinstance(value, tuple):
        return value
    raise TypeError(f"expected a tuple of whole numbers, got {value!r}")


_Pair: TypeAlias = tuple[int, int, int, int]
"""A stretch of the least item and one of the greatest item: the first and last number of each."""


def list_witnesses(
    tests: Sequence[Test], span: tuple[int, int, int], min_items: int, max_items: int
) -> Iterator[tuple[int, ...]]:
    """Yields lists that give every vector of the tests' truth values that some legal list gives; one for each
    class.

    Args:
        span: the lowest legal item, the highest, and the step of which every legal item is a multiple.
        min_items: the smallest number of items in a legal list.
        max_items: the largest.
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
    """Returns where the truth of a test can change: least item, greatest item, total, number of items."""
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
    """Returns the pairs of a stretch of the least item and one of the greatest that a list can have."""
    low, high, step = span
    below = _with_ends(stretches(least, low, high, step), high, step)
    above = _with_ends(stretches(greatest, low, high, step), high, step)
    return [(first, last, start, end) for first, last in below for start, end in above if first <= end]


def _with_ends(firsts: Sequence[int], high: int, step: int) -> list[tuple[int, int]]:
    """Returns the stretches that begin with these numbers, each with its last number."""
    return list(zip(firsts, [*(after - step for after in firsts[1:]), high], strict=True))


def _totals(pair: _Pair, number: int) -> tuple[int, int]:
    """Returns the smallest and the largest total of that many items; the first is larger if there is none."""
    first, last, start, end = pair
    return (number - 1) * first + max(first, start), min(last, end) + (number - 1) * end


def _rebuild(pair: _Pair, number: int, total: int, bottom: int) -> tuple[int, ...]:
    """Returns a list with that total.

    It is the list with the smallest total, with items raised: first the greatest, then those between, then
    the least.
    """
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
