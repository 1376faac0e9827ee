"""Every mistake of a schema and of a rule set: what one is about is taken out, and the rest is read again.

So each slot, axiom, rule and wording is tried on its own, by the readers that load a domain. What refers to a
slot that was taken out goes with it: it would only repeat the same mistake.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Set
from pathlib import PurePath
from typing import Final, TypeVar

from attrs import frozen

from cocoa_core.checking.pruning import (
    Way,
    mentions,
    node_at,
    path_of,
    renamed,
    with_entry,
    without,
    without_mentions,
)
from cocoa_core.domain.printed.declaration_reading import read_declaration
from cocoa_core.domain.reading.rules import read_rules
from cocoa_core.domain.rules import Rule
from cocoa_core.domain.schema import Schema
from cocoa_core.domain.suggestions import quoted
from cocoa_core.domain.yaml.nodes import MappingNode, Node, SequenceNode
from cocoa_core.errors import DomainError

__all__ = [
    "MOST_MISTAKES",
    "ReadRules",
    "ReadSchema",
    "printed_mistakes",
    "rules_mistakes",
    "schema_mistakes",
]

MOST_MISTAKES: Final = 100
"""Mistakes of one file after which the rest of it is not read."""

_STAND_INS: Final = {"name": "unnamed", "version": "0", "noun": "option"}
_MEANT: Final = re.compile("did you mean '(.+)'\\?")
_REFERRING: Final = ("group_by", "request", "axioms")

Read = TypeVar("Read")


@frozen(eq=False)
class ReadSchema:
    """schema: what is left of the schema, None where nothing is. forgotten: slots that were taken out."""

    schema: Schema | None
    mistakes: tuple[DomainError, ...]
    forgotten: frozenset[str]


@frozen(eq=False)
class ReadRules:
    """rules: those without a mistake."""

    rules: tuple[Rule, ...]
    mistakes: tuple[DomainError, ...]


def schema_mistakes(root: Node, read: Callable[[Node], Schema]) -> ReadSchema:
    """What `read` refuses in a schema's tree, in the order in which it does."""
    schema, mistakes, left = _read_on(root, read, _without_schema_mistake)
    names, kept = (_keys(node_at(one, ("slots",))) for one in (root, left))
    return ReadSchema(schema, mistakes, names - kept)


def rules_mistakes(root: Node, schema: Schema, forgotten: Set[str]) -> ReadRules:
    """What is wrong in a rule set's tree. Rules of forgotten slots are let be."""
    for name in sorted(forgotten & _keys(node_at(root, ("rules",)))):
        root = without(root, ("rules", name))
    if forgotten and not _keys(node_at(root, ("rules",))):
        return ReadRules((), ())
    rules, mistakes, _ = _read_on(root, lambda node: read_rules(node, schema), _without_rules_mistake)
    return ReadRules(rules or (), mistakes)


def printed_mistakes(root: Node, schema: Schema, forgotten: Set[str]) -> tuple[DomainError, ...]:
    """What is wrong in the tree of a printed.yaml. Entries of forgotten slots are let be."""
    for name in sorted(forgotten & _keys(node_at(root, ("slots",)))):
        root = _without_if_empty(without(root, ("slots", name)), ("slots",))
    return _read_on(root, lambda node: read_declaration(node, schema), _without_printed_mistake)[1]


def _read_on(
    root: Node, read: Callable[[Node], Read], prune: Callable[[Node, DomainError], Node | None]
) -> tuple[Read | None, tuple[DomainError, ...], Node]:
    mistakes: list[DomainError] = []
    while len(mistakes) < MOST_MISTAKES:
        try:
            return read(root), tuple(mistakes), root
        except DomainError as mistake:
            mistakes.append(mistake)
        left = _as_meant(root, mistakes[-1]) or prune(root, mistakes[-1])
        if left is None or left == root:
            break
        root = left
    return None, tuple(mistakes), root


def _as_meant(root: Node, mistake: DomainError) -> Node | None:
    """The tree with the key that was meant in place of one that there is not; None for other mistakes."""
    found, meant = _where(root, mistake), _MEANT.fullmatch(mistake.fix or "")
    if found is None or not found[1] or meant is None:
        return None
    path = found[0]
    return None if meant[1] in _keys(node_at(root, path[:-1])) else renamed(root, path, meant[1])


def _where(root: Node, mistake: DomainError) -> tuple[Way, bool] | None:
    """The way to what a mistake is about, and whether that is a key; None where it is not in this tree."""
    found = path_of(root, mistake.place) if mistake.place else None
    node = node_at(root, found[0]) if found else None
    if found and isinstance(node, MappingNode) and node.entries:
        first = node.entries[0]  # in block style it stands where its mapping begins
        if first.place == mistake.place and mistake.got == quoted(first.key):
            return (*found[0], first.key), True
    return found


def _keys(node: Node | None) -> frozenset[str]:
    return frozenset(entry.key for entry in node.entries) if isinstance(node, MappingNode) else frozenset()


def _without_schema_mistake(root: Node, mistake: DomainError) -> Node | None:
    """The schema without what a mistake is about; None where nothing else can be read."""
    if mistake.place is not None and mistake.place.file != root.place.file:
        return _without_table(root, mistake.place.file)
    found = _where(root, mistake)
    if found is None or not isinstance(root, MappingNode):
        return None
    path, at_key = found
    if not path:
        return _with_what_lacks(root)
    top = str(path[0])
    if top in _STAND_INS:
        return with_entry(root, top, _STAND_INS[top])
    if top == "slots":
        return _without_slot(root, path, at_key)
    if path == ("group_by",):
        root = without(root, ("request",))  # it speaks of the slots that group options
    if len(path) == 1 or top not in _REFERRING:
        return without(root, (top,))
    if top == "group_by":
        name = getattr(node_at(root, path), "value", None)
        root = _without_if_empty(without_mentions(root, ("request",), {str(name)}), ("request",))
    return _without_item(root, path[:2])


def _with_what_lacks(root: MappingNode) -> MappingNode | None:
    """The schema with the first required key that it lacks; None where that is of no help."""
    if "slots" not in _keys(root):
        return None
    for key, text in _STAND_INS.items():
        if key not in _keys(root):
            return with_entry(root, key, text)
    return None


def _without_slot(root: Node, path: Way, at_key: bool) -> Node | None:
    if len(path) < 2:
        return None
    if at_key and len(path) > 2:
        return without(root, path)  # a key that there is not
    root = _forgetting(without(root, path[:2]), {str(path[1])})
    return root if _keys(node_at(root, ("slots",))) else None


def _without_table(root: Node, file: str) -> Node | None:
    """The schema without the slots that follow by a table."""
    slots = node_at(root, ("slots",))
    for entry in slots.entries if isinstance(slots, MappingNode) else ():
        table = node_at(entry.value, ("derived", "table"))
        if table is not None and mentions(table, {PurePath(file).stem}):
            root = _forgetting(without(root, ("slots", entry.key)), {entry.key})
    return root


def _forgetting(root: Node, words: Collection[str]) -> Node:
    """The schema without all that refers to these slots; slots derived from them go too."""
    slots = node_at(root, ("slots",))
    for entry in slots.entries if isinstance(slots, MappingNode) else ():
        source = node_at(entry.value, ("derived", "from"))
        if source is not None and mentions(source, words):
            root = _forgetting(without(root, ("slots", entry.key)), {entry.key})
    for key in _REFERRING:
        root = without_mentions(root, (key,), words)
        root = _without_if_empty(root, (key,))
    return root


def _without_item(root: Node, path: Way) -> Node:
    return _without_if_empty(without(root, path), path[:-1])


def _without_if_empty(root: Node, path: Way) -> Node:
    node = node_at(root, path)
    empty = (isinstance(node, SequenceNode) and not node.items) or (
        isinstance(node, MappingNode) and not node.entries
    )
    return without(root, path) if empty else root


def _without_rules_mistake(root: Node, mistake: DomainError) -> Node | None:
    """The rules without what a mistake is about: a wording, a key, a rule, or all rules of a slot."""
    found = _where(root, mistake)
    if found is None:
        return None
    path, at_key = found
    if len(path) < 2 or path[0] != "rules":
        return without(root, path) if path and path[0] != "rules" else None
    if len(path) < 3:
        left = without(root, path)
    elif at_key and len(path) > 3:
        left = without(root, path)  # a key that there is not
    else:
        left = _without_part(root, path)
    return left if _keys(node_at(left, ("rules",))) else None


def _without_printed_mistake(root: Node, mistake: DomainError) -> Node | None:
    """The declaration without the slot, or the key, that a mistake is about."""
    found = _where(root, mistake)
    if found is None or not found[0]:
        return None
    path, at_key = found
    length = len(path) if at_key else 2 if path[0] == "slots" else 1
    return _without_if_empty(without(root, path[:length]), ("slots",))


def _without_part(root: Node, path: Way) -> Node:
    if len(path) > 4 and path[3] in ("say", "also", "atypical"):
        listed = node_at(root, path[:4])
        if path[3] != "say" or (isinstance(listed, SequenceNode) and len(listed.items) > 1):
            return without(root, path[:5])
    return _without_if_empty(without(root, path[:3]), path[:2])
