"""From `axioms:` in schema.yaml to axioms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cocoa_core.domain.keys.limits import LONGEST_NAME, MOST_AXIOM_PARTS, MOST_AXIOMS
from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.kinds.quantity import Quantity
from cocoa_core.domain.primitives import Primitive
from cocoa_core.domain.reading.comparisons import comparison_at, over_at
from cocoa_core.domain.schema import Axiom, Measure, Relation, Slot
from cocoa_core.domain.yaml.nodes import Entry, MappingNode, Node, ScalarNode
from cocoa_core.domain.yaml.reading import entries_at, items_at, text_at, unexpected, unknown_word
from cocoa_core.errors import DomainError

__all__ = ["read_axioms"]

_RELATIONS: Final[dict[str, Relation]] = {"equal": "equal", "at_most": "at_most", "never": "never"}

_Slots = Mapping[str, Slot]


def read_axioms(node: Node, slots: _Slots) -> tuple[Axiom, ...]:
    """The axioms of a list of `equal:`, `at_most:` and `never:`; DomainError with place for mistakes."""
    return tuple(_axiom(item, slots) for item in items_at(node, "`axioms`", 0, MOST_AXIOMS))


def _axiom(node: Node, slots: _Slots) -> Axiom:
    (entry,) = entries_at(node, "an axiom", 1, 1)
    if entry.key not in _RELATIONS:
        raise unknown_word(entry.key, "axiom", tuple(_RELATIONS), entry.place)
    relation = _RELATIONS[entry.key]
    parts = items_at(entry.value, f"`{relation}`", 2, 2 if relation == "at_most" else MOST_AXIOM_PARTS)
    if relation == "never":
        return Axiom(relation, tests=tuple(_primitive(part, slots) for part in parts))
    measures = tuple(_measure(part, slots) for part in parts)
    units = [_unit(slots[one.slot].kind, one.over) for one in measures]
    for part, unit in zip(parts, units, strict=True):
        if unit != units[0]:
            raise DomainError(
                f"`{relation}` compares {units[0]} with {unit}",
                expected="numbers of one unit",
                fix="compare slots of the same kind and unit, or their counts",
                place=part.place,
            )
    if len(set(measures)) < len(measures):
        raise unexpected(entry.value, f"`{relation}`", "each slot, total or count once")
    return Axiom(relation, measures=measures)


def _measure(node: Node, slots: _Slots) -> Measure:
    if isinstance(node, MappingNode):
        (entry,) = entries_at(node, "a part of the axiom", 1, 1)
        if entry.key not in ("count", "total"):
            raise unknown_word(entry.key, "measure", ("count", "total"), entry.place)
        name, over = _slot(entry.value, slots), entry.key
    else:
        name, over = _slot(node, slots), None
    if "less" not in slots[name].kind.ops(over):
        ways = [way for way in (None, "total", "count") if "less" in slots[name].kind.ops(way)]
        raise DomainError(
            f"the slot {name!r} of kind {slots[name].kind.name} gives no number here",
            expected=" or ".join(f"`{{{way}: {name}}}`" if way else f"`{name}`" for way in ways)
            or "a slot that is a number, a list or a set",
            place=node.place,
        )
    return Measure(name, over)


def _slot(node: Node, slots: _Slots) -> str:
    name = text_at(node, "a slot of the axiom", LONGEST_NAME)
    if name not in slots:
        raise unknown_word(name, "slot", tuple(slots), node.place)
    derived = slots[name].derived
    if derived is not None:
        raise DomainError(
            f"the slot {name!r} is derived, and no axiom may speak of it",
            expected="slots that the catalogue holds",
            fix=f"say it of {derived.source!r}, from which it follows",
            place=node.place,
        )
    return name


def _unit(kind: Kind, over: str | None) -> str:
    """What a measure counts in; measures with the same text can be compared."""
    if over == "count":
        return "a count"
    if isinstance(kind, NumberList):
        return _unit(kind.items, None)
    if isinstance(kind, Quantity):
        if kind.unit == "count" and kind.places == 0:
            return "a count"
        return f"{kind.symbol or kind.unit} to {kind.places} decimals"
    return f"a {kind.name}"


def _primitive(node: Node, slots: _Slots) -> Primitive:
    entries = {entry.key: entry for entry in entries_at(node, "a test of `never`", 2, 3)}
    if "slot" not in entries:
        raise unexpected(node, "a test of `never`", "`slot: ...` and a test of it such as `is: ...`")
    kind = slots[_slot(entries["slot"].value, slots)].kind
    over = over_at({key: entry.value for key, entry in entries.items()}, kind, "the test", node.place)
    tests = [entry for key, entry in entries.items() if key not in ("slot", "over")]
    if len(tests) != 1:
        raise unexpected(node, "a test of `never`", "one test of the slot such as `is: ...`")
    return Primitive(
        _name(entries["slot"]), comparison_at(tests[0].value, _op(tests[0], kind, over), over, kind)
    )


def _op(entry: Entry, kind: Kind, over: str | None) -> str:
    ops = sorted(kind.ops(over))
    if entry.key not in ops:
        raise unknown_word(entry.key, f"test of a {kind.name}", ops, entry.place)
    return entry.key


def _name(entry: Entry) -> str:
    return entry.value.text if isinstance(entry.value, ScalarNode) else ""
