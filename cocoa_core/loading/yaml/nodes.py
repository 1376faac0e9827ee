"""Defines the nodes of a YAML file: what it says, with the position of every key and value."""

from __future__ import annotations

from decimal import Decimal
from typing import TypeAlias

from attrs import frozen

from cocoa_core.errors import Place
from cocoa_core.suggestions import quoted


@frozen
class ScalarNode:
    """A single value; numbers are exact: int, or Decimal with a point or an exponent."""

    place: Place
    value: str | bool | int | Decimal | None
    text: str
    """The value as written, without quotation marks."""


@frozen
class SequenceNode:
    """A list."""

    place: Place
    items: tuple[Node, ...]


@frozen
class MappingEntry:
    """A key of a mapping with its value."""

    key: str
    place: Place
    """The position of the key."""
    value: Node


@frozen
class MappingNode:
    """A mapping: keys with values, in the order of the file, each key once."""

    place: Place
    entries: tuple[MappingEntry, ...]


Node: TypeAlias = ScalarNode | SequenceNode | MappingNode


def described(node: Node) -> str:
    """Returns what a node holds, in words: "the text 'cheap'", "the number 4", "a list of 3"."""
    if isinstance(node, MappingNode):
        return f"a mapping of {len(node.entries)} keys" if len(node.entries) != 1 else "a mapping of 1 key"
    if isinstance(node, SequenceNode):
        return f"a list of {len(node.items)}"
    if node.value is None:
        return "nothing"
    if isinstance(node.value, bool):
        return "true" if node.value else "false"
    if isinstance(node.value, str):
        return f"the text {quoted(node.value)}" if node.value else "an empty text"
    return f"the number {node.text}"
