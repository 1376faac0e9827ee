"""The rows of a catalogue's file as texts, whatever its format: CSV, JSON lines or Parquet."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from attrs import frozen

from cocoa_core.domain.reading.csv_rows import csv_rows
from cocoa_core.domain.suggestions import listed, quoted
from cocoa_core.errors import DomainError, Place

__all__ = ["CATALOGUE_FILES", "Table", "open_table"]

_LONGEST_LINE: Final = 1_000_000
_MOST_COLUMNS: Final = 1_000


@frozen
class Table:
    """Columns, and the rows in order: the line (Parquet: the row, from 1) and a text for each column."""

    columns: tuple[str, ...]
    rows: Iterator[tuple[int, Sequence[str]]]


def open_table(name: str, data: bytes, file: str) -> Table:
    """The table in a file's bytes. `name` is one of CATALOGUE_FILES, which says the format; `file` its place.

    DomainError with the line for what is not of the format: here for the header, later while rows are read.
    """
    table = CATALOGUE_FILES[name](data, file)
    if len(table.columns) > _MOST_COLUMNS:
        raise DomainError(
            f"the table has {len(table.columns):,} columns",
            expected=f"at most {_MOST_COLUMNS:,}",
            place=Place(file, 1),
        )
    return table


def _lines(data: bytes, file: str) -> Iterator[str]:
    """Lines with their ends; a byte order mark is left out."""
    for number, line in enumerate(io.BytesIO(data), start=1):
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            column = len(line[: error.start].decode("utf-8")) + 1
            raise DomainError(
                "the file is not text in UTF-8",
                got=f"the byte {line[error.start]:#04x}",
                fix="save it in UTF-8",
                place=Place(file, number, column),
            ) from None
        if len(text) > _LONGEST_LINE:
            raise DomainError(
                "the line is too long",
                expected=f"at most {_LONGEST_LINE:,} characters",
                place=Place(file, number),
            )
        yield text.removeprefix("\ufeff") if number == 1 else text


def _csv_table(data: bytes, file: str) -> Table:
    rows = csv_rows(_lines(data, file), file)
    header = next(rows, None)
    if header is None:
        raise _empty(file)
    columns = tuple(header[1])

    def checked() -> Iterator[tuple[int, Sequence[str]]]:
        for line, cells in rows:
            if len(cells) != len(columns):
                raise DomainError(
                    f"the row has {len(cells)} cells",
                    expected=f"{len(columns)} cells, one for each column",
                    fix="put cells that hold commas in quotation marks",
                    place=Place(file, line),
                )
            yield line, cells

    return Table(columns, checked())


def _jsonl_table(data: bytes, file: str) -> Table:
    objects = _jsonl_objects(data, file)
    first = next(objects, None)
    if first is None:
        raise _empty(file)
    columns = tuple(first[1])

    def rows() -> Iterator[tuple[int, Sequence[str]]]:
        yield first[0], tuple(first[1].values())
        for line, found in objects:
            if found.keys() != first[1].keys():
                raise DomainError(
                    "the object has other keys than the first one",
                    got=f"the keys {listed(found)}",
                    expected=f"the keys {listed(columns)}",
                    place=Place(file, line),
                )
            yield line, [found[column] for column in columns]

    return Table(columns, rows())


def _jsonl_objects(data: bytes, file: str) -> Iterator[tuple[int, dict[str, str]]]:
    for number, line in enumerate(_lines(data, file), start=1):
        if not line.strip():
            continue
        try:
            found = json.loads(line, object_pairs_hook=_unique)
        except (ValueError, RecursionError) as error:
            raise DomainError(
                "this is not a JSON object",
                got=quoted(str(error)),
                expected='one object a line: {"id": "1", "fare": "399.50"}',
                place=Place(file, number),
            ) from None
        if not isinstance(found, dict) or not all(isinstance(cell, str) for cell in found.values()):
            raise DomainError(
                "the line is not an object of texts",
                got=quoted(line.strip()),
                expected='one object a line, every value a text: {"id": "1", "fare": "399.50"}',
                fix="put numbers in quotation marks, and write a missing value as an empty text",
                place=Place(file, number),
            )
        yield number, found


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _parquet_table(data: bytes, file: str) -> Table:
    from cocoa_core.domain.reading.catalogue_parquet import read_parquet

    return Table(*read_parquet(data, file))


def _empty(file: str) -> DomainError:
    return DomainError(
        "the catalogue is empty", expected="a row for each option", fix="add options", place=Place(file)
    )


CATALOGUE_FILES: Final[Mapping[str, Callable[[bytes, str], Table]]] = MappingProxyType(
    {"catalogue.csv": _csv_table, "catalogue.jsonl": _jsonl_table, "catalogue.parquet": _parquet_table}
)
"""The files that can hold a domain's catalogue, with their readers."""
