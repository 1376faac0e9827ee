"""Reads databases: a table, or the result of a SELECT, without the right to write and within bounds."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from cocoa_core.errors import DomainError, Place, UsageError
from cocoa_core.loading import shown_path
from cocoa_core.sources.records import Row
from cocoa_core.suggestions import did_you_mean, listed, quoted

_BEGIN: Final = b"SQLite format 3\0"
_STEPS_AT_ONCE: Final = 1_000_000
_MOST_STEPS: Final = 5_000
"""Millions of instructions of SQLite's machine; a minute or two. A scan of a million rows takes about 10."""
_LONGEST_VALUE: Final = 10_000_000
"""Bytes of a text or of a row."""
_READING: Final = frozenset(
    {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
)
"""The actions that a statement may take."""


def is_sqlite(head: bytes) -> bool:
    """Returns whether a file with this beginning is an SQLite database."""
    return head.startswith(_BEGIN)


def sqlite_rows(path: Path, table: str, sql: str) -> Iterator[Row]:
    """Yields the rows of a table or of a SELECT, in the order in which SQLite gives them.

    Args:
        table: a table or view; empty for the only one.
        sql: one SELECT in place of the table, or an empty text.

    Raises:
        UsageError: there is no such table, none is named of several, or the statement is not a single SELECT.
        DomainError: the file cannot be read, or the statement takes too long.
    """
    place = Place(shown_path(path))
    try:
        with closing(_opened(path)) as connection:
            tables = _tables(connection)
            statement = sql or f"SELECT * FROM {identifier(chosen_table(tables, table, place))}"
            steps = iter(range(_MOST_STEPS))
            connection.set_progress_handler(lambda: next(steps, None) is None, _STEPS_AT_ONCE)
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
            connection.execute("PRAGMA trusted_schema = OFF")  # views may call functions otherwise
            connection.set_authorizer(_authorized)
            cursor = connection.execute(statement)
            yield from rows_of(cursor.description, cursor, _cell, place)
    except (sqlite3.ProgrammingError, sqlite3.Warning) as error:
        raise UsageError("--sql takes one SELECT", got=_said(error)) from None
    except sqlite3.Error as error:
        if sql and _said(error).startswith(("no such", "near ", "not authorized", "incomplete", "ambiguous")):
            expected = f"one SELECT over {listed(tables)}"
            raise UsageError("--sql cannot be run", got=_said(error), expected=expected) from None
        got = "the statement takes too long" if _said(error) == "interrupted" else _said(error)
        raise DomainError("the database cannot be read", got=got, place=place) from None


def only_table(path: Path) -> str:
    """Returns the name of the only table of an SQLite database; empty where it has several."""
    with closing(_opened(path)) as connection:
        tables = _tables(connection)
    return tables[0] if len(tables) == 1 else ""


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro", uri=True)


def _authorized(action: int, *_names: str | None) -> int:
    return sqlite3.SQLITE_OK if action in _READING else sqlite3.SQLITE_DENY


def _tables(connection: sqlite3.Connection) -> list[str]:
    names = connection.execute(
        "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
        " AND substr(name, 1, 7) <> 'sqlite_' ORDER BY rowid"
    )
    return [str(name) for (name,) in names]


def chosen_table(tables: Sequence[str], table: str, place: Place) -> str:
    """Returns the table that is named, or the only one.

    Raises:
        UsageError: there is no such table, or none is named of several.
    """
    if table in tables:
        return table
    if table or len(tables) != 1:
        raise UsageError(
            f"the database has no table {quoted(table)}"
            if table
            else f"{place.file} has {len(tables)} tables",
            expected=f"one of {listed(map(quoted, tables))}" if tables else "a database with a table",
            fix=did_you_mean(table, tables) or "--at TABLE, or --sql with a SELECT",
        )
    return tables[0]


def identifier(name: str) -> str:
    """Returns the name quoted for SQL."""
    return '"' + name.replace('"', '""') + '"'


def rows_of(
    description: Sequence[Sequence[Any]] | None,
    rows: Iterable[Sequence[Any]],
    cell: Callable[[Any, str, Place], Any],
    place: Place,
) -> Iterator[Row]:
    """Yields the rows of a cursor by the names of its columns.

    Args:
        description: what the cursor says of its columns.
        cell: reads a value, given its column and its place.
    """
    names = _column_names(description)
    for values in rows:
        cells = (cell(value, name, place) for name, value in zip(names, values, strict=True))
        yield dict(zip(names, cells, strict=True))


def bytes_error(column: str, place: Place) -> DomainError:
    """Returns the error for a cell that is neither a number nor a text."""
    return DomainError(
        f"the column {quoted(column)} holds bytes",
        expected="numbers and texts",
        fix="name the other columns: --sql 'SELECT name, price FROM ...'",
        place=place,
    )


def _column_names(description: Sequence[Sequence[Any]] | None) -> list[str]:
    """Returns the names of the columns that a cursor describes, all different."""
    names = [str(column[0]) for column in description or ()]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None or not names:
        got = "no columns" if twice is None else f"two columns {quoted(twice)}"
        raise UsageError("--sql gives no table", got=got, fix="name each column: SELECT a.id AS a_id, ...")
    return names


def _cell(value: Any, column: str, place: Place) -> str | None:
    if isinstance(value, bytes):
        raise bytes_error(column, place)
    if isinstance(value, float):
        return number_text(value)
    return None if value is None else str(value)


def number_text(value: float) -> str | None:
    """Returns the number as a table has it, whole ones without decimals; None for NaN and infinity."""
    if value != value or value in (float("inf"), float("-inf")):
        return None
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def _said(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
