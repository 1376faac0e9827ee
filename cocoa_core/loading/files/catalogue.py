"""Reads a catalogue's file into typed options in groups."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from operator import getitem, itemgetter
from pathlib import PurePath
from typing import Final

from attrs import define, evolve, field

from cocoa_core.domain import (
    Catalogue,
    Derived,
    Schema,
    Value,
    axiom_text,
    broken_axioms,
    broken_text,
    groups_of,
)
from cocoa_core.domain.kinds import Kind
from cocoa_core.errors import DomainError, MismatchError, Place
from cocoa_core.loading.files.catalogue_tables import CatalogueTable, open_table
from cocoa_core.loading.files.derived import lacking_words
from cocoa_core.loading.mistakes import Mistakes, TooManyMistakesError
from cocoa_core.suggestions import closest, closest_value, listed, quoted, shortened

_REPORTED: Final = 5
"""Mistakes that one error names. It tells only the number of the others."""
_MOST_COUNTED: Final = 10_000
"""Mistakes that are counted. At this number reading stops."""


@define
class _CellMistakes:
    """The cells that cannot be used."""

    first: list[tuple[int, str, str, str, str]] = field(factory=list)
    """The first `_REPORTED` of them: line, column, text, what is expected, and the fix or an empty text."""
    number: int = 0
    """How many there are."""

    @property
    def enough(self) -> bool:
        """Whether looking for more is of no use."""
        return self.number >= _MOST_COUNTED

    def add(
        self, line: int, column: str, text: str, expected: str, choices: Iterable[str] = (), fix: str = ""
    ) -> None:
        """Notes a cell.

        Args:
            expected: what it should hold.
            choices: texts that it could hold, among which one like its own is looked for.
            fix: what messages advise; empty where a choice is looked for.
        """
        self.number += 1
        if len(self.first) < _REPORTED:
            closest_choice = closest_value(text, choices)
            advice = fix or (f"did you mean {closest_choice!r}?" if closest_choice else "")
            self.first.append((line, column, text, shortened(expected), advice))

    def refused(self, file: str) -> DomainError:
        """Returns the error for the cells. There must be at least one."""
        line, column, text, expected, advice = self.first[0]
        if self.number == 1:
            return DomainError(
                f"the cell in column {column!r} cannot be used",
                got=quoted(text) if text else "an empty cell",
                expected=expected,
                fix=advice or "correct the cell, or what schema.yaml says of the slot",
                place=Place(file, line),
            )
        lines = [
            f"line {line}, column {column!r}: {quoted(text)}, expected {expected}{advice and '; '}{advice}"
            for line, column, text, expected, advice in self.first
        ]
        problem = f"{self.number:,}{' and more' if self.enough else ''} cells cannot be used"
        fix = "correct the cells, or what schema.yaml says of their slots"
        return DomainError(problem, got=_several(lines, self.number), fix=fix, place=Place(file, line))


def _axioms_broken(first: Sequence[tuple[int, str, str, str]], number: int, file: str) -> DomainError:
    """Returns the error for `number` options that break axioms, the first few of which it shows."""
    line, row, values, axiom = first[0]
    place, fix = Place(file, line), "correct the rows, or the axioms in schema.yaml"
    if number == 1:
        problem = f"the option {row!r} breaks an axiom"
        return DomainError(problem, got=values, expected=axiom, fix=fix, place=place)
    lines = [f"line {line}, option {row!r}: {values}, expected {axiom}" for line, row, values, axiom in first]
    problem = f"{number:,} times an option breaks an axiom"
    return DomainError(problem, got=_several(lines, number), fix=fix, place=place)


def _several(lines: Sequence[str], number: int) -> str:
    remark = [f"and {number - len(lines):,} more"] if number > len(lines) else []
    return "\n    ".join(["", *lines, *remark])


class _DerivedValues(dict[Value, Value]):
    """A cache of what follows from each value of the source; None where the table lacks a word of it."""

    def __init__(self, derived: Derived) -> None:
        super().__init__()
        self.derived = derived
        self.lacking: dict[str, None] = {}

    def __missing__(self, value: Value) -> Value:
        words = value if isinstance(value, tuple) else () if value is None else (value,)
        lacking = [str(word) for word in words if word not in self.derived.known]
        self.lacking.update(dict.fromkeys(lacking))
        follows = self[value] = None if lacking else self.derived.of(value)
        return follows


@define
class Completion:
    """Computes the values of all slots, in the order of the schema, from those that the catalogue holds."""

    schema: Schema
    _steps: tuple[tuple[int, str, _DerivedValues], ...] = field(init=False)
    _ordered: Callable[[Sequence[Value]], tuple[Value, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        columns = [slot.name for slot in (*self.schema.given, *self.schema.derived)]
        self._steps = tuple(
            (columns.index(slot.derived.source), slot.name, _DerivedValues(slot.derived))
            for slot in self.schema.derived
            if slot.derived is not None
        )
        self._ordered = itemgetter(*(columns.index(slot.name) for slot in self.schema.slots))

    def row(self, values: Sequence[Value]) -> tuple[Value, ...]:
        """Returns the whole row. What follows from a word that a table lacks is None, and remembered."""
        row = [*values]
        for source, _, follows in self._steps:
            row.append(follows[row[source]])
        return self._ordered(row)

    def lacking(self, file: str) -> Iterator[DomainError]:
        """Yields, for each derived slot, one error with the words so far that its table lacks.

        Args:
            file: the catalogue's file.
        """
        for _, name, follows in self._steps:
            if follows.lacking:
                derived = follows.derived
                table = str(PurePath(file).parent / derived.path)
                yield lacking_words(name, derived.source, derived.key, table, follows.lacking)


MOST_ROWS: Final = 1_000_000
_LONGEST_CELL: Final = 10_000
_LONGEST_ID: Final = 100
_ID: Final = "id"


def read_catalogue(name: str, data: bytes, file: str, schema: Schema) -> Catalogue:
    """Reads the options in a file's bytes, and checks them against the schema and its axioms.

    Args:
        name: `catalogue.csv`, `catalogue.jsonl` or `catalogue.parquet`.
        file: how positions name it.

    Raises:
        DomainError: there are mistakes; it holds all that `catalogue_of` notes.
    """
    mistakes = Mistakes(file)
    catalogue = catalogue_of(name, data, file, schema, mistakes)
    mistakes.refuse()
    return catalogue


def catalogue_of(
    name: str, data: bytes, file: str, schema: Schema, mistakes: Mistakes, ignored: Collection[str] = ()
) -> Catalogue:
    """Reads the options in a file's bytes. What is wrong is noted, with its line; with a mistake the
    catalogue is empty.

    These are mistakes: columns (line 1) that are missing, unknown or stand twice; a row with too few or too
    many cells; cells that their kinds refuse and options that break an axiom, of which the first five are
    named and the others counted; for each derived slot the words that its table lacks; no options, or more
    than a million.

    Args:
        name: as in `read_catalogue`.
        file: as in `read_catalogue`.
        ignored: columns that are not checked: those of slots that could not be read.
    """
    rows = None
    try:
        with mistakes.collecting():
            table = open_table(name, data, file)
            for mistake in _column_mistakes(table.columns, schema, file, ignored):
                mistakes.note(mistake)
            if _ID in table.columns:
                present = _only(schema, table.columns)
                names = (_ID, *(slot.name for slot in present.given))
                rows = _Rows(present, tuple(map(table.columns.index, names)))
                rows.read(table, file)
        for mistake in rows.refused(file) if rows is not None else ():
            mistakes.note(mistake)
        if rows is not None and not rows.values and not mistakes.findings:
            fix = "add rows below the header"
            mistakes.note(DomainError("the catalogue has no options", fix=fix, place=Place(file)))
    except TooManyMistakesError:
        pass
    if rows is None or mistakes.findings:
        return Catalogue((), (), ())
    return Catalogue(tuple(rows.ids), tuple(rows.values), groups_of(schema, rows.values))


def _only(schema: Schema, columns: Collection[str]) -> Schema:
    """Returns the schema without slots that lack a column, what follows from them, and their axioms."""
    if all(slot.name in columns for slot in schema.given):
        return schema
    given_slots = {slot.name for slot in schema.given if slot.name in columns}
    for slot in schema.derived:
        if slot.derived is not None and slot.derived.source in given_slots:
            given_slots.add(slot.name)
    return evolve(
        schema,
        slots=tuple(slot for slot in schema.slots if slot.name in given_slots),
        axioms=tuple(axiom for axiom in schema.axioms if axiom.slots <= given_slots),
    )


def _column_mistakes(
    columns: Sequence[str], schema: Schema, file: str, ignored: Collection[str] = ()
) -> Iterator[DomainError]:
    expected = (_ID, *(slot.name for slot in schema.given))
    derived = {slot.name: slot.derived.path for slot in schema.derived if slot.derived is not None}
    place = Place(file, 1)
    meant_names: set[str | None] = set()
    for number, column in enumerate(columns):
        if column in columns[:number]:
            yield DomainError(f"the column {column!r} stands twice", fix="delete one of them", place=place)
        elif column in derived:
            yield DomainError(
                f"the slot {column!r} is derived, so the catalogue has no column of it",
                got=quoted(column),
                expected=f"the columns {listed(expected)}",
                fix=f"delete the column: its values are worked out by {derived[column]}",
                place=place,
            )
        elif column not in expected and column not in ignored:
            like = closest(column, [name for name in expected if name not in columns])
            meant_names.add(like)
            yield DomainError(
                f"there is no slot {quoted(column)} for column {number + 1}",
                got=quoted(column),
                expected=f"the columns {listed(expected)}",
                fix=f"did you mean {like!r}?"
                if like
                else "delete the column, or add the slot to schema.yaml",
                place=place,
            )
    missing = [name for name in expected if name not in columns and name not in meant_names]
    if missing:
        yield DomainError(
            f"the catalogue lacks the column{'s' * (len(missing) > 1)} {listed(missing)}",
            got=f"the columns {listed(columns)}",
            expected=f"the columns {listed(expected)}",
            fix="add them; the cells of a slot with `missing: true` may be empty",
            place=place,
        )


def _parted(kind: Kind, text: str) -> str:
    """Returns the fix for items that stand between commas; empty where that is not the mistake."""
    if not kind.several or "," not in text:
        return ""
    parted = "; ".join(part.strip() for part in text.split(","))
    try:
        kind.read(parted)
    except MismatchError:
        return ""
    return f"put semicolons between the items: {quoted(parted)}"


class _Cells(dict[str, Value]):
    """A cache of a column's values by their texts. It raises MismatchError for a text that is no value."""

    def __init__(self, kind: Kind) -> None:
        super().__init__()
        self._read: Callable[[str], Value] = kind.read

    def __missing__(self, text: str) -> Value:
        if len(text) > _LONGEST_CELL:
            raise MismatchError(f"at most {_LONGEST_CELL:,} characters", f"{len(text):,}")
        value = self[text] = self._read(text)
        return value


@define
class _Rows:
    """The rows read so far."""

    schema: Schema
    places: tuple[int, ...]
    """The columns of the id and of the slots, in their order."""
    ids: list[str] = field(factory=list)
    values: list[tuple[Value, ...]] = field(factory=list)
    lines: array[int] = field(factory=lambda: array("Q"))
    """The line of each option."""
    seen_ids: set[str] = field(factory=set)
    """All ids, also those of rows that cannot be used."""
    cells: list[_Cells] = field(init=False)
    mistakes: _CellMistakes = field(factory=_CellMistakes)
    completion: Completion | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self.cells = [_Cells(slot.kind) for slot in self.schema.given]
        if self.schema.derived:
            self.completion = Completion(self.schema)

    def read(self, table: CatalogueTable, file: str) -> None:
        for line, cells in table.rows:
            if len(self.ids) >= MOST_ROWS:
                problem = f"the catalogue has more than {MOST_ROWS:,} options"
                raise DomainError(problem, place=Place(file, line))
            self.add(line, cells)
            if self.mistakes.enough:
                return

    def add(self, line: int, row: Sequence[str]) -> None:
        """Adds a row; one with a cell that its kind refuses is noted and left out."""
        name, *texts = [row[index] for index in self.places]
        if name in self.seen_ids:
            self.mistakes.add(line, _ID, name, f"an id of its own for every option{self._first_with(name)}")
        elif not name or len(name) > _LONGEST_ID or not name.isprintable() or name != name.strip():
            self.mistakes.add(line, _ID, name, f"1 to {_LONGEST_ID} printable characters")
        self.seen_ids.add(name)
        try:
            values = tuple(map(getitem, self.cells, texts))
        except MismatchError:
            self.explain(line, texts)
            return
        self.ids.append(name)
        self.values.append(self.completion.row(values) if self.completion else values)
        self.lines.append(line)

    def explain(self, line: int, texts: Sequence[str]) -> None:
        """Notes the cells of a row that their kinds refuse."""
        for slot, cells, text in zip(self.schema.given, self.cells, texts, strict=True):
            try:
                cells[text]
            except MismatchError as error:
                words = getattr(slot.kind, "values", ())
                self.mistakes.add(line, slot.name, text, error.expected, words, _parted(slot.kind, text))

    def _first_with(self, name: str) -> str:
        """Says which line has the id first; empty where that row could not be used."""
        return f"; line {self.lines[self.ids.index(name)]} has this one" if name in self.ids else ""

    def refused(self, file: str) -> Iterator[DomainError]:
        """Yields the errors for cells that cannot be used, words that tables lack, and broken axioms."""
        if self.mistakes.number:
            yield self.mistakes.refused(file)
        if self.completion is not None:
            yield from self.completion.lacking(file)
        broken = sorted(broken_axioms(self.schema, self.values), key=lambda broken_axiom: broken_axiom[0])
        if broken:
            first = []
            for row, axiom in broken[:_REPORTED]:
                values = shortened(broken_text(self.schema, axiom, self.values[row]))
                expected = shortened(axiom_text(self.schema, axiom))
                first.append((self.lines[row], self.ids[row], values, expected))
            yield _axioms_broken(first, len(broken), file)
