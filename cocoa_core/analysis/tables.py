"""Tables as data: named columns of one kind each, and rows; as CSV and as JSON."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from attrs import frozen

__all__ = ["Cell", "Column", "Table"]

Cell: TypeAlias = str | int | float | bool | None
Kind: TypeAlias = Literal["text", "count", "share", "points", "number", "p"]


@frozen
class Column:
    """One column.

    name: of the CSV column; title: for people
    kind: `text`; `count`; `share` (0 to 1); `points` (a difference of shares, -1 to 1); `number`; `p`
    """

    name: str
    title: str
    kind: Kind = "text"


@frozen
class Table:
    """One table; a cell is None where there is nothing to say.

    name: of its file; title: for people; note: how to read it, in a sentence or two
    by:   the columns that part a run's answers, in a breakdown; none in other tables
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    by: tuple[str, ...] = ()

    def place(self, name: str) -> int:
        """Where a column stands, from 0. KeyError where there is none of the name."""
        for place, column in enumerate(self.columns):
            if column.name == name:
                return place
        raise KeyError(name)

    def dicts(self) -> Iterator[dict[str, Cell]]:
        """The rows by column name."""
        names = [column.name for column in self.columns]
        for row in self.rows:
            yield dict(zip(names, row, strict=True))

    def csv(self) -> str:
        """As CSV with a line of column names; numbers unrounded, shares from 0 to 1, nothing for None."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([column.name for column in self.columns])
        writer.writerows([_text(cell) for cell in row] for row in self.rows)
        return out.getvalue()

    def to_json(self) -> dict[str, Any]:
        """As JSON data; null where there is nothing to say."""
        return {
            "title": self.title,
            "note": self.note,
            "columns": [column.name for column in self.columns],
            "rows": [[_plain(cell) for cell in row] for row in self.rows],
        }


def _plain(cell: Cell) -> Cell:
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell


def _text(cell: Cell) -> str:
    cell = _plain(cell)
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return repr(cell) if isinstance(cell, float) else str(cell)
