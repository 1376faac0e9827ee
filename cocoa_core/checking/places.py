"""Where in a domain's files its slots, rules and wordings stand: the loaded domain does not know."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from attrs import frozen

from cocoa_core.domain import Domain
from cocoa_core.errors import Place
from cocoa_core.loading import (
    RULES,
    SCHEMA,
    Entry,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    read_yaml,
    shown_path,
)

__all__ = ["Places", "node_at", "places_of"]

Way: TypeAlias = tuple[str | int, ...]
"""The way from the root: keys of mappings, places in lists."""


@frozen(eq=False)
class Places:
    """Places by what stands there.

    What was not written (a key with its default) is where its owner is.
    """

    folder: Path
    files: Mapping[str, bytes]
    """The bytes of schema.yaml and rules.yaml, which are read when the first place in them is asked for."""
    catalogue: str
    """The name of the catalogue's file."""

    @cached_property
    def schema(self) -> Node:
        return self._read(SCHEMA)

    @cached_property
    def rules(self) -> Node:
        return self._read(RULES)

    def _read(self, name: str) -> Node:
        return read_yaml(self.files[name], shown_path(self.folder / name))

    @cached_property
    def _rules(self) -> dict[str, Way]:
        result: dict[str, Way] = {}
        slots = node_at(self.rules, ("rules",))
        for entry in slots.entries if isinstance(slots, MappingNode) else ():
            for number in range(len(_items(entry.value))):
                way = ("rules", entry.key, number)
                name = node_at(self.rules, (*way, "id"))
                if isinstance(name, ScalarNode):
                    result[str(name.value)] = way
        return result

    def file(self, name: str) -> Place:
        """Returns a file of the domain as a whole."""
        return Place(shown_path(self.folder / name))

    def row(self, line: int) -> Place:
        """Returns a line of the catalogue."""
        return Place(shown_path(self.folder / self.catalogue), line)

    def slot(self, name: str, *keys: str | int) -> Place:
        """Returns a slot, or a key of it."""
        return _place(self.schema, ("slots", name), keys)

    def top(self, key: str, *keys: int) -> Place:
        """Returns a key of the schema, or an item of its list."""
        return _place(self.schema, (), (key, *keys))

    def inert(self, key: str, *keys: int) -> Place:
        """`openings` or `closings`, or a text among them."""
        return _place(self.rules, (), (key, *keys))

    def says(self, name: str, key: str) -> bool:
        """Returns whether the file has this key in a rule."""
        return node_at(self.rules, (*self._rules.get(name, ()), key)) is not None

    def flag(self, name: str, key: str) -> bool:
        """Returns whether a rule has this key with `true`."""
        node = node_at(self.rules, (*self._rules.get(name, ()), key))
        return isinstance(node, ScalarNode) and node.value is True

    def rule(self, name: str, *keys: str | int) -> Place:
        """Returns a rule by its id, or a part of it: `"say", 0` is its first wording."""
        return _place(self.rules, self._rules.get(name, ()), keys)

    def item(self, name: str, key: str, word: str) -> Place:
        """Returns the item of a list in a rule that has this text: `"tests", "less"`."""
        listed = node_at(self.rules, (*self._rules.get(name, ()), *key.split(".")))
        for item in _items(listed):
            if isinstance(item, ScalarNode) and item.text == word:
                return item.place
        return self.rule(name, *key.split("."))


def places_of(domain: Domain, catalogue: str) -> Places:
    """Returns the places in a domain's files; `catalogue` is the name of its catalogue's file."""
    return Places(domain.folder, domain.files, catalogue)


def node_at(root: Node, way: Way) -> Node | None:
    """The node at the end of a way; None where there is none."""
    node = _at(root, way)
    return node.value if isinstance(node, Entry) else node


def _at(root: Node, way: Way) -> Entry | Node | None:
    """Returns the entry of a mapping, or the item of a list, at the end of a way."""
    result: Entry | Node | None = root
    for step in way:
        node = result.value if isinstance(result, Entry) else result
        if isinstance(node, MappingNode):
            result = next((entry for entry in node.entries if entry.key == step), None)
        else:
            result = next((item for number, item in enumerate(_items(node)) if number == step), None)
    return result


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, SequenceNode) else ()


def _place(root: Node, way: Way, keys: tuple[str | int, ...]) -> Place:
    """Returns the place of a key of what stands at `way`, or of the nearest that is there."""
    for length in range(len(keys), -1, -1):
        node = _at(root, (*way, *keys[:length]))
        if node is not None:
            return node.place
    return root.place
