"""Reads the rows of a catalogue, as CSV or JSON lines, without the code that wrote the questions."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from attrs import field, frozen

from cocoa_core.independent.files import read_json
from cocoa_core.independent.kinds import kind_named
from cocoa_core.independent.slots import Slot, Value

_ID: Final = "id"
_MOST_KEPT: Final = 1 << 15
"""The number of cells whose values are cached. Rows repeat: five times where they are of a balanced set."""


@frozen(eq=False)
class Catalogue:
    """The texts of each row by its id, in the order of the columns."""

    columns: tuple[str, ...]
    rows: Mapping[str, Sequence[str]] = field(repr=False)
    _looks: dict[tuple[Slot, ...], frozenset[tuple[Value, ...]]] = field(factory=dict, init=False, repr=False)

    def value(self, row: str, slot: Slot) -> Value:
        """Returns the value that a row has in the column of a slot.

        Raises:
            KeyError: there is no such row.
            ValueError: the cell cannot be read.
        """
        return _value(slot, self.rows[row][self.columns.index(slot.name)])

    def shows(self, slots: tuple[Slot, ...], values: Iterable[Value]) -> bool:
        """Returns whether some row has these values of the slots.

        Raises:
            ValueError: a cell cannot be read.
        """
        if slots not in self._looks:
            columns = [(slot, self.columns.index(slot.name)) for slot in slots]
            self._looks[slots] = frozenset(
                tuple([_value(slot, row[column]) for slot, column in columns]) for row in self.rows.values()
            )
        return tuple(values) in self._looks[slots]


def read_catalogue(name: str, data: bytes) -> Catalogue:
    """Reads `catalogue.csv` or `catalogue.jsonl`.

    Args:
        name: the name of the file, which tells the format.

    Raises:
        ValueError: the format is unknown, or the content is broken.
    """
    text = data.decode("utf-8-sig")
    if name.endswith(".csv"):
        columns, rows = _csv(text)
    elif name.endswith(".jsonl"):
        columns, rows = _json_lines(text)
    else:
        raise ValueError(f"{name} is of a format that is not read here")
    id_column = columns.index(_ID)
    rows_by_id = {}
    for row in rows:
        if len(row) != len(columns):
            raise ValueError(f"a row has {len(row)} cells, not {len(columns)}")
        rows_by_id[row[id_column]] = tuple(row)
    return Catalogue(columns, rows_by_id)


def _csv(text: str) -> tuple[tuple[str, ...], Iterator[Sequence[str]]]:
    try:
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), strict=True) if row]
    except csv.Error as error:
        raise ValueError(str(error)) from None
    return tuple(rows[0] if rows else ()), iter(rows[1:])


def _json_lines(text: str) -> tuple[tuple[str, ...], Iterator[Sequence[str]]]:
    objects = [read_json(line.encode()) for line in text.splitlines() if line.strip()]
    columns = tuple(dict.fromkeys(key for record in objects for key in record))
    return columns, ([str(record.get(key, "")) for key in columns] for record in objects)


@lru_cache(_MOST_KEPT)
def _value(slot: Slot, cell: str) -> Value:
    text = cell.strip(" ")
    if slot.missing and not text:
        return None
    return kind_named(slot.kind).read_cell(slot, text)
