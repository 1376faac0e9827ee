"""Reading YAML that may come from a stranger: bounded, without its risky parts, every node with its place.

The parser's events are walked with limits on size, depth and number before anything is built, so a file can
neither run code nor blow up. Only mappings, lists and plain values are left of the language.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from attrs import define, evolve, field

from cocoa_core.domain.suggestions import quoted
from cocoa_core.domain.yaml.nodes import Entry, MappingNode, Node, ScalarNode, SequenceNode, described
from cocoa_core.domain.yaml.scalars import plain_value
from cocoa_core.domain.yaml.text import UNFIT, decoded
from cocoa_core.errors import DomainError, Place

if TYPE_CHECKING:
    from ruamel.yaml.events import Event

__all__ = ["DEEPEST", "MOST_NODES", "read_yaml"]

DEEPEST: Final = 20
"""Mappings and lists within each other."""
MOST_NODES: Final = 100_000


def read_yaml(data: bytes, file: str) -> Node:
    """The one document of a YAML file. `file` is how its place is named.

    DomainError with line and column for: more than 1 MB, 20 levels or 100,000 nodes; bytes not in UTF-8;
    control characters, escaped ones too; anchors, aliases, tags, merge keys, directives, several documents;
    keys that are not text or stand twice; infinite, undefined and huge numbers; no document; broken YAML.
    """
    return _Walk(file).root(_events(decoded(data, file), file))


def _events(text: str, file: str) -> Iterator[Event]:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    place = Place(file, 1, 1)
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            place = Place(file, event.end_mark.line + 1, event.end_mark.column + 1)
            yield event
    except YAMLError as error:
        raise _invalid(error, file) from None
    except Exception as error:
        # The parser trips over some broken files with errors of other kinds (an escape beyond Unicode, say).
        raise DomainError(
            "this is not valid YAML",
            got=" ".join(str(error).split())[:200],
            fix="check what comes next",
            place=place,
        ) from None


def _invalid(error: Exception, file: str) -> DomainError:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    words = " ".join(str(getattr(error, "problem", None) or "").split())[:200]
    return DomainError(
        "this is not valid YAML",
        got="".join(letter if letter.isprintable() else "?" for letter in words) or None,
        fix="check the indentation, the colons and the quotation marks here",
        place=Place(file, mark.line + 1, mark.column + 1) if mark else Place(file),
    )


@define
class _Open:
    """A mapping or list that has begun; `key` waits for its value."""

    place: Place
    mapping: bool
    items: list[Node] = field(factory=list)
    entries: dict[str, Entry] = field(factory=dict)
    key: tuple[str, Place] | None = None


@define
class _Walk:
    """One pass over the events of a file."""

    file: str
    open: list[_Open] = field(factory=list)
    document: Node | None = None
    documents: int = 0
    nodes: int = 0

    def root(self, events: Iterator[Event]) -> Node:
        for event in events:
            self.step(event)
        if self.document is None:
            raise DomainError("the file is empty", expected="keys and values", place=Place(self.file))
        return self.document

    def step(self, event: Any) -> None:
        kind = type(event).__name__
        if kind == "AliasEvent" or getattr(event, "anchor", None) is not None:
            raise self.refused(
                event, "YAML anchors and aliases are not allowed", "write the value out in full"
            )
        if kind in ("MappingStartEvent", "SequenceStartEvent", "ScalarEvent"):
            self.begin(event, kind)
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            done = self.open.pop()
            self.add(
                MappingNode(done.place, tuple(done.entries.values()))
                if done.mapping
                else SequenceNode(done.place, tuple(done.items))
            )
        elif kind == "DocumentStartEvent":
            self.documents += 1
            if self.documents > 1:
                raise self.refused(event, "a second YAML document begins", "keep one document a file")

    def begin(self, event: Any, kind: str) -> None:
        if event.tag is not None:
            raise self.refused(event, "YAML tags are not allowed", "leave out the word that starts with '!'")
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise self.refused(event, f"more than {MOST_NODES:,} values", "keep large tables in CSV files")
        if kind == "ScalarEvent":
            self.scalar(event)
            return
        if len(self.open) >= DEEPEST:
            raise self.refused(event, f"more than {DEEPEST} levels of mappings and lists", "nest less deeply")
        if self.open and self.open[-1].mapping and self.open[-1].key is None:
            raise self.refused(event, "a key is a mapping or a list", "use a word as the key")
        self.open.append(_Open(self.place(event), kind == "MappingStartEvent"))

    def scalar(self, event: Any) -> None:
        place, text = self.place(event), event.value
        unfit = UNFIT.search(text)
        if unfit:
            raise DomainError(
                "an escaped control character", got=f"U+{ord(unfit[0]):04X}", fix="delete it", place=place
            )
        try:
            value = plain_value(text) if event.style is None else text
        except ValueError as error:
            raise DomainError(
                "this number cannot be used",
                got=quoted(text),
                expected=str(error).removeprefix("expected "),
                fix="put it in quotation marks if it is a text",
                place=place,
            ) from None
        node = ScalarNode(place, value, text)
        if self.open and self.open[-1].mapping and self.open[-1].key is None:
            self.open[-1].key = (self.key(node, plain=event.style is None), place)
        else:
            self.add(node)

    def key(self, node: ScalarNode, plain: bool) -> str:
        if plain and node.text == "<<":
            raise DomainError(
                "YAML merge keys are not allowed",
                got="<<",
                fix="write the keys out in full",
                place=node.place,
            )
        if not isinstance(node.value, str) or not node.value:
            raise DomainError(
                "a key must be a word",
                got=described(node),
                fix="put it in quotation marks if it is a text",
                place=node.place,
            )
        known = self.open[-1].entries.get(node.value)
        if known is not None:
            raise DomainError(
                f"the key {quoted(node.value)} stands twice",
                got=f"the first is in line {known.place.line}",
                expected="each key once",
                fix="delete or rename one of them",
                place=node.place,
            )
        return node.value

    def add(self, node: Node) -> None:
        if not self.open:
            self.document = node
            return
        parent = self.open[-1]
        if not parent.mapping:
            parent.items.append(node)
        elif parent.key is not None:
            name, place = parent.key
            if (
                isinstance(node, ScalarNode) and node.value is None and not node.text
            ):  # the parser places it later
                node = evolve(node, place=place)
            parent.entries[name] = Entry(name, place, node)
            parent.key = None

    def place(self, event: Any) -> Place:
        return Place(self.file, event.start_mark.line + 1, event.start_mark.column + 1)

    def refused(self, event: Any, problem: str, fix: str) -> DomainError:
        return DomainError(problem, fix=fix, place=self.place(event))
