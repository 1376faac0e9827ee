"""Reads a table as import.yaml says that the first one was read: the next export of the same system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import define, evolve, field, frozen

from cocoa_core.domain import Schema, Slot, Value
from cocoa_core.domain.kinds import Kind, Quantity
from cocoa_core.errors import DomainError, MismatchError, Place
from cocoa_core.importing.column_types import read_as, said_of
from cocoa_core.importing.columns.cells import Cells
from cocoa_core.importing.columns.header import Header, read_headers
from cocoa_core.importing.conventions import Conventions
from cocoa_core.importing.doubts import doubt_of
from cocoa_core.importing.findings import RecordFinding, left_out, needed, refusal, shown_text, widening_text
from cocoa_core.importing.guessing import ids_of
from cocoa_core.importing.import_file import IMPORT, ColumnSource, Recipe
from cocoa_core.importing.kinds import read_column, read_printed
from cocoa_core.importing.report import ColumnReport
from cocoa_core.importing.speech import as_said
from cocoa_core.importing.tables.files import MOST_RECORDS, read_table
from cocoa_core.importing.tables.records import RawTable, folded_key, folded_text
from cocoa_core.importing.tables.totals import without_total
from cocoa_core.importing.whole_file import AmbiguousValueError, day_order_of, decimal_of
from cocoa_core.loading import catalogue_text, read_catalogue, shown_path
from cocoa_core.suggestions import closest, listed, quoted

__all__ = ["AgainRow", "Reimport", "read_again"]

_NUMBERED: Final = frozenset(("number", "money", "percent", "rating", "duration"))


@frozen
class AgainRow:
    """A row that can be used."""

    line: int
    id: str
    """The id that the table gives the row; empty where it gives none."""
    cells: tuple[str, ...]
    """Canonical cells in the order of `schema.given`."""


@frozen
class Reimport:
    """The rows that a table gives the domain, with what is wrong in it."""

    file: str
    records: int
    """The number of records that were read."""
    rows: tuple[AgainRow, ...] = field(repr=False)
    """The rows that can be used, in the order of the file."""
    findings: tuple[RecordFinding, ...]
    """What is wrong with the other rows."""
    reports: tuple[ColumnReport, ...]
    """One report for each slot."""
    notes: tuple[str, ...]
    """Sentences that concern several slots or rows."""

    def catalogue(self, ids: Sequence[str], schema: Schema, *, skip_bad: bool = False) -> str:
        """Returns the text of the catalogue, which loads with the schema.

        Args:
            ids: the id of each row.
            skip_bad: whether rows that cannot be used are left out.

        Raises:
            FindingsError: rows cannot be used, and are not to be left out; or no row can be used.
            DomainError: the rows break an axiom.
        """
        if self.findings and (not skip_bad or not self.rows):
            hint = f"correct the table, {IMPORT} or schema.yaml"
            leave = "" if skip_bad else "; --skip-bad leaves such rows out"
            raise refusal(self.file, self.findings, self.records, hint + leave)
        header = ("id", *(slot.name for slot in schema.given))
        text = catalogue_text(header, [(name, *row.cells) for name, row in zip(ids, self.rows, strict=True)])
        read_catalogue("catalogue.csv", text.encode("utf-8"), self.file, schema)
        return text

    def left_out(self) -> Mapping[str, int]:
        """Returns the number of records that are left out for each reason, which is that of their first
        finding; the most frequent reason comes first.
        """
        return left_out(self.findings)


@define
class _Reader:
    """Reads the cells of one slot."""

    slot: Slot
    source: ColumnSource
    cells: Cells
    spelled: Mapping[str, str]
    """The spelling of each known word of an open vocabulary, by the word itself and by the word in small
    letters.
    """
    known: dict[tuple[str | None, str], str | RecordFinding] = field(factory=dict)
    """Cached results."""

    def value(self, canonical: str | None, text: str) -> str | RecordFinding:
        """Returns the text for the catalogue, or a finding without its record where there is none.

        Args:
            canonical: the cell as its type reads it; empty where missing, None where unreadable.
            text: the cell as the table has it.
        """
        key = (canonical, text)
        if key not in self.known:
            self.known[key] = self._value(canonical, text)
        return self.known[key]

    def _value(self, canonical: str | None, text: str) -> str | RecordFinding:
        kind = self.slot.kind
        settled = self.source.words.get(folded_text(text)) if text else None
        if settled is not None:
            return settled
        absent = text not in self.cells.counts and canonical == ""
        holds_several = kind.several
        if (absent or canonical is None) and kind.missing:
            return ""
        if absent and holds_several and not kind.min_items:
            return kind.write(())
        if absent:
            fix = f"`missing: true` for {self.slot.name} in schema.yaml, if it may lack"
            return self._finding("no value", text, "a value", fix)
        if canonical is None:
            fix = f"`words` for {self.slot.name} in {IMPORT}, or `missing: true` for it in schema.yaml"
            return self._finding(
                "unreadable cell", text, f"a cell that can be read as {self.source.told}", fix
            )
        return self._legal(kind, canonical, text)

    def _legal(self, kind: Kind, canonical: str, text: str) -> str | RecordFinding:
        if kind.worded and self.source.said:
            words = canonical.split("; ")
            canonical = "; ".join(
                word if word in self.spelled else as_said(word, self.source.said) for word in words
            )
        if kind.worded and not getattr(kind, "closed", False):
            canonical = "; ".join(map(self._spelled, canonical.split("; ")))
        wide: Value = None
        try:
            wide = read_printed(kind.unbounded(), canonical, Conventions("."))
            return kind.write(kind.read(kind.write(wide)))
        except MismatchError as error:
            widenings = needed(self.slot.name, kind, wide)
            advice = f"`words` for {self.slot.name} in {IMPORT}, or correct schema.yaml"
            fix = widening_text(widenings) or advice
            reason = "out of bounds" if widenings else "no value of the slot"
            return evolve(self._finding(reason, text, error.expected, fix), widenings=widenings)

    def _spelled(self, word: str) -> str:
        """Returns the word as the catalogue spells it, which may differ in capitals."""
        return self.spelled.get(word) or self.spelled.get(word.casefold(), word)

    def _finding(self, reason: str, text: str, expected: str, fix: str | None) -> RecordFinding:
        key = self.source.column or str(self.source)
        return RecordFinding(0, 0, "", reason, key, self.slot.name, shown_text(text), expected, fix)


def read_again(recipe: Recipe, path: Path, words: Mapping[str, frozenset[str]]) -> Reimport:
    """Reads the rows of a table as the recipe says.

    Args:
        words: the words that open vocabularies hold so far, by slot; they set the spelling of words that
            differ only in capitals.

    Raises:
        UsageError: there is no such file.
        DomainError: the file holds no table; a column is missing; an id is not valid; or a text can be read
            in two ways and import.yaml does not say in which.
    """
    table = without_total(read_table(path, recipe.seed, recipe.rows or MOST_RECORDS, recipe.at))
    file = shown_path(path)
    headers = read_headers(table.header)
    indexes = _places(recipe, headers, file)
    readers, canonical = _columns(recipe, table, headers, indexes, words, file)
    ids = ids_of(table, _place(recipe.id, 0, headers) or 0, recipe.id, file) if recipe.id else ()
    columns = tuple(zip(readers, canonical, strict=True))
    rows, findings = [], []
    for number, (line, _) in enumerate(table.rows):
        values = [reader.value(column[number], reader.cells.texts[number]) for reader, column in columns]
        mistakes = [cell for cell in values if isinstance(cell, RecordFinding)]
        findings += [
            evolve(finding, record=number + 1, line=line, where=f"line {line}") for finding in mistakes
        ]
        if not mistakes:
            cells = tuple(cell for cell in values if isinstance(cell, str))
            rows.append(AgainRow(line, ids[number] if ids else "", cells))
    grouped = _in_groups(recipe, rows)
    notes = [*table.notes, *_unused(recipe, headers, indexes)]
    if len(table.rows) < table.count:
        notes.append(f"A sample of {len(table.rows):,} of {table.count:,} rows, by the seed in {IMPORT}.")
    if dropped := len(rows) - len(grouped):
        dropped_rows = "1 row" if dropped == 1 else f"{dropped:,} rows"
        notes.append(f"{dropped_rows} left out, in groups of fewer than {recipe.least_group}.")
    reports = tuple(_report(reader, column, table) for reader, column in columns)
    return Reimport(file, len(table.rows), tuple(grouped), tuple(findings), reports, tuple(notes))


def _places(recipe: Recipe, headers: Sequence[Header], file: str) -> dict[str, int]:
    """Returns the index of each slot's column.

    Raises:
        DomainError: columns are missing; the error names all of them.
    """
    indexes: dict[str, int] = {}
    lacking: list[tuple[str, str]] = []
    for slot, source in recipe.sources.items():
        index = _place(source.column, source.place, headers)
        if index is None:
            lacking.append((slot, str(source)))
        else:
            indexes[slot] = index
    if recipe.id and _place(recipe.id, 0, headers) is None:
        lacking.append(("id", repr(recipe.id)))
    if not lacking:
        return indexes
    names = [header.text for header in headers]
    free = [name for index, name in enumerate(names) if index not in indexes.values()]
    lines = []
    for slot, column in lacking:
        like = closest(column.strip("'"), free)
        lines.append(f"{column} for {slot}" + (f"; is it {quoted(like)} now?" if like else ""))
    slot = lacking[0][0]
    entry = "`id: ...`" if slot == "id" else f"`{slot}: {{column: ...}}`"
    raise DomainError(
        f"the table lacks {'a column' if len(lacking) == 1 else f'{len(lacking)} columns'} of the first one",
        got=f"the columns {listed(map(quoted, names))}",
        expected=lines[0] if len(lines) == 1 else "\n    ".join(["", *lines]),
        fix=f"write its new name, {entry}, in {IMPORT}; or take the slot out of the domain",
        place=Place(file, 1),
    )


def _place(column: str, position: int, headers: Sequence[Header]) -> int | None:
    """Returns the index of a column by its name, exact or folded, or by its number from 1; None where none
    matches.

    Args:
        column: the name; empty where the number is used.
        position: the number from 1.
    """
    if not column:
        return position - 1 if position <= len(headers) else None
    for key in (str, folded_key):
        matches = [index for index, header in enumerate(headers) if key(header.text) == key(column)]
        if len(matches) == 1:
            return matches[0]
    return None


def _columns(
    recipe: Recipe,
    table: RawTable,
    headers: Sequence[Header],
    indexes: Mapping[str, int],
    words: Mapping[str, frozenset[str]],
    file: str,
) -> tuple[list[_Reader], list[tuple[str | None, ...]]]:
    """Returns a reader for each slot, and its column in canonical texts; empty where missing, None where
    unreadable.

    Args:
        indexes: the index of each slot's column.
        words: the words that open vocabularies hold so far, by slot.
    """
    readers = []
    for slot in recipe.schema.given:
        source, index = recipe.sources[slot.name], indexes[slot.name]
        texts = tuple([row[index].strip() for _, row in table.rows])
        plain = ["" if folded_text(text) in source.words else text for text in texts]
        settled_cells = said_of(Cells.of(headers[index], plain, "", recipe.missing), source.told)
        _refuse_doubt(slot, source, settled_cells, table, file)
        cells = evolve(settled_cells, texts=texts, forced=True)
        if source.rounded and isinstance(slot.kind, Quantity):
            cells = evolve(cells, places=_decimals(slot.kind))
        known_words = words.get(slot.name, frozenset())
        spelled = {word.casefold(): word for word in known_words} | {word: word for word in known_words}
        readers.append(_Reader(slot, source, cells, spelled))
    _settle(recipe, readers, table, file)
    canonical = []
    for reader in readers:
        reading = read_as(reader.cells, reader.source.told) if reader.cells.counts else None
        unread = tuple([None if text in reader.cells.counts else "" for text in reader.cells.texts])
        canonical.append(reading.cells if reading is not None else unread)
        with_none = reader.cells.with_none() if reader.source.told.name in ("words", "text", "set") else None
        reader.cells = with_none or reader.cells
    return readers, canonical


def _refuse_doubt(slot: Slot, source: ColumnSource, cells: Cells, table: RawTable, file: str) -> None:
    """Refuses cells that have several readings where import.yaml does not say which is meant.

    Raises:
        DomainError: there are such cells.
    """
    doubt = doubt_of(cells, read_column, table.rows, source.told)
    if doubt is None:
        return
    example = doubt.examples[0]
    choices = " or ".join(f"`read_as: {answer.told}`" for answer in doubt.answers)
    raise DomainError(
        f"the column {doubt.column} could be read in two ways",
        got=f"{quoted(example.cell)}: {doubt.reason}; {IMPORT} has `read_as: {source.told}`",
        fix=f"write {choices} for {slot.name} in {IMPORT}",
        place=Place(file, example.line),
    )


def _decimals(kind: Quantity) -> int:
    """Returns the number of decimals that a number of the kind may have."""
    step, decimals = kind.step, kind.places
    while decimals and step % 10 == 0:
        step, decimals = step // 10, decimals - 1
    return decimals


def _settle(recipe: Recipe, readers: Sequence[_Reader], table: RawTable, file: str) -> None:
    """Gives each reader the decimal sign and the order of day and month.

    Raises:
        DomainError: a text can be read in two ways, and neither the table nor import.yaml says in which.
    """
    numbers = [reader for reader in readers if reader.source.told.name in _NUMBERED]
    numbers = [reader_of_number for reader_of_number in numbers if not reader_of_number.source.decimal]
    days = [reader for reader in readers if str(reader.source.told) in ("date", "date:year")]
    try:
        decimal, _ = decimal_of([reader_of_number.cells for reader_of_number in numbers], recipe.decimal)
        order, _ = day_order_of([reader_of_day.cells for reader_of_day in days], recipe.order)
    except AmbiguousValueError as error:
        fix = f"write `decimal: comma` or `dates: dmy`, or what it is, in {IMPORT}"
        raise error.of(table, file, fix) from None
    for reader in readers:
        reader.cells = evolve(reader.cells, decimal=reader.source.decimal or decimal, order=order)


def _in_groups(recipe: Recipe, rows: list[AgainRow]) -> list[AgainRow]:
    """Returns the rows of groups that are large enough."""
    names = [slot.name for slot in recipe.schema.given]
    if not recipe.least_group or not all(name in names for name in recipe.schema.group_by):
        return rows
    indexes = [names.index(name) for name in recipe.schema.group_by]
    sizes = Counter(tuple(row.cells[index] for index in indexes) for row in rows)
    return [row for row in rows if sizes[tuple(row.cells[index] for index in indexes)] >= recipe.least_group]


def _unused(recipe: Recipe, headers: Sequence[Header], indexes: Mapping[str, int]) -> Iterator[str]:
    known_keys = {folded_key(name) for name in (*recipe.left_out, recipe.id)}
    new = [
        header.text
        for index, header in enumerate(headers)
        if header.text and index not in indexes.values() and folded_key(header.text) not in known_keys
    ]
    if new:
        yield f"New columns, from which no slot is read: {listed(map(quoted, new))}."


def _report(reader: _Reader, canonical: Sequence[str | None], table: RawTable) -> ColumnReport:
    texts, source = reader.cells.texts, reader.source
    settled = [folded_text(text) in source.words for text in texts] if source.words else [False] * len(texts)
    pairs = list(zip(canonical, texts, settled, strict=True))
    unread = [row for row, (cell, _, is_settled) in enumerate(pairs) if cell is None and not is_settled]
    read = sum(
        is_settled or (cell is not None and text in reader.cells.counts) for cell, text, is_settled in pairs
    )
    if str(source.told) == "yes-no:mark":
        read = len(texts) - len(unread)
    return ColumnReport(
        source.column or reader.cells.header.label,
        reader.slot.name,
        str(source.told),
        f"as {IMPORT} says",
        read,
        len(texts) - read - len(unread),
        tuple((table.rows[index][0], texts[index]) for index in unread),
        reader.cells.missing,
    )
