"""Files of records: CSV, JSON and JSON lines give the same records; what is broken is told with its line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.errors import CocoaError, DomainError, UsageError
from cocoa_core.importing.tables.files import MOST_RECORDS, read_table
from cocoa_core.importing.tables.records import RawTable

TEXTS = st.text(st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters="&"), max_size=8)


def made(folder: Path, name: str, content: str | bytes, at: str = "") -> RawTable:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return read_table(path, 0, MOST_RECORDS, at, lambda names: len({"price", "town"} & set(names)), 1)


@given(st.lists(st.tuples(TEXTS, TEXTS.filter(str.strip)), min_size=1, max_size=5))
def test_the_formats_hold_the_same_records(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("records")
    objects = [{"town": town, "price": price} for town, price in rows]
    out = io.StringIO(newline="")
    csv.writer(out).writerows([("town", "price"), *rows])
    tables = (
        made(folder, "a.json", json.dumps(objects)),
        made(folder, "a.jsonl", "\n".join(json.dumps(one) for one in objects)),
        made(folder, "a.CSV", out.getvalue()),
        made(folder, "b.json", json.dumps({"found": {"rows": objects}}), "found.rows"),
    )
    for table in tables:
        assert [row for _, row in table.rows] == rows
        assert table.header == ("town", "price")


def test_records_say_where_they_stand(tmp_path: Path) -> None:
    table = made(tmp_path, "a.csv", 'town,price\n"Ulm\nupon Danube",1\n\nBasel,2\n')
    assert table.by_line
    assert [line for line, _ in table.rows] == [2, 5]
    lines = made(tmp_path, "a.jsonl", '{"price": 1}\n\n{"price": 2}\n')
    assert [line for line, _ in lines.rows] == [1, 3]
    nested = made(tmp_path, "a.json", '{"days": [{"tours": [{"price": 1}, {"price": 2}]}]}', "days.tours")
    assert (nested.by_line, nested.rows[1][0]) == (False, 2)


def test_values_of_json_become_texts_as_they_are_written(tmp_path: Path) -> None:
    record = {
        "price": 7379.0,
        "big": 12345678901234567890,
        "guide": True,
        "note": None,
        "sights": ["Mill", 2, False],
        "fare": {"amount": 5, "unit": "USD"},
        "legs": [{"time": "1 h", "to": "Ulm"}, {"time": "2 h"}],
        "table": [["a"], ["b"]],
        "empty": [],
    }
    table = made(tmp_path, "a.json", json.dumps([record]))
    assert dict(zip(table.header, table.rows[0][1], strict=True)) == {
        "price": "7379.0",
        "big": "12345678901234567890",
        "guide": "yes",
        "note": "",
        "sights": '["Mill", "2", "no"]',
        "fare.amount": "5",
        "fare.unit": "USD",
        "legs.time": '["1 h", "2 h"]',
        "legs.to": '["Ulm", ""]',
        "table": '[["a"], ["b"]]',
        "empty": "",
    }


def test_numbers_keep_every_digit_of_the_file(tmp_path: Path) -> None:
    written = ("12.10", "0.1000000000000000055", "1e400", "-0", "123456789012345678901234567890.5")
    table = made(tmp_path, "a.json", f'[{{"prices": [{", ".join(written)}]}}]')
    assert json.loads(table.rows[0][1][0]) == list(written)


@pytest.mark.parametrize("header", ["town;price", "town\tprice"])
def test_a_table_may_be_parted_by_other_signs(tmp_path: Path, header: str) -> None:
    sign = header[4]
    assert made(tmp_path, "a.csv", f"{header}\nUlm{sign}1,50\n").rows[0][1] == ("Ulm", "1,50")


def test_the_path_to_the_options_is_proposed(tmp_path: Path) -> None:
    data: Any = {"note": [1], "days": [{"name": "x", "tours": {"all": [{"town": "Ulm", "price": 1}]}}]}
    with pytest.raises(DomainError) as caught:
        made(tmp_path, "a.json", json.dumps(data))
    assert caught.value.fix == "--at days.tours.all"
    assert made(tmp_path, "a.json", json.dumps(data), "days.tours.all").rows[0][1] == ("Ulm", "1")
    with pytest.raises(DomainError) as caught:
        made(tmp_path, "a.json", json.dumps(data), "days.tors.all")
    assert caught.value.fix == "did you mean 'tours'?"


def test_objects_that_lack_a_key_of_the_path_are_noted(tmp_path: Path) -> None:
    data = [{"raw": {"price": 1}}, {"raw": None}, {}]
    table = made(tmp_path, "a.json", json.dumps(data), "raw")
    assert len(table.rows) == 1
    assert table.notes == ("2 objects on the path raw had no 'raw'",)


BROKEN: list[tuple[str, str | bytes, str, str]] = [
    ("a.csv", "", "a.csv", "the table is empty"),
    ("a.csv", "town,price\n", "a.csv:1", "the table has a header and no rows"),
    ("a.csv", "town,price\nUlm\n", "a.csv:2", "the table has a header and no rows"),
    ("a.json", "[{]", "a.json:1:3", "this is not valid JSON"),
    ("a.json", '[{"a": 1, "a": 2}]', "a.json", "this JSON cannot be read"),
    ("a.json", "[" * 100_000, "a.json", "this JSON cannot be read"),
    ("a.json", "[]", "a.json", "the document holds no table"),
    ("a.json", "[1]", "a.json", "the document holds no table"),
    ("a.json", "3", "a.json", "the document holds no table"),
    ("a.json", '{"a": 1}', "a.json", "the document holds no table"),
    ("a.json", '{"a": [{"b": 1}], "c": {"price": 1}}', "a.json", "the file is no list of options"),
    ("a.jsonl", '{"a": 1}\n[]\n{"a": 1\n', "a.jsonl:3:8", "this is not valid JSON"),
    ("a.jsonl", '{"a": 1}\n7\n', "a.jsonl:2", "an option is not an object"),
]


@pytest.mark.parametrize(("name", "content", "place", "problem"), BROKEN)
def test_what_cannot_be_read_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: str | bytes, place: str, problem: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DomainError) as caught:
        made(Path.cwd(), name, content)
    assert caught.value.problem.startswith(problem)
    assert str(caught.value.place) == place


@pytest.mark.parametrize("name", ["nothing.csv", "folder.json"])
def test_files_that_are_none_are_a_wrong_call(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(UsageError):
        read_table(tmp_path / name)


def test_a_path_into_a_table_is_a_wrong_call(tmp_path: Path) -> None:
    with pytest.raises(CocoaError, match="is a table"):
        made(tmp_path, "a.csv", "price\n1\n", "rows")


def test_lines_before_the_header_that_is_known_are_left_out_and_said(tmp_path: Path) -> None:
    table = made(tmp_path, "a.csv", "Tours of 2026;;\nas of May;;\ntown;price;note\nUlm;1;\n")
    assert table.header == ("town", "price", "note")
    assert table.notes == ("2 lines stand before the header: left out.",)


def test_bytes_of_windows_are_read_and_said(tmp_path: Path) -> None:
    table = made(tmp_path, "a.csv", "town;price\nK\xf6ln;1\n".encode("cp1252"))
    assert table.rows[0][1] == ("Köln", "1")
    assert "Windows-1252" in table.notes[0]


@pytest.mark.parametrize(("items", "cell"), [(["Mill"], "Mill"), (["Mill; odd"], '["Mill; odd"]')])
def test_the_only_item_of_a_list_stands_alone_unless_it_would_be_split(
    tmp_path: Path, items: list[str], cell: str
) -> None:
    table = made(tmp_path, "a.json", json.dumps([{"town": items, "price": 1}]))
    assert table.rows[0][1] == (cell, "1")


def test_a_map_is_no_set_where_one_of_its_keys_is_known(tmp_path: Path) -> None:
    maps = [{"town": {"price": True, "b": False, "c": True}, "x": number} for number in range(6)]
    path = tmp_path / "a.json"
    path.write_text(json.dumps(maps), encoding="utf-8")
    known = read_table(path, score=lambda names: "town.price" in names)
    assert known.header == ("town.price", "town.b", "town.c", "x")
    assert read_table(path).header == ("town", "x")
