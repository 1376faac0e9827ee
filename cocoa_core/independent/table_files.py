"""Reads Parquet files of a data set: the records, and columns that have to agree with them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, BinaryIO, Final

from cocoa_core.errors import UsageError, one_line
from cocoa_core.independent.json_reading import read_json

__all__ = ["table_lines"]

_ROWS: Final = 64
"""The number of rows held in memory."""


def table_lines(file: BinaryIO, most: int) -> Iterator[bytes]:
    """Yields the records of a Parquet file as lines.

    Args:
        file: the file.
        most: the largest number of bytes to accept.

    Raises:
        OSError: it is no Parquet file, holds more than `most` bytes, or the columns of a row differ from its
            record.
        UsageError: pyarrow is not installed.
    """
    try:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError(
            "files that end in .parquet are read with the library pyarrow",
            got="no pyarrow",
            fix="pip install -e '.[parquet]' in a checkout of cocoa",
        ) from None
    try:
        yield from _lines(parquet.ParquetFile(file), most)
    except (arrow.ArrowException, ValueError) as error:
        raise OSError(None, f"it cannot be read as Parquet: {one_line(error)}") from None


def _lines(table: Any, most: int) -> Iterator[bytes]:
    groups = (table.metadata.row_group(number) for number in range(table.metadata.num_row_groups))
    bytes_left = most - sum(group.total_byte_size for group in groups)
    if bytes_left < 0:
        raise _too_much(most)
    bytes_left = most
    _compare_columns(table.schema_arrow)
    rows = (row for batch in table.iter_batches(_ROWS, use_threads=False) for row in batch.to_pylist())
    for number, row in enumerate(rows, start=1):
        text = row.pop("record", None)
        if not isinstance(text, str) or "\n" in text:
            raise OSError(None, f"row {number} has no record of one line")
        _compare(number, row, text)
        line = f"{text}\n".encode()
        bytes_left -= len(line)
        if bytes_left < 0:
            raise _too_much(most)
        yield line


def _too_much(most: int) -> OSError:
    return OSError(None, f"unpacked, it has more than {most:,} bytes")


def _compare(number: int, row: dict[str, Any], text: str) -> None:
    """Compares a row with its record, so that whoever filters by a column finds what the records hold."""
    try:
        stated = _columns(read_json(text.encode()))
    except ValueError:  # the check of the line says what is wrong with it
        return
    for name, value in stated.items():
        cell = read_json(row[name].encode()) if name == "key" and row[name] is not None else row[name]
        if cell != value or type(cell) is not type(value):
            got, expected = one_line(str(cell)), one_line(str(value))
            raise OSError(None, f"row {number}: the column {name} says {got}, its record {expected}")


def _compare_columns(schema: Any) -> None:
    """Compares the types of the columns before anything is read: values of others could be of any size."""
    texts, numbers = _columns(None), ("index", "slots", "minterms")
    expected = {name: "int64" if name in numbers else "string" for name in (*texts, "record")}
    columns = [(column.name, str(column.type)) for column in schema]
    if sorted(columns) != sorted(expected.items()):
        got = ", ".join(f"{name} ({kind})" for name, kind in columns)
        wanted = ", ".join(f"{name} ({kind})" for name, kind in expected.items())
        raise OSError(None, f"its columns are {got}, not {wanted}")


def _columns(record: Any) -> dict[str, Any]:
    """Returns the columns that go with a record; None for what records of its family lack."""
    whole = _part(record)
    domain, size, made = (_part(whole.get(name)) for name in ("domain", "complexity", "provenance"))
    text = whole.get("request")
    plain = {
        "id": whole.get("id"),
        "family": whole.get("family"),
        "ask": whole.get("ask"),
        "variant": whole.get("variant"),
        "domain": domain.get("name"),
        "text": text if isinstance(text, str) else whole.get("sentence"),
        "answer": whole.get("answer"),
        "side": made.get("side"),
    }
    counts = {"index": made.get("index"), "slots": size.get("slots"), "minterms": size.get("minterms")}
    return {
        **{name: value if type(value) is str else None for name, value in plain.items()},
        "key": whole.get("key"),
        **{name: value if type(value) is int else None for name, value in counts.items()},
    }


def _part(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
