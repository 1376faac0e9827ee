"""Lists: several quantities or durations, in order.

Tests of each and of any item are tests of the least item or of the greatest. So what several tests say of a
list depends on four numbers only: its least item, its greatest item, its total and how many items it has.
Given the number of items and stretches for the least and the greatest, the totals that occur are all
multiples of the step between two bounds: a list moves from the lower bound to the upper by raising one item
by one step at a time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, TypeAlias

from attrs import field, frozen

from cocoa_core.domain.kinds.base import NOT_GIVEN, Kind
from cocoa_core.domain.kinds.cells import (
    NO_ITEMS,
    check_item_limits,
    check_op,
    misconfigured,
    read_items,
    read_whole_number,
    write_items,
)
from cocoa_core.domain.kinds.duration import Duration
from cocoa_core.domain.kinds.ordered import ORDERED_OPS, THRESHOLD_OPS, cuts, holds, stretches
from cocoa_core.domain.kinds.quantity import Quantity
from cocoa_core.domain.primitives import Scalar, Test, Value

__all__ = ["NumberList"]

_OPS: Final = {"each": THRESHOLD_OPS, "any": THRESHOLD_OPS, "total": ORDERED_OPS, "count": ORDERED_OPS}


@frozen(cache_hash=True)
class NumberList(Kind):
    """Numbers of one inner kind, in the order of the option (layover times)."""

    name: ClassVar[str] = "list"

    items: Quantity | Duration
    """The kind of the items, which cannot be missing."""
    min_items: int
    max_items: int
    """`min_items` and `max_items`: how many items a list has."""
    missing: bool = field(default=False, kw_only=True)

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
        """Returns the items between ";", in order.

        Raises:
            ValueError: one that its kind refuses; too few or many.
        """
        cells = read_items(text, self.min_items, self.max_items, self.missing)
        return None if cells is None else tuple(_number(self.items.read(cell)) for cell in cells)

    def write(self, value: Value) -> str:
        """Returns the items, between them "; "."""
        return "" if value is None else write_items([*map(self.items.write, _numbers(value))], self.missing)

    def show(self, value: Value) -> str:
        """Returns the items, between them "; "; "none" for the empty list."""
        return NOT_GIVEN if value is None else "; ".join(map(self.items.show, _numbers(value))) or NO_ITEMS

    def overs(self) -> tuple[str | None, ...]:
        """Tests are of each item, of any (some) item, of the items' total, or of their number."""
        return ("each", "any", "total", "count")

    def ops(self, over: str | None) -> frozenset[str]:
        """Returns the four tests with one bound of each or any item; every ordered test of total and
        number.
        """
        return _OPS.get(over or "", frozenset())

    def evaluate(self, test: Test, value: Value) -> bool | None:
        """Returns whether the test holds; None for a missing list, and of the empty one for all but
        `count`.
        """
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
        """Yields one list of each class of lists that the tests can tell from others; then None if
        missing.
        """
        yield from list_witnesses(tests, self.items.span(), self.min_items, self.max_items)
        if self.missing:
            yield None

    def measure(self, over: str | None, value: Value) -> int | None:
        """The number of items over `count`, their sum over `total`; None for these of no items but `count`.

        Over `each` it is the greatest item and over `any` the least, which `each less c` and `any less c`
        compare with c. (The tests `more` and `at_least` compare the opposite ends.)
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
        """Returns a number of the items' kind, or over `count` a whole number."""
        check_op(op, self.ops(over), over)
        return read_whole_number(text) if over == "count" else self.items.read_arg(op, None, text)

    def write_arg(self, op: str, over: str | None, arg: Scalar) -> str:
        """Returns the number as the items' kind writes it, or over `count` in plain digits."""
        check_op(op, self.ops(over), over)
        return str(arg) if over == "count" else self.items.write_arg(op, None, arg)


def _numbers(value: object) -> tuple[int, ...]:
    if isinstance(value, tuple):
        return value
    raise TypeError(f"expected a tuple of whole numbers, got {value!r}")


def _number(value: object) -> int:
    if isinstance(value, int):
        return value
    raise TypeError(f"expected a whole number, got {value!r}")


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
    """Returns the stretches of the least and of the greatest item that go together."""
    low, high, step = span
    below = _with_ends(stretches(least, low, high, step), high, step)
    above = _with_ends(stretches(greatest, low, high, step), high, step)
    return [(first, last, start, end) for first, last in below for start, end in above if first <= end]


def _with_ends(firsts: Sequence[int], high: int, step: int) -> list[tuple[int, int]]:
    """Returns the stretches that begin with these numbers, each with its last one."""
    return list(zip(firsts, [*(after - step for after in firsts[1:]), high], strict=True))


def _totals(pair: _Pair, number: int) -> tuple[int, int]:
    """Returns the smallest and the largest total of that number of items; the wrong way round if there is
    none.
    """
    first, last, start, end = pair
    return (number - 1) * first + max(first, start), min(last, end) + (number - 1) * end


def _rebuild(pair: _Pair, number: int, total: int, bottom: int) -> tuple[int, ...]:
    """Returns a list of that total: the least list with items raised, the greatest first and the least
    last.
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
