"""Catalogues hold what their cells say; bad cells, rows and axioms are answered with line and column name."""

from __future__ import annotations

import csv
import io
import json
import sys
from typing import Any

import pytest
from domain.small_domain import CATALOGUE, SCHEMA, edited
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain import Catalogue, Schema, axiom_text, broken_axioms, groups_of
from cocoa_core.errors import DomainError
from cocoa_core.loading import read_catalogue, read_schema, read_yaml

SMALL = read_schema(read_yaml(SCHEMA.encode(), "s"))
HEADER = CATALOGUE.split("\n")[0].split(",")


def read(text: str | bytes, name: str = "catalogue.csv", schema: Schema = SMALL) -> Catalogue:
    return read_catalogue(name, text.encode() if isinstance(text, str) else text, "c", schema)


def refusal(text: str | bytes, name: str = "catalogue.csv") -> DomainError:
    with pytest.raises(DomainError) as caught:
        read(text, name)
    return caught.value


def as_csv(rows: list[dict[str, str]], columns: list[str] = HEADER) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def as_jsonl(rows: list[dict[str, str]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


ROWS = list(csv.DictReader(io.StringIO(CATALOGUE)))


def changed(number: int, **cells: str) -> list[dict[str, str]]:
    return [{**row, **cells} if index == number else row for index, row in enumerate(ROWS)]


def test_cells_become_typed_values_in_the_order_of_the_schema() -> None:
    found = read(CATALOGUE)
    assert found.ids == ("a1", "a2", "a3")
    by_name = dict(zip([slot.name for slot in SMALL.slots], found.rows[0], strict=True))
    assert by_name["town"] == "Port Ann"
    assert by_name["pets"] is True
    assert (by_name["price"], by_name["tax"], by_name["rating"]) == (12000, 350, 43)
    assert (by_name["check_in"], by_name["check_out"]) == (900, 1440 + 660)
    assert by_name["amenities"] == ("pool", "wifi")
    assert by_name["rides"] == (30, 45)
    assert found.rows[1][SMALL.position("rating")] is None
    assert found.rows[1][SMALL.position("rides")] == ()


def small_rows() -> st.SearchStrategy[dict[str, str]]:
    """Rows that meet the axioms, as texts."""
    rides = st.lists(st.integers(5, 90), max_size=2)
    towns = st.sampled_from(["Port Ann", "Bed, and Unless", 'The "Inn"', "Zürich", "none"])

    def row(values: tuple[Any, ...]) -> dict[str, str]:
        town, board, price, minutes, amenities, pets = values
        cells = (
            town,
            board,
            "yes" if pets else "no",
            str(price),
            "0",
            "",
            "1",
            "0",
            "0m",
            "14:30",
            "10:30+1",
        )
        tail = ("2001-02-03", "; ".join(amenities), "", "; ".join(f"{minute}m" for minute in minutes))
        return dict(zip(HEADER[1:], (*cells, *tail, str(len(minutes)), "9h"), strict=True))

    return st.tuples(
        towns,
        st.sampled_from(["Room only", "Breakfast"]),
        st.integers(20, 900),
        rides,
        st.lists(st.sampled_from(["wifi", "pool", "bar, and grill"]), unique=True),
        st.booleans(),
    ).map(row)


@given(st.lists(small_rows(), min_size=1, max_size=8), st.permutations(HEADER))
def test_what_kinds_write_is_read_back_from_every_format_and_column_order(
    rows: list[dict[str, str]], columns: list[str]
) -> None:
    named = [{"id": f"r{number}", **row} for number, row in enumerate(rows)]
    found = read(as_csv(named, columns))
    assert found.rows == read(as_jsonl(named), "catalogue.jsonl").rows
    assert found.ids == tuple(row["id"] for row in named)
    for cells, values in zip(named, found.rows, strict=True):
        for slot, value in zip(SMALL.slots, values, strict=True):
            assert slot.kind.read(slot.kind.write(value)) == value
            assert slot.kind.read(cells[slot.name]) == value


@given(st.lists(small_rows(), min_size=1, max_size=8))
def test_groups_part_the_rows_by_their_values_in_order_of_appearance(rows: list[dict[str, str]]) -> None:
    found = read(as_csv([{"id": f"r{number}", **row} for number, row in enumerate(rows)]))
    towns = [row["town"] for row in rows]
    assert [group.key for group in found.groups] == [(town,) for town in dict.fromkeys(towns)]
    assert [group.name for group in found.groups] == list(dict.fromkeys(towns))
    for group in found.groups:
        assert group.rows == tuple(number for number, town in enumerate(towns) if (town,) == group.key)


def test_without_group_by_all_options_are_one_group() -> None:
    schema = read_schema(read_yaml(b"name: a\nversion: 1\nnoun: b\nslots: {c: {kind: boolean}}", "s"))
    assert [group.rows for group in groups_of(schema, [(True,), (False,), (True,)])] == [(0, 1, 2)]


def test_a_byte_order_mark_blank_lines_and_windows_line_ends_are_no_mistakes() -> None:
    text = "\ufeff" + CATALOGUE.replace("\n", "\r\n").replace("a2,", "\r\na2,") + "\r\n\r\n"
    assert read(text).rows == read(CATALOGUE).rows


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("a3,", "a1,", 4, ["'id'", "'a1'", "own"]),
        ("a3,", ",", 4, ["'id'", "an empty cell"]),
        ("a3,", " a3,", 4, ["'id'", "printable"]),
        ("Full board", "Fullboard", 4, ["'board'", "'Fullboard'", "did you mean 'Full board'?"]),
        (",yes,120", ",Yes,120", 2, ["'pets'", "'Yes'", "yes or no"]),
        (",120,", ",$120,", 2, ["'price'", "'$120'", "an amount"]),
        (",120,", ",120.50,", 2, ["'price'", "from 20 to 900 in steps of 1"]),
        (",120,", ",19,", 2, ["'price'", "from 20 to 900"]),
        (",120,", ",,", 2, ["'price'", "an empty cell"]),
        ("1h 5m", "65 min", 3, ["'walk'", "2h 15m"]),
        ("15:00", "3 PM", 2, ["'check_in'", "19:40"]),
        ("11:00+1", "11:00+4", 2, ["'check_out'"]),
        ("1998-05-01", "1998-02-30", 2, ["'opened'", "calendar"]),
        ("pool; wifi", "pool; pool", 2, ["'amenities'", "once"]),
        ("garden; sea", "garden; see", 4, ["'views'", "sea, garden, street"]),
        ("30m; 45m", "30m; 4m", 2, ["'rides'", "from 5m"]),
        ("30m; 45m", "30m, 45m", 2, ["19 cells", "18"]),
        ("Port Ann,Breakfast", "Port Ann\x00,Breakfast", 2, ["'town'", "printable"]),
        ("Port Ann,Breakfast", "Port\u202eAnn,Breakfast", 2, ["'town'", "printable"]),
        ("Port Ann,Breakfast", f"{'x' * 10_001},Breakfast", 2, ["'town'", "10,000"]),
        ("Port Ann,Breakfast", f"{'x' * 200_000},Breakfast", 2, ["CSV", "field"]),
        ("Port Ann,Breakfast", f"{'x' * 2_000_000},Breakfast", 2, ["too long"]),
        ("Port Ann,Breakfast", '"Port Ann,Breakfast', 2, ["CSV", "quotation mark"]),
        ("Port Ann,Breakfast", '"Port" Ann,Breakfast', 2, ["CSV", "quotation mark"]),
        ("3h\n", "3h,4h\n", 4, ["19 cells", "18"]),
        ("3h\n", "\n", 4, ["'travel'", "an empty cell"]),
    ],
)
def test_a_bad_row_is_answered_with_its_line_and_column(
    old: str, new: str, line: int, words: list[str]
) -> None:
    place = CATALOGUE.rindex(old) if CATALOGUE.count(old) > 1 else CATALOGUE.index(old)
    error = refusal(CATALOGUE[:place] + new + CATALOGUE[place + len(old) :])
    assert error.place is not None
    assert (error.place.file, error.place.line) == ("c", line)
    for word in words:
        assert word in str(error)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (",price,", ",prices,", ["column 5", "did you mean 'price'?"]),
        (",price,", ",town,", ["'town' stands twice"]),
        (",price,", ",,", ["'' for column 5"]),
        ("id,town", "name,town", ["'name'", "column 1"]),
        ("id,town", "town,town", ["stands twice"]),
    ],
)
def test_columns_are_those_of_the_schema(old: str, new: str, words: list[str]) -> None:
    error = refusal(edited(CATALOGUE, old, new))
    assert str(error.place) == "c:1"
    assert all(word in str(error) for word in words)


def test_missing_columns_are_named() -> None:
    kept = [name for name in HEADER if name not in ("price", "id")]
    error = refusal(as_csv([{name: row[name] for name in kept} for row in ROWS], kept))
    assert "lacks the columns id, price" in error.problem


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("", "catalogue.csv"),
        ("\n\n", "catalogue.csv"),
        (CATALOGUE.split("\n")[0], "catalogue.csv"),
        ("", "catalogue.jsonl"),
    ],
)
def test_a_catalogue_without_options_is_refused(text: str, name: str) -> None:
    assert "catalogue" in refusal(text, name).problem


def test_the_first_five_bad_cells_are_named_and_the_others_counted() -> None:
    rows = [{**ROWS[1], "id": f"x{number}", "price": "cheap", "pets": "maybe"} for number in range(4)]
    error = refusal(as_csv([*ROWS, *rows]))
    text = str(error)
    assert error.problem == "8 cells cannot be used"
    assert str(error.place) == "c:5"
    assert text.count("\n    line ") == 5
    assert [f"line {line}, column {name}" in text for line in (5, 6) for name in ("'pets'", "'price'")] == [
        True
    ] * 4
    assert "line 7, column 'pets'" in text
    assert "and 3 more" in text


def test_a_row_over_several_lines_is_placed_where_it_begins() -> None:
    quoted = CATALOGUE.replace("Port Ann,Breakfast", '"Port\nAnn",Breakfast')
    assert str(refusal(quoted).place) == "c:2"
    later = quoted.replace(",45,", ",cheap,")
    assert "line 4, column 'price'" in str(refusal(later))


@pytest.mark.parametrize(
    ("number", "cells", "expected"),
    [
        (0, {"rides_number": "1"}, "equal: rides_number, count of rides"),
        (0, {"travel": "1h"}, "at_most: total of rides, travel"),
        (2, {"price": "49"}, "never: board is Full board, price less 50"),
        (
            0,
            {"rides": "5m; 5m; 5m", "rides_number": "3", "amenities": "parking; pool"},
            "never: count of rides more 2, amenities any parking, shuttle",
        ),
    ],
)
def test_an_option_that_breaks_an_axiom_is_named(number: int, cells: dict[str, str], expected: str) -> None:
    error = refusal(as_csv(changed(number, **cells)))
    assert str(error.place) == f"c:{number + 2}"
    assert f"'{ROWS[number]['id']}'" in error.problem
    assert error.expected == expected
    asked = [(name, cell) for name, cell in cells.items() if name in expected]
    assert asked
    for name, cell in asked:
        assert f"{name} {cell}" in str(error.got)


def test_undefined_measures_and_tests_break_no_axiom() -> None:
    axioms = """axioms:
  - equal: [{total: rides}, travel]
  - at_most: [travel, {total: rides}]
  - never: [{slot: rides, over: each, less: 9h}, {slot: pets, is: false}]
"""
    schema = read_schema(read_yaml((SCHEMA.partition("axioms:")[0] + axioms).encode(), "s"))
    rows = read(CATALOGUE, schema=SMALL).rows
    broken = [(row, axiom.relation) for row, axiom in broken_axioms(schema, rows)]
    assert broken == [(0, "equal"), (2, "equal"), (0, "at_most"), (2, "at_most")]
    assert rows[1][schema.position("rides")] == ()
    assert list(broken_axioms(SMALL, rows)) == []


def test_axioms_that_many_options_break_are_reported_once() -> None:
    rows = [{**ROWS[1], "id": f"x{number}", "rides_number": "2"} for number in range(9)]
    error = refusal(as_csv(rows))
    assert error.problem == "9 times an option breaks an axiom"
    assert str(error).count("\n    line ") == 5
    assert "and 4 more" in str(error)


def test_every_axiom_has_a_text() -> None:
    assert len({axiom_text(SMALL, axiom) for axiom in SMALL.axioms}) == len(SMALL.axioms)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("[]", "not an object"),
        ('{"id": 5}', "not an object of texts"),
        ('{"id": null}', "not an object of texts"),
        ('{"id": {"a": "b"}}', "not an object of texts"),
        ('{"id": "x", "id": "y"}', "twice"),
        ('{"id": "x"', "not a JSON object"),
        ('{"id": "x"}', "other keys"),
        ("[" * 100_000, "not a JSON object"),
        ('{"id": ' + "9" * 10_000 + "}", "not a JSON object"),
        ('{"id": NaN}', "not an object of texts"),
    ],
)
def test_a_bad_line_of_json_is_answered_with_its_line(line: str, words: str) -> None:
    error = refusal(as_jsonl(ROWS) + line + "\n", "catalogue.jsonl")
    assert str(error.place) == "c:4"
    assert words in str(error)


def test_lone_surrogates_from_json_are_refused() -> None:
    text = as_jsonl(changed(2, town="Port ?")).replace("Port ?", "Port \\ud800")
    assert "line" not in refusal(text, "catalogue.jsonl").problem
    assert str(refusal(text, "catalogue.jsonl")).encode()
    assert (
        str(refusal(as_jsonl(changed(2, id="?")).replace("?", "\\udc00"), "catalogue.jsonl").place) == "c:3"
    )


def test_bytes_that_are_not_utf_8_are_placed() -> None:
    error = refusal(CATALOGUE.encode().replace(b"Port Ann,Full", b"Port \xe9nn,Full"))
    assert str(error.place) == "c:4:9"


def as_parquet(columns: dict[str, list[object]]) -> bytes:
    arrow = pytest.importorskip("pyarrow", reason="the extra parquet is not installed")
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    sink = arrow.BufferOutputStream()
    parquet.write_table(arrow.table(columns), sink)
    found: bytes = sink.getvalue().to_pybytes()
    return found


def test_a_parquet_catalogue_holds_the_same_options_as_its_csv() -> None:
    columns: dict[str, list[object]] = {name: [row[name] or None for row in ROWS] for name in HEADER}
    found, expected = read(as_parquet(columns), "catalogue.parquet"), read(as_csv(ROWS))
    assert (found.ids, found.rows, found.groups) == (expected.ids, expected.rows, expected.groups)


def test_a_parquet_column_of_numbers_is_refused_by_name() -> None:
    columns: dict[str, list[object]] = {name: [row[name] for row in ROWS] for name in HEADER}
    columns["id"] = list(range(len(ROWS)))
    error = refusal(as_parquet(columns), "catalogue.parquet")
    assert "the column 'id' does not hold texts" in str(error)


def test_parquet_without_pyarrow_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert ".[parquet]" in str(refusal(b"PAR1", "catalogue.parquet"))


@given(st.binary(max_size=80) | st.text(max_size=80).map(lambda text: text.encode("utf-8", "replace")))
def test_any_bytes_are_refused_and_nothing_else(data: bytes) -> None:
    for name in ("catalogue.csv", "catalogue.jsonl"):
        assert str(refusal(data, name).place).startswith("c")
        refusal(CATALOGUE.encode() + b"x," + data, name)
