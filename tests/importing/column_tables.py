"""Small tables as the importer has them when it guesses."""

from __future__ import annotations

from cocoa_core.importing import GuessedColumns, RawTable, SlotColumn

FILL = {"brand": ["Alder", "Birch", "Cedar"], "seats": ["2", "4", "5", "7"]}


def table_of(columns: dict[str, list[str]], rows: int = 60) -> RawTable:
    """A table in which each column repeats its cells; its first row is on line 2."""
    found = tuple(
        (row + 2, tuple(cells[row % len(cells)] for cells in columns.values())) for row in range(rows)
    )
    return RawTable(tuple(columns), found, rows)


def by_name(columns: GuessedColumns) -> dict[str, SlotColumn]:
    return {column.name: column for column in columns.columns}
