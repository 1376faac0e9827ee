"""The records of a file that another system wrote: CSV, JSON or JSON lines."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from attrs import field, frozen

from cocoa_core.domain.printed.json_records import Located, json_objects, json_value
from cocoa_core.domain.printed.keys import KeyIndex
from cocoa_core.domain.printed.record_path import Score, objects_at
from cocoa_core.domain.reading.csv_rows import csv_rows
from cocoa_core.domain.reading.folder_files import LARGEST_CATALOGUE, shown_path
from cocoa_core.domain.suggestions import listed, quoted
from cocoa_core.errors import DomainError, Place, UsageError

__all__ = ["MOST_RECORDS", "Cell", "Record", "Records", "read_records"]

MOST_RECORDS: Final = 1_000_000
_LARGEST: Final = LARGEST_CATALOGUE

Cell: TypeAlias = str | tuple[str, ...] | None
"""A text, the texts of a JSON list, or None for JSON's null and for no cell at all."""


@frozen
class Record:
    """One printed option.

    number: from 1, in the order of the file
    line:   where it stands in a file of lines, else 0
    path:   where it stands in a JSON file, else ""
    """

    number: int
    line: int
    path: str
    keys: KeyIndex
    cells: tuple[Cell, ...]

    def text(self, place: int) -> str:
        """The cell at a place of `keys`, as messages quote it."""
        cell = self.cells[place]
        return "; ".join(cell) if isinstance(cell, tuple) else cell or ""

    def where(self) -> str:
        """As messages name it: "line 14 (record 13)", "record 3 (examples[0].options[2])"."""
        if self.line:
            return f"line {self.line} (record {self.number})"
        return f"record {self.number} ({self.path})" if self.path else f"record {self.number}"


@frozen
class Records:
    """What a file holds. `notes`: what was passed over on the way."""

    file: str
    records: tuple[Record, ...]
    notes: tuple[str, ...] = ()

    def all_keys(self) -> tuple[str, ...]:
        """Every key of every record, as they first appear."""
        return tuple(dict.fromkeys(name for index in self.indexes() for name in index.names))

    def indexes(self) -> tuple[KeyIndex, ...]:
        """The different sets of keys that records have."""
        return tuple({id(record.keys): record.keys for record in self.records}.values())


@frozen
class _Indexes:
    """One KeyIndex for all records with the same keys."""

    known: dict[tuple[str, ...], KeyIndex] = field(factory=dict)

    def of(self, names: tuple[str, ...]) -> KeyIndex:
        return self.known.setdefault(names, KeyIndex(names))


def read_records(path: Path, at: str, score: Score) -> Records:
    """The records of a file whose name ends in .csv, .tsv, .json, .jsonl or .ndjson.

    at:    the path of keys to the options in JSON, with "." between; "" where the file is a list of options
    score: how many known keys a record has, by which a path is proposed where there is none
    UsageError for a file that is not there or of another format; DomainError with its line for what cannot
    be read, for an empty file, and for more than a million records.
    """
    reader = _READERS.get(path.suffix.casefold())
    if reader is None:
        raise UsageError(
            f"the format of {quoted(path.name)} is not known",
            got=f"a name that ends in {quoted(path.suffix)}" if path.suffix else "a name without an ending",
            expected=f"a file that ends in {listed(_READERS)}",
            fix="rename the file for what it holds",
        )
    file = shown_path(path)
    found = reader(_bytes(path, file), file, at, score)
    if not found.records:
        raise DomainError("the file has no records", expected="one for each option", place=Place(file))
    return found


def _bytes(path: Path, file: str) -> bytes:
    if not path.is_file():
        raise UsageError(
            f"there is no file {quoted(str(path))}",
            got="a folder" if path.is_dir() else "nothing at this path",
            expected="a file of options",
        )
    with path.open("rb") as opened:
        data = opened.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise DomainError("the file is too large", expected=f"at most {_LARGEST:,} bytes", place=Place(file))
    return data


def _decoded(data: bytes, file: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DomainError(
            "the file is not text in UTF-8",
            got=f"the byte {data[error.start]:#04x}",
            fix="save it in UTF-8",
            place=Place(file, data[: error.start].count(b"\n") + 1),
        ) from None


def _csv_records(data: bytes, file: str, at: str, score: Score) -> Records:
    return _table(data, file, at, None)


def _tsv_records(data: bytes, file: str, at: str, score: Score) -> Records:
    return _table(data, file, at, "\t")


def _table(data: bytes, file: str, at: str, separator: str | None) -> Records:
    if at:
        raise UsageError(f"{file} is a table", got=f"the path {quoted(at)}", expected="no path to its rows")
    text = _decoded(data, file)
    found = csv_rows(io.StringIO(text, newline=""), file, separator or _separator(text.partition("\n")[0]))
    rows = ((line, cells) for line, cells in found if any(cell.strip() for cell in cells))
    _, header = next(rows, (0, []))
    names = tuple(name.strip() for name in header)
    index = KeyIndex(names)
    records: list[Record] = []
    for line, cells in rows:
        if len(cells) != len(names):
            raise DomainError(
                f"the row has {len(cells)} cells",
                expected=f"{len(names)} cells, one for each column",
                fix="put cells that hold commas in quotation marks",
                place=Place(file, line),
            )
        _check_number(len(records), Place(file, line))
        records.append(Record(len(records) + 1, line, "", index, tuple(cells)))
    return Records(file, tuple(records))


def _separator(header: str) -> str:
    """What parts the cells of a header: ";" or a tab where it has no comma."""
    return next((sign for sign in (",", ";", "\t") if sign in header), ",")


def _json_records(data: bytes, file: str, at: str, score: Score) -> Records:
    root = json_value(_decoded(data, file), Place(file))
    objects, notes = objects_at(root, at, Place(file), score)
    return _records(((0, one) for one in objects), file, notes)


def _jsonl_records(data: bytes, file: str, at: str, score: Score) -> Records:
    found: list[tuple[int, Located]] = []
    passed: dict[str, None] = {}
    for line, text in enumerate(_decoded(data, file).split("\n"), start=1):
        if text.strip():
            place = Place(file, line)
            objects, notes = objects_at([json_value(text, place)], at, place, score)
            passed.update(dict.fromkeys(notes))
            found += ((line, Located("", one.value)) for one in objects)
    return _records(iter(found), file, tuple(passed))


def _records(found: Iterator[tuple[int, Located]], file: str, notes: tuple[str, ...]) -> Records:
    indexes = _Indexes()
    records: list[Record] = []
    for line, one in found:
        _check_number(len(records), Place(file, line))
        cells = json_objects(one.value)
        records.append(
            Record(len(records) + 1, line, one.path, indexes.of(tuple(cells)), tuple(cells.values()))
        )
    return Records(file, tuple(records), notes)


def _check_number(number: int, place: Place) -> None:
    if number >= MOST_RECORDS:
        raise DomainError(f"the file has more than {MOST_RECORDS:,} records", place=place)


_READERS: Final[Mapping[str, Callable[[bytes, str, str, Score], Records]]] = MappingProxyType(
    {
        ".csv": _csv_records,
        ".tsv": _tsv_records,
        ".json": _json_records,
        ".jsonl": _jsonl_records,
        ".ndjson": _jsonl_records,
    }
)
