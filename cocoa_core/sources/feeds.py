"""Reads merchant feeds: the items of RSS 2.0 or Atom in the form of Google Shopping, from XML without a DTD.

A document type is refused. So there are no entities but the five of XML itself: none that grow, and none that
name a file or an address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from xml.parsers import expat

from attrs import define, field

from cocoa_core.errors import DomainError, Place
from cocoa_core.loading import shown_path
from cocoa_core.sources.fetching import LARGEST
from cocoa_core.sources.records import Row
from cocoa_core.text import word_set

_BEGIN: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml|rss|feed)\b")
_ITEMS: Final = ("item", "entry")
_DEEPEST: Final = 20
_MOST_TEXT: Final = 100_000
_UNREAD: Final = word_set("link image_link additional_image_link mobile_link description summary content")
"""Elements of an item that are not read."""


def is_feed(path: Path, head: bytes) -> bool:
    """Returns whether a file is XML, by its name or its beginning."""
    return path.suffix.casefold() == ".xml" or _BEGIN.match(head) is not None


def feed_rows(path: Path, notes: list[str]) -> Iterator[Row]:
    """Yields a row for each item: the texts of its elements by name, as a list where one is repeated.

    Args:
        notes: gets how many rows are variants of other items.

    Raises:
        DomainError: the file is too large, is not valid XML (with the line), has a document type, or has no
            items.
    """
    place = Place(shown_path(path))
    if path.stat().st_size > LARGEST:
        raise DomainError("the feed is too large", expected=f"at most {LARGEST:,} bytes", place=place)
    parser = expat.ParserCreate(namespace_separator=" ")
    reader = _Reader(place, parser)
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = reader.document_type
    try:
        with path.open("rb") as file:
            parser.ParseFile(file)
    except expat.ExpatError as error:
        got = expat.ErrorString(error.code)
        raise DomainError("this is not valid XML", got=got, place=Place(place.file, error.lineno)) from None
    if not reader.rows:
        raise DomainError(
            "the feed holds no items", expected="RSS with <item>s, or Atom with <entry>s", place=place
        )
    variants = sum("item_group_id" in row for row in reader.rows)
    notes += [f"Variants of other items, each a row of its own: {variants:,}."] if variants else []
    yield from reader.rows


@define
class _Reader:
    """The handlers that expat calls, and the rows that they read."""

    place: Place
    parser: expat.XMLParserType
    rows: list[dict[str, str | list[str]]] = field(factory=list)
    path: list[str] = field(factory=list)
    """The names of the open elements, from the item on."""
    depth: int = 0
    texts: list[str] = field(factory=list)
    """The pieces of text since the last tag."""

    def start(self, name: str, _attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.refused("elements in elements, too deep")
        local = name.rpartition(" ")[2]
        if self.path or local in _ITEMS:
            self.path.append(local)
            if len(self.path) == 1:
                self.rows.append({})
        self.texts.clear()

    def text(self, text: str) -> None:
        if self.path:
            self.texts.append(text)

    def end(self, _name: str) -> None:
        self.depth -= 1
        if not self.path:
            return
        text, inner = " ".join("".join(self.texts)[:_MOST_TEXT].split()), self.path[1:]
        self.path.pop()
        self.texts.clear()
        if not text or not inner or inner[0] in _UNREAD:
            return
        name, row = " ".join(inner), self.rows[-1]
        before = row.get(name)
        row[name] = text if before is None else [*([before] if isinstance(before, str) else before), text]

    def document_type(self, *_: object) -> None:
        raise self.refused("a document type (<!DOCTYPE ...>), which may hold entities")

    def refused(self, got: str) -> DomainError:
        fix = "ask for the feed without it, as shops are asked to write it"
        place = Place(self.place.file, self.parser.CurrentLineNumber)
        return DomainError("this XML is not read", got=got, fix=fix, place=place)
