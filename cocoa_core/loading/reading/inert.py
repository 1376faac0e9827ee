"""The inert texts of a rules.yaml: openings with places for the group's values, closings, reasons."""

from __future__ import annotations

from collections.abc import Collection

from cocoa_core.domain import Inert, Schema, SlotRef
from cocoa_core.errors import DomainError
from cocoa_core.loading.inert import opening_parts
from cocoa_core.loading.mistakes import InvalidDependencyError, Mistakes, unexpected, unknown_word
from cocoa_core.loading.models.base import Model
from cocoa_core.loading.models.rules_file import SIDES, RuleKeys, RulesFile
from cocoa_core.loading.reading.schema import ReadSchema
from cocoa_core.loading.yaml.nodes import Node
from cocoa_core.suggestions import quoted

__all__ = ["inert_of", "reasons_of"]

_Parts = tuple[str | SlotRef, ...]


def inert_of(file: RulesFile, read: ReadSchema, schema: Schema, mistakes: Mistakes) -> Inert:
    """The openings and closings without a mistake; what is wrong is noted.

    The parts of an opening stand side by side: the blanks between them belong to the words.
    """
    openings: list[_Parts] = []
    for text, node in _each_once(file, "openings", mistakes):
        parts = mistakes.tried(_parts, text, node, read, schema)
        openings += [parts] if parts is not None else []
    return Inert(tuple(openings), tuple(text for text, _ in _each_once(file, "closings", mistakes)))


def _each_once(keys: Model, name: str, mistakes: Mistakes) -> list[tuple[str, Node]]:
    found: dict[str, tuple[str, Node]] = {}
    texts: tuple[str, ...] = mistakes.tried(getattr, keys, name) or ()
    for text, node in zip(texts, keys.items_at(name) if texts else (), strict=True):
        if found.setdefault(text.casefold(), (text, node))[1] is not node:
            mistakes.note(unexpected(node, f"an item of `{name}`", "each text once", "leave it out"))
    return list(found.values())


def _parts(text: str, node: Node, read: ReadSchema, schema: Schema) -> _Parts:
    parts = tuple(SlotRef(part[1:-1]) if part[0] == "{" else part for part in opening_parts(text))
    named = [part.slot for part in parts if isinstance(part, SlotRef)]
    if read.forgotten & {*named} or not read.grouped:
        raise InvalidDependencyError  # what it would be held against has a mistake of its own
    for name in named:
        if name not in schema.group_by:
            raise unknown_word(name, "slot in `group_by`", schema.group_by, node.place)
    if sorted(named) != sorted(schema.group_by):
        raise DomainError(
            "the opening does not name the group of its options",
            got=quoted(text),
            expected=f"each of {' and '.join(f'{{{name}}}' for name in schema.group_by)} once",
            place=node.place,
        )
    return parts


def reasons_of(keys: RuleKeys, sides: Collection[str], mistakes: Mistakes) -> dict[str, tuple[str, ...]]:
    """The reasons by side; those of a side that no literal of the rule has are noted."""
    found: dict[str, tuple[str, ...]] = {}
    if keys.reasons is None:
        return found
    for side in SIDES:
        if not keys.reasons.has(side):
            continue
        with mistakes.kept():
            if side not in sides:
                raise unknown_word(side, "side of these tests", sides, keys.reasons.key_place(side))
            found[side] = tuple(text for text, _ in _each_once(keys.reasons, side, mistakes))
    return found
