"""Tables in JSON: a list of records, columns, records under a key, or one record a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cocoa_core.domain.reading.folder_files import shown_path
from cocoa_core.domain.suggestions import quoted
from cocoa_core.errors import DomainError, Place
from cocoa_core.scaffolding.tables.rows import MOST_CELL, RawTable, Row, sampled
from cocoa_core.scaffolding.tables.text import TextFile

__all__ = ["read_json", "read_json_lines"]

_LARGEST: Final = 200_000_000
_DEEPEST: Final = 3
_MOST_COLUMNS: Final = 2_000
_Record = Mapping[str, Any]


def read_json(path: Path, most_rows: int, seed: int) -> RawTable:
    """The table in a JSON document; DomainError with its line for what is none."""
    if path.stat().st_size > _LARGEST:
        raise _no_table(
            path, "the document is too large", f"at most {_LARGEST:,} bytes", "save it as JSON lines"
        )
    file = TextFile(path)
    text = file.text()
    try:
        found = json.loads(text, parse_int=str, parse_float=str, parse_constant=_nothing)
    except json.JSONDecodeError as error:
        if error.lineno > 1 and error.msg == "Extra data":
            return read_json_lines(path, most_rows, seed)
        raise _broken(path, error, error.lineno, error.colno) from None
    except (ValueError, RecursionError) as error:
        raise _broken(path, error) from None
    records = _records(found)
    if records is None:
        raise _no_table(
            path, "the document holds no table", "a list of objects, or an object of lists as columns"
        )
    return _table(path, enumerate(records, start=1), most_rows, seed, file.notes())


def read_json_lines(path: Path, most_rows: int, seed: int) -> RawTable:
    """The table in a file with one JSON object a line; DomainError with its line for another."""
    file = TextFile(path)
    table = _table(path, _line_records(path, file), most_rows, seed, ())
    return RawTable(table.header, table.rows, table.count, (*table.notes, *file.notes()))


def _line_records(path: Path, file: TextFile) -> Iterator[tuple[int, _Record]]:
    for number, line in enumerate(file.lines(), start=1):
        if not line.strip():
            continue
        try:
            found = json.loads(line, parse_int=str, parse_float=str, parse_constant=_nothing)
        except (ValueError, RecursionError) as error:
            raise _broken(path, error, number) from None
        if not isinstance(found, dict):
            raise DomainError(
                "the line is not a JSON object",
                got=quoted(line.strip()),
                expected='one object a line: {"price": 399, "brand": "Ardent"}',
                place=Place(shown_path(path), number),
            )
        yield number, found


def _nothing(_name: str) -> None:
    """NaN and infinities are missing values."""
    return


def _records(found: Any) -> list[_Record] | None:
    """The records of a document, whichever way it is laid out; None where it holds none."""
    if isinstance(found, list):
        if found and all(isinstance(row, list) for row in found) and len(found) > 1:
            names = [str(name) for name in found[0]]
            return [dict(zip(names, row, strict=False)) for row in found[1:]]
        return found if found and all(isinstance(row, dict) for row in found) else None
    if not isinstance(found, dict) or not found:
        return None
    values = list(found.values())
    if all(isinstance(value, list) for value in values) and len({len(value) for value in values}) == 1:
        if len(values) > 1 or not all(isinstance(row, dict) for row in values[0]):
            return [dict(zip(found, row, strict=True)) for row in zip(*values, strict=True)]
        return _records(values[0])
    if all(isinstance(value, dict) for value in values):
        return _keyed(found)
    lists = [value for value in values if isinstance(value, list) and value and isinstance(value[0], dict)]
    return _records(max(lists, key=len)) if lists else None


def _keyed(found: Mapping[str, Mapping[str, Any]]) -> list[_Record]:
    """Records by key, or columns of values by key: the longer side is the rows."""
    inner = {key: None for value in found.values() for key in value}
    if len(inner) <= len(found) or not all(value.keys() == inner.keys() for value in found.values()):
        return [{"key": key, **value} for key, value in found.items()]
    return [{name: column[key] for name, column in found.items()} for key in inner]


def _table(
    path: Path, records: Iterable[tuple[int, _Record]], most_rows: int, seed: int, notes: tuple[str, ...]
) -> RawTable:
    names: dict[str, int] = {}
    rows, count = sampled(_rows(path, records, names), most_rows, seed)
    if not names:
        raise _no_table(path, "the table is empty", "a record for each option")
    width = len(names)
    return RawTable(
        tuple(names),
        tuple((line, cells + ("",) * (width - len(cells))) for line, cells in rows),
        count,
        notes,
    )


def _rows(path: Path, records: Iterable[tuple[int, _Record]], names: dict[str, int]) -> Iterator[Row]:
    """Rows as wide as the names known by then; new names join them."""
    for number, record in records:
        flat = dict(_flat(record, "", _DEEPEST))
        for name in flat:
            names.setdefault(name, len(names))
        if len(names) > _MOST_COLUMNS:
            raise _no_table(
                path, "the records have too many keys", f"at most {_MOST_COLUMNS:,} different ones"
            )
        yield number, tuple([flat.get(name, "") for name in names])


def _flat(record: _Record, before: str, deepest: int) -> Iterator[tuple[str, str]]:
    """Names and texts; an object inside is taken apart, its names joined."""
    for key, value in record.items():
        name = f"{before} {key}".strip()
        if isinstance(value, dict) and deepest and value:
            yield from _flat(value, name, deepest - 1)
        else:
            yield name, _text(value)[:MOST_CELL]


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return _list_text(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _list_text(values: Sequence[Any]) -> str:
    if all(isinstance(value, str) for value in values):
        return json.dumps(values, ensure_ascii=False)
    return json.dumps([_text(value) for value in values], ensure_ascii=False)


def _broken(path: Path, error: Exception, line: int = 0, column: int = 0) -> DomainError:
    return DomainError(
        "this is not valid JSON",
        got=quoted(" ".join(str(error).split())),
        place=Place(shown_path(path), line, column),
    )


def _no_table(path: Path, problem: str, expected: str, fix: str | None = None) -> DomainError:
    return DomainError(problem, expected=expected, fix=fix, place=Place(shown_path(path)))
