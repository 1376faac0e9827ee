"""Finds the positions of slots, rules and wordings in files, which a loaded domain does not know."""

from __future__ import annotations

from functools import cached_property
from typing import TypeAlias

from attrs import frozen

from cocoa_core.domain import Domain
from cocoa_core.errors import Place
from cocoa_core.loading import (
    RULES,
    SCHEMA,
    MappingEntry,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    read_yaml,
    shown_path,
)

NodePath: TypeAlias = tuple[str | int, ...]
"""The path from the root to a node: keys of mappings and indices in lists."""


@frozen(eq=False)
class Places:
    """Positions in the files of a domain. What the file does not state (a key with its default) has the
    position of what it belongs to.
    """

    domain: Domain
    """The domain, of whose files each is read when the first position in it is asked for."""
    catalogue: str = ""
    """The name of the catalogue's file; empty where no position in it is asked for."""

    @cached_property
    def schema(self) -> Node:
        return self._read(SCHEMA)

    @cached_property
    def rules(self) -> Node:
        return self._read(RULES)

    def _read(self, name: str) -> Node:
        return read_yaml(self.domain.files[name], shown_path(self.domain.folder / name))

    @cached_property
    def _rules(self) -> dict[str, NodePath]:
        result: dict[str, NodePath] = {}
        slots = node_at(self.rules, ("rules",))
        for entry in slots.entries if isinstance(slots, MappingNode) else ():
            for number in range(len(_items(entry.value))):
                path = ("rules", entry.key, number)
                name = node_at(self.rules, (*path, "id"))
                if isinstance(name, ScalarNode):
                    result[str(name.value)] = path
        return result

    def file(self, name: str) -> Place:
        """Returns the position of a file of the domain as a whole."""
        return Place(shown_path(self.domain.folder / name))

    def row(self, line: int) -> Place:
        """Returns the position of a line of the catalogue."""
        return Place(shown_path(self.domain.folder / self.catalogue), line)

    def slot(self, name: str, *keys: str | int) -> Place:
        """Returns the position of a slot, or of a key of it."""
        return _place(self.schema, ("slots", name), keys)

    def top(self, key: str, *keys: int) -> Place:
        """Returns the position of a key of the schema, or of an item of its list."""
        return _place(self.schema, (), (key, *keys))

    def inert(self, key: str, *keys: int) -> Place:
        """Returns the position of `openings` or `closings`, or of a text among them."""
        return _place(self.rules, (), (key, *keys))

    def says(self, name: str, key: str) -> bool:
        """Returns whether the file has this key in a rule."""
        return node_at(self.rules, (*self._rules.get(name, ()), key)) is not None

    def flag(self, name: str, key: str) -> bool:
        """Returns whether a rule has this key with `true`."""
        node = node_at(self.rules, (*self._rules.get(name, ()), key))
        return isinstance(node, ScalarNode) and node.value is True

    def rule(self, name: str, *keys: str | int) -> Place:
        """Returns the position of a rule by its id, or of a part of it: `"say", 0` is its first wording."""
        return _place(self.rules, self._rules.get(name, ()), keys)

    def item(self, name: str, key: str, word: str) -> Place:
        """Returns the position of an item in a list of a rule (`"tests", "less"`), else of the list."""
        listed = node_at(self.rules, (*self._rules.get(name, ()), *key.split(".")))
        for item in _items(listed):
            if isinstance(item, ScalarNode) and item.text == word:
                return item.place
        return self.rule(name, *key.split("."))


def node_at(root: Node, path: NodePath) -> Node | None:
    """Returns the node at the end of a path; None where there is none."""
    node = _at(root, path)
    return node.value if isinstance(node, MappingEntry) else node


def _at(root: Node, path: NodePath) -> MappingEntry | Node | None:
    """Returns the entry of a mapping, or item of a list, at the end of a path; None if there is none."""
    result: MappingEntry | Node | None = root
    for step in path:
        node = result.value if isinstance(result, MappingEntry) else result
        if isinstance(node, MappingNode):
            result = next((entry for entry in node.entries if entry.key == step), None)
        else:
            result = next((item for number, item in enumerate(_items(node)) if number == step), None)
    return result


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, SequenceNode) else ()


def _place(root: Node, path: NodePath, keys: tuple[str | int, ...]) -> Place:
    """Returns the position of the node at `keys`, else of the nearest node on the path."""
    for length in range(len(keys), -1, -1):
        node = _at(root, (*path, *keys[:length]))
        if node is not None:
            return node.place
    return root.place
