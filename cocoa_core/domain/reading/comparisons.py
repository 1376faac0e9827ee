"""Tests of a slot as a domain's files write them: the arguments, typed."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from cocoa_core.domain.keys.limits import MOST_ARGS
from cocoa_core.domain.keys.rule_keys import PAIRS, SEVERAL
from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.primitives import Scalar, Test
from cocoa_core.domain.yaml.nodes import Node, ScalarNode
from cocoa_core.domain.yaml.reading import choice_at, items_at, refused, unexpected
from cocoa_core.errors import DomainError, Place

__all__ = ["arg_at", "arg_order", "comparison_at", "over_at"]


def over_at(nodes: Mapping[str, Node], kind: Kind, what: str, place: Place) -> str | None:
    """What tests of the slot are over: the value of the key `over`, None without it."""
    choices = tuple(over for over in kind.overs() if over is not None)
    if "over" in nodes:
        if not choices:
            raise unexpected(nodes["over"], "`over`", f"no such key: {what} has one value", "leave it out")
        return choice_at(nodes["over"], "`over`", choices)
    if None not in kind.overs():
        raise DomainError(
            f"{what} lacks the key 'over'",
            expected=f"`over:` and one of {', '.join(choices)}",
            fix="say what is compared: " + ", ".join(f"`over: {choice}`" for choice in choices),
            place=place,
        )
    return None


def comparison_at(node: Node, op: str, over: str | None, kind: Kind) -> Test:
    """The test with these arguments: one, two in order for an interval, or a list, which is sorted."""
    if op in PAIRS:
        low, high = (arg_at(item, op, over, kind) for item in items_at(node, f"`{op}`", 2, 2))
        if isinstance(low, int) and isinstance(high, int) and low >= high:
            raise unexpected(node, f"`{op}`", "two values, the lower one first")
        return Test(op, (low, high), over)
    if op not in SEVERAL:
        return Test(op, (arg_at(node, op, over, kind),), over)
    args: set[Scalar] = set()
    for item in items_at(node, f"`{op}`", 1, MOST_ARGS):
        arg = arg_at(item, op, over, kind)
        if arg in args:
            raise unexpected(item, f"an item of `{op}`", "each value once")
        args.add(arg)
    return Test(op, tuple(sorted(args, key=arg_order)), over)


def arg_at(node: Node, op: str, over: str | None, kind: Kind) -> Scalar:
    """One argument of a test, from a number, a text or true and false."""
    try:
        return kind.read_arg(op, over, _text(node, op))
    except ValueError as error:
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
    """The key by which arguments of one test are sorted: texts by their letters, others by number."""
    return (0, arg) if isinstance(arg, str) else (int(arg), "")
