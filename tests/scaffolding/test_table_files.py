from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.errors import DomainError
from cocoa_core.scaffolding.tables.files import read_table
from cocoa_core.scaffolding.tables.rows import sampled

RECORDS = [{"name": f"n{number}", "size": number, "new": number % 2 == 0} for number in range(6)]
CELLS = [(f"n{number}", str(number), "true" if number % 2 == 0 else "false") for number in range(6)]


def read(folder: Path, text: str | bytes, name: str = "t.csv", **limits: Any) -> Any:
    path = folder / name
    path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
    return read_table(path, **limits)


def cells(table: Any) -> list[tuple[str, ...]]:
    return [row for _, row in table.rows]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_table_is_the_same_in_every_delimiter_encoding_and_line_end(
    tmp_path: Path, delimiter: str, encoding: str, end: str
) -> None:
    rows = [
        ["näme", "text", "n"],
        *([f"ü{number}", f'"a, b;{end}c|\t""d"""', str(number)] for number in range(6)),
    ]
    text = end.join(delimiter.join(row) for row in rows) + end
    table = read(tmp_path, text.encode(encoding))
    assert table.header == ("näme", "text", "n")
    assert cells(table) == [(f"ü{number}", f'a, b;{end}c|\t"d"', str(number)) for number in range(6)]
    assert bool(table.notes) == (encoding == "cp1252")


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("t.json", RECORDS),
        ("t.json", {"data": RECORDS, "page": 1}),
        ("t.json", {key: [record[key] for record in RECORDS] for key in RECORDS[0]}),
        ("t.json", {key: {str(row): one[key] for row, one in enumerate(RECORDS)} for key in RECORDS[0]}),
        ("t.json", [list(RECORDS[0]), *(list(record.values()) for record in RECORDS)]),
        ("t.txt", RECORDS),
        ("t.jsonl", None),
        ("t.json", None),
    ],
)
def test_json_is_the_same_table_however_it_is_laid_out(tmp_path: Path, name: str, document: Any) -> None:
    text = json.dumps(document) if document else "\n".join(map(json.dumps, RECORDS))
    table = read(tmp_path, text, name)
    assert table.header == ("name", "size", "new")
    assert cells(table) == CELLS


def test_nested_objects_are_taken_apart_and_late_keys_join(tmp_path: Path) -> None:
    records = [{"a": {"b": 1, "c": [1, "x"]}}] * 5 + [{"a": {"b": None}, "late": 2.50}]
    table = read(tmp_path, json.dumps(records), "t.json")
    assert table.header == ("a b", "a c", "late")
    assert cells(table)[0] == ("1", '["1", "x"]', "")
    assert cells(table)[5] == ("", "", "2.5")


def test_ragged_rows_are_left_out_and_the_first_ones_named(tmp_path: Path) -> None:
    table = read(tmp_path, "a,b\n1,2\n3\n" + "5,6\n" * 6 + "7,8,9\n1,2,\n")
    assert len(table.rows) == 8
    assert table.notes == (
        "2 rows have another number of cells than the header's 2: left out (line 3 has 1, line 10 has 3).",
    )


def test_lines_before_the_header_and_tables_without_one_are_told_apart(tmp_path: Path) -> None:
    titled = read(tmp_path, "Cars of 2020\n\na,b\n" + "x,2\n" * 6)
    assert titled.header == ("a", "b")
    bare = read(tmp_path, "5.1,x\n4.9,y\n" * 4)
    assert bare.header == ("Column 1", "Column 2")
    assert len(bare.rows) == 8
    years = read(tmp_path, "country,2001,2002\n" + "x,2,3\n" * 6)
    assert years.header == ("country", "2001", "2002")
    named = read(tmp_path, "mpg,cyl\n" + "Mazda,21,6\n" * 6)
    assert named.header == ("", "mpg", "cyl")


@pytest.mark.parametrize(
    ("name", "text", "place", "problem"),
    [
        ("t.json", '[{"a": 1},\n{"a": }]', ":2:7", "not valid JSON"),
        ("t.jsonl", '{"a": 1}\n[1]\n', ":2", "not a JSON object"),
        ("t.jsonl", '{"a": 1}\n{"a"\n', ":2", "not valid JSON"),
        ("t.json", '{"a": 5}', "", "holds no table"),
        ("t.json", "[" * 100_000, "", "not valid JSON"),
        ("t.parquet", "PAR1 nothing", "", "Parquet"),
    ],
)
def test_broken_documents_are_refused_with_their_place(
    tmp_path: Path, name: str, text: str, place: str, problem: str
) -> None:
    with pytest.raises(DomainError, match=problem) as refused:
        read(tmp_path, text, name)
    assert str(refused.value.place).endswith(name + place)


def test_parquet_without_pyarrow_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(DomainError, match="needs pyarrow"):
        read(tmp_path, b"PAR1", "t.parquet")


def test_parquet_gives_the_same_cells(tmp_path: Path) -> None:
    arrow: Any = pytest.importorskip("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    parquet.write_table(arrow.Table.from_pylist(RECORDS), tmp_path / "t.parquet")
    assert cells(read_table(tmp_path / "t.parquet")) == CELLS


@given(count=st.integers(0, 300), most=st.integers(1, 100), seed=st.integers(0, 2**32))
def test_a_sample_is_of_the_rows_in_their_order_and_all_of_few(count: int, most: int, seed: int) -> None:
    rows = [(line, (str(line),)) for line in range(count)]
    kept, found = sampled(iter(rows), most, seed)
    assert found == count
    assert len(kept) == min(most, count)
    assert list(kept) == [row for row in rows if row in kept]
    assert kept == sampled(iter(rows), most, seed)[0]


def test_every_row_is_as_likely_to_be_sampled() -> None:
    times = [0] * 20
    for seed in range(2000):
        for line, _ in sampled(((line, ()) for line in range(20)), 5, seed)[0]:
            times[line] += 1
    assert min(times) > 400
    assert max(times) < 600
