"""From schema.yaml to a schema."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from cocoa_core.domain.keys.keys import optional, required
from cocoa_core.domain.keys.limits import (
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    LONGEST_NOUN,
    LONGEST_REQUEST_PART,
    MOST_REQUEST_PARTS,
    MOST_SLOTS,
)
from cocoa_core.domain.keys.schema_keys import REQUEST_PART_KEYS, SCHEMA_KEYS
from cocoa_core.domain.knowledge.derived_reading import is_derived, read_derived
from cocoa_core.domain.knowledge.tables import KnowledgeTables
from cocoa_core.domain.reading.axioms import read_axioms
from cocoa_core.domain.reading.slots import read_slot
from cocoa_core.domain.schema import Schema, Slot, SlotRef
from cocoa_core.domain.words import DOMAIN_NAME, phrase_at
from cocoa_core.domain.yaml.nodes import MappingNode, Node, ScalarNode
from cocoa_core.domain.yaml.reading import entries_at, items_at, keyed, text_at, unexpected, unknown_word
from cocoa_core.errors import DomainError

__all__ = ["read_schema"]

_VERSION: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+-]{0,31}")


def read_schema(root: Node, tables: KnowledgeTables | None = None) -> Schema:
    """The schema that a file's root node describes; DomainError with its place for every mistake.

    tables: those of the domain, which derived slots follow by; none without.
    """
    nodes = keyed(root, "the schema", required(SCHEMA_KEYS), optional(SCHEMA_KEYS))
    slots = _slots(nodes["slots"], tables or KnowledgeTables({}, Path()))
    by_name = {slot.name: slot for slot in slots}
    group_by = _group_by(nodes["group_by"], by_name) if "group_by" in nodes else ()
    described = nodes.get("description")
    return Schema(
        name=_name(nodes["name"]),
        version=_version(nodes["version"]),
        noun=phrase_at(nodes["noun"], "`noun`", LONGEST_NOUN),
        description=text_at(described, "`description`", LONGEST_DESCRIPTION, lines=True) if described else "",
        group_by=group_by,
        request=_request(nodes["request"], group_by) if "request" in nodes else (),
        slots=slots,
        axioms=read_axioms(nodes["axioms"], by_name) if "axioms" in nodes else (),
    )


def _name(node: Node) -> str:
    name = text_at(node, "`name`", LONGEST_NAME)
    if not DOMAIN_NAME.fullmatch(name):
        raise unexpected(
            node, "`name`", 'a small letter, then small letters, digits, "-" and "_", 41 at most'
        )
    return name


def _version(node: Node) -> str:
    """Numbers as they are written: 1.10 is not 1.1."""
    text = node.text if isinstance(node, ScalarNode) else ""
    if not _VERSION.fullmatch(text):
        raise unexpected(node, "`version`", 'letters, digits, ".", "+" and "-", 32 at most, such as 1.0')
    return text


def _slots(node: Node, tables: KnowledgeTables) -> tuple[Slot, ...]:
    entries = entries_at(node, "`slots`", 1, MOST_SLOTS)
    read = {entry.key: read_slot(entry) for entry in entries if not is_derived(entry)}
    read.update(read_derived([entry for entry in entries if is_derived(entry)], read, tables))
    slots: list[Slot] = []
    labels: dict[str, str] = {}
    for entry in entries:
        slot = read[entry.key]
        twin = labels.setdefault(slot.label.casefold(), slot.name)
        if twin != slot.name:
            raise DomainError(
                f"two slots have the label {slot.label!r}",
                got=f"the slots {twin!r} and {slot.name!r}",
                expected="labels that a person can tell apart",
                fix=f"give {slot.name!r} another `label`",
                place=entry.place,
            )
        slots.append(slot)
    return tuple(slots)


def _group_by(node: Node, slots: dict[str, Slot]) -> tuple[str, ...]:
    found: list[str] = []
    for item in items_at(node, "`group_by`", 0, len(slots)):
        name = text_at(item, "an item of `group_by`", LONGEST_NAME)
        if name not in slots:
            raise unknown_word(name, "slot", tuple(slots), item.place)
        if name in found:
            raise unexpected(item, "an item of `group_by`", "each slot once")
        derived = slots[name].derived
        if derived is not None:
            raise unexpected(
                item,
                "an item of `group_by`",
                "a slot that options show: this one is derived",
                f"group by {derived.source!r}, or by other slots",
            )
        if getattr(slots[name].kind, "missing", False):
            raise unexpected(
                item,
                "an item of `group_by`",
                "a slot that every option has",
                f"take `missing: true` from the slot {name!r}, or group by other slots",
            )
        found.append(name)
    return tuple(found)


def _request(node: Node, group_by: tuple[str, ...]) -> tuple[str | SlotRef, ...]:
    return tuple(_request_part(item, group_by) for item in items_at(node, "`request`", 1, MOST_REQUEST_PARTS))


def _request_part(node: Node, group_by: tuple[str, ...]) -> str | SlotRef:
    if not isinstance(node, MappingNode):
        return text_at(node, "a part of `request`", LONGEST_REQUEST_PART)
    ref = keyed(node, "a part of `request`", required(REQUEST_PART_KEYS))["slot"]
    name = text_at(ref, "`slot`", LONGEST_NAME)
    if name not in group_by:
        raise unknown_word(name, "slot in `group_by`", group_by, ref.place)
    return SlotRef(name)
