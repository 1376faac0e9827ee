"""Turns the cells of a table into the typed values of a slot, as its source in import.yaml says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final, TypeAlias

from attrs import define, evolve, field, frozen

from cocoa_core.domain import Slot, Value
from cocoa_core.domain.kinds import Kind, Quantity, element_problem
from cocoa_core.errors import MismatchError
from cocoa_core.importing.column_types import column_type, read_as, with_type_words
from cocoa_core.importing.columns.cells import Cells
from cocoa_core.importing.columns.header import Header
from cocoa_core.importing.columns.rates import without_rate
from cocoa_core.importing.conventions import Conventions, DayOrder, DecimalSign, is_missing
from cocoa_core.importing.doubts import Doubt, doubt_of
from cocoa_core.importing.import_file import IMPORT
from cocoa_core.importing.kinds.items import split_items
from cocoa_core.importing.kinds.registry import read_column, read_printed
from cocoa_core.importing.recipe import ColumnSource, ItemPart
from cocoa_core.importing.report import ColumnReport
from cocoa_core.importing.spoken_values import as_said
from cocoa_core.importing.tables.records import NUMBER, KeyIndex, folded_key, folded_text
from cocoa_core.suggestions import closest, listed, quoted

GAP: Final = "gap in numbered columns"
"""A reason of findings."""
_OF_ITEMS: Final = ("set", "list", "words", "text")
"""Types whose cells are read as a whole for a list, too; with any other the type is that of the items."""
_KIND_TYPES: Final[Mapping[str, str]] = {"date": "date", "category": "words"}
_LEFT_OPEN: Final = frozenset(("percent beside fractions", "zones", "word for missing values"))
"""The patterns of doubts that the kind of a slot leaves open; "35M" for a duration is minutes."""


class UnreadableValueError(ValueError):
    """A cell that cannot be used.

    Its attributes are `key` and `text`, the column and the cell; `expected` and `fix`, as in CocoaError;
    `reason`, the kind of mistake in a few words, for counting; and `value`, the value where the text can be
    read but the slot cannot hold it.
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
class _Cell:
    key: str
    """The column."""
    text: str


@frozen
class _Piece:
    """A text that stands for a value or for items of one."""

    key: str
    text: str
    settled: Value = None
    """The value that `words` or `find` gives it; else None."""


_Row: TypeAlias = tuple[tuple[_Cell, tuple[_Piece, ...]], ...]


@define
class SlotReader:
    """Reads the values of one slot from a table.

    Call `add_rows` first; then `doubt`, to learn whether the column is ambiguous; then `settle`, with the
    conventions of the whole file; then `value` for each row.
    """

    slot: Slot
    source: ColumnSource
    spelled: Mapping[str, str]
    """The spelling of each word of an open vocabulary, by the word and by it in small letters."""
    header: tuple[str, ...]
    cells: Cells = field(init=False)
    """The texts of the column, or of the pieces of its cells, that have to be read."""
    _columns: tuple[tuple[str, tuple[int, ...]], ...] = field(init=False)
    """The name of each cell of a row, and the indexes of the columns that may hold it."""
    _rows: list[_Row | UnreadableValueError] = field(factory=list)
    _lines: list[int] = field(factory=list)
    _canonical: dict[str, str | None] = field(factory=dict)
    _values: dict[str, Value | UnreadableValueError] = field(factory=dict)
    _unread: list[tuple[int, str]] = field(factory=list)
    _read: int = 0

    def __attrs_post_init__(self) -> None:
        index, source = KeyIndex(self.header), self.source
        if source.numbered:
            by_number = index.numbered(source.numbered)
            first = 0 if 0 in by_number else 1
            self._columns = tuple(
                (self.named(number), by_number.get(number, ()))
                for number in range(first, max(by_number, default=first - 1) + 1)
            )
        elif source.nth:
            exists = source.nth <= len(self.header)
            self._columns = ((str(source), (source.nth - 1,)),) if exists else ()
        else:
            spelled = dict.fromkeys(at for name in source.columns for at in index.find((name,)))
            self._columns = ((source.columns[0], tuple(spelled)),) if spelled else ()

    @property
    def columns(self) -> frozenset[int]:
        """The indexes of the columns that the slot is read from."""
        return frozenset(index for _, spelled in self._columns for index in spelled)

    @property
    def dispensable(self) -> bool:
        """Whether a table may lack the column. A declared type implies that the table once had the column."""
        kind, source = self.slot.kind, self.source
        unneeded = kind.missing or (bool(source.numbered) and not kind.min_items)
        replaced = bool(source.count_of) or source.otherwise is not None
        return replaced or (source.declared_type is None and unneeded)

    @property
    def numbered_prefix(self) -> str:
        """The folded text before the number in the names of numbered columns; empty where not applicable."""
        if not self.source.numbered or not self.slot.kind.several:
            return ""
        return folded_key(self.source.numbered[0].partition(NUMBER)[0])

    def named(self, number: int) -> str:
        """Returns the numbered column with this number."""
        return self.source.numbered[0].replace(NUMBER, str(number))

    def filled(self, row: Sequence[str]) -> int:
        """Returns the number of cells of a row that hold a value."""
        return sum(any(row[index].strip() for index in spelled) for _, spelled in self._columns)

    @property
    def _whole(self) -> bool:
        """Whether a cell is read as it stands, not item by item."""
        declared_type, kind = self.source.declared_type, self.slot.kind
        if self.source.part or self.source.find is not None:
            return False
        if not kind.several:
            return True
        return declared_type is not None and (not kind.numeric or declared_type.name in _OF_ITEMS)

    def add_rows(
        self,
        rows: Sequence[tuple[int, tuple[str, ...]]],
        headers: Sequence[Header],
        missing: Sequence[str] | None,
    ) -> None:
        """Adds the rows of the table.

        Args:
            rows: each with its line.
            headers: the names of the columns, as `read_headers` reads them.
            missing: the only words for missing values, in small letters; None for the usual ones.
        """
        for line, row in rows:
            self._lines.append(line)
            try:
                self._rows.append(tuple([(cell, self._pieces(cell)) for cell in self._cells_of(row)]))
            except UnreadableValueError as error:
                self._rows.append(error)
        if self._columns:
            texts = [text for _, (text,) in self._texts()]
            index = next(iter(self._columns[0][1]))
            self.cells = Cells.of(headers[index], texts, "", missing)
            if self.source.declared_type is not None:
                self.cells = with_type_words(self.cells, self.source.declared_type)

    def _texts(self) -> Iterator[tuple[int, tuple[str]]]:
        """Yields each text that has to be read, as a row of one cell with its line."""
        for line, row in zip(self._lines, self._rows, strict=True):
            if not isinstance(row, UnreadableValueError):
                yield from (
                    (line, (piece.text,)) for _, pieces in row for piece in pieces if piece.settled is None
                )

    def _cells_of(self, row: Sequence[str]) -> list[_Cell]:
        """Returns the cells of a row with the value: at most one, or one for each number up to the last."""
        cells = []
        for name, spelled in self._columns:
            filled = [index for index in spelled if row[index].strip()]
            keys = [self.header[index] for index in filled]
            exact = bool(keys) and keys[0] in self.source.columns
            if not exact and len(set(map(folded_key, keys))) < len(keys):
                raise UnreadableValueError(
                    keys[0],
                    row[filled[0]],
                    f"one column like {name!r}, not {listed(map(repr, keys))}",
                    f"write in {IMPORT} the one that is meant as the file has it",
                )
            index = next(iter(filled or spelled), None)
            cells.append(
                _Cell(name, "")
                if index is None
                else _Cell(self.header[index] or name, self._amount(row[index]))
            )
        while self.source.numbered and cells and not cells[-1].text:
            cells.pop()
        gap = next((cell for cell in cells if self.source.numbered and not cell.text), None)
        if gap is not None:
            fix = f"fill in {gap.key!r}, or move the later values forward"
            raise UnreadableValueError(
                cells[-1].key, cells[-1].text, f"a value of {gap.key!r} before it", fix, GAP
            )
        return cells

    def _amount(self, text: str) -> str:
        """Drops what an amount is paid for, where it is what the type says: "$99" for "$99/night"."""
        declared = self.source.declared_type
        return without_rate(text.strip(), declared.per) if declared and declared.per else text.strip()

    def _pieces(self, cell: _Cell) -> tuple[_Piece, ...]:
        """Returns the pieces of a cell that give the slot its value, in their order; none for a blank cell.

        With `find` these are the items that it names, with `part` the parts of the items that have one; else
        the items of a set or list, or the whole text.
        """
        source = self.source
        read_whole = source.declared_type is not None and self._whole
        if not cell.text and not read_whole:
            return ()
        settled = source.words.get(folded_text(cell.text)) if cell.text else None
        if settled is not None or read_whole:
            return (_Piece(cell.key, cell.text, settled),)
        closed_words = _closed_words(self.slot.kind)
        pieces: list[_Piece] = []
        for item in self._items(cell):
            text = _between(item, source.part) if source.part else item
            folded = folded_text(text or "")
            if source.find is not None:
                if folded in source.find:
                    pieces.append(_Piece(cell.key, item, source.find[folded]))
            elif folded in source.words:
                pieces.append(_Piece(cell.key, item, source.words[folded]))
            elif text is not None and (not is_missing(text) or folded in map(folded_text, closed_words)):
                pieces.append(_Piece(cell.key, text.strip()))
            elif source.part is None and not self._whole and cell.text != item:
                raise UnreadableValueError(cell.key, cell.text, "a value for every item")
        return tuple(pieces)

    def _items(self, cell: _Cell) -> tuple[str, ...]:
        """Returns the items of a cell, or its text as the only one.

        A text is split where it has brackets, the separator of the source or a ";". In a numbered cell only
        brackets and that separator count: "Portland; Maine" is one city.
        """
        bracketed = cell.text.startswith(("[", "{"))
        separator = self.source.separator
        if self._whole or not (bracketed or separator or not self.source.numbered):
            return (cell.text,)
        try:
            return split_items(cell.text, separator or (None if bracketed else ";"))
        except MismatchError as error:
            raise UnreadableValueError(cell.key, cell.text, error.expected) from None

    def doubt(self) -> Doubt | None:
        """Returns the doubt about texts that can be read in several ways; None where nothing is doubtful."""
        if not self._columns:
            return None
        kind, declared_type, names = self.slot.kind, self.source.declared_type, frozenset[str]()
        rows = list(self._texts())
        cells = self.cells
        if declared_type is None:
            percent = getattr(kind, "unit", "") == "percent"
            type_name = "percent" if percent else _KIND_TYPES.get(kind.name, "")
            if not type_name:
                return None
            words = set(map(folded_text, getattr(kind, "values", ())))
            rows = [row for row in rows if folded_text(row[1][0]) not in words]
            declared_type, names = column_type(type_name), _LEFT_OPEN
            cells = Cells.of(cells.header, [text for _, (text,) in rows])
        return doubt_of(cells, read_column, rows, declared_type, names) if rows else None

    def settle(self, decimal: DecimalSign | None, order: DayOrder | None) -> None:
        """Reads the texts, now that the signs of the whole file are settled."""
        kind, declared_type = self.slot.kind, self.source.declared_type
        if not self._columns:
            return
        self.cells = evolve(
            self.cells, decimal=self.source.decimal or decimal, order=order, forced=declared_type is not None
        )
        if declared_type is None:
            return
        if self.source.rounded and isinstance(kind, Quantity):
            self.cells = evolve(self.cells, places=_decimals(kind))
        reading = read_as(self.cells, declared_type) if self.cells.counts else None
        unread = [None if text in self.cells.counts else "" for text in self.cells.texts]
        self._canonical = dict(
            zip(self.cells.texts, reading.cells if reading is not None else unread, strict=True)
        )
        if declared_type.name in ("words", "text", "set"):
            self.cells = self.cells.with_none() or self.cells

    def value(self, row: int) -> Value:
        """Returns the value in a row, within the bounds of the kind.

        Raises:
            UnreadableValueError: there is no such value.
        """
        cells = self._rows[row]
        if isinstance(cells, UnreadableValueError):
            raise cells
        read = [[self._piece_value(row, piece) for piece in pieces] for _, pieces in cells]
        values = [[value for value in several if value is not None] for several in read]
        if self.slot.kind.several:
            value = self._several(self.slot.kind, [cell for cell, _ in cells], values)
        else:
            value = self._scalar(cells, values)
        key = cells[0][0].key if cells else str(self.source).strip("'")
        return self._legal(value, key, "; ".join(cell.text for cell, _ in cells))

    def counted(self, items: Value) -> Value:
        """Returns the number of items of another slot, as a value.

        Raises:
            UnreadableValueError: the number is not legal, or is missing and may not be.
        """
        number = len(items) if isinstance(items, tuple) else None
        return self._legal(number, "", "" if number is None else f"{number} in {self.source.count_of}")

    def _piece_value(self, row: int, piece: _Piece) -> Value:
        """Returns the value of a piece; None for none, or an unreadable one that may be missing."""
        if piece.settled is not None:
            return piece.settled
        if piece.text not in self._values:
            try:
                self._values[piece.text] = self._text_value(piece)
            except UnreadableValueError as error:
                self._values[piece.text] = error
        value = self._values[piece.text]
        if not isinstance(value, UnreadableValueError):
            return value
        if self.slot.kind.missing and self._canonical.get(piece.text, "") is None:
            self._unread.append((self._lines[row], piece.text))
            return None
        raise value

    def _text_value(self, piece: _Piece) -> Value:
        kind, declared_type, text = self.slot.kind, self.source.declared_type, piece.text
        canonical: str | None = text
        conventions = Conventions(self.cells.decimal, self.cells.order)
        if declared_type is not None:
            canonical, conventions = self._canonical[text], Conventions(".")
            if canonical == "" and text not in self.cells.counts:
                return None
            if canonical is None:
                either = f"`words` for {self.slot.name} in {IMPORT}, or `missing: true` for it in schema.yaml"
                raise UnreadableValueError(
                    piece.key, text, f"a cell that can be read as {declared_type}", either
                )
            if self.source.said and kind.worded:
                words = canonical.split("; ")
                canonical = "; ".join(
                    word if word in self.spelled else as_said(word, self.source.said) for word in words
                )
        wide = (kind if self._whole else kind.item_kind).unbounded()
        try:
            return self._spelled(read_printed(wide, canonical or "", conventions))
        except MismatchError as error:
            like = closest(text, _closed_words(kind))
            plain = text if text.replace(" ", "").isalnum() else quoted(text)
            fix = (
                f"`words` for {self.slot.name} in {IMPORT}, or correct schema.yaml" if declared_type else None
            )
            if like:
                fix = f"`words: {{{plain}: {like}}}` in {IMPORT}, if that is what it means"
            raise UnreadableValueError(piece.key, text, error.expected, fix) from None

    def _spelled(self, value: Value) -> Value:
        """Returns the words of an open vocabulary as the catalogue spells them: capitals may differ."""
        if getattr(self.slot.kind, "closed", True) or not self.spelled:
            return value
        if isinstance(value, tuple):
            return tuple(str(self._spelled(word)) for word in value)
        word = str(value)
        return self.spelled.get(word) or self.spelled.get(word.casefold(), word)

    def _several(self, kind: Kind, cells: Sequence[_Cell], values: Sequence[Sequence[Value]]) -> Value:
        empty = any(folded_text(cell.text) in ("none", "[]") for cell in cells)
        if not any(values) and not empty:
            return None if kind.missing or kind.min_items or self.source.otherwise is not None else ()
        items: list[Any] = []
        for value in chain.from_iterable(values):
            items += value if isinstance(value, tuple) else (value,)
        if kind.numeric:
            return tuple(items)
        for word in map(str, items):
            if problem := element_problem(word):
                raise UnreadableValueError(cells[0].key, word, problem)
        return tuple(dict.fromkeys(map(str, items)))

    def _scalar(self, cells: _Row, values: Sequence[Sequence[Value]]) -> Value:
        combine = self.source.combine
        scalars = list(chain.from_iterable(values))
        if not scalars or (combine in _OF_ALL and not all(values)):
            return None
        if combine:
            return _COMBINED[combine](scalars)
        if any(value != scalars[0] for value in scalars):
            texts = ", ".join(dict.fromkeys(piece.text for _, pieces in cells for piece in pieces))
            fix = f"say in {IMPORT} how they become one, with `combine`"
            raise UnreadableValueError(cells[0][0].key, texts, "one value", fix)
        return scalars[0]

    def _legal(self, value: Value, key: str, text: str) -> Value:
        """Returns the value, or what the source says where there is none, if it is legal for the kind."""
        kind = self.slot.kind
        if value is None and self.source.otherwise is not None:
            return self.source.otherwise
        if value is None and not kind.missing:
            raise UnreadableValueError(
                key,
                text,
                "a value",
                f"say what it is then, by `otherwise:` in {IMPORT}, or that it may lack, by "
                f"`missing: true` for {self.slot.name} in schema.yaml",
                "no value",
            )
        try:
            if kind.read(kind.write(value)) == value:
                self._read += value is not None
                return value
            problem = f"a value that the kind {kind.name} can hold"
        except MismatchError as error:
            problem = error.expected
        raise UnreadableValueError(key, text, problem, None, "out of bounds", value)

    def report(self) -> ColumnReport:
        """Returns what became of the column."""
        declared_type = str(self.source.declared_type or "")
        return ColumnReport(
            self.source.columns[0] if self.source.columns else str(self.source),
            self.slot.name,
            declared_type,
            f"as {IMPORT} says" if declared_type else "by the kind of the slot",
            self._read,
            len(self._lines) - self._read - len(self._unread),
            tuple(self._unread),
            self.cells.missing if declared_type and self._columns else {},
        )


def _closed_words(kind: Kind) -> Sequence[str]:
    """Returns the values of a closed vocabulary; none of other kinds."""
    return getattr(kind, "values", ()) if getattr(kind, "closed", False) else ()


def _between(item: str, part: ItemPart) -> str | None:
    """Returns the text between the two texts of the part; None where one of them is not there."""
    text = " ".join(item.split())
    start = text.casefold().find(folded_text(part.after)) if part.after else 0
    if start < 0:
        return None
    rest = text[start + len(folded_text(part.after)) :]
    end = rest.casefold().find(folded_text(part.before)) if part.before else len(rest)
    return rest[:end].strip() if end >= 0 else None


def _decimals(kind: Quantity) -> int:
    """Returns the number of decimals that a number of the kind may have."""
    step, decimals = kind.step, kind.places
    while decimals and step % 10 == 0:
        step, decimals = step // 10, decimals - 1
    return decimals


_OF_ALL: Final = ("sum", "least", "most", "same")
_COMBINED: Final[Mapping[str, Callable[[Sequence[Any]], Value]]] = {
    "sum": sum,
    "least": min,
    "most": max,
    "first": lambda values: values[0],
    "last": lambda values: values[-1],
    "same": lambda values: values[0] if len(set(values)) == 1 else None,
}
