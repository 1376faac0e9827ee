"""What single columns are taken for: by their cells, and by their names where cells say too little."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from importing.column_tables import FILL, by_name, table_of

from cocoa_core.importing import UNLIKE_OTHERS, Choices, read_columns
from cocoa_core.importing.column_types import column_type, read_as
from cocoa_core.importing.columns.cells import Cells
from cocoa_core.importing.columns.header import read_header
from cocoa_core.importing.columns.measures import rounded_decimals
from cocoa_core.importing.kinds.duration import WITH_SECONDS
from cocoa_core.importing.kinds.number_columns import TOO_FINE, TOO_LARGE
from cocoa_core.importing.kinds.registry import UNHELD, read_column
from cocoa_core.importing.spoken_values import as_said, in_speech

HHMM = [str(100 * (number % 24) + number % 60) for number in range(60)]


def column(header: str, *texts: str, times: int = 6) -> Any:
    return read_column(Cells.of(read_header(header, 0), [*texts] * times))


@pytest.mark.parametrize(
    ("header", "texts", "settings"),
    [
        ("Cylinders", ("4", "6", "8"), {"kind": "quantity", "unit": "count"}),
        ("n_child", ("0", "1", "3"), {"kind": "quantity", "unit": "count"}),
        ("sales", ("5000", "7200"), {"unit": "number"}),
        ("displacement", ("307", "97.5"), {"unit": "number", "decimals": 1}),
        ("year", ("1999", "2008", "2010"), {"unit": "year"}),
        ("foundingyear", ("1905", "1974", "1950"), {"unit": "year"}),
        ("reign start", ("1066", "1702", "1837"), {"unit": "year"}),
        ("start", ("66", "1702", "1837"), {"unit": "number"}),
        ("length", ("977 combined", *(f"{n}" for n in range(120, 220))), {"unit": "number"}),
        ("born", ("07/28/09", "03/14/16", "12/15/21"), {"kind": "category"}),
        ("sent", ("07/28/09", "03/14/16", "12/15/21"), {"kind": "date", "max": "2021-12-15"}),
        ("price", ("$100", "$250"), {"unit": "money", "whole": True}),
        ("price", ("1.5", "2.25"), {"unit": "number", "decimals": 2}),
        ("price_eur", ("1.5", "2.25"), {"unit": "money", "currency": "EUR"}),
        ("wages", ("-5", "3", "8"), {"unit": "number"}),
        ("rating", ("3.5", "4.8"), {"unit": "rating", "out_of": 5}),
        ("n_stars", ("1", "2", "4"), {"unit": "count"}),
        ("created", ("0015-09-14", "0014-11-18", "0015-01-02"), {"kind": "category"}),
        ("rating", ("3.5", "8.8"), {"unit": "rating", "out_of": 10}),
        ("Runtime (min)", ("95", "120"), {"kind": "duration"}),
        ("temp_min", ("3", "5", "9"), {"kind": "quantity", "unit": "number"}),
        ("air_time", tuple(map(str, range(20, 220))), {"kind": "quantity"}),
        ("dep_time", tuple(HHMM), {"kind": "clock"}),
        ("flight", tuple(HHMM), {"kind": "quantity"}),
        ("when", ("03/14/2026", "12/01/2026"), {"kind": "date", "max": "2026-12-01"}),
        ("month", ("1", "7", "12"), {"kind": "category"}),
        ("sex", ("1", "2"), {"kind": "category", "values": ["1", "2"]}),
        ("gear", ("3", "4", "5"), {"kind": "quantity"}),
        ("zip", ("01234", "98101"), {"kind": "category"}),
        ("size", ("small", "large", "Medium", "medium", "medium"), {"values": ["small", "medium", "large"]}),
        ("extras", ("a; b", "b", "c; a"), {"kind": "set", "values": ["a", "b", "c"], "min_items": 1}),
        ("finish", ("oak; oiled", "pine", "ash"), {"kind": "category"}),
        ("waits", ("45 min; 1 h", "2 h", ""), {"kind": "list"}),
        ("total", ("sold out", *(f"{n}.{n}" for n in range(20, 40))), {"kind": "category"}),
        ("city", ("Paris, France", "Lyon, France", "Rome, Italy"), {"kind": "category"}),
        ("am", ("0", "1"), {"kind": "boolean"}),
        ("Pages", ("320 p.", "99 p.", "1,410 pages"), {"unit": "count", "max": 1600}),
        ("Avg. rating", ("4.13 avg rating", "3.2 avg rating"), {"unit": "rating", "out_of": 5}),
        ("Delivery days", ("3 days", "5 days"), {"unit": "days"}),
        ("Rating", ("★★★★☆", "★★★☆☆", "★★★★★"), {"unit": "rating", "out_of": 5, "max": 5}),
        ("Rating", ("⭐⭐⭐", "⭐⭐⭐⭐⭐", "⭐"), {"unit": "rating", "out_of": 5}),
        ("Heat", ("★★☆", "★☆☆", "★★★"), {"kind": "category"}),
        ("Michelin", ("★★", "★", "★★★"), {"kind": "category"}),
        ("Height", ("5'3\"", "6'11\"", "5'0\""), {"unit": "in", "max": 90}),
        ("Height", ("5 ft 3 in", "6 ft 11 in"), {"unit": "in"}),
        ("Split time", ("5'03\"", "6'11\"", "5'00\""), {"kind": "category"}),
        ("Population", ("12,345,678[1]", "2,345,678[note 2]", "345,678[b]"), {"unit": "number"}),
        ("Discount", ("25% off", "10% off"), {"unit": "percent"}),
        ("Rating", ("4.3★", "3.9★", "5★"), {"unit": "rating", "out_of": 5}),
        ("Rating", ("4.3 out of 5 stars", "3.9 out of 5 stars"), {"unit": "rating", "out_of": 5}),
        ("Bewertung", ("4,3 von 5 Sternen", "3,9 von 5 Sternen"), {"unit": "rating", "out_of": 5}),
        ("Beginn", ("14:05 Uhr", "9:30 Uhr"), {"kind": "clock"}),
        ("In stock", ("checked", "", "checked", ""), {"kind": "boolean"}),
        ("Temperature", ("14度", "20度", "8度"), {"kind": "quantity", "unit": "度"}),
        ("Weight", ("350グラム", "80グラム"), {"kind": "quantity"}),
        ("Built", ("2014年", "2020年"), {"kind": "category"}),
        ("Price", ("5万", "8万", "9000"), {"kind": "category"}),
        ("drive", ("4WD", "2WD"), {"kind": "category"}),
    ],
)
def test_columns_are_taken_for_what_they_are(
    header: str, texts: tuple[str, ...], settings: dict[str, Any]
) -> None:
    found = column(header, *texts).settings
    assert {key: found.get(key) for key in settings} == settings, found


@pytest.mark.parametrize(
    ("stored", "way", "words"),
    [
        ("CITATION II", "title", "Citation II"),
        ("EMB-120", "title", "EMB-120"),
        ("HENRY VIII", "title", "Henry VIII"),
        ("US Airways*", "words", "US Airways"),
        ("Brookings Inst.", "words", "Brookings Inst."),
        ("ST. LOUIS", "title", "St. Louis"),
        ("U.S.", "words", "U.S."),
        ("EL_DORADO_HILLS", "title", "El Dorado Hills"),
        ("SanDiego", "parted", "San Diego"),
        ("McAllen", "parted", "McAllen"),
        ("TotalUS", "parted", "TotalUS"),
        ("north adams", "names", "North Adams"),
        ("isle of wight", "names", "Isle of Wight"),
        ("new_york", "names", "New York"),
    ],
)
def test_stored_values_become_words(stored: str, way: str, words: str) -> None:
    assert as_said(stored, way) == words


def test_what_describes_an_option_is_said_in_small_letters() -> None:
    found = in_speech(read_header("reliability", 0), column("reliability", "Much worse", "average", "Better"))
    assert found.said == "small"
    assert set(found.cells) == {"much worse", "average", "better"}


@pytest.mark.parametrize(
    ("header", "cells", "said"),
    [
        (
            "city",
            ("SanDiego", "NewYork", "LasVegas", "Boston"),
            {"San Diego", "New York", "Las Vegas", "Boston"},
        ),
        ("brand", ("PlayStation", "YouTube", "MasterCard"), {"PlayStation", "YouTube", "MasterCard"}),
        ("county", ("berkshire", "dukes", "north essex"), {"Berkshire", "Dukes", "North Essex"}),
        ("origin", ("nyc", "bqw", "xyz"), {"nyc", "bqw", "xyz"}),
        ("source", ("PEI", "NFLD", "SASK", "BC"), {"PEI", "NFLD", "SASK", "BC"}),
    ],
)
def test_names_of_places_are_said_as_names(header: str, cells: tuple[str, ...], said: set[str]) -> None:
    assert set(in_speech(read_header(header, 0), column(header, *cells)).cells) == said


@pytest.mark.parametrize("cells", [("PAL0708", "PAL0910"), ("SKU 123", "SKU 77"), ("SGD 5", "THB 7")])
def test_letters_before_digits_that_are_no_currency_are_not_dropped(cells: tuple[str, ...]) -> None:
    found = column("code", *cells)
    assert found.settings["kind"] == "category"
    assert set(found.cells) == set(cells)


def test_days_that_could_be_months_are_left_as_words() -> None:
    assert column("when", "03/04/2026", "05/06/2026").kind == "category"


def test_long_decimals_are_rounded_and_said_to_be() -> None:
    found = column("yield", *(f"{779.4453145 + number * 31.7}" for number in range(40)), times=1)
    assert found.settings["unit"] == "number"
    assert "rounded" in found.why


def test_texts_that_hardly_repeat_are_shown_without_rules_and_links_not_at_all() -> None:
    assert not column("name", *(f"car {number} of many" for number in range(50)), times=1).ruled
    assert column("page", *(f"https://example.org/{number}" for number in range(50)), times=1) is None
    assert column("note", *(f"{number} " + "word " * 40 for number in range(50)), times=1) is None


def test_a_few_unreadable_cells_do_not_change_a_column_and_many_do() -> None:
    texts = [f"{number} kg" for number in range(97)]
    found = column("weight", *texts, "heavy", "very heavy", times=1)
    assert found.settings["unit"] == "kg"
    assert found.cells.count(None) == 2
    assert column("weight", *texts[:20], "heavy", "very heavy", times=3).kind == "category"


@given(st.lists(st.decimals("0.0001", 9000, places=9), min_size=30, max_size=60, unique=True))
def test_no_number_of_four_decimals_is_rounded_to_nothing(numbers: list[Decimal]) -> None:
    least = Decimal(1).scaleb(-rounded_decimals(numbers))
    assert all(number.quantize(least) for number in numbers)


@pytest.mark.parametrize(
    ("header", "cells", "settings"),
    [
        ("Price", ("$0.0035", "$0.0120", "$0.2500"), {"kind": "quantity", "unit": "USD", "decimals": 4}),
        ("price_eur", ("0.0035", "0.0120", "0.2500"), {"kind": "quantity", "unit": "EUR", "decimals": 4}),
        ("Price", ("$0.35", "$0.12", "$0.25"), {"kind": "quantity", "unit": "money", "currency": "USD"}),
    ],
)
def test_amounts_below_a_cent_keep_their_currency(
    header: str, cells: tuple[str, ...], settings: dict[str, Any]
) -> None:
    reading = column(header, *cells)
    assert {key: reading.settings[key] for key in settings} == settings
    taken = column_type(reading.taken)
    again = read_as(Cells.of(read_header(header, 0), cells * 6), taken)
    assert again is not None
    assert again.cells == reading.cells


@pytest.mark.parametrize(
    ("why", "texts"),
    [
        (TOO_FINE, [f"$0.0000{digits}" for digits in (47, 13, 21, 77, 64)]),
        (TOO_LARGE, ["$781.4K", "$389.9B", "$482.5B", "$168.1M", "$88.0B"]),
        (WITH_SECONDS, ["0 days 03:16:17", "0 days 17:31:48", "1 days 00:00:05", "0 days 01:00:00"]),
    ],
)
def test_amounts_that_no_kind_can_hold_are_shown_as_text_and_said(why: str, texts: list[str]) -> None:
    reading = column("Price", *texts)
    assert (reading.kind, reading.ruled, reading.why) == ("category", False, why)


def test_whole_numbers_without_a_unit_may_be_codes_however_large() -> None:
    assert column("supply", *map(str, range(10**14, 10**14 + 5))).why not in UNHELD


def test_a_currency_in_a_nested_key_is_that_of_the_amount_beside_it() -> None:
    cells = {**FILL, "price.amount": ["83", "140"], "price.currency": ["USD"]}
    settings = by_name(read_columns(table_of(cells)))["price"].reading.settings
    assert (settings["unit"], settings["currency"]) == ("money", "USD")


def test_a_semicolon_that_is_lost_is_said() -> None:
    for texts in (("oak; oiled", "pine", "ash"), [f"oak; {number}" for number in range(9)]):
        reading = column("finish", *texts, times=6 if len(texts) == 3 else 1)
        assert "is written 'oak, " in reading.why
        assert not any(";" in cell for cell in reading.cells)


@pytest.mark.parametrize(
    ("cells", "taken", "numbers"),
    [
        (["Rs. 98,000/-", "Rs. 1,25,000/-", "Rs 45,500/="], "number:Rs", [98000, 125000, 45500]),
        (["RM1,299", "RM899"], "money:MYR", [1299, 899]),
        (["12 Lakh", "8.5 lakhs", "1.2 Crore"], "number", [1200000, 850000, 12000000]),
        (["Rs. 12 Lakh", "Rs. 1.2 Cr"], "number:Rs", [1200000, 12000000]),
        (["US$ 1,299", "US$ 450"], "money:USD", [1299, 450]),
        (["USD $99", "USD $120"], "money:USD", [99, 120]),
        (["1.299,-", "450,-"], "number", [1299, 450]),
        (["1 299:-", "450:-"], "number", [1299, 450]),
        (["AED 45", "AED 1,200"], "money:AED", [45, 1200]),
        (["Rp 1.250.000", "Rp 450.000"], "money:IDR", [1250000, 450000]),
        (["R1,299.00", "R450.50"], "money:ZAR", [1299, 450.5]),
        (["TL 1.299", "450 TL"], "money:TRY", [1299, 450]),
        (["Fr. 1'299.00", "Fr. 450.00"], "money:CHF", [1299, 450]),
        (["KSh. 4,500", "Ksh 1,299"], "money:KES", [4500, 1299]),
        (["kr 1 299", "450 kr"], "number:kr", [1299, 450]),
    ],
)
def test_currencies_are_read_as_they_are_written_in_their_countries(
    cells: list[str], taken: str, numbers: list[float]
) -> None:
    reading = by_name(read_columns(table_of({**FILL, "price": cells})))["price"].reading
    assert reading.taken == taken
    assert [float(cell or "nan") for cell in reading.cells[: len(cells)]] == numbers


@pytest.mark.parametrize(
    ("currency", "taken"), [("INR", "money:INR"), ("PKR", "money:PKR"), ("EUR", "number:Rs")]
)
def test_a_word_of_several_currencies_is_one_of_them_only_where_the_author_says_so(
    currency: str, taken: str
) -> None:
    table = table_of({**FILL, "price": ["Rs. 98,000", "Rs. 45,500"]})
    columns = by_name(read_columns(table, Choices(currency=currency)))
    assert columns["price"].reading.taken == taken


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("part", ["RM232", "RM485", "RM1"]),
        ("room", ["RM 12", "RM 14", "Rm. 3"]),
        ("road", ["SR 520", "SR 99", "SR 3"]),
        ("form", ["R 66", "R 12", "R 101"]),
    ],
)
def test_letters_before_digits_are_money_only_under_a_word_for_money(header: str, cells: list[str]) -> None:
    assert by_name(read_columns(table_of({**FILL, header: cells})))[header].reading.kind == "category"
    priced = read_columns(table_of({**FILL, "price": cells}))
    assert by_name(priced)["price"].reading.taken.startswith("money:")


@pytest.mark.parametrize(
    ("header", "cells", "label", "taken", "numbers"),
    [
        ("price", ["$99/night", "$1,240/night"], "Price per night", "money:USD per night", [99, 1240]),
        ("precio", ["850 €/mes", "1200 €/mes"], "Precio per month", "money:EUR per month", [850, 1200]),
        ("prix", ["85 € / nuit", "120 € / nuit"], "Prix per night", "money:EUR per night", [85, 120]),
        ("rent", ["£850 pcm", "£1,200 pcm"], "Rent per month", "money:GBP per month", [850, 1200]),
        ("salary", ["45k pa", "52.5k pa"], "Salary per year", "number per year", [45000, 52500]),
        ("salary", ["£45,000 p.a.", "£52,000 p.a."], "Salary per year", "money:GBP per year", [45000, 52000]),
        ("menu", ["£12.50 pp", "£8.75 pp"], "Menu per person", "money:GBP per person", [12.5, 8.75]),
        ("price", ["$4.99/lb", "$3.49/lb"], "Price per lb", "money:USD per lb", [4.99, 3.49]),
        ("tariff", ["Rs. 900/day", "Rs. 450/day"], "Tariff per day", "number:Rs per day", [900, 450]),
        ("monthly rent", ["$900/mo", "$850/mo"], "Monthly rent", "money:USD per month", [900, 850]),
    ],
)
def test_what_amounts_are_paid_for_moves_from_the_cells_into_the_name(
    header: str, cells: list[str], label: str, taken: str, numbers: list[float]
) -> None:
    (column,) = [
        column
        for column in read_columns(table_of({**FILL, header: cells})).columns
        if column.header.text == header
    ]
    assert (column.header.label, column.reading.taken) == (label, taken)
    assert str(column_type(taken)) == taken
    assert [float(cell or "nan") for cell in column.reading.cells[: len(cells)]] == numbers


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("power", ("100 kW (136 PS)", "85 kW (116 PS)")),
        ("latitude", ("52°31'12\"N", "48°51'24\"N")),
        ("elevation", ("1,234 ft (376 m)", "800 ft (244 m)")),
        ("price", ("2 for $5", "3 for $9")),
        ("price", ("1,250.5", "12,50")),
        ("volume", ("10³", "20³")),
        ("model", ("911", "356", "944")),
    ],
)
def test_cells_with_more_than_an_amount_stay_words(header: str, cells: tuple[str, ...]) -> None:
    columns = by_name(read_columns(table_of({**FILL, header: list(cells)})))
    assert columns[header].reading.kind == "category"
    assert set(columns[header].reading.cells) == set(cells)


def test_signs_of_fractions_are_read() -> None:
    assert column("shoe", "9½", "10", "10½").cells[:3] == ("9.5", "10.0", "10.5")
    assert column("weight", "½ kg", "1 ¼ kg").cells[:2] == ("0.50", "1.25")


@pytest.mark.parametrize("signs", [map(str, range(40)), "abcdefghijklmnopqrstuvwxyz"])
def test_columns_that_only_a_number_tells_apart_leave_room_for_others(signs: Iterable[str]) -> None:
    """Neither scores nor features take the place of a price, a brand, or the only feature with a name."""
    scores = {
        f"score {sign}": [str(step * 7 % 97) for step in range(number, number + 60)]
        for number, sign in enumerate(signs)
    }
    features = {f"feature {number}": ["0", "1"] for number in range(40)}
    columns = {**features, "has_pool": ["yes", "no", "no"], "price": ["12", "25", "31"], **scores, **FILL}
    read = by_name(read_columns(table_of(columns)))
    ruled = {name for name, column in read.items() if column.ruled}
    assert {"price", "brand", "seats", "has_pool"} <= ruled


def test_a_column_of_nearly_one_value_is_shown_without_rules() -> None:
    columns = {"status": ["clean"] * 59 + ["salvage"], "taxed": ["yes"] * 58 + ["no"] * 2, **FILL}
    read = by_name(read_columns(table_of(columns)))
    assert not read["status"].ruled
    assert read["taxed"].ruled


def test_numeric_codes_have_no_rules() -> None:
    columns = by_name(
        read_columns(table_of({"isonumeric": [str(100 + 7 * step) for step in range(60)], **FILL}))
    )
    assert not columns["isonumeric"].ruled


def test_the_german_short_form_of_not_stated_is_missing() -> None:
    columns = by_name(read_columns(table_of({"lieferbar": ["ja", "nein", "k.A."], **FILL})))
    assert columns["lieferbar"].reading.kind == "boolean"


HUNDREDTHS = {**FILL, "price_cents": ["1999", "25900", "500", "12999"]}


def test_cents_are_the_money_that_they_are_also_where_the_author_names_the_currency() -> None:
    """ "--currency USD", which the report advises, would make $25,900 of $259."""
    price = by_name(read_columns(table_of(HUNDREDTHS), Choices(currency="USD")))["price"]
    assert price.reading.settings["currency"] == "USD"
    assert price.reading.cells[:4] == ("19.99", "259.00", "5.00", "129.99")
    assert price.header.label == "Price"
    (report,) = (one for one in read_columns(table_of(HUNDREDTHS)).reports if one.slot == "price")
    assert "no currency is named" in report.why
    assert "as told" not in report.why


@pytest.mark.parametrize(
    ("header", "currency", "most"),
    [
        ("price_cents", None, 300),
        ("Fee (in pence)", "GBP", 300),
        ("Fare (paise)", "INR", 300),
        ("costUsdCents", "USD", 300),
        ("amount_in_cents", None, 300),
        ("cents", None, 30000),
        ("recent", None, 30000),
        ("accents", None, 30000),
        ("price per 100 cents of duty", None, 30000),
    ],
)
def test_a_header_says_that_its_amounts_are_hundredths(header: str, currency: str | None, most: int) -> None:
    column = read_columns(table_of({**FILL, header: HUNDREDTHS["price_cents"]})).columns[-1]
    assert (column.reading.settings.get("currency"), column.reading.settings["max"]) == (currency, most)


@pytest.mark.parametrize("name", ["price.amount", "price", "price.value"])
def test_a_column_beside_an_amount_says_that_it_is_in_cents(name: str) -> None:
    columns = {name: HUNDREDTHS["price_cents"], "price.currency": ["USD"], "price.unit": ["cents"]}
    price = by_name(read_columns(table_of({**FILL, **columns})))["price"]
    assert price.reading.cells[:2] == ("19.99", "259.00")
    assert price.reading.settings["currency"] == "USD"


def test_cents_of_several_currencies_are_not_compared() -> None:
    columns = read_columns(table_of({**HUNDREDTHS, "currency": ["USD", "EUR"]}))
    assert not by_name(columns)["price"].ruled


@pytest.mark.parametrize("header", ["Crcy", "Währung", "Moneda"])
def test_the_currency_beside_an_amount_is_found_below_words_of_other_languages(header: str) -> None:
    price = by_name(read_columns(table_of({**FILL, "price": ["5", "7", "12"], header: ["CHF"]})))["price"]
    assert price.reading.settings["currency"] == "CHF"


@pytest.mark.parametrize(
    ("rest", "others", "name"),
    [
        ([f"March {day}, 2025" for day in range(1, 29)], ["March 3, 2025 → April 4, 2025"], "date"),
        ([f"{hundreds}00円" for hundreds in range(1, 29)], ["1万9千円", "1万2千円"], "money:JPY"),
        ([f"{number} kg" for number in range(1, 29)], ["by hand", "as ordered"], "number:kg"),
    ],
)
def test_what_keeps_a_column_of_amounts_from_being_read_is_said_with_the_flag_that_settles_it(
    rest: list[str], others: list[str], name: str
) -> None:
    cells = [*rest, *others, *others]
    table = table_of({**FILL, "due": cells}, rows=len(cells))
    columns = read_columns(table)
    report = columns.reports[-1]
    assert report.why.startswith(UNLIKE_OTHERS)
    assert repr(others[0])[1:-1] in report.why
    assert f"--types due={name} " in report.why
    assert not by_name(columns)["due"].ruled
    told = by_name(read_columns(table, Choices(types={"due": column_type(name)})))["due"]
    assert [cell is None for cell in told.reading.cells] == [text in others for text in cells]


def test_a_discount_below_zero_is_not_asked_for() -> None:
    columns = by_name(
        read_columns(table_of({**FILL, "discount": ["-10%", "-25%"], "change": ["-10%", "5%"]}))
    )
    assert not columns["discount"].ruled
    assert columns["change"].ruled
