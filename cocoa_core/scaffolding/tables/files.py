"""Any file with a table in it, as rows of texts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from cocoa_core.domain.reading.folder_files import shown_path
from cocoa_core.errors import DomainError, Place, UsageError
from cocoa_core.scaffolding.tables.delimited import read_delimited
from cocoa_core.scaffolding.tables.json_tables import read_json, read_json_lines
from cocoa_core.scaffolding.tables.parquet import read_parquet_table
from cocoa_core.scaffolding.tables.rows import RawTable
from cocoa_core.scaffolding.tables.text import first_bytes

__all__ = ["FEWEST_ROWS", "read_table"]

FEWEST_ROWS: Final = 5
"""A question has five options."""

_Reader = Callable[[Path, int, int], RawTable]
_BY_ENDING: Final[dict[str, _Reader]] = {
    ".json": read_json,
    ".geojson": read_json,
    ".jsonl": read_json_lines,
    ".ndjson": read_json_lines,
    ".parquet": read_parquet_table,
    ".pq": read_parquet_table,
}


def read_table(path: Path, seed: int = 0, most_rows: int = 2000) -> RawTable:
    """The table in a CSV, TSV, JSON, JSON lines or Parquet file, by its content where its name says nothing.

    Of more than `most_rows` rows a seeded sample, read in one pass. UsageError where there is no such file,
    DomainError with the line for one that holds no table, or fewer than two columns or five rows.
    """
    if not path.is_file():
        raise UsageError(
            "there is no such file",
            got=shown_path(path),
            expected="a table: CSV, TSV, JSON, JSON lines or Parquet",
        )
    head = first_bytes(path)
    reader = read_parquet_table if head.startswith(b"PAR1") else _BY_ENDING.get(path.suffix.casefold())
    if reader is None:
        start = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
        reader = read_json if start in (b"[", b"{") and path.suffix.casefold() != ".csv" else read_delimited
    table = reader(path, most_rows, seed)
    _check_size(path, table)
    return table


def _check_size(path: Path, table: RawTable) -> None:
    if len(table.header) < 2:
        raise DomainError(
            "the table has one column only",
            expected="two columns or more: what options differ in",
            place=Place(shown_path(path)),
        )
    if len(table.rows) < FEWEST_ROWS:
        raise DomainError(
            "the table has too few rows",
            got="1 row" if len(table.rows) == 1 else f"{len(table.rows)} rows",
            expected=f"{FEWEST_ROWS} rows or more, a dozen better: a question shows five options",
            fix=" ".join(table.notes) or None,
            place=Place(shown_path(path)),
        )
