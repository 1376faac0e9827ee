"""What a table allows to be read in two ways is read in one that is said, or refused; nothing goes unseen."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Any

import pytest
from attrs import evolve
from importing.column_tables import table_of

from cocoa_core.importing import choices_of, read_columns
from cocoa_core.importing.columns.header import read_headers
from cocoa_core.scaffolding.drafts import DomainDraft
from cocoa_core.scaffolding.from_table import draft_from_table

ROWS = 40


def drafted(
    folder: Path, columns: dict[str, list[str]], rows: int = ROWS, currency: str = "", **said: Any
) -> DomainDraft:
    """The draft of a table in which each column repeats its cells; with ";" between, so commas are free."""
    lines = [";".join(columns)]
    lines += [";".join(cells[row % len(cells)] for cells in columns.values()) for row in range(rows)]
    path = folder / "things.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    choices = evolve(choices_of(**said), currency=currency)
    return draft_from_table(path, "things", choices=choices)


FILL = {"brand": ["Alder", "Birch", "Cedar"], "seats": ["2", "4", "5", "7"]}
NUMBERED = {"no": [str(number) for number in range(1, ROWS + 1)]}
"""Rows that would be alike without it."""
POINTS = {"volume": ["1.200", "2.350", "3.125", "4.500"]}
COMMAS = {"weight": ["12,5", "7,25", "9,1"]}


def column(draft: DomainDraft, name: str) -> list[str]:
    index = draft.header.index(name)
    return [row[index] for row in draft.rows]


def settings(draft: DomainDraft, name: str) -> dict[str, Any]:
    return next(dict(slot.settings) for slot in draft.slots if slot.name == name)


def note(draft: DomainDraft, *words: str) -> str:
    told = (*draft.notes, *(one.sentence() for one in draft.columns))
    found = [one for one in told if all(word in one for word in words)]
    assert found, told
    return found[0]


def test_the_decimal_sign_is_that_of_the_whole_file_and_said(tmp_path: Path) -> None:
    draft = drafted(tmp_path, {**FILL, **POINTS, **COMMAS})
    assert column(draft, "volume")[:4] == ["1200", "2350", "3125", "4500"]
    assert column(draft, "weight")[:2] == ["12.50", "7.25"]
    assert "12,5" in note(draft, "Decimal commas", "whole file")
    english = drafted(tmp_path, {**FILL, **POINTS, "weight": ["12.5", "7.25"]})
    assert column(english, "volume")[0] == "1.200"
    note(english, "Decimal points", "1.200")


def test_what_no_other_column_settles_is_kept_as_text_and_can_be_told(tmp_path: Path) -> None:
    draft = drafted(tmp_path, {**FILL, **POINTS})
    assert settings(draft, "volume")["kind"] == "category"
    assert "1.200" in note(draft, "--decimal point or --decimal comma")
    assert column(drafted(tmp_path, {**FILL, **POINTS}, decimal=","), "volume")[0] == "1200"
    assert column(drafted(tmp_path, {**FILL, **POINTS}, decimal="."), "volume")[0] == "1.200"


@pytest.mark.parametrize(
    ("cells", "read"),
    [
        (["0.125", "1.250", "2.375"], ["0.125", "1.250", "2.375"]),
        (["1,299", "999", "2,450"], ["1299", "999", "2450"]),
        (["1.000 €", "500 €", "2.500 €"], ["1000.00", "500.00", "2500.00"]),
        (["1.200", "1500", "2.125"], ["1.200", "1500.000", "2.125"]),
    ],
)
def test_what_a_column_settles_itself_is_not_asked(tmp_path: Path, cells: list[str], read: list[str]) -> None:
    assert column(drafted(tmp_path, {**FILL, "amount": cells}), "amount")[:3] == read


def test_none_is_a_value_among_words_and_missing_among_numbers(tmp_path: Path) -> None:
    draft = drafted(
        tmp_path,
        {**FILL, "air bags": ["None", "Driver", "Both"], "power": ["90", "none", "75", "110", "66"]},
    )
    assert settings(draft, "air_bags")["values"] == ["Both", "Driver", "None"]
    assert "missing" not in settings(draft, "air_bags")
    assert settings(draft, "power")["missing"] is True
    assert "'none' (8)" in note(draft, "Power", "taken for missing")


def test_words_taken_for_missing_are_listed_by_column_with_their_count(tmp_path: Path) -> None:
    draft = drafted(tmp_path, {**FILL, **NUMBERED, "fuel": ["diesel", "n/a", "petrol", "-"]})
    assert "'-' (10), 'n/a' (10)" in note(draft, "Fuel", "taken for missing")


@pytest.mark.parametrize(
    ("header", "unit", "currency"),
    [
        ("Price (EUR incl. VAT)", "money", "EUR"),
        ("Price in CHF", "money", "CHF"),
        ("Price per m²", "number", None),
        ("Price/sqm", "number", None),
        ("Price/m2", "number", None),
        ("EUR per night", "money", "EUR"),
        ("Rent EUR/week", "money", "EUR"),
        ("Fee", "number", None),
        ("Budget (USD millions)", "million USD", None),
        ("Rev.per.mile", "number", None),
        ("weight per mile", "number", None),
        ("Distance (mi)", "miles", None),
    ],
)
def test_units_and_currencies_are_the_names_own(
    tmp_path: Path, header: str, unit: str, currency: str | None
) -> None:
    draft = drafted(tmp_path, {**FILL, header: ["1200", "2350", "2800", "3125"]})
    found = settings(draft, draft.slots[-1].name)
    assert found["unit"] == unit
    assert found.get("currency") == currency


@pytest.mark.parametrize("header", ["Price/m²", "Rent EUR/week", "Rent/mo", "Cost/km"])
def test_a_slash_before_a_unit_or_a_span_is_said(header: str) -> None:
    [read] = read_headers([header])
    assert "per" in read.words


def test_the_currency_that_is_told_replaces_the_guess_and_nothing_else(tmp_path: Path) -> None:
    cells = {**FILL, "price": ["12", "23", "28"], "fee": ["£3", "£4", "£7"], "cost (USD)": ["1", "2", "8"]}
    draft = drafted(tmp_path, cells, currency="EUR")
    assert [settings(draft, name)["currency"] for name in ("price", "fee", "cost")] == ["EUR", "GBP", "USD"]


def test_a_currency_that_nothing_names_is_asked_for_and_not_guessed(tmp_path: Path) -> None:
    draft = drafted(tmp_path, {**FILL, "rent (EUR)": ["900", "950", "1200"], "deposit": ["10", "25", "30"]})
    assert settings(draft, "deposit")["unit"] == "number"
    note(draft, "Deposit", "no currency is named", "--currency")


def test_a_column_of_codes_says_the_currency_where_it_is_one(tmp_path: Path) -> None:
    cells = {**FILL, "price": ["12", "23", "28"]}
    draft = drafted(tmp_path, {**cells, "Curr": ["GBP"]})
    assert settings(draft, "price")["currency"] == "GBP"
    note(draft, "is in GBP, as Currency does")
    mixed = drafted(tmp_path, {**cells, "Curr": ["GBP", "EUR"]})
    assert "price" not in {rule.slot for rule in mixed.rules}
    note(mixed, "Price", "EUR and GBP", "cannot be compared")


@pytest.mark.parametrize(
    ("header", "cells", "unit", "first"),
    [
        ("budget ($ millions)", ["120", "95.5", "30"], "million USD", "120.0"),
        ("budget (millions)", ["$120", "$95", "$30"], "million USD", "120"),
        ("budget", ["$120M", "$95.5M", "$30M"], "money", "120000000.00"),
    ],
)
def test_millions_are_never_lost(
    tmp_path: Path, header: str, cells: list[str], unit: str, first: str
) -> None:
    draft = drafted(tmp_path, {**FILL, header: cells})
    assert settings(draft, "budget")["unit"] == unit
    assert column(draft, "budget")[0] == first


def test_millions_that_name_and_cells_say_are_no_number(tmp_path: Path) -> None:
    draft = drafted(tmp_path, {**FILL, "budget (millions)": ["$120M", "$95M", "$30M"]})
    assert settings(draft, "budget_millions")["kind"] == "category"


@pytest.mark.parametrize("header", ["Travel time", "Cook time", "Fahrzeit"])
def test_a_running_time_is_no_time_of_day(tmp_path: Path, header: str) -> None:
    draft = drafted(tmp_path, {**FILL, header: ["2:37", "3:05", "1:58"]})
    assert settings(draft, header.replace(" ", "_").casefold())["kind"] == "duration"
    for name in ("opens", "train times", "start time"):
        clock = drafted(tmp_path, {**FILL, name: ["8:30", "9:00", "7:45"]})
        assert settings(clock, name.replace(" ", "_"))["kind"] == "clock"


@pytest.mark.parametrize(
    "header", ["in stock since", "Booked on", "Contract ends", "ORD_DT", "Available from"]
)
def test_days_as_excel_counts_them_are_asked_for(tmp_path: Path, header: str) -> None:
    cells = ["45123", "45200", "45310", "44980", "45001", "45111", "45222", "45050", "45060", "45070", "TBD"]
    draft = drafted(tmp_path, {**FILL, header: cells, "other date": cells[::-1]})
    assert f"{quote(f'{header}=date:excel')} or" in note(draft, quote(f"{header}=date:excel"))
    assert "--types 'other date=date:excel'" in note(draft, "Other date: ")
    draft = drafted(tmp_path, {**FILL, header: cells}, types=f"{header}=date:excel")
    assert settings(draft, draft.slots[-1].name)["kind"] == "date"
    years = drafted(tmp_path, {**FILL, header: ["1999", "2004", "2011", "2019"]})
    assert settings(years, years.slots[-1].name)["unit"] in ("year", "number")


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("Day", [str(number % 28 + 1) for number in range(60)]),
        ("Parcel", [str(907_401_000 + number * 37 % 991) for number in range(60)]),
        ("Order", [str(number + number // 9) for number in range(1, 61)]),
        ("State", [str(number * 7 % 93) for number in range(60)]),
        ("Date", [str(2000 + number / 8) for number in range(60)]),
        ("Townid", [str(number * 7 % 93) for number in range(60)]),
    ],
)
def test_numbers_that_say_nothing_of_an_option_have_no_rule(header: str, cells: list[str]) -> None:
    table = evolve(table_of({**FILL, header: cells}, 60), count=70)
    assert header not in {one.header.label for one in read_columns(table).columns if one.ruled}
    told = read_columns(table, choices_of(types=f"{header}=number")).columns
    assert header in {one.header.label for one in told if one.ruled}


def test_countries_get_the_article_of_a_list_and_nothing_else_does(tmp_path: Path) -> None:
    cells = {"country": ["USA", "the USA", "France", "netherlands"], "team": ["USA", "UK", "Fiji"]}
    draft = drafted(tmp_path, {**FILL, **cells})
    assert set(column(draft, "country")) == {"the USA", "France", "the netherlands"}
    assert set(column(draft, "team")) == {"USA", "UK", "Fiji"}
    note(draft, "Country", "'USA' is 'the USA'")
    several = drafted(tmp_path, {**FILL, "countries": ["USA, France", "France", "USA, Cuba", "Cuba"]})
    assert column(several, "countries")[0] == "France; the USA"


def test_two_decimal_signs_in_one_file_are_said(tmp_path: Path) -> None:
    draft = drafted(tmp_path, {**FILL, "price": ["3.599 €", "485 €"], "weight": ["12.5 kg", "7.25 kg"]})
    assert column(draft, "price")[0] == "3599.00"
    note(draft, "Decimal points and commas in one file", "3.599 €", "12.5 kg")


@pytest.mark.parametrize("cells", [["12,5", "7,25", "9,1"], ["12.5", "7.25", "9.1"], ["12,5 kg", "7,25 kg"]])
def test_a_cell_that_cannot_be_read_is_missing_and_no_row_is_lost(tmp_path: Path, cells: list[str]) -> None:
    draft = drafted(tmp_path, {**FILL, **NUMBERED, "weight": [*(cells * 20)[:39], "on request"]})
    assert len(draft.rows) == ROWS
    assert settings(draft, "weight")["kind"] == "quantity"
    assert settings(draft, "weight")["missing"] is True
    assert column(draft, "weight")[39] == ""
    assert "line 41 ('on request')" in note(draft, "Weight", "1 cell cannot be read", "missing")


def test_a_currency_before_behind_and_by_its_code_is_one(tmp_path: Path) -> None:
    draft = drafted(tmp_path, {**FILL, "price": ["€ 12,00", "13,50 €", "EUR 9,00", "14,00 EUR", "8,00"]})
    assert settings(draft, "price")["currency"] == "EUR"
    assert column(draft, "price")[:3] == ["12.00", "13.50", "9.00"]
    mixed = drafted(tmp_path, {**FILL, "price": ["€ 12,00", "$ 13,50"]})
    assert settings(mixed, "price")["kind"] == "category"


def test_titles_and_totals_are_no_header_and_no_option(tmp_path: Path) -> None:
    lines = ["Sales report 2024;;", "", "name;price;weight"]
    lines += [f"n{row % 17};{100 + row * 7 % 31};{row % 7},5" for row in range(ROWS)]
    path = tmp_path / "things.csv"
    path.write_text("\n".join([*lines, "Total;4780;120,5"]) + "\n", encoding="utf-8")
    draft = draft_from_table(path, "things")
    assert draft.header == ("id", "name", "price", "weight")
    assert len(draft.rows) == ROWS
    note(draft, "1 line stands before the header")
    note(draft, "Total", "left out")


def test_what_options_are_called_is_shown_however_many_columns_there_are(tmp_path: Path) -> None:
    many = {f"m{number}": [f"w{row}x{number}" for row in range(7)] for number in range(30)}
    draft = drafted(tmp_path, {**many, "name": [f"car {row}" for row in range(13)]})
    assert "name" in draft.header
    assert "name" not in note(draft, "Too many columns to show").casefold()


def test_a_few_long_cells_cost_no_column_and_many_are_the_reason_that_is_told(tmp_path: Path) -> None:
    words = [f"word {row}" for row in range(60)]
    few = drafted(tmp_path, {**FILL, "plot": [*words[:59], "x" * 150]}, rows=60)
    assert "plot" in few.header
    note(few, "Plot", "1 cell cannot be read")
    many = drafted(tmp_path, {**FILL, "plot": [word + " y" * 100 for word in words]}, rows=60)
    assert "characters" in note(many, "plot", "left out")
