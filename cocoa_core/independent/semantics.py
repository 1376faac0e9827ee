"""What a literal says of a value, and what a product of sums says of an option: strong Kleene logic.

Truth is True, False, or None where a literal is undefined: a value that is not given, no items to speak of,
the ends of a "between", a clock time of the day before. (S. C. Kleene, Introduction to Metamathematics, 64.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import ge, gt, le, lt
from typing import Any, Final

from attrs import evolve, frozen

from cocoa_core.independent.slots import Slot, Value

__all__ = [
    "OPPOSITE",
    "ORDERED",
    "THRESHOLDS",
    "Literal",
    "Masks",
    "Truth",
    "all_masks",
    "all_of",
    "any_mask",
    "any_of",
    "truth",
    "xor_masks",
]

Truth = bool | None

_COMPARE: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "less": lt,
    "at_most": le,
    "more": gt,
    "at_least": ge,
}
THRESHOLDS: Final = frozenset(_COMPARE)
"""Tests with one bound."""
OPPOSITE: Final = {"less": "at_least", "at_least": "less", "more": "at_most", "at_most": "more"}
"""For each of them, the one that holds of a number exactly where it does not."""
ORDERED: Final = THRESHOLDS | {"between", "within", "is", "one_of"}
"""Tests of numbers."""


@frozen(cache_hash=True)
class Literal:
    """A test of a slot, affirmed or denied. args: texts or numbers in the slot's smallest unit."""

    slot: str
    over: str | None
    test: str
    args: tuple[str | bool | int, ...]
    positive: bool

    def denied(self) -> Literal:
        """The opposite literal."""
        return evolve(self, positive=not self.positive)


def truth(slot: Slot, literal: Literal, value: Value) -> Truth:
    """Whether the literal holds for the value; None where it is undefined."""
    found = _test(slot, literal, value)
    return None if found is None else found == literal.positive


def any_of(truths: Iterable[Truth]) -> Truth:
    """OR: true if one is, false if all are."""
    known = list(truths)
    if True in known:
        return True
    return None if None in known else False


def all_of(truths: Iterable[Truth]) -> Truth:
    """AND: false if one is, true if all are."""
    known = list(truths)
    if False in known:
        return False
    return None if None in known else True


Masks = tuple[int, int]
"""Truth for several options at once: those for which something is true, and those for which it is false, as
bits. It is undefined for the others."""


def any_mask(masks: Iterable[Masks]) -> Masks:
    """OR for each option: true if one is, false if all are; false for all options where there are none."""
    true, false = 0, -1
    for one_true, one_false in masks:
        true, false = true | one_true, false & one_false
    return true, false


def all_masks(masks: Iterable[Masks]) -> Masks:
    """AND for each option: false if one is, true if all are; true for all options where there are none."""
    true, false = -1, 0
    for one_true, one_false in masks:
        true, false = true & one_true, false | one_false
    return true, false


def xor_masks(one: Masks, other: Masks) -> Masks:
    """Exclusive OR for each option: undefined where either is."""
    return one[0] & other[1] | one[1] & other[0], one[0] & other[0] | one[1] & other[1]


def _test(slot: Slot, literal: Literal, value: Value) -> Truth:
    if value is None:
        return None
    over, test, args = literal.over, literal.test, literal.args
    if over == "count" and isinstance(value, frozenset | tuple):
        return _number_test(test, args, len(value))
    if isinstance(value, frozenset):
        return _set_test(test, frozenset(args), value)
    if isinstance(value, tuple):
        return _list_test(over, test, args, value)
    if isinstance(value, str | bool):
        return value in args
    if slot.numbers is not None and slot.numbers.days and value < 0:
        return None
    return _number_test(test, args, value)


def _number_test(test: str, args: tuple[Any, ...], value: int) -> Truth:
    if test in _COMPARE:
        return _COMPARE[test](value, args[0])
    if test == "within":
        return bool(args[0] <= value <= args[1])
    if test == "between":
        return None if value in args else bool(args[0] < value < args[1])
    return value in args


def _set_test(test: str, args: frozenset[Any], value: frozenset[str]) -> Truth:
    if test == "any":
        return not args.isdisjoint(value)
    if test == "none":
        return args.isdisjoint(value)
    if test == "all":
        return args <= value
    return value <= args if value else None


def _list_test(over: str | None, test: str, args: tuple[Any, ...], value: tuple[int, ...]) -> Truth:
    if not value:
        return None
    if over == "total":
        return _number_test(test, args, sum(value))
    truths = (_number_test(test, args, item) for item in value)
    return all_of(truths) if over == "each" else any_of(truths)
