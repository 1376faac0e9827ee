"""Reads arguments of tests, as the files write them, in the slot's typed units."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from cocoa_core.domain import Scalar, Test
from cocoa_core.domain.kinds import Kind
from cocoa_core.errors import MismatchError, Place
from cocoa_core.loading.mistakes import lacking_key, refused, unexpected
from cocoa_core.loading.values import choice_of, items_of, read_at
from cocoa_core.loading.yaml import Node, ScalarNode

PAIRS: Final = ("between", "within")
"""Tests with two arguments."""
SEVERAL: Final = ("one_of", "any", "none", "only", "all")
"""Tests with a list of arguments."""
TESTS: Final = ("less", "at_most", "more", "at_least", "is", *PAIRS, *SEVERAL)
"""Every test that some kind has."""
OVERS: Final = ("each", "any", "total", "count")
"""What tests of lists (and `count`: of sets) may be over."""
SCALAR: Final = {"type": ["string", "number", "boolean"]}
"""The JSON Schema of one argument of a test."""
MOST_ARGS: Final = 50
"""Arguments of one test."""


def over_at(node: Node | None, kind: Kind, what: str, place: Place) -> str | None:
    """Returns what tests of the slot are over; None for the slot's own value.

    Args:
        node: the value of the key `over`; None without the key.
        what: how messages name what the tests belong to.
        place: its position.

    Raises:
        DomainError: the slot needs the key and it is missing, the slot takes no such key, or its value is
            unknown.
    """
    choices = tuple(over for over in kind.overs() if over is not None)
    if node is not None:
        if not choices:
            raise unexpected(node, "`over`", f"no such key: {what} has one value", "leave it out")
        return read_at(node, "`over`", choice_of, "`over`", choices)
    if None not in kind.overs():
        fix = "say what is compared: " + ", ".join(f"`over: {choice}`" for choice in choices)
        raise lacking_key(what, "over", place, f"`over:` and one of {', '.join(choices)}", fix)
    return None


def comparison_at(node: Node, op: str, over: str | None, kind: Kind) -> Test:
    """Returns the test with the arguments of a node: one, two in order for an interval, or a list, which is
    sorted.

    Raises:
        DomainError: the node holds no such arguments.
    """
    if op in PAIRS:
        low, high = (arg_at(item, op, over, kind) for item in read_at(node, f"`{op}`", items_of, 2, 2))
        if isinstance(low, int) and isinstance(high, int) and low >= high:
            raise unexpected(node, f"`{op}`", "two values, the lower one first")
        return Test(op, (low, high), over)
    if op not in SEVERAL:
        return Test(op, (arg_at(node, op, over, kind),), over)
    args: set[Scalar] = set()
    for item in read_at(node, f"`{op}`", items_of, 1, MOST_ARGS):
        arg = arg_at(item, op, over, kind)
        if arg in args:
            raise unexpected(item, f"an item of `{op}`", "each value once")
        args.add(arg)
    return Test(op, tuple(sorted(args, key=arg_order)), over)


def arg_at(node: Node, op: str, over: str | None, kind: Kind) -> Scalar:
    """Returns one argument of a test, written as a number, a text, true or false.

    Raises:
        DomainError: the kind does not take it.
    """
    try:
        return kind.read_arg(op, over, _text(node, op))
    except MismatchError as error:
        raise refused(error, f"`{op}` cannot compare with this", node.place) from None


def _text(node: Node, op: str) -> str:
    if not isinstance(node, ScalarNode) or node.value is None:
        raise unexpected(node, f"`{op}`", "one value")
    if isinstance(node.value, bool):
        return "yes" if node.value else "no"
    if isinstance(node.value, Decimal):
        return format(node.value, "f")
    return str(node.value)


def arg_order(arg: Scalar) -> tuple[int, str]:
    """Returns the key by which arguments of one test are sorted: texts by their letters, others by number."""
    return (0, arg) if isinstance(arg, str) else (int(arg), "")
