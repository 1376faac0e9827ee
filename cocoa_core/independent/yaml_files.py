"""Reads YAML that may come from anybody: bounded, without YAML's risky parts, every scalar as a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any, Final

from attrs import define, field
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    DocumentStartEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
)

from cocoa_core.errors import FindingsError, Place

RESTORE: Final = "restore the file from a copy of the data set, or generate the data set again"
"""What to do about a file that cannot be read as a whole."""

_MOST_BYTES: Final = 1_000_000
_LONGEST_LINE: Final = 100_000
_MOST_NODES: Final = 100_000
_DEEPEST: Final = 20


def load_plain(data: bytes, name: str) -> Any:
    """Returns the document of a file as dicts, lists and strings.

    Raises:
        FindingsError: with its line. The file is no YAML in UTF-8, is larger than 1 MB, has lines of more
            than 100,000 characters, more than 20 levels or 100,000 values; it has anchors, aliases, tags,
            merge keys, directives or several documents; or a key is no text or stands twice.
    """
    try:
        return _copied(_loaded(data))
    except FindingsError as error:
        error.place = Place(name, 0 if error.place is None else error.place.line)
        raise


def _copied(node: Any) -> Any:
    if isinstance(node, dict):
        return {key: _copied(value) for key, value in node.items()}
    return [_copied(item) for item in node] if isinstance(node, list) else node


@lru_cache(maxsize=8)
def _loaded(data: bytes) -> Any:
    """Returns a cached document: parsing flights takes 0.06 s of CPU, copying it a hundredth. The place of an
    error lacks the file: a domain is read as that of a data set, and as the installed one.
    """
    if len(data) > _MOST_BYTES:
        raise _refused(0, "the file is too large", f"more than {_MOST_BYTES:,} bytes")
    try:
        source = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line, got = data.count(b"\n", 0, error.start) + 1, f"the byte {data[error.start]:#04x}"
        raise _refused(line, "the file is not text in UTF-8", got) from None
    for number, line_ in enumerate(source.splitlines(), 1):
        if len(line_) > _LONGEST_LINE:
            raise _refused(number, "the line is too long", f"more than {_LONGEST_LINE:,} characters")
        if line_.startswith("%"):
            raise _refused(number, "the file has a YAML directive", line_[:40])
    loading = _Loading()
    for event in _events(source):
        loading.take(event)
    return loading.document


def _events(source: str) -> Iterator[Any]:
    line = 1
    try:
        for event in YAML(typ="base", pure=True).parse(source):
            line = event.end_mark.line + 1
            yield event
    except MarkedYAMLError as error:
        if error.problem_mark is not None:
            line = error.problem_mark.line + 1
        raise _refused(line, "the file cannot be read as YAML", str(error.problem or "")) from None
    except Exception as error:  # the parser trips over some broken files with errors of other kinds
        raise _refused(line, "the file cannot be read as YAML", str(error)) from None


def _refused(line: int, problem: str, got: str) -> FindingsError:
    words = "".join(sign if sign.isprintable() else "?" for sign in " ".join(got.split())[:200])
    return FindingsError(problem, got=words or None, fix=RESTORE, place=Place("", line))


@define
class _Loading:
    """The state of loading a file."""

    document: Any = None
    open: list[tuple[dict[str, Any] | list[Any], list[str]]] = field(factory=list)
    """The mappings and lists that have begun, each with the key that waits for a value."""
    nodes: int = 0
    documents: int = 0

    def take(self, event: Any) -> None:
        """Takes the next event of the parser."""
        if isinstance(event, CollectionEndEvent):
            self.open.pop()
        elif isinstance(event, DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                raise self.refused(event, "the file has several documents")
        elif isinstance(event, NodeEvent):
            self._check(event)
            if isinstance(event, ScalarEvent):
                self._add(event, event.value)
            else:
                node: dict[str, Any] | list[Any] = {} if isinstance(event, MappingStartEvent) else []
                self._add(event, node)
                self.open.append((node, []))

    def refused(self, event: Any, problem: str, got: str = "") -> FindingsError:
        return _refused(event.start_mark.line + 1, problem, got)

    def _check(self, event: Any) -> None:
        self.nodes += 1
        if isinstance(event, AliasEvent) or event.anchor is not None:
            raise self.refused(event, "the file has an anchor or an alias")
        if event.tag is not None:
            raise self.refused(event, "the file has a tag")
        if self.nodes > _MOST_NODES:
            raise self.refused(event, f"the file has more than {_MOST_NODES:,} values")
        if len(self.open) > _DEEPEST:
            raise self.refused(event, f"the file has more than {_DEEPEST} levels")

    def _add(self, event: Any, node: Any) -> None:
        if not self.open:
            self.document = node
            return
        parent, waiting = self.open[-1]
        if isinstance(parent, list):
            parent.append(node)
        elif waiting:
            parent[waiting.pop()] = node
        elif not isinstance(node, str) or (node == "<<" and event.style is None):
            raise self.refused(event, "a key is not a word")
        elif node in parent:
            raise self.refused(event, "a key stands twice", node)
        else:
            waiting.append(node)


_LONGEST: Final = 200
_MOST: Final = 1000
_NUMBER: Final = re.compile(r"[-+]?(?:\.[0-9]{1,15}|[0-9]{1,15}(?:\.[0-9]{0,15})?)(?:[eE][-+]?[0-9]{1,2})?")
_LONGEST_NUMBER: Final = 40
_TRUE: Final = frozenset(("true", "True", "TRUE"))
_FALSE: Final = frozenset(("false", "False", "FALSE"))


def mapping(node: Any, what: str, most: int = _MOST) -> Mapping[str, Any]:
    """Returns a node as a mapping.

    Args:
        what: its name in errors.
        most: the largest number of keys.

    Raises:
        ValueError: it is something else, or has more keys.
    """
    if not isinstance(node, dict):
        raise ValueError(f"{what} is not a mapping")
    if len(node) > most:
        raise ValueError(f"{what} has more than {most} keys")
    return node


def sequence(node: Any, what: str, most: int = _MOST) -> Sequence[Any]:
    """Returns a node as a list.

    Args:
        what: its name in errors.
        most: the largest number of items.

    Raises:
        ValueError: it is something else, or has more items.
    """
    if not isinstance(node, list):
        raise ValueError(f"{what} is not a list")
    if len(node) > most:
        raise ValueError(f"{what} has more than {most} items")
    return node


def text(node: Any, what: str) -> str:
    """Returns a node as a text.

    Raises:
        ValueError: it is something else, or longer than 200 characters.
    """
    if not isinstance(node, str):
        raise ValueError(f"{what} is not a text")
    if len(node) > _LONGEST:
        raise ValueError(f"{what} has more than {_LONGEST} characters")
    return node


def plain_number(text: str) -> str:
    """Returns a number in plain decimals, in whatever form YAML 1.2 allows (`0x1F`, `0o17`, `+5`, `1e3`,
    `007`).

    Any other text is returned as it is, without blanks around it.
    """
    stripped = text.strip(" ")
    if len(stripped) > _LONGEST_NUMBER:
        return stripped
    try:
        if stripped.startswith(("0x", "0o")):
            return str(int(stripped, 0))
        number = Decimal(stripped) if _NUMBER.fullmatch(stripped) else None
    except (ValueError, InvalidOperation):
        return stripped
    return stripped if number is None else format(number, "f")


def whole(node: Any, what: str, least: int = -(10**15), most: int = 10**15) -> int:
    """Returns a node as a whole number.

    Raises:
        ValueError: it is something else, or out of bounds.
    """
    try:
        number = int(plain_number(text(node, what)))
    except ValueError:
        raise ValueError(f"{what} is not a whole number") from None
    if not least <= number <= most:
        raise ValueError(f"{what} is not from {least} to {most}")
    return number


def flag(node: Any, what: str) -> bool:
    """Returns a node as true or false.

    Raises:
        ValueError: it is something else.
    """
    word = text(node, what)
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise ValueError(f"{what} is neither true nor false")
