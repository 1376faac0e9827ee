"""The arguments of tests as records and domain files write them, and which tests a slot has."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from cocoa_core.independent.kinds import kind_named
from cocoa_core.independent.semantics import ORDERED, Literal
from cocoa_core.independent.slots import Slot

__all__ = ["LISTING", "has_test", "read_argument", "read_literal"]

LISTING: Final = frozenset({"one_of", "any", "none", "only", "all"})
"""Tests with one argument or more, in any order; the others of two ends or of one bound."""
_MOST_ARGUMENTS: Final = 100
_LONGEST: Final = 200
_PAIRS: Final = frozenset({"between", "within"})


def has_test(slot: Slot, over: str | None, test: str) -> bool:
    """Returns whether the slot can be asked this test over `over`."""
    if over == "count":
        return slot.plural and not slot.derived and test in ORDERED
    return not (slot.derived and test == "all") and test in kind_named(slot.kind).tests(over)


def read_argument(slot: Slot, over: str | None, text: str, *, exact: bool) -> str | bool | int:
    """Returns one argument of a test.

    Args:
        slot: the slot that the test is of.
        over: what the test is over, as in a literal.
        text: the argument as the file has it.
        exact: whether only the canonical text is accepted.

    Raises:
        ValueError: the text cannot be read, or is not canonical where that is demanded.
    """
    if len(text) > _LONGEST:
        raise ValueError(f"{text!r} has more than {_LONGEST} characters")
    if over == "count":
        if not (text.isascii() and text.isdigit()) or text != str(int(text)):
            raise ValueError(f"{text!r} is not a whole number")
        return int(text)
    return kind_named(slot.kind).read_argument(slot, text, exact=exact)


def read_literal(
    slot: Slot, over: str | None, test: str, texts: Sequence[str], positive: bool, *, exact: bool = True
) -> Literal:
    """Returns the literal of a test with these arguments.

    Args:
        slot: the slot that the test is of.
        over: `each`, `any`, `total`, `count`, or None for the value itself.
        test: the name of the test.
        texts: the arguments, as in `read_argument`.
        positive: False for the negation of the test.
        exact: as in `read_argument`.

    Raises:
        ValueError: the slot has no such test, or not with these arguments.
    """
    if not has_test(slot, over, test):
        raise ValueError(f"{slot.name} cannot be asked {test}{f' over {over}' if over else ''}")
    if len(texts) > _MOST_ARGUMENTS:
        raise ValueError(f"{test} has more than {_MOST_ARGUMENTS} arguments")
    args = tuple([read_argument(slot, over, text, exact=exact) for text in texts])
    if test in _PAIRS:
        if len(args) != 2 or not args[0] < args[1]:  # type: ignore[operator]
            raise ValueError(f"{test} needs a low and a high end")
    elif test in LISTING:
        if not args or any(one >= two for one, two in pairwise(args)):  # type: ignore[operator]
            raise ValueError(f"the arguments of {test} are none, or not sorted, or one stands twice")
    elif len(args) != 1:
        raise ValueError(f"{test} needs one argument")
    return Literal(slot.name, over, test, args, positive)
