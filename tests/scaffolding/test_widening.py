"""Flights of any date, city and carrier, in the form in which GroundCocoa prints them, make a domain."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.checking import check_domain
from cocoa_core.errors import FindingsError
from cocoa_core.importing import read_recipe
from cocoa_core.importing.conventions import is_missing
from cocoa_core.loading import find_domain
from cocoa_core.scaffolding import widened_domain, write_domain

FLIGHTS = find_domain("flights").folder
WORD = (
    st.text("abcdefghijklmnopqrstuvwxyzáéöüñ", min_size=3, max_size=9)
    .map(str.capitalize)
    .filter(lambda word: not is_missing(word))  # a city that is called "Null" is read as a missing one
)
MINUTES = st.integers(31, 4000)
CLOCK = st.builds(lambda hour, minute: f"{hour}:{minute:02d}", st.integers(1, 12), st.integers(0, 59))


def spoken(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    return f"{hours} hr {rest} min " if rest else f"{hours} hr "


@st.composite
def options(draw: st.DrawFn) -> dict[str, str]:
    """An option with layovers anywhere."""
    layovers = draw(st.lists(st.tuples(WORD, MINUTES), max_size=5, unique_by=lambda one: one[0].casefold()))
    total = sum(minutes for _, minutes in layovers) + draw(MINUTES)
    found = {
        "Airline": f"[{draw(WORD)}]",
        "Ticket Class": draw(st.sampled_from(("Economy", "Business", "First"))),
        "Departure Time": f"{draw(CLOCK)} AM",
        "Arrival Time": f"{draw(CLOCK)} PM+{draw(st.integers(1, 3))}",
        "Travel Time": spoken(total),
        "Number Of Layovers": str(len(layovers)),
        "Carbon Emission Avg Diff ( % )": f"{draw(st.integers(-100, 900)):+d}",
        "Price": f"${draw(st.integers(1, 99_999))}.0",
        "Travel Date": draw(st.dates(date(1990, 1, 1), date(2090, 1, 1))).isoformat(),
        "Source City": draw(WORD),
        "Destination City": draw(WORD),
    }
    for number, (city, minutes) in enumerate(layovers, start=1):
        found |= {f"Layover {number} Location": city, f"Layover {number} Time": spoken(minutes)}
    return found


def saved(folder: Path, found: list[dict[str, Any]]) -> Path:
    path = folder / "options.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    return path


@settings(max_examples=settings.default.max_examples // 6)
@given(found=st.lists(options(), min_size=1, max_size=4, unique_by=lambda one: json.dumps(one)))
def test_options_of_any_date_city_and_carrier_are_read(
    tmp_path_factory: pytest.TempPathFactory, found: list[dict[str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("opened")
    new = widened_domain(FLIGHTS, saved(folder, found), "others")
    for name, text in new.texts.items():
        (folder / "others" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "others" / name).write_text(text, encoding="utf-8")
    domain = cocoa_core.load_domain(folder / "others").domain
    dates, prices = (domain.schema.position(name) for name in ("date", "price"))
    kind = domain.schema.slot("date").kind
    rows = domain.catalogue.rows
    assert [kind.write(row[dates]) for row in rows] == [one["Travel Date"] for one in found]
    assert [f"${row[prices] // 100}.0" for row in rows] == [one["Price"] for one in found]


NONSTOP = {
    "Source City": "London",
    "Destination City": "Tokyo",
    "Airline": "[Emirates]",
    "Ticket Class": "Economy",
    "Departure Time": "9:05 AM",
    "Arrival Time": "5:10 PM",
    "Travel Time": "12 hr 5 min",
    "Number Of Layovers": "0",
    "Carbon Emission Avg Diff (%)": "+1",
    "Price": "$900.0",
    "Travel Date": "2024-04-17",
}


def test_what_the_tables_know_stays_derived(tmp_path: Path) -> None:
    new = widened_domain(FLIGHTS, saved(tmp_path, [NONSTOP]), "known")
    assert {"tables/carriers.csv", "tables/places.csv", "tables/countries.csv"} <= set(new.texts)
    assert "layover_unions" in new.texts["schema.yaml"]
    other = widened_domain(
        FLIGHTS, saved(tmp_path, [NONSTOP, {**NONSTOP, "Airline": "[Air Astana]"}]), "other"
    )
    assert "alliances" not in other.texts["schema.yaml"] + other.texts["rules.yaml"]
    assert "layover_unions" in other.texts["schema.yaml"]


@pytest.mark.usefixtures("untried")
def test_rules_that_tell_no_options_apart_are_left_out(tmp_path: Path) -> None:
    cheaper = [
        {**NONSTOP, "Price": f"${price}.0", "Travel Time": f"{price // 100} hr"} for price in (500, 700)
    ]
    new = widened_domain(FLIGHTS, saved(tmp_path, [NONSTOP, *cheaper]), "day")
    assert "id: price" in new.texts["rules.yaml"]
    assert "id: date" not in new.texts["rules.yaml"]
    assert any("date" in note for note in new.notes)
    write_domain(new, tmp_path / "day", force=False)
    codes = {finding.code for finding in check_domain(str(tmp_path / "day"), quick=True).findings}
    assert "rule-never-splits" not in codes


@pytest.mark.usefixtures("untried")
def test_the_path_to_the_options_is_kept_for_the_next_file(tmp_path: Path) -> None:
    path = tmp_path / "reply.json"
    path.write_text(json.dumps({"found": {"options": [NONSTOP]}, "next": [{"a": 1}]}), encoding="utf-8")
    new = widened_domain(FLIGHTS, path, "kept", "found.options")
    folder = write_domain(new, tmp_path / "kept", force=False).folder
    assert read_recipe(folder, cocoa_core.load_domain(folder).domain.schema).at == "found.options"


def test_what_no_bound_is_at_fault_for_is_still_refused(tmp_path: Path) -> None:
    for wrong in ({"Price": "cheap"}, {"Number Of Layovers": "2"}, {"Ticket Class": "Steerage"}):
        with pytest.raises(FindingsError):
            widened_domain(FLIGHTS, saved(tmp_path, [NONSTOP, {**NONSTOP, **wrong}]), "wrong")
