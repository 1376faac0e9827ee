"""A cell with two readings that its column does not settle is a doubt: never guessed, settled by a flag."""

from __future__ import annotations

import pytest
from importing.column_tables import FILL, by_name, table_of

from cocoa_core.importing import Choices, choices_of, read_columns, settled
from cocoa_core.importing.column_types import column_type
from cocoa_core.importing.doubts import PATTERNS, Doubt, DoubtPattern

POINTED = {**FILL, "score": ["4.2", "3.9", "14.25", "0.7"]}
"""A file that has points before decimals in another column."""


def doubts_of(cells: list[str], header: str, rows: int = 60, **said: str) -> tuple[Doubt, ...]:
    return read_columns(table_of({**FILL, header: cells}, rows), choices_of(**said)).doubts


def taken(cells: list[str], header: str, **said: str) -> tuple[str, list[str | None]]:
    """What the column was taken for, and what its first cells became."""
    columns = read_columns(table_of({**FILL, header: cells}), choices_of(**said))
    column = next(one for one in columns.columns if one.index == len(FILL))
    return column.reading.taken, list(column.reading.cells[: len(cells)])


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda one: f"{one.name}: {one.types[0]}")
def test_no_pattern_of_the_table_is_guessed(pattern: DoubtPattern) -> None:
    cells = list(pattern.cells)
    columns = read_columns(table_of({**POINTED, pattern.header: cells}))
    (doubt,) = columns.doubts
    assert doubt.reason == pattern.reason
    column = next(one for one in columns.columns if one.index == len(POINTED))
    assert not column.ruled
    assert column.reading.taken == "text"
    assert list(column.reading.cells[: len(cells)]) == cells
    report = next(one for one in columns.reports if one.slot == column.name)
    for answer in doubt.answers:
        assert answer.flag(pattern.header) in report.why


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda one: f"{one.name}: {one.types[0]}")
def test_each_answer_settles_its_doubt_and_reads_as_it_said(pattern: DoubtPattern) -> None:
    table = table_of({**POINTED, pattern.header: list(pattern.cells)})
    (doubt,) = read_columns(table).doubts
    assert len(doubt.answers) > 1
    for answer in doubt.answers:
        columns = read_columns(table, settled([doubt], Choices(), lambda _, answer=answer: answer))
        assert columns.doubts == ()
        column = next(one for one in columns.columns if one.index == len(POINTED))
        assert column.reading.taken == str(answer.column_type)
        lines = [line for line, _ in table.rows]
        read = [column.reading.cells[lines.index(example.line)] or "" for example in doubt.examples]
        assert tuple(read) == answer.values


@pytest.mark.parametrize("sign", ["-1", "-2", "-2.0", "-8", "-99"])
def test_a_negative_number_alone_below_zero_may_stand_for_a_missing_value(sign: str) -> None:
    (doubt,) = doubts_of([sign, "11", "14.5", "16", "30", "9"], "luggage")
    assert f"without {sign}" in doubt.flags()


@pytest.mark.parametrize("header", ["Heure de départ", "Ankunft", "Salida"])
def test_hours_and_minutes_below_a_foreign_word_for_a_time_of_day_are_no_duration(header: str) -> None:
    columns = read_columns(table_of({header: ["22h05", "9h30", "14h15", "17h50"], **FILL}))
    assert [doubt.column for doubt in columns.doubts] == [header]


def test_a_doubt_that_is_left_open_keeps_the_column_as_text() -> None:
    table = table_of({**FILL, "views": ["35M", "16M", "6M"]})
    (doubt,) = read_columns(table).doubts
    assert settled([doubt], Choices(), lambda _: None) == Choices()


@pytest.mark.parametrize(
    ("header", "cells", "name", "read"),
    [
        ("price", ["1,25,000", "98,000", "2,10,500"], "number", ["125000", "98000", "210500"]),
        ("price", ["₹1,25,000", "₹98,000"], "money:INR", ["125000.00", "98000.00"]),
        (
            "price",
            ["₹1.5 lakh", "₹2 crore", "₹98,000"],
            "money:INR",
            ["150000.00", "20000000.00", "98000.00"],
        ),
        ("start date", ["20240301", "20241128"], "date:yyyymmdd", ["2024-03-01", "2024-11-28"]),
        ("views", ["35M", "900K", "1.2M"], "abbreviated", ["35000000", "900000", "1200000"]),
        ("duration", ["35m", "2h 15m", "1h"], "duration", ["35m", "2h 15m", "1h"]),
        ("flight time", ["1:42", "2:15", "3:05"], "duration:colon", ["1h 42m", "2h 15m", "3h 5m"]),
        ("height", ["35m", "12m", "7m"], "number:m", ["35", "12", "7"]),
        ("departure", ["1:42", "9:30", "3:05"], "time", ["01:42", "09:30", "03:05"]),
        ("opens at", ["08:30", "14:05", "09:15"], "time", ["08:30", "14:05", "09:15"]),
        ("departs", ["1430hrs", "2105hrs", "1200hrs"], "time", ["14:30", "21:05", "12:00"]),
        ("sailing", ["0615 hrs", "2105 hrs", "1200 hrs"], "time", ["06:15", "21:05", "12:00"]),
        ("crossing", ["14 hrs", "21 hrs", "120 hrs"], "duration", ["14h", "21h", "120h"]),
        ("slot", ["9:30 AM", "2:05 PM", "9:15 AM"], "time", ["09:30", "14:05", "09:15"]),
        ("time (mm:ss)", ["3:45", "2:48", "4:29"], "seconds", ["225", "168", "269"]),
        ("price", ["9.30", "14.05", "10.45"], "number", ["9.30", "14.05", "10.45"]),
        ("discount", ["25%", "10%", "40%"], "percent", ["25", "10", "40"]),
        ("temperature", ["-1", "5", "20", "13"], "number", ["-1", "5", "20", "13"]),
        ("time", ["115", "108", "137", "101"], "number", ["115", "108", "137", "101"]),
        ("price", ["999", "1299", "450", "700"], "number", ["999", "1299", "450", "700"]),
        ("memory", ["16G", "32G", "8G"], "number:GB", ["16", "32", "8"]),
        ("goals", ["-3", "-2", "-4", "0", "2", "4"], "number", ["-3", "-2", "-4", "0", "2", "4"]),
        ("fare", ["SGD 1,200", "SGD 950"], "money:SGD", ["1200.00", "950.00"]),
        ("price", ["HK$1,200", "HK$950"], "money:HKD", ["1200.00", "950.00"]),
        ("price", ["1299 zł", "999 zł"], "money:PLN", ["1299.00", "999.00"]),
        ("price", ["1299 Ft", "25000 Ft"], "money:HUF", ["1299.00", "25000.00"]),
        ("height", ["12 Ft", "25 Ft"], "number:ft", ["12", "25"]),
        ("profit", ["–1,200", "300"], "number", ["-1200", "300"]),
        ("firmware version", ["1.2", "1.10", "2.0"], "words", ["1.2", "1.10", "2.0"]),
        ("weight (hundreds of kg)", ["27", "103", "77"], "number", ["27", "103", "77"]),
        ("population_thousands", ["27", "103"], "number:thousand", ["27", "103"]),
        ("revenue $m", ["27", "103"], "number:million USD", ["27", "103"]),
        ("departs", ["#REF!", "9:05", "14:30", "23:10"], "time", ["", "09:05", "14:30", "23:10"]),
        ("engine", ["2.0L", "1.6L", "3.0L"], "number:L", ["2.0", "1.6", "3.0"]),
        ("network", ["4G", "5G", "4G+"], "words", ["4G", "5G", "4G+"]),
        ("mileage", ["94,000 km", "8,000 km"], "number:km", ["94000", "8000"]),
        ("content rating", ["4+", "9+", "12+", "17+"], "words", ["4+", "9+", "12+", "17+"]),
        ("language", ["C", "C+", "C++", "B+"], "words", ["C", "C+", "C++", "B+"]),
        (
            "title",
            ["Under 21 Up", "Over 40 Ways", "Ocean 8"],
            "words",
            ["Under 21 Up", "Over 40 Ways", "Ocean 8"],
        ),
        (
            "start",
            ["2024-03-10T10:30:00Z", "2024-03-14T10:30:00+02:00"] * 3
            + [f"2024-04-{d}T09:00:00Z" for d in "456789"],
            None,
            [],
        ),
    ],
)
def test_what_has_one_reading_is_read(
    header: str, cells: list[str], name: str | None, read: list[str]
) -> None:
    assert doubts_of(cells, header) == ()
    if name is not None:
        assert taken(cells, header) == (name, read)


@pytest.mark.parametrize(
    ("header", "cells", "told", "read"),
    [
        ("balance", ["(1,200)", "(450)", "1,100"], "accounting", ["-1200", "-450", "1100"]),
        ("balance", ["$(1,200)", "($450)", "$1,100"], "accounting:USD", ["-1200.00", "-450.00", "1100.00"]),
        ("reviews", ["(1,200)", "(450)", "(31)"], "bracketed", ["1200", "450", "31"]),
        ("views", ["35M", "1.5M"], "abbreviated", ["35000000", "1500000"]),
        ("length", ["3:45", "2:48"], "seconds", ["225", "168"]),
        ("time", ["98 min", "1h 42min", "120"], "duration:min", ["1h 38m", "1h 42m", "2h"]),
        ("time", ["98 min", "1h 42min", "2"], "duration:h", ["1h 38m", "1h 42m", "2h"]),
        ("weight", ["1.5 kg", "700 g", "2"], "number:kg", ["1.5", "0.7", "2.0"]),
        ("elapsed", ["0 days 03:16:17", "1 days 00:00:05"], "seconds", ["11777", "86405"]),
        ("lap", ["1h 2min 3s", "59 s", "4:05"], "seconds", ["3723", "59", "245"]),
        ("departs", ["24:05", "23:59", "25:10"], "time:late", ["00:05+1", "23:59", "01:10+1"]),
        ("departs", ["2400", "900"], "time:hhmm", ["00:00+1", "09:00"]),
        ("opens", ["9.30", "14.05"], "time:point", ["09:30", "14:05"]),
        ("batch", ["240301", "231128"], "date:yymmdd", ["2024-03-01", "2023-11-28"]),
        ("off", ["25%", "0.25"], "percent:fraction", ["25", "25"]),
        ("off", ["25%", "0.25"], "percent:points", ["25.00", "0.25"]),
        ("price", ["¥2,577", "¥7,444"], "money:CNY", ["2577.00", "7444.00"]),
        ("country", ["NA", "NL", "NE", "NG"], "words with NA", ["NA", "NL", "NE", "NG"]),
        ("fee", ["$12", "Free", "$8"], "money:USD with Free as 0", ["12.00", "0.00", "8.00"]),
        ("fee", ["$12", "Free", "$8", "TBA"], "words", ["$12", "Free", "$8", "TBA"]),
        (
            "price",
            ["€90", "sold out", "€80", "from €99"],
            "money:EUR without from €99 without sold out",
            ["90.00", "", "80.00", ""],
        ),
        ("stock", ["-1", "5", "20"], "number without -1", ["", "5", "20"]),
        ("price ($1000)", ["27", "103"], "thousands:USD", ["27000.00", "103000.00"]),
        ("start", ["2024-03-14T00:30:00+02:00", "2024-03-12T22:30:00-05:00"], "date:utc", ["2024-03-13"] * 2),
        ("value", ["1,2,300", "2,500"], "grouped", ["12300", "2500"]),
        ("battery", ["~18 h", "20 h", "<5 h", "7 h+"], "unmarked", ["18h", "20h", "5h", "7h"]),
        ("price", ["approx. $80", "$95", "up to $120"], "unmarked", ["80.00", "95.00", "120.00"]),
        ("weight", ["10 kg or more", "5 kg", "9+ kg", "min. 7 kg"], "unmarked", ["10", "5", "9", "7"]),
        ("off", ["< 5%", "10%", "around 20%", "30+%"], "unmarked", ["5", "10", "20", "30"]),
        ("cook", ["10+ minutes", "~18 minutes", "20 minutes"], "unmarked", ["10m", "18m", "20m"]),
        ("fee", ["200 €+", "100 €", "~50 €"], "unmarked", ["200.00", "100.00", "50.00"]),
        ("price", ["from $80", "$95", "starting at $120"], "unmarked", ["80.00", "95.00", "120.00"]),
        ("life", ["66.1†", "70.2", "80.3‡", "71*"], "unmarked", ["66.1", "70.2", "80.3", "71.0"]),
    ],
)
def test_an_answer_reads_the_other_members_of_its_kind(
    header: str, cells: list[str], told: str, read: list[str]
) -> None:
    assert taken(cells, header, types=f"{header}={told}") == (told, read)
    assert str(column_type(told)) == told


@pytest.mark.parametrize(
    ("header", "cells", "answers"),
    [
        ("temp", ["-999", "12", "14", "-5"], {"number", "number without -999"}),
        ("battery", ["5,000 mAh", "4.500 mAh", "6000 mAh"], {"None"}),
        ("start", ["45292", "45352", "45383"], {"date:excel", "number"}),
    ],
)
def test_a_sentinel_is_asked_below_zero_too_and_commas_beside_points_and_days_in_numbers(
    header: str, cells: list[str], answers: set[str]
) -> None:
    (doubt,) = read_columns(table_of({**FILL, header: cells})).doubts
    assert {str(answer.column_type) for answer in doubt.answers} == answers


def test_a_small_number_below_zero_is_no_sentinel_where_others_may_be() -> None:
    assert not read_columns(table_of({**FILL, "temp": ["-9", "12", "14", "-5"]})).doubts


@pytest.mark.parametrize(
    ("header", "cells", "meanings"),
    [
        ("views", ["67M", "19M", "24M"], {"67,000,000", "1h 7m", "67 m"}),
        ("discount", ["0.25", "10%", "0.4"], {"25%", "0.25%"}),
        ("length", ["3:45", "2:48", "5:52"], {"03:45", "3h 45m", "225 s"}),
        ("price", ["¥2,577", "¥7,444", "¥916"], {"2,577.00 JPY", "2,577.00 CNY"}),
        ("stock", ["-1", "5", "20", "13"], {"-1", "missing"}),
    ],
)
def test_what_a_reading_makes_of_a_cell_is_told_with_its_unit(
    header: str, cells: list[str], meanings: set[str]
) -> None:
    (doubt,) = read_columns(table_of({**FILL, header: cells})).doubts
    position = [example.cell for example in doubt.examples].index(cells[0])
    assert {answer.meanings()[position] for answer in doubt.answers} == meanings


def test_doubts_are_ranked_by_the_rows_that_hang_on_them_and_named_above_all_else() -> None:
    views, price = ["35M", "16M", "", ""], ["¥2,577", "¥7,444"]
    columns = read_columns(table_of({**FILL, "views": views, "price": price}))
    assert [doubt.column for doubt in columns.doubts] == ["price", "views"]
    assert columns.notes[0].startswith("Not guessed, and kept as text: price (yen or yuan); views (")


def test_a_type_with_words_reads_back_from_its_text() -> None:
    told = column_type("words without TBD without n/k with NA")
    assert (told.missing, told.values) == (("TBD", "n/k"), ("NA",))
    assert column_type(str(told)) == told


def test_a_column_in_thousands_loses_the_scale_from_its_name() -> None:
    columns = read_columns(
        table_of({**FILL, "price ($1000)": ["27", "103"]}), choices_of(types="price ($1000)=thousands:USD")
    )
    assert by_name(columns)["price"].header.label == "Price"


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("price", ["99 €/month", "120 €/week", "85 €/month"]),
        ("price", ["99 €/month", "120 €", "85 €/month"]),
        ("dose", ["5/325", "10/325", "7/325"]),
        ("label", ["5 try", "7 try", "9 try"]),
    ],
)
def test_no_amount_loses_what_stands_beside_it(header: str, cells: list[str]) -> None:
    columns = by_name(read_columns(table_of({**FILL, header: cells})))
    (reading,) = [column.reading for column in columns.values() if column.index == len(FILL)]
    bare = ("number", "count", "rating", "money")
    assert reading.kind != "quantity" or reading.settings["unit"] not in bare


@pytest.mark.parametrize("count", [3, 40])
def test_prices_from_which_options_begin_are_a_doubt_however_many_there_are(count: int) -> None:
    cells = [f"from ${100 + number}" for number in range(count)] + [
        f"${90 - number}" for number in range(count)
    ]
    (doubt,) = doubts_of(cells, "price", rows=2 * count)
    assert [str(answer.column_type) for answer in doubt.answers] == ["unmarked", "words"]


def test_words_among_amounts_in_several_currencies_ask_nothing() -> None:
    cells = [*(f"€{number}" for number in range(1, 20)), *(f"${number}" for number in range(1, 20)), "free"]
    assert doubts_of([*cells, "free", "free"], "fee") == ()
