"""Tables in Parquet, for which the extra `parquet` has to be installed."""

from __future__ import annotations

import datetime
import importlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from cocoa_core.domain.reading.folder_files import shown_path
from cocoa_core.errors import DomainError, Place
from cocoa_core.scaffolding.tables.rows import MOST_CELL, RawTable, Row, sampled

__all__ = ["read_parquet_table"]

_ROWS_AT_ONCE: Final = 10_000


def read_parquet_table(path: Path, most_rows: int, seed: int) -> RawTable:
    """The table in a Parquet file; DomainError where pyarrow is not installed or it is none."""
    place = Place(shown_path(path))
    try:
        parquet: Any = importlib.import_module("pyarrow.parquet")
        arrow: Any = importlib.import_module("pyarrow")
    except ImportError:
        raise DomainError(
            "reading Parquet needs pyarrow",
            got="pyarrow is not installed",
            fix="pip install 'cocoa-exams[parquet]', or save the table as CSV",
            place=place,
        ) from None
    try:
        source = parquet.ParquetFile(path)
        kept, count = sampled(_rows(source), most_rows, seed)
        return RawTable(tuple(source.schema_arrow.names), kept, count)
    except (arrow.ArrowException, OSError, ValueError) as error:
        problem = " ".join(str(error).split())[:200]
        raise DomainError("this is not valid Parquet", got=problem, place=place) from None


def _rows(source: Any) -> Iterator[Row]:
    number = 0
    for batch in source.iter_batches(_ROWS_AT_ONCE):
        for cells in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            number += 1
            yield number, tuple([_text(cell)[:MOST_CELL] for cell in cells])


def _text(value: object) -> str:
    if value is None or value != value:  # NaN differs from itself
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, list | tuple | dict):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)
