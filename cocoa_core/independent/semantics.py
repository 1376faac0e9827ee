"""What a literal says of a value, and a product of sums of an option, in strong Kleene logic.

Truth is True, False, or None where a literal is undefined: the value is not given, there are no items to
speak of, it is an end of a "between", or a clock time of the day before. (S. C. Kleene, Introduction to
Metamathematics, section 64.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import ge, gt, le, lt
from typing import Any, Final

from attrs import frozen

from cocoa_core.independent.slots import Slot, Value

Truth = bool | None

_COMPARE: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "less": lt,
    "at_most": le,
    "more": gt,
    "at_least": ge,
}
THRESHOLDS: Final = frozenset(_COMPARE)
"""The tests with one bound."""
OPPOSITE: Final = {"less": "at_least", "at_least": "less", "more": "at_most", "at_most": "more"}
"""For each test with one bound the test that holds of exactly the other numbers."""
ORDERED: Final = THRESHOLDS | {"between", "within", "is", "one_of"}
"""The tests of numbers."""


@frozen(cache_hash=True)
class Literal:
    """A test of a slot or its negation."""

    slot: str
    over: str | None
    test: str
    args: tuple[str | bool | int, ...]
    """Texts, or numbers in the slot's smallest unit."""
    positive: bool

    def denied(self) -> Literal:
        """Returns the negation."""
        return Literal(self.slot, self.over, self.test, self.args, not self.positive)


def truth(slot: Slot, literal: Literal, value: Value) -> Truth:
    """Returns whether the literal holds for the value; None where it is undefined."""
    holds = _test(slot, literal, value)
    return None if holds is None else holds == literal.positive


def any_of(truths: Iterable[Truth]) -> Truth:
    """OR: true if some truth is true, false if all are false."""
    values = list(truths)
    if True in values:
        return True
    return None if None in values else False


def all_of(truths: Iterable[Truth]) -> Truth:
    """AND: false if some truth is false, true if all are true."""
    values = list(truths)
    if False in values:
        return False
    return None if None in values else True


Masks = tuple[int, int]
"""The options for which something is true, and for which it is false, as bits."""


def any_mask(masks: Iterable[Masks]) -> Masks:
    """OR for each option: true if some mask is true, false if all are, or if there is none."""
    true, false = 0, -1
    for mask_true, mask_false in masks:
        true, false = true | mask_true, false & mask_false
    return true, false


def all_masks(masks: Iterable[Masks]) -> Masks:
    """AND for each option: false if some mask is false, true if all are true, or if there is none."""
    true, false = -1, 0
    for mask_true, mask_false in masks:
        true, false = true & mask_true, false | mask_false
    return true, false


def xor_masks(first: Masks, second: Masks) -> Masks:
    """Exclusive OR for each option: undefined where either is."""
    return first[0] & second[1] | first[1] & second[0], first[0] & second[0] | first[1] & second[1]


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
