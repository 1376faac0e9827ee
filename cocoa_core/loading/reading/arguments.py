"""Arguments of tests, in the slot's typed units: as the files write them, and how rules draw them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from cocoa_core.domain import Draw, Scalar, Source, Test
from cocoa_core.domain.kinds import (
    LONGEST_DURATION,
    Clock,
    Date,
    Duration,
    Kind,
    NumberList,
    Quantity,
    VocabularyKind,
)
from cocoa_core.errors import DomainError, MismatchError, Place
from cocoa_core.loading.mistakes import InvalidDependencyError, Mistakes, refused, unexpected
from cocoa_core.loading.models.quantities import scaled
from cocoa_core.loading.models.rules_file import DRAW_SOURCES, DrawKeys, RuleKeys
from cocoa_core.loading.models.schema_file import MOST_ARGS, PAIRS, SEVERAL
from cocoa_core.loading.values import choice_of, items_of, number_of, read_at, timed_text_of, whole_of
from cocoa_core.loading.yaml.nodes import Node, ScalarNode

__all__ = ["arg_at", "arg_order", "comparison_at", "over_at", "read_draw"]


def over_at(node: Node | None, kind: Kind, what: str, place: Place) -> str | None:
    """What tests of the slot are over: the value of the key `over`, None without it."""
    choices = tuple(over for over in kind.overs() if over is not None)
    if node is not None:
        if not choices:
            raise unexpected(node, "`over`", f"no such key: {what} has one value", "leave it out")
        return read_at(node, "`over`", choice_of, "`over`", choices)
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
    """One argument of a test, from a number, a text or true and false."""
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
    """The key by which arguments of one test are sorted: texts by their letters, others by number."""
    return (0, arg) if isinstance(arg, str) else (int(arg), "")


_DAYS: Final = re.compile(r"(0|[1-9][0-9]{0,4})d")
_MOST_COUNTED: Final = 999_999_999
_PLAIN: Final = Draw("values", None, None, (), (1, 2), None)


def read_draw(
    keys: RuleKeys, kind: Kind, over: str | None, tests: Sequence[str] | None, mistakes: Mistakes
) -> Draw:
    """How arguments are drawn: `values` without the key; what is wrong in parts is noted.

    tests: None where they are not known. DomainError or LostError where there is a mistake.
    """
    written = keys.draw
    draw = _draw(written, kind, over, tests, mistakes) if written is not None else _PLAIN
    if isinstance(kind, Quantity) and kind.relative_to and draw.fixed != (0,):
        raise DomainError(
            f"a percentage relative to {kind.relative_to} is compared with 0 only",
            expected="`draw: {fixed: [0]}`",
            place=keys.node_at("draw").place if keys.has("draw") else keys.place,
        )
    return draw


def _draw(
    keys: DrawKeys, kind: Kind, over: str | None, tests: Sequence[str] | None, mistakes: Mistakes
) -> Draw:
    given = [source for source in DRAW_SOURCES if keys.has(source)]
    if len(given) > 1:
        raise unexpected(keys.node, "`draw`", f"one of {', '.join(DRAW_SOURCES)}, not {len(given)} of them")
    source: Source = given[0] if given else "values"
    if source in ("grid", "quantiles") and "less" not in kind.ops(over):
        reason = f"no such key: a {kind.name} has no order"
        raise unexpected(keys.node_at(source), f"`{source}`", reason, "leave it out")
    if tests is None:
        raise InvalidDependencyError
    for name, ops in (("items", SEVERAL), ("width", PAIRS)):
        if keys.has(name) and not set(ops) & set(tests):
            reason = f"no such key without one of the tests {', '.join(ops)}"
            mistakes.note(unexpected(keys.node_at(name), f"`{name}`", reason))
    step = mistakes.tried(_distance, keys.grid, "`grid`", kind, over, 1) if keys.grid else None
    fixed = mistakes.tried(_fixed, keys, kind, over, tests, mistakes)
    items = mistakes.tried(_items, keys)
    width = mistakes.tried(_width, keys, kind, over) if keys.has("width") else None
    if fixed is None or items is None or (source == "grid" and step is None):
        raise InvalidDependencyError
    count = keys.quantiles if source == "quantiles" else None
    if keys.adjacent and not (isinstance(kind, VocabularyKind) and kind.closed):
        reason = "no such key: only the values of a closed vocabulary have an order"
        raise unexpected(keys.node_at("adjacent"), "`adjacent`", reason, "leave it out")
    including = None
    if keys.including:
        if not keys.adjacent:
            raise unexpected(
                keys.node_at("including"), "`including`", "no such key without adjacent: true", "leave it out"
            )
        including = mistakes.tried(arg_at, keys.including, tests[0], over, kind)
        if including is None:
            raise InvalidDependencyError
    return Draw(
        source=source,
        step=step,
        count=count,
        fixed=fixed,
        items=items,
        width=width,
        adjacent=keys.adjacent,
        including=including,
    )


def _fixed(
    keys: DrawKeys, kind: Kind, over: str | None, tests: Sequence[str], mistakes: Mistakes
) -> tuple[Scalar, ...]:
    found: list[Scalar] = []
    for item in keys.fixed:
        with mistakes.kept():
            arg = arg_at(item, tests[0], over, kind)
            if arg in found:
                raise unexpected(item, "an item of `fixed`", "each value once")
            found.append(arg)
    if keys.has("fixed") and not found:
        raise InvalidDependencyError
    return tuple(sorted(found, key=arg_order))


def _items(keys: DrawKeys) -> tuple[int, int]:
    low, high = keys.items
    if low > high:
        reason = "the least and the greatest number of values, in this order"
        raise unexpected(keys.node_at("items"), "`items`", reason)
    return low, high


def _width(keys: DrawKeys, kind: Kind, over: str | None) -> tuple[int, int]:
    low, high = (_distance(item, "an item of `width`", kind, over, 0) for item in keys.width)
    if low > high or high == 0:
        raise unexpected(keys.node_at("width"), "`width`", "the least and the greatest width, in this order")
    return low, high


def _distance(node: Node, what: str, kind: Kind, over: str | None, least: int) -> int:
    """How far two values of the slot are apart: cents, minutes, days ..."""
    if over == "count":
        return read_at(node, what, whole_of, least, _MOST_COUNTED)
    inner = kind.items if isinstance(kind, NumberList) else kind
    if isinstance(inner, Quantity):
        distance = scaled(node, read_at(node, what, number_of), what, inner.places, inner.step)
    elif isinstance(inner, Duration | Clock):
        distance = _minutes(node, what)
        if distance % inner.step:
            raise unexpected(node, what, f"a multiple of the slot's step of {inner.step} minutes")
    elif isinstance(inner, Date):
        distance = _days(node, what)
    else:
        return read_at(node, what, whole_of, least, _MOST_COUNTED)
    if distance < least:
        raise unexpected(node, what, "more than nothing" if least else "nothing or more")
    return distance


def _minutes(node: Node, what: str) -> int:
    try:
        return Duration(0, LONGEST_DURATION).parse(read_at(node, what, timed_text_of, "mh"))
    except MismatchError as error:
        raise refused(error, f"{what} cannot be read", node.place) from None


def _days(node: Node, what: str) -> int:
    match = _DAYS.fullmatch(read_at(node, what, timed_text_of, "d"))
    if match is None:
        raise unexpected(node, what, "a number of days such as 7d")
    return int(match[1])
