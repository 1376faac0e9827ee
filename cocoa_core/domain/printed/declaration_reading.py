"""From printed.yaml to a declaration; mistakes are DomainErrors with their place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cocoa_core.domain.printed.declaration import PRINTED, Declaration, Field, IdRule
from cocoa_core.domain.printed.field_reading import keys_at, read_field
from cocoa_core.domain.schema import Schema, Slot
from cocoa_core.domain.yaml.nodes import Node
from cocoa_core.domain.yaml.reading import entries_at, items_at, keyed, text_at, unexpected, unknown_word
from cocoa_core.errors import Place

__all__ = ["plain_declaration", "read_declaration"]

_LONGEST_PATH: Final = 200
_LONGEST_PREFIX: Final = 40
_MOST_PARTS: Final = 4


def plain_declaration(schema: Schema) -> Declaration:
    """How options are read where there is no printed.yaml: by the names and labels of slots."""
    return Declaration(IdRule(), "", {slot.name: _by_name(slot) for slot in schema.given})


def read_declaration(root: Node, schema: Schema) -> Declaration:
    """What a printed.yaml declares for the schema; DomainError with its place for every mistake.

    Slots without an entry are read by their names and labels.
    """
    nodes = keyed(root, PRINTED, (), ("at", "id", "slots"))
    slots = {slot.name: slot for slot in schema.given}
    fields = {name: _by_name(slot) for name, slot in slots.items()}
    for entry in entries_at(nodes["slots"], "`slots`", 1, len(slots)) if "slots" in nodes else ():
        if entry.key not in slots:
            raise unknown_word(entry.key, "slot in the catalogue", tuple(slots), entry.place)
        fields[entry.key] = read_field(entry, slots, fields[entry.key])
    return Declaration(
        id=_id_rule(nodes["id"], slots) if "id" in nodes else IdRule(),
        at=text_at(nodes["at"], "`at`", _LONGEST_PATH) if "at" in nodes else "",
        fields=fields,
    )


def _by_name(slot: Slot) -> Field:
    return Field(slot.name, Place(PRINTED), keys=(slot.name, slot.label), declared=False)


def _id_rule(node: Node, slots: Mapping[str, Slot]) -> IdRule:
    nodes = keyed(node, "`id`", (), ("key", "prefix", "from"))
    if "key" in nodes and len(nodes) > 1:
        raise unexpected(node, "`id`", "either `key`, or `prefix` and `from`")
    if "key" in nodes:
        return IdRule(keys_at(nodes["key"], "`key`"), declared=True)
    parts: list[str] = []
    for item in items_at(nodes["from"], "`from`", 1, _MOST_PARTS) if "from" in nodes else ():
        name = text_at(item, "an item of `from`", 41)
        if name not in slots:
            raise unknown_word(name, "slot", tuple(slots), item.place)
        parts.append(name)
    prefix = text_at(nodes["prefix"], "`prefix`", _LONGEST_PREFIX) if "prefix" in nodes else ""
    return IdRule((), prefix, tuple(parts), declared=True)
