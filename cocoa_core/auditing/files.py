"""Reads rows of a published file (JSON, JSON lines or Parquet), and lists the sets that can be audited."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cocoa_core.auditing import travelplanner
from cocoa_core.auditing.groundcocoa import reading as groundcocoa
from cocoa_core.auditing.natural_plan import calendars, meetings, trips
from cocoa_core.auditing.questions import SetReader
from cocoa_core.errors import CocoaError, Place, UsageError, one_line
from cocoa_core.extras import library
from cocoa_core.loading import utf8_text

_LARGEST: Final = 2**30
"""Bytes of a file that is read: the published ones have up to 30 MB."""


READERS: Final = (
    groundcocoa.READER,
    trips.READER,
    calendars.READER,
    meetings.READER,
    travelplanner.READER,
    travelplanner.FINE_TUNING,
)


def reader_of(row: Mapping[str, Any]) -> SetReader:
    """Returns the reader of the set that a row belongs to by its fields.

    Raises:
        CocoaError: the row has the fields of no set.
    """
    for reader in READERS:
        if reader.fields <= row.keys():
            return reader
    raise CocoaError(
        "these rows are of no set that can be audited",
        got=", ".join(map(str, list(row)[:8])) or "a row without fields",
        expected=" or ".join(f"{reader.name} ({', '.join(sorted(reader.fields))})" for reader in READERS),
    )


def read_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """Yields the rows of a published file in order; a row that is the value of its id has the id as `id`.

    JSON is an array of rows, or an object of arrays or of rows.

    Raises:
        UsageError: there is no such file, it is too large, or it is Parquet and pyarrow is not installed.
        CocoaError: the file is in none of the forms (with the line, if there is one).
    """
    if not path.is_file():
        raise UsageError(
            "this is a folder" if path.is_dir() else "there is no such file",
            got=str(path),
            expected="a published file: JSON, JSON lines or Parquet",
        )
    if path.stat().st_size > _LARGEST:
        raise UsageError(
            "the file is too large", got=f"{path.stat().st_size:,} bytes", expected=f"{_LARGEST:,}"
        )
    if path.suffix == ".parquet":
        rows = _parquet(path)
    else:
        text = _text(path)
        rows = _json_lines(path, text) if path.suffix == ".jsonl" else _json(path, text)
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise CocoaError(
                f"row {number} is no question",
                got=type(row).__name__,
                expected="an object",
                place=Place(str(path)),
            )
        yield row


def _parquet(path: Path) -> Sequence[Any]:
    parquet = library("pyarrow.parquet", "parquet", "reading Parquet", ", or audit the file as JSON")
    try:
        rows: Sequence[Any] = parquet.read_table(path).to_pylist()
    except (OSError, ValueError) as error:  # pyarrow's own errors are subclasses of these
        raise CocoaError("the file is no Parquet", got=one_line(str(error)), place=Place(str(path))) from None
    return rows


def _text(path: Path) -> str:
    return utf8_text(path.read_bytes(), str(path))


def _json(path: Path, text: str) -> Sequence[Any]:
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 0)
        if line == 2 and path.suffix == ".json":  # lines under another name
            return _json_lines(path, text)
        raise CocoaError(
            "the file is no JSON",
            got=str(error) if text.strip() else "an empty file",
            expected="a list of questions, or a question a line",
            place=Place(str(path), line),
        ) from None
    if isinstance(data, list):
        return data
    if not isinstance(data, dict):
        return [data]
    if data and all(isinstance(value, dict) for value in data.values()):
        return [{"id": name, **row} for name, row in data.items()]
    if data and all(isinstance(value, list) for value in data.values()):
        return [row for rows in data.values() for row in rows]
    return [data]


def _json_lines(path: Path, text: str) -> Sequence[Any]:
    rows = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                rows.append(json.loads(line))
            except (ValueError, RecursionError) as error:
                raise CocoaError(
                    "a line is no JSON",
                    got=str(error),
                    expected="a question a line, as an object",
                    fix="remove a line of headers; mend any other",
                    place=Place(str(path), number),
                ) from None
    return rows
