"""Turns the cells of a record into the typed value of a slot, as its field declares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from attrs import define, frozen
from attrs import field as define_field

from cocoa_core.domain import Value
from cocoa_core.domain.kinds import Duration, Kind, element_problem
from cocoa_core.errors import MismatchError
from cocoa_core.importing.conventions import Conventions, is_missing
from cocoa_core.importing.kinds import read_printed
from cocoa_core.importing.kinds.items import split_items
from cocoa_core.importing.printed.declaration import PrintedField, PrintedPart
from cocoa_core.importing.printed.printed_file import PRINTED
from cocoa_core.importing.tables.records import NUMBER, Cell, Record, folded_text, quotable
from cocoa_core.suggestions import closest, listed, quoted

__all__ = ["GAP", "FieldReader", "UnreadableValueError", "counted_value", "sources_of"]

GAP: Final = "gap in numbered keys"
"""A reason of findings."""


class UnreadableValueError(ValueError):
    """A printed value that cannot be used.

    Its attributes are `key` and `text`, the key and the text that stands there; `expected` and `fix`, as in
    CocoaError; `reason`, the kind of mistake in a few words, for counting; and `value`, the value where the
    text can be read but the slot cannot hold it.
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
class KeyedCell:
    """A cell with its key."""

    key: str
    cell: Cell

    def blank(self) -> bool:
        """Returns whether nothing is printed in the cell."""
        return self.cell is None or (isinstance(self.cell, str) and not self.cell.strip())

    def text(self) -> str:
        """Returns the cell as messages quote it."""
        return quotable(self.cell)


@frozen
class ValueText:
    """A text that stands for a value or for an item of one."""

    key: str
    text: str
    settled: bool = False
    """Whether the text is canonical instead of printed."""


def sources_of(field: PrintedField, record: Record) -> tuple[KeyedCell, ...]:
    """Returns the cells that the field names: at most one by its key, or one for each number up to the last.

    Raises:
        UnreadableValueError: two keys match equally well, or a numbered cell is empty before one that is not.
    """
    if field.numbered:
        return _numbered(field, record)
    indexes = record.keys.find(field.keys)
    if len(indexes) > 1:
        names = [record.keys.names[index] for index in indexes]
        raise UnreadableValueError(
            names[0],
            record.text(indexes[0]),
            f"one key like {field.keys[0]!r}, not {listed(map(repr, names))}",
            "write in printed.yaml the one that is meant as the file has it",
        )
    return tuple(KeyedCell(record.keys.names[index], record.cells[index]) for index in indexes)


def _numbered(field: PrintedField, record: Record) -> tuple[KeyedCell, ...]:
    indexes = record.keys.numbered(field.numbered)
    sources = {
        number: KeyedCell(record.keys.names[index], record.cells[index]) for number, index in indexes.items()
    }
    full = [number for number, source in sources.items() if not source.blank()]
    if not full:
        return ()
    start = 0 if 0 in sources else 1
    for number in range(start, full[-1]):
        if number not in full:
            gap = field.numbered[0].replace(NUMBER, str(number))
            raise UnreadableValueError(
                sources[full[-1]].key,
                sources[full[-1]].text(),
                f"a value of {gap!r} before it",
                f"fill in {gap!r}, or move the later values forward",
                GAP,
            )
    return tuple(sources[number] for number in full)


def pieces_of(field: PrintedField, kind: Kind, source: KeyedCell) -> tuple[ValueText, ...]:
    """Returns what a cell says about the slot, in its order; nothing where the cell is blank.

    With `find` these are the items that it names, with `part` the pieces of the items that have one, else the
    items of a set or list, or the text.

    Raises:
        UnreadableValueError: a list cannot be split, or an item of a list is empty.
    """
    if source.blank():
        return ()
    words = field.words or {}
    settled = words.get(folded_text(source.text()))
    if settled is not None:
        return (ValueText(source.key, settled, settled=True),)
    pieces: list[ValueText] = []
    for item in _items(field, kind, source):
        text = _between(item, field.part) if field.part else item
        folded = folded_text(text or "")
        if field.find is not None:
            if folded in field.find:
                pieces.append(ValueText(source.key, field.find[folded], settled=True))
        elif folded in words:
            pieces.append(ValueText(source.key, words[folded], settled=True))
        elif text is not None and not _says_nothing(kind, text):
            pieces.append(ValueText(source.key, text.strip()))
        elif field.part is None and kind.several and source.text() != item:
            raise UnreadableValueError(source.key, source.text(), "a value for every item")
    return tuple(pieces)


def _items(field: PrintedField, kind: Kind, source: KeyedCell) -> tuple[str, ...]:
    """Returns the items of a cell, or its text as the only one.

    A text is split where the slot or the field deals with items, and the text has brackets, the field's
    separator or a ";". In a numbered cell only brackets and the field's separator count: "Portland; Maine" is
    one city.
    """
    if isinstance(source.cell, tuple):
        return source.cell
    text = source.text().strip()
    about_items = kind.several or field.part or field.find is not None
    bracketed = text.startswith(("[", "{"))
    if not about_items or not (bracketed or field.separator or not field.numbered):
        return (text,)
    try:
        return split_items(text, field.separator or (None if bracketed else ";"))
    except MismatchError as error:
        raise UnreadableValueError(source.key, text, error.expected) from None


def _between(item: str, part: PrintedPart) -> str | None:
    """Returns the text between the two texts of the part; None where one of them is not there."""
    text = " ".join(item.split())
    start = text.casefold().find(folded_text(part.after)) if part.after else 0
    if start < 0:
        return None
    rest = text[start + len(folded_text(part.after)) :]
    end = rest.casefold().find(folded_text(part.before)) if part.before else len(rest)
    return rest[:end].strip() if end >= 0 else None


def _says_nothing(kind: Kind, text: str) -> bool:
    """Returns whether a text such as "n/a" says that there is no value; not where it is a word of the
    vocabulary.
    """
    words = getattr(kind, "values", ()) if getattr(kind, "closed", False) else ()
    return is_missing(text) and folded_text(text) not in map(folded_text, words)


@define
class FieldReader:
    """Reads a slot's value from records, and caches it for each combination of cells."""

    field: PrintedField
    kind: Kind
    _known: dict[tuple[Cell, ...], Value] = define_field(factory=dict)

    def value(self, record: Record) -> Value:
        """Returns the value in a record, within the bounds of the kind.

        Raises:
            UnreadableValueError: there is no such value.
        """
        sources = sources_of(self.field, record)
        cells = tuple([source.cell for source in sources])
        if cells in self._known:
            return self._known[cells]
        value = self._known[cells] = _value(self.field, self.kind, sources)
        return value


def _value(field: PrintedField, kind: Kind, sources: Sequence[KeyedCell]) -> Value:
    pieces = [(source, pieces_of(field, kind, source)) for source in sources]
    value = (_several if kind.several else _scalar)(field, kind, pieces)
    if value is None and field.otherwise is not None:
        return kind.read(field.otherwise)
    text = "; ".join(source.text() for source in sources)
    return _legal(field, kind, value, sources[0].key if sources else (field.keys or field.numbered)[0], text)


def _several(
    field: PrintedField,
    kind: Kind,
    pieces: Sequence[tuple[KeyedCell, Sequence[ValueText]]],
) -> Value:
    if not any(_speaks(source, cell_pieces) for source, cell_pieces in pieces):
        return None if kind.missing or kind.min_items else ()
    inner = kind.item_kind.unbounded()
    values = [_read(inner, piece, field.conventions) for _, cell_items in pieces for piece in cell_items]
    if kind.numeric:
        return tuple(map(_number, values))
    cell_pieces = list(dict.fromkeys(map(str, values)))
    for text in cell_pieces:
        if problem := element_problem(text):
            raise UnreadableValueError(pieces[0][0].key, text, problem)
    return tuple(cell_pieces)


def _speaks(source: KeyedCell, pieces: Sequence[ValueText]) -> bool:
    """Returns whether a cell says which items there are, even if it says that there are none."""
    return bool(pieces) or source.cell == () or folded_text(source.text()) in ("none", "[]")


def _scalar(
    field: PrintedField, kind: Kind, pieces: Sequence[tuple[KeyedCell, Sequence[ValueText]]]
) -> Value:
    wide = kind.unbounded()
    values = [
        (piece, _read(wide, piece, field.conventions)) for _, cell_pieces in pieces for piece in cell_pieces
    ]
    if field.combine in _OF_ALL and not all(cell_pieces for _, cell_pieces in pieces):
        return None
    scalars = [value for _, value in values]
    if not scalars:
        return None
    if field.combine:
        return _COMBINED[field.combine](scalars)
    if any(value != scalars[0] for value in scalars):
        texts = ", ".join(dict.fromkeys(piece.text for piece, _ in values))
        raise UnreadableValueError(
            values[0][0].key, texts, "one value", f"say in {PRINTED} how they become one, with `combine`"
        )
    return scalars[0]


def _read(kind: Kind, piece: ValueText, conventions: Conventions) -> Value:
    if piece.settled:
        return kind.read(piece.text)
    text = piece.text
    if isinstance(kind, Duration) and conventions.unit and text.replace(".", "", 1).isdecimal():
        text = f"{text} {conventions.unit}"
    try:
        return read_printed(kind, text, conventions)
    except MismatchError as error:
        like = closest(text, getattr(kind, "values", ())) if getattr(kind, "closed", False) else None
        plain = text if text.replace(" ", "").isalnum() else quoted(text)
        fix = f"`words: {{{plain}: {like}}}` in {PRINTED}, if that is what it means" if like else None
        raise UnreadableValueError(piece.key, piece.text, error.expected, fix) from None


def _legal(field: PrintedField, kind: Kind, value: Value, key: str, text: str) -> Value:
    """Returns the value if it is legal for the kind.

    Args:
        key: the key under which the value is printed.
        text: the printed text.

    Raises:
        UnreadableValueError: the value is not legal, or is missing and may not be.
    """
    if value is None and not kind.missing:
        raise UnreadableValueError(
            key,
            text,
            "a value",
            f"say what it is then, by `otherwise:` in {PRINTED}, or that it may lack, by `missing: true` in "
            "schema.yaml",
            "no value",
        )
    try:
        if kind.read(kind.write(value)) == value:
            return value
        problem = f"a value that the kind {kind.name} can hold"
    except MismatchError as error:
        problem = error.expected
    raise UnreadableValueError(key, text, problem, None, "out of bounds", value)


def counted_value(field: PrintedField, kind: Kind, items: Value) -> Value:
    """Returns the number of items of another slot, as a value.

    Args:
        items: the value of the other slot.

    Raises:
        UnreadableValueError: the number is not legal, or is missing and may not be.
    """
    if isinstance(items, tuple):
        return _legal(field, kind, len(items), "", f"{len(items)} in {field.count_of}")
    return kind.read(field.otherwise) if field.otherwise is not None else _legal(field, kind, None, "", "")


def _number(value: Value) -> int:
    if isinstance(value, int):
        return value
    raise TypeError(f"expected a whole number, got {value!r}")


_OF_ALL: Final = ("sum", "least", "most", "same")
_COMBINED: Final[Mapping[str, Callable[[Sequence[Value]], Value]]] = MappingProxyType(
    {
        "sum": lambda values: sum(map(_number, values)),
        "least": lambda values: min(map(_number, values)),
        "most": lambda values: max(map(_number, values)),
        "first": lambda values: values[0],
        "last": lambda values: values[-1],
        "same": lambda values: values[0] if len(set(values)) == 1 else None,
    }
)
