"""Sets: several texts of a vocabulary, without order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from attrs import field, frozen

from cocoa_core.domain.kinds.base import NOT_GIVEN, Kind
from cocoa_core.domain.kinds.items import NO_ITEMS, check_item_limits, read_items, write_items
from cocoa_core.domain.kinds.ordered import ORDERED_OPS, holds
from cocoa_core.domain.kinds.reading import check_op, misconfigured, mismatch, read_whole_number
from cocoa_core.domain.kinds.set_atoms import set_witnesses
from cocoa_core.domain.kinds.vocabulary import check_vocabulary, element_problem, read_member
from cocoa_core.domain.primitives import Scalar, Test, Value

__all__ = ["CategorySet"]

_OPS: Final = {None: frozenset({"any", "none", "only", "all"}), "count": ORDERED_OPS}


@frozen(cache_hash=True)
class CategorySet(Kind):
    """Texts, held sorted and each once.

    closed: whether `values` are all elements there are; else every text without an `element_problem` is one
    values: the vocabulary, or what is known of it
    min_items, max_items: how many elements a set has
    """

    name: ClassVar[str] = "set"

    closed: bool
    values: tuple[str, ...]
    min_items: int
    max_items: int
    missing: bool = field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Refuse limits that no set meets, and a vocabulary that is empty or has unfit elements."""
        check_item_limits(self.min_items, self.max_items)
        check_vocabulary(self.closed, self.values, element_problem)
        if self.closed and self.min_items > len(self.values):
            raise misconfigured(
                f"at most {len(self.values)} as min_items, the size of the vocabulary", self.min_items
            )

    def read(self, text: str) -> Value:
        """The elements between ";", in any order; ValueError for a repeated or unfit one, too few or many."""
        cells = read_items(text, self.min_items, self.max_items, self.missing)
        if cells is None:
            return None
        elements = [read_member(cell, self.closed, self.values, element_problem) for cell in cells]
        for element in elements:
            if elements.count(element) > 1:
                raise mismatch("each element once", text)
        return tuple(sorted(elements))

    def write(self, value: Value) -> str:
        """The elements in order, between them "; "."""
        return "" if value is None else write_items(list(map(str, _elements(value))), self.missing)

    def show(self, value: Value) -> str:
        """The elements in order, between them "; "; "none" for the empty set."""
        return NOT_GIVEN if value is None else "; ".join(map(str, _elements(value))) or NO_ITEMS

    def overs(self) -> tuple[str | None, ...]:
        """Tests are of the elements, or of their number."""
        return (None, "count")

    def ops(self, over: str | None) -> frozenset[str]:
        """`any`, `none`, `only` and `all` of elements; every ordered test of their number."""
        return _OPS.get(over, frozenset())

    def evaluate(self, test: Test, value: Value) -> bool | None:
        """Whether the test holds; None for a missing set, and of the empty one for `only`."""
        if test.op not in self.ops(test.over):
            check_op(test.op, self.ops(test.over), test.over)
        if value is None:
            return None
        elements = _elements(value)
        if test.over == "count":
            return holds(test.op, test.args, len(elements))
        if test.op == "only":
            return all(element in test.args for element in elements) if elements else None
        if test.op == "all":
            return all(arg in elements for arg in test.args)
        return any(arg in elements for arg in test.args) == (test.op == "any")

    def witnesses(self, tests: Sequence[Test]) -> Iterator[Value]:
        """One set of each class of sets that the tests can tell from others; then None if missing."""
        yield from set_witnesses(tests, self.closed, self.values, self.min_items, self.max_items)
        if self.missing:
            yield None

    def measure(self, over: str | None, value: Value) -> int | None:
        """Over `count` the number of elements; None otherwise."""
        return len(_elements(value)) if over == "count" and value is not None else None

    def read_arg(self, op: str, over: str | None, text: str) -> Scalar:
        """An element, or over `count` a whole number."""
        check_op(op, self.ops(over), over)
        if over == "count":
            return read_whole_number(text)
        return read_member(text, self.closed, self.values, element_problem)

    def write_arg(self, op: str, over: str | None, arg: Scalar) -> str:
        """The element, or the number in plain digits."""
        check_op(op, self.ops(over), over)
        return str(arg)


def _elements(value: object) -> tuple[object, ...]:
    if isinstance(value, tuple):
        return value
    raise TypeError(f"expected a tuple of texts, got {value!r}")
