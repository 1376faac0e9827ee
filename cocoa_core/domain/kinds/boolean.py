"""Defines the kind of truth values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from attrs import field, frozen

from cocoa_core.domain.kinds.base import NOT_GIVEN, Kind
from cocoa_core.domain.kinds.cells import check_op, mismatch
from cocoa_core.domain.primitives import Scalar, Test, Value

_OPS: Final = frozenset({"is"})
_YES: Final = "yes"
_NO: Final = "no"


@frozen(cache_hash=True)
class Boolean(Kind):
    """The kind of truth values, which are written and shown as "yes" and "no"."""

    name: ClassVar[str] = "boolean"
    says: ClassVar[str] = "Yes or no."
    yes_or_no: ClassVar[bool] = True

    missing: bool = field(default=False, kw_only=True)

    def read(self, text: str) -> Value:
        """Returns True for "yes" and False for "no".

        Raises:
            ValueError: the text is anything else.
        """
        return None if self.missing and not text.strip(" ") else _truth(text)

    def write(self, value: Value) -> str:
        """Returns "yes" or "no"; an empty text for a missing value."""
        return "" if value is None else _word(value)

    def show(self, value: Value) -> str:
        """Returns "yes", "no" or the text for a missing value."""
        return NOT_GIVEN if value is None else _word(value)

    def ops(self, over: str | None) -> frozenset[str]:
        """Returns the only test, `is`."""
        return _OPS if over is None else frozenset()

    def evaluate(self, test: Test, value: Value) -> bool | None:
        """Returns whether the value equals the argument; None for a missing value."""
        if test.op != "is" or test.over is not None:
            check_op(test.op, self.ops(test.over), test.over)
        return None if value is None else value is test.args[0]

    def witnesses(self, tests: Sequence[Test]) -> Iterator[Value]:
        """Yields every value."""
        yield from (True, False, None) if self.missing else (True, False)

    def read_arg(self, op: str, over: str | None, text: str) -> Scalar:
        """Returns True for "yes" and False for "no"."""
        check_op(op, self.ops(over), over)
        return _truth(text)

    def write_arg(self, op: str, over: str | None, arg: Scalar) -> str:
        """Returns "yes" or "no"."""
        check_op(op, self.ops(over), over)
        return _word(arg)


def _truth(text: str) -> bool:
    word = text.strip(" ")
    if word not in (_YES, _NO):
        raise mismatch("yes or no", word)
    return word == _YES


def _word(value: object) -> str:
    if not isinstance(value, bool):
        raise TypeError(f"expected a truth value, got {value!r}")
    return _YES if value else _NO
