"""From `draw:` of a rule to how its arguments are drawn, in the slot's typed units."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cocoa_core.domain.keys.keys import optional
from cocoa_core.domain.keys.limits import MOST_DRAWN_ITEMS, MOST_FIXED, MOST_QUANTILES
from cocoa_core.domain.keys.rule_keys import DRAW_KEYS, DRAW_SOURCES, PAIRS, SEVERAL
from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.clock import Clock
from cocoa_core.domain.kinds.date import Date
from cocoa_core.domain.kinds.duration import LONGEST_DURATION, Duration
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.kinds.quantity import Quantity
from cocoa_core.domain.primitives import Scalar
from cocoa_core.domain.reading.comparisons import arg_at, arg_order
from cocoa_core.domain.reading.quantities import scaled_at
from cocoa_core.domain.rules import Draw, Source
from cocoa_core.domain.yaml.nodes import MappingNode, Node, ScalarNode
from cocoa_core.domain.yaml.reading import items_at, keyed, refused, text_at, unexpected, whole_at
from cocoa_core.errors import DomainError, Place

__all__ = ["read_draw"]

_DAYS: Final = re.compile(r"(0|[1-9][0-9]{0,4})d")
_MOST_COUNTED: Final = 999_999_999
_DEFAULT_ITEMS: Final = (1, 2)


def read_draw(node: Node | None, kind: Kind, over: str | None, tests: Sequence[str], place: Place) -> Draw:
    """How arguments are drawn: `values` without the key; DomainError with its place for every mistake."""
    if node is None or (isinstance(node, ScalarNode) and node.value == "values"):
        draw = Draw("values", None, None, (), _DEFAULT_ITEMS, None)
    elif isinstance(node, MappingNode):
        draw = _draw(node, kind, over, tests)
    else:
        raise unexpected(node, "`draw`", "values, {grid: ...}, {quantiles: ...} or {fixed: [...]}")
    if isinstance(kind, Quantity) and kind.relative_to and draw.fixed != (0,):
        raise DomainError(
            f"a percentage relative to {kind.relative_to} is compared with 0 only",
            expected="`draw: {fixed: [0]}`",
            place=node.place if node else place,
        )
    return draw


def _draw(node: Node, kind: Kind, over: str | None, tests: Sequence[str]) -> Draw:
    nodes = keyed(node, "`draw`", (), optional(DRAW_KEYS))
    given = [source for source in DRAW_SOURCES if source in nodes]
    if len(given) > 1:
        raise unexpected(node, "`draw`", f"one of {', '.join(DRAW_SOURCES)}, not {len(given)} of them")
    source: Source = given[0] if given else "values"
    ordered = "less" in kind.ops(over)
    if source in ("grid", "quantiles") and not ordered:
        raise unexpected(
            nodes[source], f"`{source}`", f"no such key: a {kind.name} has no order", "leave it out"
        )
    for key, ops in (("items", SEVERAL), ("width", PAIRS)):
        if key in nodes and not set(ops) & set(tests):
            raise unexpected(nodes[key], f"`{key}`", f"no such key without one of the tests {', '.join(ops)}")
    return Draw(
        source=source,
        step=_distance(nodes["grid"], "`grid`", kind, over, 1) if source == "grid" else None,
        count=whole_at(nodes["quantiles"], "`quantiles`", 1, MOST_QUANTILES)
        if source == "quantiles"
        else None,
        fixed=_fixed(nodes["fixed"], kind, over, tests) if source == "fixed" else (),
        items=_items(nodes["items"]) if "items" in nodes else _DEFAULT_ITEMS,
        width=_width(nodes["width"], kind, over) if "width" in nodes else None,
    )


def _fixed(node: Node, kind: Kind, over: str | None, tests: Sequence[str]) -> tuple[Scalar, ...]:
    found: list[Scalar] = []
    for item in items_at(node, "`fixed`", 1, MOST_FIXED):
        arg = arg_at(item, tests[0], over, kind)
        if arg in found:
            raise unexpected(item, "an item of `fixed`", "each value once")
        found.append(arg)
    return tuple(sorted(found, key=arg_order))


def _items(node: Node) -> tuple[int, int]:
    low, high = (
        whole_at(item, "an item of `items`", 1, MOST_DRAWN_ITEMS) for item in items_at(node, "`items`", 2, 2)
    )
    if low > high:
        raise unexpected(node, "`items`", "the least and the greatest number of values, in this order")
    return low, high


def _width(node: Node, kind: Kind, over: str | None) -> tuple[int, int]:
    low, high = (
        _distance(item, "an item of `width`", kind, over, 0) for item in items_at(node, "`width`", 2, 2)
    )
    if low > high or high == 0:
        raise unexpected(node, "`width`", "the least and the greatest width, in this order")
    return low, high


def _distance(node: Node, what: str, kind: Kind, over: str | None, least: int) -> int:
    """How far two values of the slot are apart: cents, minutes, days ..."""
    if over == "count":
        return whole_at(node, what, least, _MOST_COUNTED)
    inner = kind.items if isinstance(kind, NumberList) else kind
    if isinstance(inner, Quantity):
        distance = scaled_at(node, what, inner.places, inner.step)
    elif isinstance(inner, Duration | Clock):
        distance = _minutes(node, what)
        if distance % inner.step:
            raise unexpected(node, what, f"a multiple of the slot's step of {inner.step} minutes")
    elif isinstance(inner, Date):
        distance = _days(node, what)
    else:
        return whole_at(node, what, least, _MOST_COUNTED)
    if distance < least:
        raise unexpected(node, what, "more than nothing" if least else "nothing or more")
    return distance


def _minutes(node: Node, what: str) -> int:
    try:
        return Duration(0, LONGEST_DURATION).parse(text_at(node, what, 40))
    except ValueError as error:
        raise refused(error, f"{what} cannot be read", node.place) from None


def _days(node: Node, what: str) -> int:
    match = _DAYS.fullmatch(text_at(node, what, 40))
    if match is None:
        raise unexpected(node, what, "a number of days such as 7d")
    return int(match[1])
