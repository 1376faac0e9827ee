"""An import gives a catalogue that loads with its domain, or says everything that stands in the way."""

from __future__ import annotations

import csv
import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from importing.recipe.tours import RECIPE, SCHEMA, cells, imported, tour, write_tours
from strategies import domain_of

from cocoa_core.errors import DomainError, FindingsError
from cocoa_core.importing import Recipe, import_options, read_options
from cocoa_core.importing.recipe import ColumnSource
from cocoa_core.loading import read_catalogue


def test_every_slot_is_read_as_its_field_declares(tmp_path: Path) -> None:
    (row,) = cells(imported(tmp_path, [tour()]))
    assert row == {
        "id": "a1",
        "town": "Zürich",
        "level": "steady",
        "guide": "yes",
        "price": "125",
        "climb": "1190",
        "length": "2h 30m",
        "start": "08:15",
        "day": "2027-03-01",
        "sights": "Old, odd bridge; Mill",
        "walks": "45m; 1h",
        "number": "2",
    }


def as_text(kind: Any, value: Any, rng: random.Random) -> str:
    return kind.show(value) if rng.random() < 0.7 else kind.write(value)


@given(st.integers(0, 2**32), st.sampled_from([".csv", ".tsv", ".json", ".jsonl"]))
def test_what_cocoa_shows_and_writes_is_read_back_by_name_or_label(
    tmp_path_factory: pytest.TempPathFactory, seed: int, ending: str
) -> None:
    domain, rng = domain_of(seed, rows=(3, 6)), random.Random(seed)
    schema = domain.schema
    rows = list(dict.fromkeys(domain.catalogue.rows))
    header = [rng.choice((slot.name.upper(), f" {slot.label} ", slot.name)) for slot in schema.slots]
    printed = [
        [as_text(slot.kind, value, rng) for slot, value in zip(schema.slots, row, strict=True)]
        for row in rows
    ]
    path = tmp_path_factory.mktemp("options") / f"options{ending}"
    objects = [dict(zip(header, row, strict=True)) for row in printed]
    if ending == ".json":
        path.write_text(json.dumps(objects), encoding="utf-8")
    elif ending == ".jsonl":
        path.write_text("\n".join(map(json.dumps, objects)), encoding="utf-8")
    else:
        out = io.StringIO(newline="")
        csv.writer(out, delimiter="," if ending == ".csv" else "\t").writerows([header, *printed])
        path.write_text(out.getvalue(), encoding="utf-8-sig", newline="")
    sources = {slot.name: ColumnSource((slot.name, slot.label)) for slot in schema.given}
    result = read_options(Recipe(schema, sources), path, {})
    text = result.catalogue([f"r{row.line}" for row in result.rows], schema)
    again = read_catalogue("catalogue.csv", text.encode(), "here", schema)
    assert list(again.rows) == rows
    assert len(set(again.ids)) == len(rows)


ONE_LEG = {"Leg 2 notes": None, "Leg 2 sight": None, "Leg 2 time": None}

BAD: list[tuple[dict[str, Any], str, str, str]] = [
    ({"Price": "ask us"}, "Price", "price", "unreadable value"),
    ({"Price": "€125"}, "Price", "price", "unreadable value"),
    ({"Price": "$1,250"}, "Price", "price", "out of bounds"),
    ({"Price": "n/a"}, "Price", "price", "no value"),
    ({"Price": None}, "Price", "price", "no value"),
    ({"Grade": "T4"}, "Grade", "level", "unreadable value"),
    ({"Duration": "2 hr 33 min"}, "Duration", "length", "out of bounds"),
    ({"Begins": "25:00"}, "Begins", "start", "unreadable value"),
    ({"Date": "2024-03-01"}, "Date", "day", "out of bounds"),
    ({"Date": "03/04/2027"}, "Date", "day", "unreadable value"),
    ({"Leg 1 time": ""}, "Leg 2 time", "walks", "gap in numbered columns"),
    ({"Leg 2 time": ""}, "Leg 2 time", "walks", "gap in numbered columns"),
    ({"Leg 2 sight": None}, "Leg 2 sight", "sights", "gap in numbered columns"),
    ({"Leg 2 time": "9 hr"}, "Leg 1 time", "walks", "out of bounds"),
    ({"Code": ""}, "Code", "id", "no id"),
    ({"Code": "first"}, "Code", "id", "id used twice"),
]


@pytest.mark.parametrize(("changes", "key", "slot", "reason"), BAD)
def test_a_record_that_cannot_be_used_is_named_with_its_key_its_slot_and_the_reason(
    tmp_path: Path, changes: dict[str, Any], key: str, slot: str, reason: str
) -> None:
    records = [tour("first", City="Basel"), tour("bad", **changes)]
    with pytest.raises(FindingsError) as caught:
        imported(tmp_path, records)
    assert "record 2" in str(caught.value)
    result = imported(tmp_path, records, skip_bad=True)
    assert [(finding.record, finding.key, finding.slot, finding.problem) for finding in result.findings] == [
        (2, key, slot, reason)
    ]
    assert [row["id"] for row in cells(result)] == ["first"]
    assert result.left_out() == {reason: 1}


def test_of_records_with_the_same_values_the_first_is_taken(tmp_path: Path) -> None:
    result = imported(tmp_path, [tour("a"), tour("b"), tour("c", City="Ulm")])
    assert [row["id"] for row in cells(result)] == ["a", "c"]
    assert result.notes == ("1 record repeats another: left out.",)


def test_ten_mistakes_are_told_at_once_and_the_rest_counted(tmp_path: Path) -> None:
    bad = [tour(f"b{number}", Price="ask", Grade="T9") for number in range(8)]
    with pytest.raises(FindingsError) as caught:
        imported(tmp_path, [tour(), *bad])
    assert caught.value.problem.startswith("16 mistakes in 8 of 9 records")
    assert caught.value.got is not None
    lines = caught.value.got.split("\n")[1:]
    assert len(lines) == 11
    assert lines[-1].strip() == "and 6 more"
    assert "record 2, key 'Grade', slot level: 'T9'" in lines[0]


def test_records_are_counted_once_by_their_first_reason(tmp_path: Path) -> None:
    records = [tour(), tour("b", Price="ask", Date="2024-01-01"), tour("c", Date="2024-01-01")]
    result = imported(tmp_path, records, skip_bad=True)
    assert result.left_out() == {"unreadable value": 1, "out of bounds": 1}
    assert (result.records, result.rows, len(result.findings)) == (3, 1, 3)


def test_a_file_without_a_usable_record_is_refused_even_if_bad_ones_may_be_skipped(tmp_path: Path) -> None:
    with pytest.raises(FindingsError, match="unreadable value"):
        imported(tmp_path, [tour(Price="ask")], skip_bad=True)


def test_the_fix_widens_the_schema_so_far_that_the_records_fit(tmp_path: Path) -> None:
    records = [tour("a", Date="2024-05-06", Price="$900"), tour("b", Date="Feb 3, 2025")]
    with pytest.raises(FindingsError) as caught:
        imported(tmp_path, records)
    assert caught.value.fix is not None
    assert caught.value.fix.startswith("write `max: 900` for price, `min: 2024-05-06` for day in schema.yaml")
    wider = SCHEMA.replace("max: 500", "max: 900").replace("min: 2027-01-01", "min: 2024-05-06")
    assert imported(tmp_path, records, text=wider).rows == 2


def test_a_broken_axiom_is_named_with_what_the_record_has(tmp_path: Path) -> None:
    printed = "columns:\n  walks: {column: Walks}\n  number: {column: Number}\n  climb: {column: Height}\n"
    plain = {
        "town": "Ulm",
        "level": "Easy",
        "guide": "yes",
        "price": 12,
        "length": "1 h",
        "Starts at": "12:30 am",
        "day": "2027-03-01",
        "sights": ["Mill", "Old, odd bridge"],
        "walks": ["45 min", "1 hr"],
        "number": 3,
    }
    with pytest.raises(FindingsError) as caught:
        imported(tmp_path, [plain], printed)
    assert caught.value.got == "number 3, walks 45m; 1h"
    assert caught.value.expected == "equal: number, count of walks (schema.yaml)"
    (row,) = cells(imported(tmp_path, [{**plain, "number": 2}], printed))
    assert (row["id"], row["start"], row["sights"]) == ("r1", "00:30", "Mill; Old, odd bridge")
    assert row["climb"] == ""


def test_slots_without_a_key_in_the_whole_file_are_told_before_anything_is_read(tmp_path: Path) -> None:
    folder = write_tours(tmp_path / "tours")
    path = tmp_path / "options.json"
    path.write_text(json.dumps([tour(Price=None, Prise="$5", Date=None, Grade=None, Raced="yes")]))
    with pytest.raises(DomainError) as caught:
        import_options(folder, path)
    assert "the table lacks 3 columns" in str(caught.value)
    assert "'Grade' for level\n" in str(caught.value)
    assert "'Price' for price; is it 'Prise' now?" in str(caught.value)
    assert "'Date' for day" in str(caught.value)
    assert "import.yaml" in str(caught.value.fix)


def test_notes_name_keys_that_nothing_was_read_from(tmp_path: Path) -> None:
    records = [tour(Weather="fine", **{"Leg 1 notes": None, "Leg 2 notes": None})]
    result = imported(tmp_path, records)
    assert result.notes == (
        "Columns from which no slot is read: 'Weather'.",
        "The table has no column for climb.",
    )


def test_a_counted_slot_keeps_its_own_bounds(tmp_path: Path) -> None:
    text = SCHEMA.replace("min: 0, max: 3, label", "min: 0, max: 1, label")
    result = imported(tmp_path, [tour(), tour("b", **ONE_LEG)], text=text, skip_bad=True)
    assert [(finding.record, finding.slot, finding.got, finding.problem) for finding in result.findings] == [
        (1, "number", "'2 in walks'", "out of bounds")
    ]
    assert [row["number"] for row in cells(result)] == ["1"]


def test_what_is_counted_may_be_missing_where_the_count_may(tmp_path: Path) -> None:
    missing = SCHEMA.replace("max_items: 3}", "max_items: 3, missing: true}")
    no_leg = tour(**dict.fromkeys(key for key in tour() if key.startswith("Leg")))
    with pytest.raises(FindingsError, match="number: no value"):
        imported(tmp_path, [no_leg], text=missing)
    otherwise = RECIPE.replace("count_of: walks", "count_of: walks, otherwise: 0")
    (row,) = cells(imported(tmp_path, [no_leg], otherwise, missing))
    assert (row["walks"], row["number"]) == ("", "0")


def test_a_word_that_a_table_lacks_is_told_with_the_table(tmp_path: Path) -> None:
    derived = SCHEMA.replace(
        "axioms:",
        "  country:\n    derived: {from: town, table: places, key: town, value: country}\naxioms:",
    )
    folder = write_tours(tmp_path / "tours", text=derived)
    (folder / "tables").mkdir()
    (folder / "tables" / "places.csv").write_text("town,country\nZürich,Switzerland\n", encoding="utf-8")
    path = tmp_path / "options.json"
    path.write_text(json.dumps([tour(), tour("b", City="Zurich")]))
    with pytest.raises(FindingsError) as caught:
        import_options(folder, path)
    assert caught.value.got == "'Zurich'"
    assert caught.value.expected == "a word of the column 'town' of tables/places.csv"
    assert "add it to tables/places.csv, or say `words: {'Zurich': Zürich}`" in str(caught.value.fix)
    words = (folder / "import.yaml").read_text(encoding="utf-8")
    words = words.replace("{column: [City, Place of start]}", "{column: City, words: {Zurich: Zürich}}")
    (folder / "import.yaml").write_text(words, encoding="utf-8")
    path.write_text(json.dumps([tour(), tour("b", City="Zurich", Price="$9")]))
    assert [row["town"] for row in cells(import_options(folder, path))] == ["Zürich", "Zürich"]
