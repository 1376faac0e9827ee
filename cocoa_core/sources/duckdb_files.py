"""Reads tables of DuckDB files, or the result of a SELECT over one or over a Parquet or CSV file.

DuckDB is an extra.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import closing
from decimal import Decimal
from itertools import chain
from pathlib import Path
from threading import Timer
from typing import Any, Final

from cocoa_core.errors import DomainError, Place, UsageError
from cocoa_core.extras import library
from cocoa_core.loading import shown_path
from cocoa_core.sources.databases import bytes_error, chosen_table, identifier, number_text, rows_of
from cocoa_core.sources.records import Row
from cocoa_core.suggestions import listed, quoted

ROWS: Final = "rows"
"""The name that a SELECT uses for the table of a file that is no database."""
_BEGIN: Final = b"DUCK"
_AT: Final = 8
"""The offset of `_BEGIN` in a file, in bytes."""
_CSV: Final = "read_csv({0}, all_varchar = true)"
"""The reader of CSV files, with cells as texts: a code such as 02116 keeps its zero."""
_READERS: Final = {
    ".parquet": "read_parquet({0})",
    ".pq": "read_parquet({0})",
    ".csv": _CSV,
    ".tsv": _CSV,
}
_MOST_SECONDS: Final = 120
_MEMORY: Final = "2GB"
_AT_ONCE: Final = 10_000
"""Rows that are fetched at a time."""


def is_duckdb(head: bytes) -> bool:
    """Returns whether a file with this beginning is a DuckDB database."""
    return head[_AT : _AT + len(_BEGIN)] == _BEGIN


def is_queried(path: Path) -> bool:
    """Returns whether a SELECT can be run over the file although it is no database."""
    return path.suffix.casefold() in _READERS


def duckdb_rows(path: Path, table: str, sql: str) -> Iterator[Row]:
    """Yields the rows of a table or of a SELECT, which can read this file and nothing else on the machine.

    Args:
        path: a DuckDB database, or a file for which `is_queried` holds, whose table is called "rows".
        table: a table or view of the database; empty for the only one.
        sql: one SELECT in place of the table, or an empty text.

    Raises:
        UsageError: DuckDB is not installed, there is no such table, or the statement is not a single SELECT.
        DomainError: the file cannot be read, or the statement takes too long.
    """
    duckdb = library("duckdb", "sql", shown_path(path), ", or save the table as CSV")
    place = Place(shown_path(path))
    try:
        with closing(_connected(duckdb, path)) as connection:
            tables = [str(name) for (name,) in connection.execute(_TABLES).fetchall()]
            statement = sql or f"SELECT * FROM {identifier(chosen_table(tables, table, place))}"
            _refuse_others(duckdb, statement, tables)
            timer = Timer(_MOST_SECONDS, connection.interrupt)
            timer.start()
            try:
                connection.execute(statement)
                batches = iter(lambda: connection.fetchmany(_AT_ONCE), [])
                yield from rows_of(connection.description, chain.from_iterable(batches), _cell, place)
            finally:
                timer.cancel()
    except (duckdb.ParserException, duckdb.BinderException, duckdb.CatalogException) as error:
        expected = f"one SELECT over {listed(tables)}"
        raise UsageError("--sql cannot be run", got=_first_line(error), expected=expected) from None
    except duckdb.Error as error:
        interrupted = isinstance(error, duckdb.InterruptException)
        got = "the statement takes too long" if interrupted else _first_line(error)
        raise DomainError("the database cannot be read", got=got, place=place) from None


_TABLES: Final = (
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'main' ORDER BY table_name"
)


def _connected(duckdb: Any, path: Path) -> Any:
    """Returns a connection that cannot write, fetch, load or read other files; settings are locked."""
    is_file = is_queried(path)
    settings = {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "memory_limit": _MEMORY,
    }
    connection = duckdb.connect(":memory:" if is_file else str(path), read_only=not is_file, config=settings)
    if is_file:
        name = "'" + str(path.absolute()).replace("'", "''") + "'"
        connection.execute(f"SET allowed_paths = [{name}]")
        reader = _READERS[path.suffix.casefold()]
        connection.execute(f"CREATE VIEW {ROWS} AS SELECT * FROM {reader.format(name)}")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    return connection


def _refuse_others(duckdb: Any, statement: str, tables: list[str]) -> None:
    """Refuses anything but a single SELECT."""
    statements = duckdb.extract_statements(statement)
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        got = f"{len(statements)} statements" if len(statements) != 1 else quoted(statement[:60])
        raise UsageError("--sql takes one SELECT", got=got, expected=f"one SELECT over {listed(tables)}")


def _cell(value: Any, column: str, place: Place) -> Any:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bytes):
        raise bytes_error(column, place)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return number_text(value)
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ")
    if isinstance(value, list | tuple):
        return [text for item in value if (text := _cell(item, column, place)) is not None]
    return str(value)


def _first_line(error: Exception) -> str:
    return " ".join(str(error).partition("\n")[0].split())[:200]
