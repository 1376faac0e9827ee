"""Lists: several quantities or durations, in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from attrs import field, frozen

from cocoa_core.domain.kinds.base import NOT_GIVEN, Kind
from cocoa_core.domain.kinds.duration import Duration
from cocoa_core.domain.kinds.items import NO_ITEMS, check_item_limits, read_items, write_items
from cocoa_core.domain.kinds.list_spans import list_witnesses
from cocoa_core.domain.kinds.ordered import ORDERED_OPS, THRESHOLD_OPS, holds
from cocoa_core.domain.kinds.quantity import Quantity
from cocoa_core.domain.kinds.reading import check_op, misconfigured, read_whole_number
from cocoa_core.domain.primitives import Scalar, Test, Value

__all__ = ["NumberList"]

_OPS: Final = {"each": THRESHOLD_OPS, "any": THRESHOLD_OPS, "total": ORDERED_OPS, "count": ORDERED_OPS}


@frozen(cache_hash=True)
class NumberList(Kind):
    """Numbers of one inner kind, in the order of the option (layover times).

    items: the kind of the items, which cannot be missing
    min_items, max_items: how many items a list has
    """

    name: ClassVar[str] = "list"

    items: Quantity | Duration
    min_items: int
    max_items: int
    missing: bool = field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Refuse limits that no list meets, and items that can be missing."""
        check_item_limits(self.min_items, self.max_items)
        if self.items.missing:
            raise misconfigured("items that cannot be missing", "items that can")

    def read(self, text: str) -> Value:
        """The items between ";", in order; ValueError for one that its kind refuses, for too few or many."""
        cells = read_items(text, self.min_items, self.max_items, self.missing)
        return None if cells is None else tuple(_number(self.items.read(cell)) for cell in cells)

    def write(self, value: Value) -> str:
        """The items, between them "; "."""
        return "" if value is None else write_items([*map(self.items.write, _numbers(value))], self.missing)

    def show(self, value: Value) -> str:
        """The items, between them "; "; "none" for the empty list."""
        return NOT_GIVEN if value is None else "; ".join(map(self.items.show, _numbers(value))) or NO_ITEMS

    def overs(self) -> tuple[str | None, ...]:
        """Tests are of each item, of any (some) item, of the items' total, or of their number."""
        return ("each", "any", "total", "count")

    def ops(self, over: str | None) -> frozenset[str]:
        """The four tests with one bound of each or any item; every ordered test of total and number."""
        return _OPS.get(over or "", frozenset())

    def evaluate(self, test: Test, value: Value) -> bool | None:
        """Whether the test holds; None for a missing list, and of the empty one for all but `count`."""
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
        """One list of each class of lists that the tests can tell from others; then None if missing."""
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
        """A number of the items' kind, or over `count` a whole number."""
        check_op(op, self.ops(over), over)
        return read_whole_number(text) if over == "count" else self.items.read_arg(op, None, text)

    def write_arg(self, op: str, over: str | None, arg: Scalar) -> str:
        """The number as the items' kind writes it, or over `count` in plain digits."""
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
