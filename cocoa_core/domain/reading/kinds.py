"""Setting up a slot's kind from its keys in schema.yaml: one reader for each kind of `KINDS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from attrs import frozen

from cocoa_core.domain.keys.keys import optional, required
from cocoa_core.domain.keys.kind_keys import ITEM_KINDS, KIND_KEYS, NOT_OF_ITEMS
from cocoa_core.domain.keys.limits import LONGEST_VALUE, MOST_ITEMS, MOST_MINUTES_OF_A_STEP, MOST_VALUES
from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.boolean import Boolean
from cocoa_core.domain.kinds.category import Category
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.kinds.clock import Clock
from cocoa_core.domain.kinds.date import LAST_DAY, Date
from cocoa_core.domain.kinds.duration import LONGEST_DURATION, Duration
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.kinds.quantity import Quantity
from cocoa_core.domain.kinds.vocabulary import element_problem, vocabulary_problem
from cocoa_core.domain.reading.quantities import read_quantity
from cocoa_core.domain.yaml.nodes import Node
from cocoa_core.domain.yaml.reading import (
    choice_at,
    flag_at,
    items_at,
    keyed,
    refused,
    text_at,
    unexpected,
    whole_at,
)
from cocoa_core.errors import DomainError, Place

__all__ = ["KIND_READERS", "KindReader", "Nodes"]

Nodes = Mapping[str, Node]
"""What a slot says beyond the keys that all kinds share, by key."""


@frozen
class KindReader:
    """The keys of a kind, and how they make one. `build` takes them, the place of the slot and `missing`."""

    required: tuple[str, ...]
    optional: tuple[str, ...]
    build: Callable[[Nodes, Place, bool], Kind]

    def read(self, nodes: Nodes, place: Place, missing: bool) -> Kind:
        """The kind; DomainError for settings without any legal value, too."""
        try:
            return self.build(nodes, place, missing)
        except ValueError as error:
            raise refused(error, "no value can meet these settings", place) from None


def _vocabulary(
    nodes: Nodes, place: Place, problem: Callable[[str], str | None]
) -> tuple[bool, tuple[str, ...]]:
    closed = flag_at(nodes["closed"], "`closed`")
    if not closed:
        if "values" in nodes:
            raise DomainError(
                "`values` belongs to a closed vocabulary",
                got="`closed: false` with `values`",
                fix="write `closed: true`, or leave out `values`: an open one is what the catalogue holds",
                place=nodes["values"].place,
            )
        return False, ()
    if "values" not in nodes:
        raise DomainError(
            "a closed vocabulary lacks the key 'values'",
            expected="`values: [...]` with everything it holds",
            fix="add `values`, or write `closed: false`",
            place=place,
        )
    seen: dict[str, str] = {}
    for item in items_at(nodes["values"], "`values`", 1, MOST_VALUES):
        value = text_at(item, "a value", LONGEST_VALUE)
        found = problem(value)
        if found is not None:
            raise refused(ValueError(f"{found}, got {value!r}"), "this cannot be a value", item.place)
        if value.casefold() in seen:
            raise unexpected(item, "a value that stands twice", "each value once, also but for capitals")
        seen[value.casefold()] = value
    return True, tuple(seen.values())


def _category(nodes: Nodes, place: Place, missing: bool) -> Kind:
    closed, values = _vocabulary(nodes, place, vocabulary_problem)
    return Category(closed, values, missing=missing)


def _set(nodes: Nodes, place: Place, missing: bool) -> Kind:
    closed, values = _vocabulary(nodes, place, element_problem)
    least, most = _item_limits(nodes)
    return CategorySet(closed, values, least, most, missing=missing)


def _item_limits(nodes: Nodes) -> tuple[int, int]:
    most = whole_at(nodes["max_items"], "`max_items`", 1, MOST_ITEMS)
    if "min_items" not in nodes:
        return 0, most
    return whole_at(nodes["min_items"], "`min_items`", 0, most), most


def _boolean(nodes: Nodes, place: Place, missing: bool) -> Kind:
    return Boolean(missing=missing)


def _duration(nodes: Nodes, place: Place, missing: bool) -> Kind:
    low, high = _bounds(nodes, Duration(0, LONGEST_DURATION))
    return Duration(low, high, _step(nodes), missing=missing)


def _date(nodes: Nodes, place: Place, missing: bool) -> Kind:
    low, high = _bounds(nodes, Date(1, LAST_DAY))
    return Date(low, high, missing=missing)


def _bounds(nodes: Nodes, widest: Duration | Date) -> tuple[int, int]:
    low, high = (_bound(nodes[key], key, widest) for key in ("min", "max"))
    if low > high:
        raise unexpected(nodes["max"], "`max`", f"{widest.write(low)} or more: it is below `min`")
    return low, high


def _bound(node: Node, key: str, widest: Duration | Date) -> int:
    text = text_at(node, f"`{key}`", 40)
    try:
        number = widest.read(text)
    except ValueError as error:
        raise refused(error, f"`{key}` cannot be read", node.place) from None
    return number if isinstance(number, int) else 0


def _clock(nodes: Nodes, place: Place, missing: bool) -> Kind:
    offset = "day_offset" in nodes and flag_at(nodes["day_offset"], "`day_offset`")
    return Clock(offset, _step(nodes), missing=missing)


def _step(nodes: Nodes) -> int:
    return whole_at(nodes["step"], "`step` (minutes)", 1, MOST_MINUTES_OF_A_STEP) if "step" in nodes else 1


def _list(nodes: Nodes, place: Place, missing: bool) -> Kind:
    node = nodes["items"]
    every_key = {key for kind in ITEM_KINDS for key in _item_keys(kind)}
    kind = choice_at(
        keyed(node, "`items`", ("kind",), sorted(every_key))["kind"], "kind of items", ITEM_KINDS
    )
    reader = KIND_READERS[kind]
    inner = keyed(node, f"`items` of kind {kind}", ("kind", *reader.required), _item_keys(kind))
    items = reader.read(inner, node.place, False)
    least, most = _item_limits(nodes)
    if not isinstance(items, Quantity | Duration):
        raise unexpected(node, "`items`", "a duration or a quantity")
    return NumberList(items, least, most, missing=missing)


def _item_keys(kind: str) -> tuple[str, ...]:
    reader = KIND_READERS[kind]
    return tuple(key for key in (*reader.required, *reader.optional) if key not in NOT_OF_ITEMS)


_BUILDERS: Final[Mapping[str, Callable[[Nodes, Place, bool], Kind]]] = {
    "category": _category,
    "boolean": _boolean,
    "quantity": read_quantity,
    "duration": _duration,
    "clock": _clock,
    "date": _date,
    "set": _set,
    "list": _list,
}

KIND_READERS: Final[Mapping[str, KindReader]] = MappingProxyType(
    {kind: KindReader(required(keys), optional(keys), _BUILDERS[kind]) for kind, keys in KIND_KEYS.items()}
)
