"""The printed texts that a slot's value is made of, taken out of a record's cells."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.primitives import Value
from cocoa_core.domain.printed.declaration import Field, Part
from cocoa_core.domain.printed.keys import NUMBER, folded_text
from cocoa_core.domain.printed.lists import split_items
from cocoa_core.domain.printed.missing import is_missing
from cocoa_core.domain.printed.records import Cell, Record
from cocoa_core.domain.suggestions import listed

__all__ = ["GAP", "Piece", "Source", "UnreadableError", "pieces_of", "sources_of"]

GAP: Final = "gap in numbered keys"
"""A reason."""
_BRACKETS: Final = ("[", "{")


class UnreadableError(ValueError):
    """A printed value that cannot be used.

    key, text: where it stands and what stands there; expected and fix: as in CocoaError
    reason:    what kind of mistake it is, in a few words, for counting
    value:     what it says, where it can be read but the slot cannot hold it
    """

    def __init__(
        self,
        key: str,
        text: str,
        expected: str,
        fix: str | None = None,
        reason: str = "unreadable value",
        value: Value = None,
    ) -> None:
        self.key, self.text, self.expected, self.fix = key, text, expected, fix
        self.reason, self.value = reason, value
        super().__init__(expected)


@frozen
class Source:
    """A cell with the key under which it stands."""

    key: str
    cell: Cell

    def blank(self) -> bool:
        """Whether nothing is printed there."""
        return self.cell is None or (isinstance(self.cell, str) and not self.cell.strip())

    def text(self) -> str:
        """The cell as messages quote it."""
        return "; ".join(self.cell) if isinstance(self.cell, tuple) else self.cell or ""


@frozen
class Piece:
    """A text that stands for a value, or for an item of one; `settled`: it is canonical, not printed."""

    key: str
    text: str
    settled: bool = False


def sources_of(field: Field, record: Record) -> tuple[Source, ...]:
    """The cells that the field names: none or one by its key, or one for each number up to the last.

    UnreadableError where two keys fit as well as each other, and for a gap: an empty cell before a full one.
    """
    if field.numbered:
        return _numbered(field, record)
    places = record.keys.find(field.keys)
    if len(places) > 1:
        names = [record.keys.names[place] for place in places]
        raise UnreadableError(
            names[0],
            record.text(places[0]),
            f"one key like {field.keys[0]!r}, not {listed(map(repr, names))}",
            "write in printed.yaml the one that is meant as the file has it",
        )
    return tuple(Source(record.keys.names[place], record.cells[place]) for place in places)


def _numbered(field: Field, record: Record) -> tuple[Source, ...]:
    places = record.keys.numbered(field.numbered)
    sources = {
        number: Source(record.keys.names[place], record.cells[place]) for number, place in places.items()
    }
    full = [number for number, source in sources.items() if not source.blank()]
    if not full:
        return ()
    start = 0 if 0 in sources else 1
    for number in range(start, full[-1]):
        if number not in full:
            gap = field.numbered[0].replace(NUMBER, str(number))
            raise UnreadableError(
                sources[full[-1]].key,
                sources[full[-1]].text(),
                f"a value of {gap!r} before it",
                f"fill in {gap!r}, or move the later values forward",
                GAP,
            )
    return tuple(sources[number] for number in full)


def pieces_of(field: Field, kind: Kind, source: Source) -> tuple[Piece, ...]:
    """What a cell says of the slot, in its order; nothing where nothing is printed.

    With `find` these are the items that it names, with `part` the pieces of the items that have one,
    otherwise the items of a set or list, or else the text. UnreadableError for a list that cannot be split,
    and for an item of one that is empty.
    """
    if source.blank():
        return ()
    words = field.words or {}
    settled = words.get(folded_text(source.text()))
    if settled is not None:
        return (Piece(source.key, settled, settled=True),)
    found: list[Piece] = []
    for item in _items(field, kind, source):
        text = _between(item, field.part) if field.part else item
        folded = folded_text(text or "")
        if field.find is not None:
            if folded in field.find:
                found.append(Piece(source.key, field.find[folded], settled=True))
        elif folded in words:
            found.append(Piece(source.key, words[folded], settled=True))
        elif text is not None and not _says_nothing(kind, text):
            found.append(Piece(source.key, text.strip()))
        elif field.part is None and isinstance(kind, CategorySet | NumberList) and source.text() != item:
            raise UnreadableError(source.key, source.text(), "a value for every item")
    return tuple(found)


def _items(field: Field, kind: Kind, source: Source) -> tuple[str, ...]:
    """The items of a cell, or the text as the only one.

    A text is split where the slot or the field is about items, and there are brackets, a separator in the
    field, or a ";". In a numbered cell only brackets and that separator count: "Portland; Maine" is one city.
    """
    if isinstance(source.cell, tuple):
        return source.cell
    text = source.text().strip()
    about_items = isinstance(kind, CategorySet | NumberList) or field.part or field.find is not None
    bracketed = text.startswith(_BRACKETS)
    if not about_items or not (bracketed or field.separator or not field.numbered):
        return (text,)
    try:
        return split_items(text, field.separator or (None if bracketed else ";"))
    except ValueError as error:
        expected = str(error).removeprefix("expected ").partition(", got ")[0]
        raise UnreadableError(source.key, text, expected) from None


def _between(item: str, part: Part) -> str | None:
    """What stands after the part's first text and before its second; None where one is not there."""
    text = " ".join(item.split())
    start = text.casefold().find(folded_text(part.after)) if part.after else 0
    if start < 0:
        return None
    rest = text[start + len(folded_text(part.after)) :]
    end = rest.casefold().find(folded_text(part.before)) if part.before else len(rest)
    return rest[:end].strip() if end >= 0 else None


def _says_nothing(kind: Kind, text: str) -> bool:
    """Whether a text says that there is no value: "n/a", but not where that is a word of the vocabulary."""
    words = getattr(kind, "values", ()) if getattr(kind, "closed", False) else ()
    return is_missing(text) and folded_text(text) not in map(folded_text, words)
