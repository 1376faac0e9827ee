"""Taking out of a YAML tree what a mistake is about, so that the rest can be read."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from typing import TypeAlias

from attrs import evolve

from cocoa_core.domain.yaml.nodes import Entry, MappingNode, Node, ScalarNode, SequenceNode
from cocoa_core.errors import Place

__all__ = [
    "Way",
    "entry_at",
    "mentions",
    "node_at",
    "path_of",
    "renamed",
    "with_entry",
    "without",
    "without_mentions",
]

Way: TypeAlias = tuple[str | int, ...]
"""The way from the root: keys of mappings, places in lists."""


def path_of(root: Node, place: Place) -> tuple[Way, bool] | None:
    """The outermost node at a place, and whether it is a key that stands there; None if there is nothing.

    A mapping in block style begins where its first key does: it is the mapping that is found.
    """
    waiting: deque[tuple[Way, Node]] = deque([((), root)])
    while waiting:
        path, node = waiting.popleft()
        if node.place == place:
            return path, False
        for step, key, child in _children(node):
            if key == place:
                return (*path, step), True
            waiting.append(((*path, step), child))
    return None


def _children(node: Node) -> Iterator[tuple[str | int, Place | None, Node]]:
    if isinstance(node, MappingNode):
        for entry in node.entries:
            yield entry.key, entry.place, entry.value
    elif isinstance(node, SequenceNode):
        for number, item in enumerate(node.items):
            yield number, None, item


def node_at(root: Node, path: Way) -> Node | None:
    """The node at the end of a path; None where there is none."""
    node: Node | None = root
    for step in path:
        node = next((child for known, _, child in _children(node) if known == step), None) if node else None
    return node


def entry_at(root: Node, path: Way) -> Entry | None:
    """The entry at the end of a path; None where that is no entry of a mapping."""
    parent = node_at(root, path[:-1]) if path else None
    if not isinstance(parent, MappingNode):
        return None
    return next((entry for entry in parent.entries if entry.key == path[-1]), None)


def without(root: Node, path: Way) -> Node:
    """The tree without the entry or item at a path, which is not empty; as it is where there is none."""
    step, *rest = path
    if isinstance(root, MappingNode):
        entries = (
            evolve(entry, value=without(entry.value, tuple(rest))) if entry.key == step else entry
            for entry in root.entries
            if rest or entry.key != step
        )
        return evolve(root, entries=tuple(entries))
    if isinstance(root, SequenceNode):
        items = (
            without(item, tuple(rest)) if number == step else item
            for number, item in enumerate(root.items)
            if rest or number != step
        )
        return evolve(root, items=tuple(items))
    return root


def renamed(root: Node, path: Way, key: str) -> Node:
    """The tree with another key for the entry at a path, in its place."""
    step, *rest = path
    if isinstance(root, MappingNode):
        entries = []
        for entry in root.entries:
            if entry.key == step:
                value = renamed(entry.value, tuple(rest), key) if rest else entry.value
                entry = evolve(entry, key=entry.key if rest else key, value=value)
            entries.append(entry)
        return evolve(root, entries=tuple(entries))
    if isinstance(root, SequenceNode):
        items = (
            renamed(item, tuple(rest), key) if number == step else item
            for number, item in enumerate(root.items)
        )
        return evolve(root, items=tuple(items))
    return root


def with_entry(root: MappingNode, key: str, text: str) -> MappingNode:
    """The mapping with a text for a key, in place of what it had."""
    known = next((entry for entry in root.entries if entry.key == key), None)
    place = known.place if known else root.place
    others = tuple(entry for entry in root.entries if entry.key != key)
    return evolve(root, entries=(*others, Entry(key, place, ScalarNode(place, text, text))))


def mentions(node: Node, words: Collection[str]) -> bool:
    """Whether one of the words stands as a value anywhere below the node."""
    if isinstance(node, ScalarNode):
        return isinstance(node.value, str) and node.value in words
    return any(mentions(child, words) for _, _, child in _children(node))


def without_mentions(root: Node, path: Way, words: Collection[str]) -> Node:
    """The tree without those items of the list at a path that mention one of the words."""
    listed = node_at(root, path)
    if isinstance(listed, SequenceNode):
        for number in reversed(range(len(listed.items))):
            if mentions(listed.items[number], words):
                root = without(root, (*path, number))
    return root
