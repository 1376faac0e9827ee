"""From a catalogue's file to typed options in groups."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterator, Sequence
from operator import getitem
from typing import Final

from attrs import define, evolve, field

from cocoa_core.domain.axiom_checking import axiom_text, broken_axioms, broken_text
from cocoa_core.domain.catalogue import Catalogue, grouped
from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.knowledge.derived_values import Completion
from cocoa_core.domain.primitives import Value
from cocoa_core.domain.reading.catalogue_mistakes import REPORTED, Mistakes, axioms_broken
from cocoa_core.domain.reading.catalogue_tables import Table, open_table
from cocoa_core.domain.schema import Axiom, Schema
from cocoa_core.domain.suggestions import closest, listed, quoted
from cocoa_core.errors import DomainError, Place

__all__ = ["MOST_ROWS", "catalogue_mistakes", "read_catalogue"]

MOST_ROWS: Final = 1_000_000
_LONGEST_CELL: Final = 10_000
_LONGEST_ID: Final = 100
_ID: Final = "id"


def read_catalogue(name: str, data: bytes, file: str, schema: Schema) -> Catalogue:
    """The options in a file's bytes, checked against the schema and its axioms.

    name: `catalogue.csv`, `catalogue.jsonl` or `catalogue.parquet`; file: how its place is named.
    DomainError with the line of: the first five cells that their kinds refuse, and how many more there are;
    the first five options that break an axiom; a row with too few or many cells; columns (line 1) that are
    missing, unknown or stand twice. One without line for no options; one for more than a million.
    Values of derived slots are worked out; DomainError for words that a table lacks.
    """
    table = open_table(name, data, file)
    for mistake in _column_mistakes(table.columns, schema, file):
        raise mistake
    rows = _Rows(schema, tuple(map(table.columns.index, (_ID, *(slot.name for slot in schema.given)))))
    _read_rows(table, rows, file)
    for mistake in rows.refused(file):
        raise mistake
    return Catalogue(tuple(rows.ids), tuple(rows.values), grouped(schema, rows.values))


def catalogue_mistakes(
    name: str, data: bytes, file: str, schema: Schema, ignored: Collection[str] = ()
) -> tuple[DomainError, ...]:
    """Everything for which `read_catalogue` refuses the file, as far as no mistake hides another.

    ignored: columns that are let be: of slots that the schema should have and that could not be read.
    """
    found: list[DomainError] = []
    try:
        table = open_table(name, data, file)
        found += _column_mistakes(table.columns, schema, file, ignored)
        if _ID in table.columns:
            present = _only(schema, table.columns)
            names = (_ID, *(slot.name for slot in present.given))
            rows = _Rows(present, tuple(map(table.columns.index, names)))
            _read_rows(table, rows, file)
            found += rows.refused(file)
    except DomainError as mistake:
        found.append(mistake)
    return tuple(found)


def _only(schema: Schema, columns: Collection[str]) -> Schema:
    """The schema without the slots that have no column, what follows from them, and the axioms about them."""
    kept = {slot.name for slot in schema.given if slot.name in columns}
    for slot in schema.derived:
        if slot.derived is not None and slot.derived.source in kept:
            kept.add(slot.name)
    return evolve(
        schema,
        slots=tuple(slot for slot in schema.slots if slot.name in kept),
        axioms=tuple(axiom for axiom in schema.axioms if _slots_of(axiom) <= kept),
    )


def _slots_of(axiom: Axiom) -> set[str]:
    return {one.slot for one in axiom.measures} | {one.slot for one in axiom.tests}


def _column_mistakes(
    columns: Sequence[str], schema: Schema, file: str, ignored: Collection[str] = ()
) -> Iterator[DomainError]:
    wanted = (_ID, *(slot.name for slot in schema.given))
    derived = {slot.name: slot.derived.path for slot in schema.derived if slot.derived is not None}
    place = Place(file, 1)
    meant: set[str | None] = set()
    for number, column in enumerate(columns):
        if column in columns[:number]:
            yield DomainError(f"the column {column!r} stands twice", fix="delete one of them", place=place)
        elif column in derived:
            yield DomainError(
                f"the slot {column!r} is derived, so the catalogue has no column of it",
                got=quoted(column),
                expected=f"the columns {listed(wanted)}",
                fix=f"delete the column: its values are worked out by {derived[column]}",
                place=place,
            )
        elif column not in wanted and column not in ignored:
            like = closest(column, [name for name in wanted if name not in columns])
            meant.add(like)
            yield DomainError(
                f"there is no slot {quoted(column)} for column {number + 1}",
                got=quoted(column),
                expected=f"the columns {listed(wanted)}",
                fix=f"did you mean {like!r}?"
                if like
                else "delete the column, or add the slot to schema.yaml",
                place=place,
            )
    missing = [name for name in wanted if name not in columns and name not in meant]
    if missing:
        yield DomainError(
            f"the catalogue lacks the column{'s' * (len(missing) > 1)} {listed(missing)}",
            got=f"the columns {listed(columns)}",
            expected=f"the columns {listed(wanted)}",
            fix="add them; the cells of a slot with `missing: true` may be empty",
            place=place,
        )


def _read_rows(table: Table, rows: _Rows, file: str) -> None:
    for line, cells in table.rows:
        if len(rows.ids) >= MOST_ROWS:
            raise DomainError(f"the catalogue has more than {MOST_ROWS:,} options", place=Place(file, line))
        rows.add(line, cells)
        if rows.mistakes.enough:
            return


class _Cells(dict[str, Value]):
    """A column's values by their texts, each text read once; ValueError for one that is not a value."""

    def __init__(self, kind: Kind) -> None:
        super().__init__()
        self._read: Callable[[str], Value] = kind.read

    def __missing__(self, text: str) -> Value:
        if len(text) > _LONGEST_CELL:
            raise ValueError(f"expected at most {_LONGEST_CELL:,} characters, got {len(text):,}")
        value = self[text] = self._read(text)
        return value


@define
class _Rows:
    """The rows read so far. `places` are the columns of the id and of the slots in their order."""

    schema: Schema
    places: tuple[int, ...]
    ids: list[str] = field(factory=list)
    values: list[tuple[Value, ...]] = field(factory=list)
    lines: array[int] = field(factory=lambda: array("Q"))
    known: set[str] = field(factory=set)
    cells: list[_Cells] = field(init=False)
    mistakes: Mistakes = field(factory=Mistakes)
    completion: Completion | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self.cells = [_Cells(slot.kind) for slot in self.schema.given]
        if self.schema.derived:
            self.completion = Completion(self.schema)

    def add(self, line: int, row: Sequence[str]) -> None:
        name, *texts = [row[place] for place in self.places]
        if name in self.known:
            self.mistakes.add(line, _ID, name, "expected an id of its own for every option")
        elif not name or len(name) > _LONGEST_ID or not name.isprintable() or name != name.strip():
            self.mistakes.add(line, _ID, name, f"expected 1 to {_LONGEST_ID} printable characters")
        self.known.add(name)
        try:
            values = tuple(map(getitem, self.cells, texts))
        except ValueError:
            self.explain(line, texts)
            return
        self.ids.append(name)
        self.values.append(self.completion.row(values) if self.completion else values)
        self.lines.append(line)

    def explain(self, line: int, texts: Sequence[str]) -> None:
        for slot, cells, text in zip(self.schema.given, self.cells, texts, strict=True):
            try:
                cells[text]
            except ValueError as error:
                self.mistakes.add(line, slot.name, text, str(error), getattr(slot.kind, "values", ()))

    def refused(self, file: str) -> Iterator[DomainError]:
        """The mistakes, an empty catalogue, broken axioms."""
        try:
            self.mistakes.refuse(file)
        except DomainError as mistake:
            yield mistake
        if not self.values and not self.mistakes.number:
            yield DomainError(
                "the catalogue has no options", fix="add rows below the header", place=Place(file)
            )
        if self.completion is not None:
            yield from self.completion.lacking(file)
        broken = sorted(broken_axioms(self.schema, self.values), key=lambda one: one[0])
        if broken:
            yield axioms_broken(
                [
                    (
                        self.lines[row],
                        self.ids[row],
                        broken_text(self.schema, axiom, self.values[row]),
                        axiom_text(self.schema, axiom),
                    )
                    for row, axiom in broken[:REPORTED]
                ],
                len(broken),
                file,
            )
