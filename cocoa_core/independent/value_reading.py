"""Reads values as options show them, numbers as requests say them, and the arguments of tests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from cocoa_core.independent.kinds import LONGEST_WORD, NOT_GIVEN, kind_named, number_kind
from cocoa_core.independent.semantics import ORDERED, Literal
from cocoa_core.independent.slots import Numbers, Slot, Value

_MOST_KEPT: Final = 1 << 15
"""Short texts whose values are cached: options of a balanced set repeat five times."""


def read_shown(slot: Slot, text: str) -> Value:
    """Returns the value that a text shows.

    Raises:
        ValueError: the text is not exactly how a value of the slot is shown.
    """
    return _kept(slot, text) if len(text) <= LONGEST_WORD else _read(slot, text)


@lru_cache(_MOST_KEPT)
def _kept(slot: Slot, text: str) -> Value:
    return _read(slot, text)


def _read(slot: Slot, text: str) -> Value:
    if text == NOT_GIVEN:
        if not slot.missing:
            raise ValueError("a value that cannot be missing is not given")
        return None
    return kind_named(slot.kind).read_shown(slot, text)


def displayed_number(numbers: Numbers, number: int) -> str:
    """Returns the only text that shows a number."""
    return number_kind(numbers.look).show(numbers, number)


def canonical_number(numbers: Numbers, number: int) -> str:
    """Returns the only canonical text of a number."""
    return number_kind(numbers.look).write(numbers, number)


def read_number_shown(numbers: Numbers, text: str) -> int:
    """Returns the number that a text shows, whether it is legal or not.

    Raises:
        ValueError: the text is not exactly how a number of the slot is shown.
    """
    return number_kind(numbers.look).read_shown_exactly(numbers, text)


def read_spoken(numbers: Numbers, text: str) -> int:
    """Returns a number of a slot as a request says it.

    Raises:
        ValueError: the text is no number of the slot.
    """
    number = _spoken_or_none(numbers, text)
    if number is None:
        raise ValueError(f"{text!r} is not a number as it is said")
    return number


@lru_cache(maxsize=1 << 13)
def _spoken_or_none(numbers: Numbers, text: str) -> int | None:
    """Returns the number, or None: most texts that are tried are none, and this keeps them too."""
    try:
        return number_kind(numbers.look).read_spoken(numbers, text)
    except ValueError:
        return None


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
        over: `each`, `any`, `total`, `count`, or None for the value itself.
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
