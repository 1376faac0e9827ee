"""Where in a domain's files its slots, rules and wordings stand: the loaded domain does not know."""

from __future__ import annotations

from pathlib import Path

from attrs import define, field

from cocoa_core.checking.pruning import Way, entry_at, node_at
from cocoa_core.domain.domain import Domain
from cocoa_core.domain.reading.folder_files import RULES, SCHEMA, shown_path
from cocoa_core.domain.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from cocoa_core.domain.yaml.source import read_yaml
from cocoa_core.errors import Place

__all__ = ["Places", "places_of"]


@define(eq=False)
class Places:
    """Places by what stands there. What was not written (a key with its default) is where its owner is."""

    folder: Path
    schema: Node
    rules: Node
    catalogue: str
    _rules: dict[str, Way] = field(init=False)

    @_rules.default
    def _find_rules(self) -> dict[str, Way]:
        found: dict[str, Way] = {}
        slots = node_at(self.rules, ("rules",))
        for entry in slots.entries if isinstance(slots, MappingNode) else ():
            for number in range(len(_items(entry.value))):
                way: Way = ("rules", entry.key, number)
                name = node_at(self.rules, (*way, "id"))
                if isinstance(name, ScalarNode):
                    found[str(name.value)] = way
        return found

    def file(self, name: str) -> Place:
        """A file of the domain as a whole."""
        return Place(shown_path(self.folder / name))

    def row(self, line: int) -> Place:
        """A line of the catalogue."""
        return Place(shown_path(self.folder / self.catalogue), line)

    def slot(self, name: str, *keys: str | int) -> Place:
        """A slot, or a key of it."""
        return _place(self.schema, ("slots", name), keys)

    def top(self, key: str) -> Place:
        """A key of the schema."""
        return _place(self.schema, (), (key,))

    def rule(self, name: str, *keys: str | int) -> Place:
        """A rule by its id, or a part of it: `"say", 0` is its first wording."""
        return _place(self.rules, self._rules.get(name, ()), keys)

    def item(self, name: str, key: str, word: str) -> Place:
        """The item of a list in a rule that has this text: `"tests", "less"`."""
        listed = node_at(self.rules, (*self._rules.get(name, ()), *key.split(".")))
        for item in _items(listed):
            if isinstance(item, ScalarNode) and item.text == word:
                return item.place
        return self.rule(name, *key.split("."))


def places_of(domain: Domain, catalogue: str) -> Places:
    """The places in a domain's files; `catalogue` is the name of its catalogue's file."""
    schema, rules = (
        read_yaml(domain.files[name], shown_path(domain.folder / name)) for name in (SCHEMA, RULES)
    )
    return Places(domain.folder, schema, rules, catalogue)


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, SequenceNode) else ()


def _place(root: Node, way: Way, keys: tuple[str | int, ...]) -> Place:
    """The place of a key of what stands at `way`, or of the nearest that is there."""
    for length in range(len(keys), -1, -1):
        whole = (*way, *keys[:length])
        entry = entry_at(root, whole)
        node = entry or node_at(root, whole)
        if node is not None:
            return node.place
    return root.place
