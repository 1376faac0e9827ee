"""From an entry of `slots:` in schema.yaml to a slot."""

from __future__ import annotations

from typing import Final

from cocoa_core.domain.keys.keys import optional
from cocoa_core.domain.keys.kind_keys import COMMON_KEYS
from cocoa_core.domain.keys.limits import LONGEST_LABEL, LONGEST_SLOT_DESCRIPTION
from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.knowledge.derived import Derived
from cocoa_core.domain.reading.kinds import KIND_READERS
from cocoa_core.domain.schema import Slot
from cocoa_core.domain.suggestions import listed
from cocoa_core.domain.words import SLOT_NAME
from cocoa_core.domain.yaml.nodes import Entry, MappingNode, Node, described
from cocoa_core.domain.yaml.reading import choice_at, flag_at, keyed, text_at, unexpected
from cocoa_core.errors import DomainError

__all__ = ["check_name", "described_slot", "read_slot"]

_ROW_ID: Final = "id"


def read_slot(entry: Entry) -> Slot:
    """The slot of this entry; DomainError with its place for every mistake."""
    check_name(entry)
    what = f"the slot {entry.key!r}"
    nodes = _settings(entry.value, what)
    missing = "missing" in nodes and flag_at(nodes["missing"], "`missing`")
    reader = KIND_READERS[choice_at(nodes["kind"], "kind of slot", tuple(KIND_READERS))]
    return described_slot(entry, reader.read(nodes, entry.place, missing))


def described_slot(entry: Entry, kind: Kind, derived: Derived | None = None) -> Slot:
    """The slot of this kind with the label, visibility and description that the entry gives it."""
    nodes: dict[str, Node] = {}
    if isinstance(entry.value, MappingNode):
        nodes = {one.key: one.value for one in entry.value.entries}
    return Slot(
        name=entry.key,
        label=text_at(nodes["label"], "`label`", LONGEST_LABEL) if "label" in nodes else _label(entry.key),
        kind=kind,
        shown=derived is None and ("shown" not in nodes or flag_at(nodes["shown"], "`shown`")),
        description=text_at(nodes["description"], "`description`", LONGEST_SLOT_DESCRIPTION, lines=True)
        if "description" in nodes
        else "",
        derived=derived,
    )


def _settings(node: Node, what: str) -> dict[str, Node]:
    """The slot's keys, those that its kind knows."""
    if not isinstance(node, MappingNode):
        raise unexpected(node, what, "a mapping with the key kind")
    kind_node = next((entry.value for entry in node.entries if entry.key == "kind"), None)
    if kind_node is None:
        raise DomainError(
            f"{what} lacks the key 'kind'",
            got=described(node),
            expected=f"`kind:` and one of {listed(KIND_READERS)}",
            place=node.place,
        )
    kind = choice_at(kind_node, "kind of slot", tuple(KIND_READERS))
    reader = KIND_READERS[kind]
    return dict(
        keyed(
            node,
            f"{what} of kind {kind}",
            ("kind", *reader.required),
            (*optional(COMMON_KEYS), *reader.optional),
        )
    )


def check_name(entry: Entry) -> None:
    """Refuse a name that no slot may have."""
    if not SLOT_NAME.fullmatch(entry.key) or entry.key == _ROW_ID:
        raise DomainError(
            f"{entry.key!r} cannot be the name of a slot"[:120],
            expected='a small letter, then small letters, digits and "_", 41 at most; not "id"',
            fix="rename it; what people see is its `label`",
            place=entry.place,
        )


def _label(name: str) -> str:
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]
