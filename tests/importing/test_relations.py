"""Rows that repeat and columns that say the same are found and said."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from importing.column_tables import table_of

from cocoa_core.importing import RawTable, read_columns, without_repeats
from cocoa_core.importing.relations import Relations, related_columns, repeated_rows

RNG = random.Random(5)
PRICES = [RNG.randrange(200, 900) for _ in range(60)]
DAYS = [f"{RNG.randrange(1990, 2020)}-{RNG.randrange(1, 13):02}-{RNG.randrange(1, 29):02}" for _ in range(60)]


def relations(columns: dict[str, list[str]]) -> Relations:
    return related_columns(read_columns(table_of(columns, 60)).columns)


def related(columns: dict[str, list[str]]) -> tuple[str, ...]:
    return relations(columns).notes


def clock(minutes: int) -> str:
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"


FEES = [RNG.randrange(1, 40) for _ in range(60)]
STARTS = [RNG.randrange(300, 900) for _ in range(60)]
TAKES = [RNG.randrange(60, 400) for _ in range(60)]
JOURNEYS = {
    "departs": [clock(start) for start in STARTS],
    "travel time": [f"{take // 60}h {take % 60}m" for take in TAKES],
}


@pytest.mark.parametrize(
    ("columns", "axiom"),
    [
        (
            {
                "total": [f"${one + fee}" for one, fee in zip(PRICES, FEES, strict=True)],
                "price": [f"${price}" for price in PRICES],
                "fees": [f"${one}" for one in FEES],
            },
            {"sum": {"of": ["price", "fees"], "is": "total"}},
        ),
        (
            {**JOURNEYS, "arrives": [clock(one + some) for one, some in zip(STARTS, TAKES, strict=True)]},
            {"sum": {"of": ["departs", "travel_time"], "is": "arrives"}},
        ),
        (
            {
                **JOURNEYS,
                "arrives": [clock(one + some + 300) for one, some in zip(STARTS, TAKES, strict=True)],
            },
            None,
        ),
        (
            {
                "departs": [clock(start + 600) for start in STARTS],
                "travel time": JOURNEYS["travel time"],
                "arrives": [clock(one + some + 600) for one, some in zip(STARTS, TAKES, strict=True)],
            },
            {"sum": {"of": ["departs", "travel_time"], "is": "arrives", "overnight": True}},
        ),
        (
            {
                "price": [str(price) for price in PRICES],
                "min price": [str(price - price % 7) for price in PRICES],
            },
            {"at_most": ["minimum_price", "price"]},
        ),
        ({"price": [f"${price}" for price in PRICES], "fees": [f"${one}" for one in FEES]}, None),
        (
            {
                "calories from fat": [str(9 * price + price % 5) for price in PRICES],
                "total fat": [*map(str, PRICES)],
            },
            None,
        ),
        (
            {"trans fat": [str(price - price % 7) for price in PRICES], "total fat": [*map(str, PRICES)]},
            {"at_most": ["trans_fat", "total_fat"]},
        ),
    ],
)
def test_sums_and_orders_become_axioms(columns: dict[str, list[str]], axiom: object) -> None:
    found = relations(columns)
    assert list(found.axioms) == [axiom] * (axiom is not None)
    assert len(found.notes) == len(found.axioms)


def test_of_two_columns_that_say_the_same_one_is_left_out() -> None:
    assert relations({"released": DAYS, "year": [day[:4] for day in DAYS]}).repeat == {"year"}
    assert relations({"town": ["Bern", "Ulm"], "country": ["CH", "DE"]}).repeat == {"country"}
    assert not relations({"town": ["Bern", "Basel", "Ulm"], "country": ["CH", "CH", "DE"]}).repeat


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"released": DAYS, "year": [day[:4] for day in DAYS]}, "Year is the year of Released"),
        (
            {
                "price": [str(price) for price in PRICES],
                "min price": [str(price - price % 7) for price in PRICES],
            },
            "Minimum price is never above Price",
        ),
        (
            {
                "length (km)": [str(price) for price in PRICES],
                "length (m)": [str(1000 * price) for price in PRICES],
            },
            "is 1000 times Length",
        ),
        (
            {"town": ["Bern", "Basel", "Ulm", "Bonn"], "country": ["CH", "CH", "DE", "DE"]},
            "Town decides Country",
        ),
        (
            {"town": ["Bern", "Basel", "Ulm"], "river": ["Aare", "Rhine", "Danube"]},
            "Town and River go together",
        ),
    ],
)
def test_columns_of_which_one_says_the_other_are_told(columns: dict[str, list[str]], words: str) -> None:
    found = related(columns)
    assert len(found) == 1
    assert words in found[0]


def test_columns_that_only_look_alike_are_not_told() -> None:
    rng = random.Random(9)
    prices = [str(rng.randrange(200, 900)) for _ in range(60)]
    others = [str(rng.randrange(200, 900)) for _ in range(60)]
    assert not related({"price": prices, "old price": others})
    assert not related({"released": DAYS, "year": [str(1 + int(day[:4])) for day in DAYS]})
    towns = [rng.choice(["Bern", "Basel", "Ulm"]) for _ in range(60)]
    assert not related({"town": towns, "open": [rng.choice(["yes", "no"]) for _ in range(60)]})
    assert not related({"code": [f"c{row // 2}" for row in range(60)], "open": ["yes"] * 59 + ["no"]})


def repeated(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> tuple[str, ...]:
    table = RawTable(header, tuple(enumerate(rows, start=2)), len(rows))
    columns = read_columns(table)
    return repeated_rows(table, columns.columns, columns.id)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz"))))
def test_of_rows_that_are_alike_the_first_is_taken(rows: list[tuple[str, str]]) -> None:
    table = without_repeats(RawTable(("word", "size"), tuple(enumerate(rows, start=2)), len(rows)))
    assert [cells for _, cells in table.rows] == list(dict.fromkeys(rows))
    assert [line for line, _ in table.rows] == sorted(2 + rows.index(row) for row in {*rows})
    repeats = len(rows) - len({*rows})
    assert len(table.notes) == bool(repeats)
    assert all(f"{repeats} record" in note for note in table.notes)


def test_rows_that_differ_in_what_is_not_shown_are_told_as_such() -> None:
    rows = [(f"k{n}", f"w{n % 7}", str(n * n)) for n in range(30)]
    assert repeated(("key", "word", "size"), [*rows, ("k30", "w1", "1")]) == (
        "Rows that differ from others only in their id (key): 1 (line 32 as line 3).",
    )
    noted = [(*row, "a" * 200 + row[0]) for row in [*rows, ("k30", "w1", "1")]]
    assert repeated(("key", "word", "size", "essay"), noted) == (
        "Rows that differ from others only in columns that are left out: 1 (line 32 as line 3).",
    )
