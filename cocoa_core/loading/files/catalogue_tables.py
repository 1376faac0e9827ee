"""Reads a catalogue (CSV, JSON lines or Parquet) as rows of texts, and writes rows as CSV."""

from __future__ import annotations

import csv
import importlib
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from cocoa_core.errors import DomainError, Place
from cocoa_core.extras import library
from cocoa_core.loading.yaml import not_utf8
from cocoa_core.suggestions import listed, quoted
from cocoa_core.text import library_message


def csv_rows(lines: Iterable[str], file: str) -> Iterator[tuple[int, list[str]]]:
    """Yields every row that has cells, with its line from 1.

    Raises:
        DomainError: the text is no valid CSV; it names the line.
    """
    reader = csv.reader(lines, strict=True)
    line = 0
    try:
        for cells in reader:
            if cells:
                yield line + 1, cells
            line = reader.line_num
    except csv.Error as error:
        raise DomainError(
            "this is not valid CSV",
            got=quoted(str(error)),
            fix="close every quotation mark, and double those inside a cell",
            place=Place(file, line + 1),
        ) from None


def catalogue_text(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Returns the header and the rows as CSV, in their order. Every line ends with a line feed, on every
    system.

    The cells hold no control characters, as no value does.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


_SHEETS: Final = frozenset((b"PK\x03\x04", b"\xd0\xcf\x11\xe0"))
"""The first bytes of spreadsheets: .xlsx and .ods are zip files, .xls has a format of its own."""
_LONGEST_LINE: Final = 1_000_000
_MOST_COLUMNS: Final = 1_000


@frozen
class CatalogueTable:
    """The columns and rows of a file."""

    columns: tuple[str, ...]
    rows: Iterator[tuple[int, Sequence[str]]]
    """The rows in order: the line (in Parquet the row, from 1) and a text for each column."""


def open_table(name: str, data: bytes, file: str) -> CatalogueTable:
    """Opens the table in a file's bytes.

    Args:
        name: one of CATALOGUE_FILES, which tells the format.
        file: how positions name it.

    Raises:
        DomainError: the bytes are not of the format. It is raised here for the header, and for a row while
            rows are read.
    """
    if data[:4] in _SHEETS:
        raise DomainError(
            "this is a spreadsheet, whatever its name says",
            expected="text: rows of cells with commas between them",
            fix="save it as CSV (UTF-8), or have it read by `cocoa new-domain NAME --from FILE`",
            place=Place(file, 1),
        )
    table = CATALOGUE_FILES[name](data, file)
    if len(table.columns) > _MOST_COLUMNS:
        raise DomainError(
            f"the table has {len(table.columns):,} columns",
            expected=f"at most {_MOST_COLUMNS:,}",
            place=Place(file, 1),
        )
    return table


def _lines(data: bytes, file: str) -> Iterator[str]:
    """Yields the lines with their ends, without a byte order mark."""
    for number, line in enumerate(io.BytesIO(data), start=1):
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            column = len(line[: error.start].decode("utf-8")) + 1
            raise not_utf8(line[error.start], Place(file, number, column)) from None
        if len(text) > _LONGEST_LINE:
            raise DomainError(
                "the line is too long",
                expected=f"at most {_LONGEST_LINE:,} characters",
                place=Place(file, number),
            )
        yield text.removeprefix("\ufeff") if number == 1 else text


def _csv_table(data: bytes, file: str) -> CatalogueTable:
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

    return CatalogueTable(columns, checked())


def _jsonl_table(data: bytes, file: str) -> CatalogueTable:
    objects = _jsonl_objects(data, file)
    first = next(objects, None)
    if first is None:
        raise _empty(file)
    columns = tuple(first[1])

    def rows() -> Iterator[tuple[int, Sequence[str]]]:
        yield first[0], tuple(first[1].values())
        for line, record in objects:
            if record.keys() != first[1].keys():
                raise DomainError(
                    "the object has other keys than the first one",
                    got=f"the keys {listed(record)}",
                    expected=f"the keys {listed(columns)}",
                    place=Place(file, line),
                )
            yield line, [record[column] for column in columns]

    return CatalogueTable(columns, rows())


def _jsonl_objects(data: bytes, file: str) -> Iterator[tuple[int, dict[str, str]]]:
    for number, line in enumerate(_lines(data, file), start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line, object_pairs_hook=unique_keys)
        except (ValueError, RecursionError) as error:
            raise DomainError(
                "this is not a JSON object",
                got=quoted(str(error)),
                expected='one object a line: {"id": "1", "fare": "399.50"}',
                place=Place(file, number),
            ) from None
        if not isinstance(value, dict) or not all(isinstance(cell, str) for cell in value.values()):
            raise DomainError(
                "the line is not an object of texts",
                got=quoted(line.strip()),
                expected='one object a line, every value a text: {"id": "1", "fare": "399.50"}',
                fix="put numbers in quotation marks, and write a missing value as an empty text",
                place=Place(file, number),
            )
        yield number, value


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Returns the object of a JSON text, as an `object_pairs_hook`.

    Raises:
        ValueError: a key stands twice.
    """
    result = dict(pairs)
    if len(result) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {twice!r} stands twice in an object")
    return result


_LARGEST_TABLE: Final = 200_000_000
_ROWS_AT_ONCE: Final = 10_000
_SHORT: Final = 1_000
"""Bytes of a text that may be held once for every row of a batch."""


def _parquet_table(data: bytes, file: str) -> CatalogueTable:
    """Returns the table of a Parquet file, whose columns hold texts; null becomes an empty text."""
    arrow, parquet = (
        library(name, "parquet", "reading Parquet", ", or save it as catalogue.csv", DomainError, Place(file))
        for name in ("pyarrow", "pyarrow.parquet")
    )
    try:
        columns = _columns(parquet.ParquetFile(arrow.BufferReader(data)), arrow, file)
        source = parquet.ParquetFile(arrow.BufferReader(data), read_dictionary=columns)
    except (arrow.ArrowException, OSError, ValueError) as error:
        raise _broken(error, file) from None
    return CatalogueTable(columns, _rows(source, arrow, file))


def _columns(source: Any, arrow: Any, file: str) -> tuple[str, ...]:
    size = sum(source.metadata.row_group(part).total_byte_size for part in range(source.num_row_groups))
    if size > _LARGEST_TABLE:
        raise DomainError(
            "the table is too large",
            got=f"{size:,} bytes",
            expected=f"at most {_LARGEST_TABLE:,}",
            place=Place(file),
        )
    for field in source.schema_arrow:
        if not (arrow.types.is_string(field.type) or arrow.types.is_large_string(field.type)):
            raise DomainError(
                f"the column {quoted(field.name)} does not hold texts",
                got=quoted(str(field.type)),
                expected="texts, as cells of a CSV file would have them",
                fix="cast it to string",
                place=Place(file),
            )
    return tuple(field.name for field in source.schema_arrow)


def _rows(source: Any, arrow: Any, file: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Yields numbered rows. A long text is held once: Parquet can repeat it in every row in a few bytes."""
    compute: Any = importlib.import_module("pyarrow.compute")
    number = 0
    try:
        for batch in source.iter_batches(_ROWS_AT_ONCE):
            for cells in zip(*(_texts(column, compute) for column in batch.columns), strict=True):
                number += 1
                yield number, cells
    except (arrow.ArrowException, OSError, ValueError) as error:
        raise _broken(error, file) from None


def _texts(column: Any, compute: Any) -> list[str]:
    longest = compute.max(compute.binary_length(column.dictionary)).as_py() or 0
    if longest <= _SHORT:
        return [cell or "" for cell in column.dictionary_decode().to_pylist()]
    words = column.dictionary.to_pylist()
    return [(words[index] or "") if index is not None else "" for index in column.indices.to_pylist()]


def _broken(error: Exception, file: str) -> DomainError:
    return DomainError(
        "this is not valid Parquet",
        got=library_message(error) or None,
        fix="write it again, or save it as catalogue.csv",
        place=Place(file),
    )


def _empty(file: str) -> DomainError:
    return DomainError(
        "the catalogue is empty", expected="a row for each option", fix="add options", place=Place(file)
    )


CATALOGUE_FILES: Final[Mapping[str, Callable[[bytes, str], CatalogueTable]]] = {
    "catalogue.csv": _csv_table,
    "catalogue.jsonl": _jsonl_table,
    "catalogue.parquet": _parquet_table,
}
"""The files that can hold a domain's catalogue, with their readers."""
