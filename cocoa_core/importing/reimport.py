"""A table read again, as import.yaml says that the first one was read: the next export of the same system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import define, evolve, field, frozen

from cocoa_core.domain import Schema, Slot, Value
from cocoa_core.domain.kinds import CategorySet, Kind, NumberList, Quantity
from cocoa_core.errors import DomainError, MismatchError, Place
from cocoa_core.importing.column_types import read_as, said_of
from cocoa_core.importing.columns.cells import Cells
from cocoa_core.importing.columns.header import Header, read_headers
from cocoa_core.importing.conventions import Conventions
from cocoa_core.importing.doubts import doubt_of
from cocoa_core.importing.findings import Finding, left_out, needed, refusal, shown_text, widening_text
from cocoa_core.importing.guessing import ids_of
from cocoa_core.importing.import_file import IMPORT, Recipe, Source
from cocoa_core.importing.kinds import read_column, read_printed, unbounded
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
    """Of the table, or ""."""
    cells: tuple[str, ...]
    """Canonical, in the order of `schema.given`."""


@frozen
class Reimport:
    """What a table gives the domain."""

    file: str
    records: int
    """How many the file holds."""
    rows: tuple[AgainRow, ...] = field(repr=False)
    """Those that can be used, in the order of the file."""
    findings: tuple[Finding, ...]
    """What is wrong with the others."""
    reports: tuple[ColumnReport, ...]
    """One for each slot."""
    notes: tuple[str, ...]
    """What concerns several, one sentence each."""

    def catalogue(self, ids: Sequence[str], schema: Schema, *, skip_bad: bool = False) -> str:
        """Returns the catalogue's text, with these ids for the rows; it loads with the schema.

        Raises:
            FindingsError: rows that cannot be used, unless they are left out.
            DomainError: broken axioms.
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
        """Returns how many records are left out by reason, that of their first finding; the most frequent
        first.
        """
        return left_out(self.findings)


@define
class _Reader:
    """One slot's cells."""

    slot: Slot
    source: Source
    cells: Cells
    spelled: Mapping[str, str]
    """Known words of an open vocabulary, by themselves and in small letters."""
    known: dict[tuple[str | None, str], str | Finding] = field(factory=dict)

    def value(self, canonical: str | None, text: str) -> str | Finding:
        """Returns the catalogue's text; a finding without its record where there is none."""
        key = (canonical, text)
        if key not in self.known:
            self.known[key] = self._value(canonical, text)
        return self.known[key]

    def _value(self, canonical: str | None, text: str) -> str | Finding:
        kind = self.slot.kind
        settled = self.source.words.get(folded_text(text)) if text else None
        if settled is not None:
            return settled
        absent = text not in self.cells.counts and canonical == ""
        several = isinstance(kind, CategorySet | NumberList)
        if (absent or canonical is None) and kind.missing:
            return ""
        if absent and several and not getattr(kind, "min_items", 0):
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

    def _legal(self, kind: Kind, canonical: str, text: str) -> str | Finding:
        if kind.name in ("category", "set") and self.source.said:
            words = canonical.split("; ")
            canonical = "; ".join(
                word if word in self.spelled else as_said(word, self.source.said) for word in words
            )
        if kind.name in ("category", "set") and not getattr(kind, "closed", False):
            canonical = "; ".join(map(self._spelled, canonical.split("; ")))
        wide: Value = None
        try:
            wide = read_printed(unbounded(kind), canonical, Conventions("."))
            return kind.write(kind.read(kind.write(wide)))
        except MismatchError as error:
            widenings = needed(self.slot.name, kind, wide)
            told = f"`words` for {self.slot.name} in {IMPORT}, or correct schema.yaml"
            fix = widening_text(widenings) or told
            reason = "out of bounds" if widenings else "no value of the slot"
            return evolve(self._finding(reason, text, error.expected, fix), widenings=widenings)

    def _spelled(self, word: str) -> str:
        """Returns the word as the catalogue has it, be it with other capitals."""
        return self.spelled.get(word) or self.spelled.get(word.casefold(), word)

    def _finding(self, reason: str, text: str, expected: str, fix: str | None) -> Finding:
        key = self.source.column or str(self.source)
        return Finding(0, 0, "", reason, key, self.slot.name, shown_text(text), expected, fix)


def read_again(recipe: Recipe, path: Path, words: Mapping[str, frozenset[str]]) -> Reimport:
    """Returns the rows of a table, read as the recipe says.

    Args:
        words: those that open vocabularies hold so far, by slot, for words that differ in capitals only
            UsageError and DomainError as of `read_table`.

    Raises:
        DomainError: columns that are missing; ids that are none; a text that could be read in two ways where
            import.yaml does not say in which.
    """
    table = without_total(read_table(path, recipe.seed, recipe.rows or MOST_RECORDS, recipe.at))
    file = shown_path(path)
    headers = read_headers(table.header)
    places = _places(recipe, headers, file)
    readers, canonical = _columns(recipe, table, headers, places, words, file)
    ids = ids_of(table, _place(recipe.id, 0, headers) or 0, recipe.id, file) if recipe.id else ()
    columns = tuple(zip(readers, canonical, strict=True))
    rows, findings = [], []
    for number, (line, _) in enumerate(table.rows):
        found = [one.value(column[number], one.cells.texts[number]) for one, column in columns]
        wrong = [cell for cell in found if isinstance(cell, Finding)]
        findings += [evolve(finding, record=number + 1, line=line, where=f"line {line}") for finding in wrong]
        if not wrong:
            cells = tuple(cell for cell in found if isinstance(cell, str))
            rows.append(AgainRow(line, ids[number] if ids else "", cells))
    kept = _in_groups(recipe, rows)
    notes = [*table.notes, *_unused(recipe, headers, places)]
    if len(table.rows) < table.count:
        notes.append(f"A sample of {len(table.rows):,} of {table.count:,} rows, by the seed in {IMPORT}.")
    if lost := len(rows) - len(kept):
        lost_rows = "1 row" if lost == 1 else f"{lost:,} rows"
        notes.append(f"{lost_rows} left out, in groups of fewer than {recipe.least_group}.")
    reports = tuple(_report(one, column, table) for one, column in columns)
    return Reimport(file, len(table.rows), tuple(kept), tuple(findings), reports, tuple(notes))


def _places(recipe: Recipe, headers: Sequence[Header], file: str) -> dict[str, int]:
    """Returns the place of each slot's column, from 0.

    Raises:
        DomainError: that names all columns that are not there.
    """
    result: dict[str, int] = {}
    lacking: list[tuple[str, str]] = []
    for slot, source in recipe.sources.items():
        place = _place(source.column, source.place, headers)
        if place is None:
            lacking.append((slot, str(source)))
        else:
            result[slot] = place
    if recipe.id and _place(recipe.id, 0, headers) is None:
        lacking.append(("id", repr(recipe.id)))
    if not lacking:
        return result
    names = [header.text for header in headers]
    free = [name for place, name in enumerate(names) if place not in result.values()]
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


def _place(column: str, place: int, headers: Sequence[Header]) -> int | None:
    if not column:
        return place - 1 if place <= len(headers) else None
    for key in (str, folded_key):
        found = [at for at, one in enumerate(headers) if key(one.text) == key(column)]
        if len(found) == 1:
            return found[0]
    return None


def _columns(
    recipe: Recipe,
    table: RawTable,
    headers: Sequence[Header],
    places: Mapping[str, int],
    words: Mapping[str, frozenset[str]],
    file: str,
) -> tuple[list[_Reader], list[tuple[str | None, ...]]]:
    """Returns a reader for each slot, and its column in canonical texts: "" where missing, None where
    unreadable.
    """
    readers = []
    for slot in recipe.schema.given:
        source, place = recipe.sources[slot.name], places[slot.name]
        texts = tuple([row[place].strip() for _, row in table.rows])
        plain = ["" if folded_text(text) in source.words else text for text in texts]
        read = said_of(Cells.of(headers[place], plain, "", recipe.missing), source.told)
        _refuse_doubt(slot, source, read, table, file)
        cells = evolve(read, texts=texts, forced=True)
        if source.rounded and isinstance(slot.kind, Quantity):
            cells = evolve(cells, places=_decimals(slot.kind))
        known = words.get(slot.name, frozenset())
        spelled = {word.casefold(): word for word in known} | {word: word for word in known}
        readers.append(_Reader(slot, source, cells, spelled))
    _settle(recipe, readers, table, file)
    canonical = []
    for reader in readers:
        reading = read_as(reader.cells, reader.source.told) if reader.cells.counts else None
        nothing = tuple([None if text in reader.cells.counts else "" for text in reader.cells.texts])
        canonical.append(reading.cells if reading is not None else nothing)
        with_none = reader.cells.with_none() if reader.source.told.name in ("words", "text", "set") else None
        reader.cells = with_none or reader.cells
    return readers, canonical


def _refuse_doubt(slot: Slot, source: Source, cells: Cells, table: RawTable, file: str) -> None:
    """DomainError for cells that have several readings where import.yaml does not say in which."""
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
    """Returns decimals that a number of the kind may have."""
    step, decimals = kind.step, kind.places
    while decimals and step % 10 == 0:
        step, decimals = step // 10, decimals - 1
    return decimals


def _settle(recipe: Recipe, readers: Sequence[_Reader], table: RawTable, file: str) -> None:
    """Gives each reader its sign before decimals and its order of days.

    Raises:
        DomainError: neither is said.
    """
    numbers = [reader for reader in readers if reader.source.told.name in _NUMBERED]
    numbers = [number for number in numbers if not number.source.decimal]
    days = [reader for reader in readers if str(reader.source.told) in ("date", "date:year")]
    try:
        decimal, _ = decimal_of([number.cells for number in numbers], recipe.decimal)
        order, _ = day_order_of([day.cells for day in days], recipe.order)
    except AmbiguousValueError as error:
        fix = f"write `decimal: comma` or `dates: dmy`, or what it is, in {IMPORT}"
        raise error.of(table, file, fix) from None
    for reader in readers:
        reader.cells = evolve(reader.cells, decimal=reader.source.decimal or decimal, order=order)


def _in_groups(recipe: Recipe, rows: list[AgainRow]) -> list[AgainRow]:
    """Returns rows of groups that are large enough."""
    names = [slot.name for slot in recipe.schema.given]
    if not recipe.least_group or not all(name in names for name in recipe.schema.group_by):
        return rows
    places = [names.index(name) for name in recipe.schema.group_by]
    sizes = Counter(tuple(row.cells[index] for index in places) for row in rows)
    return [row for row in rows if sizes[tuple(row.cells[index] for index in places)] >= recipe.least_group]


def _unused(recipe: Recipe, headers: Sequence[Header], places: Mapping[str, int]) -> Iterator[str]:
    known = {folded_key(name) for name in (*recipe.left_out, recipe.id)}
    new = [
        header.text
        for place, header in enumerate(headers)
        if header.text and place not in places.values() and folded_key(header.text) not in known
    ]
    if new:
        yield f"New columns, from which no slot is read: {listed(map(quoted, new))}."


def _report(reader: _Reader, canonical: Sequence[str | None], table: RawTable) -> ColumnReport:
    texts, source = reader.cells.texts, reader.source
    settled = [folded_text(text) in source.words for text in texts] if source.words else [False] * len(texts)
    pairs = list(zip(canonical, texts, settled, strict=True))
    lost = [place for place, (cell, _, known) in enumerate(pairs) if cell is None and not known]
    read = sum(known or (cell is not None and text in reader.cells.counts) for cell, text, known in pairs)
    if str(source.told) == "yes-no:mark":
        read = len(texts) - len(lost)
    return ColumnReport(
        source.column or reader.cells.header.label,
        reader.slot.name,
        str(source.told),
        f"as {IMPORT} says",
        read,
        len(texts) - read - len(lost),
        tuple((table.rows[index][0], texts[index]) for index in lost),
        reader.cells.missing,
    )
