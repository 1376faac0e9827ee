"""A table of a database, or a SELECT: the cells as they are, read without the right to write, bounded."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.errors import CocoaError, DomainError, UsageError
from cocoa_core.sources import databases
from cocoa_core.sources.databases import sqlite_rows

CELLS = st.one_of(
    st.none(),
    st.integers(-(2**62), 2**62),
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20),
    st.floats(allow_nan=False, allow_infinity=False),
)
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8)


def database(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(";".join(statements))
    return path


@given(rows=st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=5), name=NAMES)
def test_cells_are_read_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[object, object]], name: str
) -> None:
    path = tmp_path_factory.mktemp("database") / "a?b #1.db"
    quoted = name.replace('"', '""')
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(f'CREATE TABLE "t{quoted}" (a, b)')
        connection.executemany(f'INSERT INTO "t{quoted}" VALUES (?, ?)', rows)
        connection.commit()
    found = [(row["a"], row["b"]) for row in sqlite_rows(path, "", "")]
    for cells, texts in zip(rows, found, strict=True):
        for cell, text in zip(cells, texts, strict=True):
            assert (
                text == cell
                if cell is None or isinstance(cell, str)
                else float(str(text)) == float(str(cell))
            )


@pytest.mark.parametrize(
    "sql",
    [
        "DROP TABLE boats",
        "INSERT INTO boats VALUES (3)",
        "PRAGMA writable_schema = 1",
        "ATTACH 'other.db' AS other",
        "SELECT a FROM boats; DROP TABLE boats",
        "SELECT load_extension('x')",
        "SELECT a, a FROM boats",
        "SELEC a",
        "",
    ],
)
def test_whatever_is_no_single_select_is_refused_and_changes_nothing(tmp_path: Path, sql: str) -> None:
    path = database(
        tmp_path / "shop.db", "CREATE TABLE boats (a)", "INSERT INTO boats VALUES (1)", "CREATE TABLE b (c)"
    )
    before = path.read_bytes()
    with pytest.raises(UsageError):
        list(sqlite_rows(path, "", sql))
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["shop.db"]


def test_a_statement_without_an_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "_MOST_STEPS", 3)
    path = database(tmp_path / "shop.db", "CREATE TABLE boats (a)")
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) AS a FROM n"
    with pytest.raises(DomainError, match="cannot be read") as error:
        list(sqlite_rows(path, "", endless))
    assert error.value.got == "the statement takes too long"


def test_bytes_and_a_broken_file_are_refused(tmp_path: Path) -> None:
    path = database(tmp_path / "shop.db", "CREATE TABLE boats (photo)", "INSERT INTO boats VALUES (x'00ff')")
    with pytest.raises(DomainError, match="'photo' holds bytes"):
        list(sqlite_rows(path, "boats", ""))
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(CocoaError):
        list(sqlite_rows(path, "boats", ""))


def test_a_table_is_named_where_there_are_several(tmp_path: Path) -> None:
    path = database(
        tmp_path / "shop.db", "CREATE TABLE boats (a)", "CREATE VIEW cheap AS SELECT a FROM boats"
    )
    with pytest.raises(UsageError, match="has 2 tables"):
        list(sqlite_rows(path, "", ""))
    with pytest.raises(UsageError, match="did you mean 'boats'"):
        list(sqlite_rows(path, "boat", ""))
    assert list(sqlite_rows(path, "cheap", "")) == []
