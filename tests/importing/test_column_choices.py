"""What an author says of a table settles it; what a column was taken for can be said again."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from importing.column_tables import FILL, by_name, table_of
from scaffolding.printed_tables import printed_table

from cocoa_core.errors import UsageError
from cocoa_core.importing import Choices, choices_of, read_columns, read_table
from cocoa_core.importing.column_types import column_type
from cocoa_core.importing.guessing import GuessedColumns
from cocoa_core.importing.tables.records import RawTable


def cells_of(columns: GuessedColumns, name: str) -> tuple[str | None, ...]:
    return by_name(columns)[name].reading.cells


def read(cells: list[str], name: str = "size", rows: int = 60, **said: str) -> tuple[str, list[str | None]]:
    """What the column was taken for, and what its first cells became."""
    found = by_name(read_columns(table_of({**FILL, name: cells}, rows), choices_of(**said)))
    column = next(one for one in found.values() if one.header.text == name)
    return column.reading.taken, list(column.reading.cells[: len(cells)])


@given(seed=st.integers(0, 2**32))
@settings(max_examples=settings.default.max_examples * 5 // 8)
def test_what_a_column_was_taken_for_reads_it_again(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    printed = printed_table(seed)
    path = tmp_path_factory.mktemp("printed") / printed.name
    path.write_text(printed.text, encoding="utf-8")
    table = read_table(path)
    names = tuple(f"c{index} {name}" for index, name in enumerate(table.header))
    unlike = RawTable(names, table.rows, table.count)
    first = read_columns(unlike)
    for column in first.columns:
        told = {column.header.text: column_type(column.reading.taken)}
        sign = column.reading.decimal or first.decimal
        again = read_columns(unlike, Choices(types=told, decimal=sign, order=first.order))
        found = next(one for one in again.columns if one.header.text == column.header.text)
        assert found.reading.cells == column.reading.cells
        assert found.reading.taken == column.reading.taken


@pytest.mark.parametrize(
    ("cells", "taken", "first"),
    [
        (["ja", "nein"], "yes-no", ["yes", "no"]),
        (["wahr", "falsch"], "yes-no", ["yes", "no"]),
        (["Sim", "Não"], "yes-no", ["yes", "no"]),
        (["はい", "いいえ"], "yes-no", ["yes", "no"]),
        (["1 h 30", "2 h", "45 min", "1.5 h"], "duration", ["1h 30m", "2h", "45m", "1h 30m"]),
        (["2024年8月17日", "2023年12月1日"], "date", ["2024-08-17", "2023-12-01"]),
        (["x", "", ""], "yes-no:mark", ["yes", "no", "no"]),
        (["512 GB", "1 TB", "256 GB"], "number:GB", ["512", "1000", "256"]),
        (["500 g", "1.5 kg", "250 g"], "number:g", ["500", "1500", "250"]),
        (["512 GB", "1 TB", "2 TB", "1 TB"], "number:GB", ["512", "1000", "2000"]),
        (["1 year", "6 months", "2 years", "3 years"], "number:months", ["12", "6", "24"]),
        (["$20K", "$1.5M", "$900"], "money:USD", ["20000.00", "1500000.00", "900.00"]),
        (["3,5 Mio. €", "800 €", "1,2 Mrd €"], "money:EUR", ["3500000.00", "800.00", "1200000000.00"]),
        (["2 weeks", "30 days", "10 days"], "number:days", ["14", "30", "10"]),
        (["1 week 2 days", "1 day 3 hr", "5 hr"], "duration", ["216h", "27h", "5h"]),
        (["Drama / Comedy", "Drama", "Action / Drama", "Comedy"], "set:slash", ["Comedy; Drama", "Drama"]),
        (["Drama, Comedy", "Drama", "Action, Drama", "Comedy"], "set:comma", ["Comedy; Drama", "Drama"]),
        (["ui,backend", "ui", "ui", "ui,backend"], "set:comma", ["backend; ui", "ui"]),
        (["5.5 mmol/L", "4 mmol / L", "6 mmol/ L"], "number:mmol/L", ["5.5", "4.0", "6.0"]),
        (["13/08/2024", "2024-02-08", "02/03/2024"], "date:dmy", ["2024-08-13", "2024-02-08", "2024-03-02"]),
    ],
)
def test_what_is_common_is_read(cells: list[str], taken: str, first: list[str]) -> None:
    found, read_cells = read(cells)
    assert found == taken
    assert read_cells[: len(first)] == first


@pytest.mark.parametrize(
    "cells",
    [
        ["4/5", "200", "150"],
        ["2-3 days", "3-5 days", "4 days"],
        ["2 to 3", "3 to 5", "4 to 9"],
        ["1.2k", "3.4k", "5k"],
    ],
)
def test_half_a_value_is_never_read(cells: list[str]) -> None:
    found, read_cells = read(cells)
    assert found in ("words", "text")
    assert read_cells == cells


def test_a_bare_number_beside_two_units_is_none_of_them() -> None:
    assert read(["512", "1 TB", "256 GB"])[0] == "text"
    assert read(["512", "1 TB", "256 GB"], "disk (GB)") == ("number:GB", ["512", "1000", "256"])


def test_a_year_of_each_row_is_no_number_of_the_row() -> None:
    years = [str(1961 + number) for number in range(60)]
    assert read(years, "year")[1] == years
    columns = read_columns(table_of({**FILL, "place": years}, 60), choices_of())
    assert "place" not in by_name(columns)


def test_amounts_in_two_currencies_are_no_numbers_and_that_is_said() -> None:
    columns = read_columns(table_of({**FILL, "net": ["$ 3.50", "4.20 €", "5.10 €"]}))
    assert not by_name(columns)["net"].ruled
    assert any("EUR and USD" in report.why for report in columns.reports)


DATES = ["02/08/2024", "2024-02-03", "05/06/2024"]


def test_dates_that_two_orders_fit_are_asked_for() -> None:
    columns = read_columns(table_of({**FILL, "size": DATES}))
    assert by_name(columns)["size"].reading.taken == "text"
    (doubt,) = columns.doubts
    assert doubt.examples[0].cell == "02/08/2024"
    assert doubt.flags() == "--dates dmy or --dates mdy"
    assert [answer.values for answer in doubt.answers] == [("2024-08-02",), ("2024-02-08",)]
    assert read(DATES, dates="dmy") == ("date:dmy", ["2024-08-02", "2024-02-03", "2024-06-05"])
    assert read(DATES, dates="mdy") == ("date:mdy", ["2024-02-08", "2024-02-03", "2024-05-06"])
    assert read(DATES, dates="ymd")[0] == "words"


def test_another_column_settles_the_order_of_dates_and_that_is_said() -> None:
    columns = read_columns(table_of({**FILL, "sent": DATES, "paid": ["25/12/2024", "01/02/2024"]}))
    assert cells_of(columns, "sent")[0] == "2024-08-02"
    assert any(
        "day first" in note and "25/12/2024" in note and "02/08/2024" in note for note in columns.notes
    )


def test_numbers_of_days_are_asked_for_under_the_name_of_a_date() -> None:
    columns = read_columns(table_of({**FILL, "order date": ["45123", "45200", "45310"]}))
    (doubt,) = columns.doubts
    assert doubt.flags() == "--types 'order date=date:excel' or --types 'order date=number'"
    assert [answer.values for answer in doubt.answers] == [("2023-07-16",), ("45123",)]
    told = read(["45123", "45200.5", "45310"], "order date", types="order date=date:excel")
    assert told == ("date:excel", ["2023-07-16", "2023-10-01", "2024-01-19"])
    assert read(["45123", "45200", "45310"], "order date", types="order date=number")[0] == "number"


@pytest.mark.parametrize(
    ("told", "cells", "first"),
    [
        ("money:EUR", ["12", "23.5", "on request", "$ 4", "7"], ["12.00", "23.50", None, None, "7.00"]),
        ("number:kg", ["12 kg", "900 g", "3", "2 m", "4"], ["12.0", "0.9", "3.0", None, "4.0"]),
        ("number:in", ['13.3"', "14″", "15.6", "3 kg", "17 in"], ["13.3", "14.0", "15.6", None, "17.0"]),
        ("number:ft", ["5'", "6′", "7 ft", "$ 3", "8"], ["5", "6", "7", None, "8"]),
        ("percent", ["12", "23%", "7", "5 kg", "6"], ["12", "23", "7", None, "6"]),
        ("rating:10", ["7", "8/10", "4/5", "9", "6"], ["7", "8", None, "9", "6"]),
        ("year", ["1999", "2004", "12.5", "2010", "2011"], ["1999", "2004", None, "2010", "2011"]),
        ("text", ["1", "2", "3", "4", "5"], ["1", "2", "3", "4", "5"]),
        ("words", ["1", "2", "3", "a", "A"], ["1", "2", "3", "A", "A"]),
        ("duration:min", ["90", "45 min", "1.5 h", "x", "30"], ["1h 30m", "45m", "1h 30m", None, "30m"]),
        ("months", ["1", "02", "13", "12", "7"], ["January", "February", None, "December", "July"]),
        ("yes-no", ["yes", "no", "ja", "maybe", "1"], ["yes", "no", "yes", None, "yes"]),
        ("set:comma", ["a, b", "b", "c", "a", "a, c"], ["a; b", "b", "c", "a", "a; c"]),
        ("time:hhmm", ["517", "2130", "2461", "900", "0"], ["05:17", "21:30", None, "09:00", "00:00"]),
    ],
)
def test_a_type_that_is_told_is_taken_and_other_cells_are_missing(
    told: str, cells: list[str], first: list[str | None]
) -> None:
    assert read(cells, types=f"size={told}") == (told, first)
    table = table_of({**FILL, "size": cells}, 60)
    reports = read_columns(table, choices_of(types=f"size={told}")).reports
    report = next(one for one in reports if one.column == "size")
    assert report.read + report.missing + len(report.unreadable) == 60
    assert len(report.unreadable) == 12 * first.count(None)
    if None in first:
        index = first.index(None)
        assert report.unreadable[0] == (2 + index, cells[index])


def test_a_type_that_most_cells_are_not_is_refused() -> None:
    with pytest.raises(UsageError, match="is not money:EUR") as caught:
        read(["tall", "small", "4"], types="size=money:EUR")
    assert "'tall'" in (caught.value.got or "")


@pytest.mark.parametrize(
    "told",
    ["size=", "=number", "size=weight", "size=money", "size=rating:x", "size=date:dym", "other=number"],
)
def test_a_type_that_is_none_is_refused_with_what_there_is(told: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(["1", "2"], types=told)
    assert caught.value.expected or caught.value.fix


def test_the_words_for_missing_values_are_those_that_are_told() -> None:
    taken, cells = read(["none", "n/a", "TBD", "low"], missing="TBD")
    assert taken == "words"
    assert cells == ["none", "n/a", "", "low"]
    assert read(["7", "TBD", "9"], missing="tbd, n/a") == ("number", ["7", "", "9"])


def test_columns_and_ids_are_those_that_are_told() -> None:
    table = table_of({**FILL, "order no": [str(9 * row) for row in range(60)], "size": ["1", "2"]}, 60)
    columns = read_columns(table, evolve(choices_of(columns="brand,size"), id="Order No"))
    assert list(by_name(columns)) == ["brand", "size"]
    assert columns.ids[:2] == ("0", "9")
    with pytest.raises(UsageError, match="cannot hold ids") as caught:
        read_columns(table, Choices(id="brand"))
    assert "line 2 and in line 5" in (caught.value.got or "")
    with pytest.raises(UsageError, match="'brnd', which is no column") as caught:
        read_columns(table, choices_of(columns="brnd,size"))
    assert "'brand'" in (caught.value.fix or "")


def test_all_columns_that_are_told_are_shown() -> None:
    many = {f"m{number}": [f"w{row}x{number}" for row in range(7)] for number in range(30)}
    columns = read_columns(table_of(many, 60), choices_of(columns=",".join(many)))
    assert len(columns.columns) == 30


@given(st.lists(st.sampled_from(["12", "x", "", "n/a", "3.5", "on request"]), min_size=20, max_size=60))
def test_every_cell_is_read_missing_or_unreadable(cells: list[str]) -> None:
    table = table_of({**FILL, "size": cells}, len(cells))
    for report in read_columns(table).reports:
        if report.slot:
            assert report.read + report.missing + len(report.unreadable) == len(cells), report


def test_labels_are_told_apart_when_a_unit_is_none_and_a_name_is_made() -> None:
    words = [f"w{row}" for row in range(9)]
    table = table_of(
        {**FILL, "Storage (GB)": words, "storage [GB]": words[:7], "": words[:5], "Name": words[:4]}, 60
    )
    labels = [column.header.label.casefold() for column in read_columns(table).columns]
    assert len(set(labels)) == len(labels) == 6


def test_what_a_kind_cannot_hold_is_unreadable() -> None:
    assert read(["3", "4", "7", "5", "2"], types="size=rating:5")[1] == ["3", "4", None, "5", "2"]
    assert read(["1999", "2001", "123456", "1980", "2004"], types="size=year")[1][2] is None


def test_of_hundreds_of_columns_those_that_people_ask_for_are_read() -> None:
    many = {f"cell {name}{number}": ["1.5", "2.5", "4.5"] for name in "abcde" for number in range(60)}
    table = table_of({**many, "average price": ["12", "15", "99"], "city": ["Oslo", "Leeds", "York"]})
    columns = read_columns(table)
    assert {"average_price", "city"} <= by_name(columns).keys()
    assert any("Only 200 of 302 columns were read" in note for note in columns.notes)
