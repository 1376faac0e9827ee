"""A table of a DuckDB file, or a SELECT over it, over Parquet or CSV: cells as they are, no other file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cocoa_core.errors import DomainError, UsageError
from cocoa_core.sources import Query, duckdb_files, snapshot_of
from cocoa_core.sources.duckdb_files import duckdb_rows

duckdb: Any = pytest.importorskip("duckdb")

BOATS = (
    "CREATE TABLE boats (name VARCHAR, price DECIMAL(8, 2), built DATE, seen TIMESTAMP, length DOUBLE,"
    " sails INTEGER[], used BOOLEAN)",
    "INSERT INTO boats VALUES ('Ada', 3.50, '2024-01-02', '2024-01-02 03:04:05', 7.25, [1, 2], true),"
    " ('O''Hara', NULL, NULL, NULL, 8.0, [], false)",
)


def database(path: Path, *statements: str) -> Path:
    with duckdb.connect(str(path)) as connection:
        for statement in statements:
            connection.execute(statement)
    return path


def test_cells_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = database(tmp_path / "a?b #1.duckdb", *BOATS)
    ada, other = duckdb_rows(path, "", "")
    assert dict(ada) == {
        "name": "Ada",
        "price": "3.50",
        "built": "2024-01-02",
        "seen": "2024-01-02 03:04:05",
        "length": "7.25",
        "sails": ["1", "2"],
        "used": "true",
    }
    assert (other["name"], other["price"], other["length"], other["sails"]) == ("O'Hara", None, "8", [])


@pytest.mark.parametrize(
    "sql",
    [
        "DROP TABLE boats",
        "INSERT INTO boats(name) VALUES ('Eve')",
        "SET memory_limit = '1GB'",
        "ATTACH 'other.db' AS other",
        "COPY boats TO 'copy.csv'",
        "INSTALL httpfs",
        "SELECT name FROM boats; DROP TABLE boats",
        "SELECT name, name FROM boats",
        "SELECT nothing FROM boats",
        "SELEC name",
        " ",
    ],
)
def test_whatever_is_no_single_select_is_refused_and_changes_nothing(tmp_path: Path, sql: str) -> None:
    path = database(tmp_path / "shop.duckdb", *BOATS)
    before = path.read_bytes()
    with pytest.raises(UsageError):
        list(duckdb_rows(path, "", sql))
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["shop.duckdb"]


@pytest.mark.parametrize("kind", ["duckdb", "csv", "parquet"])
@pytest.mark.parametrize("call", ["read_text('{0}')", "read_csv('{0}')", "glob('{1}/*')", "'{0}'"])
def test_no_other_file_of_the_machine_is_read(tmp_path: Path, kind: str, call: str) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("token\nabc\n")
    path = tmp_path / f"boats.{kind}"
    if kind == "duckdb":
        database(path, *BOATS)
    else:
        database(tmp_path / "made.duckdb", *BOATS, f"COPY boats TO '{path}'")
    with pytest.raises((UsageError, DomainError)):
        list(duckdb_rows(path, "", f"SELECT * FROM {call.format(secret, tmp_path)}"))


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_select_runs_over_a_file_that_is_no_database(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"it's 1.{kind}"
    target = str(path).replace("'", "''")
    database(tmp_path / "made.duckdb", *BOATS, f"COPY boats TO '{target}'")
    with snapshot_of(str(path), Query(sql="SELECT name, price FROM rows WHERE used")) as snapshot:
        assert snapshot.path.read_text() == '{"name": "Ada", "price": "3.50"}\n'
    with snapshot_of(str(path), Query()) as snapshot:
        assert snapshot.own, "without a SELECT the reader of tables has it"


def test_cells_of_a_csv_file_are_not_guessed_before_the_reader_of_tables_does(tmp_path: Path) -> None:
    path = tmp_path / "homes.csv"
    path.write_text("zip,price\n02116,900\n10001,1200\n")
    rows = list(duckdb_rows(path, "", "SELECT * FROM rows WHERE price::INTEGER < 1000"))
    assert rows == [{"zip": "02116", "price": "900"}]


def test_a_statement_without_an_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duckdb_files, "_MOST_SECONDS", 0.2)
    path = database(tmp_path / "shop.duckdb", *BOATS)
    endless = (
        "SELECT count(*) AS n FROM range(10000000) a, range(10000000) b WHERE a.range % 7 = b.range % 11"
    )
    with pytest.raises(DomainError, match="cannot be read") as error:
        list(duckdb_rows(path, "", endless))
    assert error.value.got == "the statement takes too long"


def test_bytes_are_refused_and_a_table_is_named_where_there_are_several(tmp_path: Path) -> None:
    path = database(tmp_path / "shop.duckdb", *BOATS, "CREATE VIEW photos AS SELECT '\\xAA'::BLOB AS photo")
    with pytest.raises(UsageError, match="has 2 tables"):
        list(duckdb_rows(path, "", ""))
    with pytest.raises(UsageError, match="did you mean 'boats'"):
        list(duckdb_rows(path, "boat", ""))
    with pytest.raises(DomainError, match="'photo' holds bytes"):
        list(duckdb_rows(path, "photos", ""))


def test_a_broken_file_is_refused(tmp_path: Path) -> None:
    path = database(tmp_path / "shop.duckdb", *BOATS)
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises((DomainError, UsageError)):
        list(duckdb_rows(path, "", ""))
