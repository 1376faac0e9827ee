"""Rows of a table that nobody prepared, as texts: which are kept when there are many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from cocoa_core.seeds import stream

__all__ = ["MOST_CELL", "RawTable", "Row", "sampled"]

MOST_CELL: Final = 10_000
"""Characters of a cell that are kept."""

Row = tuple[int, tuple[str, ...]]
"""The line in the file (or the number of the record, from 1) and a text for each column."""


@frozen
class RawTable:
    """A table as it stands in a file.

    header: names of the columns as they are, some of them empty or alike
    rows:   in the order of the file, each with as many cells as the header
    count:  rows that the file holds, whether kept or not
    notes:  what had to be decided while reading, one sentence each
    """

    header: tuple[str, ...]
    rows: tuple[Row, ...]
    count: int
    notes: tuple[str, ...] = ()


def sampled(rows: Iterable[Row], most: int, seed: int) -> tuple[tuple[Row, ...], int]:
    """At most `most` of the rows in their order, each as likely as any other, and how many there were.

    Vitter's algorithm R: one pass, and no more rows in memory than are kept.
    """
    rng = stream("rows of a table", seed)
    kept: list[Row] = []
    count = 0
    for row in rows:
        if count < most:
            kept.append(row)
        else:
            place = int(rng.random() * (count + 1))
            if place < most:
                kept[place] = row
        count += 1
    return tuple(sorted(kept, key=_line)), count


def _line(row: tuple[int, Sequence[str]]) -> int:
    return row[0]
