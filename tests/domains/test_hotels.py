"""The hotels domain: what it says of its catalogue holds of every row, its words, and its simulator."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import date
from functools import cache
from itertools import pairwise
from pathlib import Path
from statistics import mean, median
from typing import Any

import pytest
from catalogue_tables import COMPARING, Row, several, table
from cocoa_domains.hotels.simulator.cities import read_cities
from cocoa_domains.hotels.simulator.place_names import coined_words
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

import cocoa_core
from cocoa_core.domain import Domain
from cocoa_core.families.selection import CandidatePool
from cocoa_core.language import Realizer
from cocoa_core.loading import load_domain

HOTELS = Path(__file__).parents[2] / "domains" / "hotels"
CATALOGUE = HOTELS / "catalogue.csv"
SCHEMA: dict[str, Any] = YAML(typ="safe").load(HOTELS / "schema.yaml")
RULES: dict[str, list[dict[str, Any]]] = YAML(typ="safe").load(HOTELS / "rules.yaml")["rules"]
ALL_RULES = [(slot, rule) for slot, rules in RULES.items() for rule in rules]
SHOWN_ONLY = "city name arrival nights fees_for free_until view rooms wifi"
DERIVED = {name for name, slot in SCHEMA["slots"].items() if "derived" in slot}


@cache
def rows() -> list[Row]:
    return table(CATALOGUE)


@cache
def cities() -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows():
        found[row["city"]].append(row)
    return found


@pytest.fixture(scope="module")
def hotels() -> Domain:
    return load_domain(HOTELS)


@given(st.integers(0, 10**9))
def test_every_coined_word_is_given_once_whatever_the_seed(seed: int) -> None:
    words = coined_words(seed)
    assert len(set(words)) == len(words) > 42 * len(cities())
    assert sorted(words) == sorted(coined_words(seed + 1))


def test_file_is_small_utf8_text_with_line_feeds() -> None:
    data = CATALOGUE.read_bytes()
    assert len(data) < 500_000
    assert b"\r" not in data
    assert len(data.decode("utf-8").splitlines()) == len(rows()) + 1


def test_columns_are_the_slots_that_do_not_follow_from_others() -> None:
    assert list(rows()[0]) == ["id", *(name for name in SCHEMA["slots"] if name not in DERIVED)]


def test_the_readme_counts_what_is_there() -> None:
    readme = (HOTELS / "README.md").read_text(encoding="utf-8")
    (size,) = {len(city) for city in cities().values()}
    assert f"One room each in {len(rows()):,} hotels" in readme
    assert f"of {len(cities())} cities" in readme
    assert f"{size} in a city" in readme
    assert f"{len(ALL_RULES)} kinds of constraint" in readme
    assert len(SCHEMA["axioms"]) == 15
    assert "fifteen axioms" in readme


def test_every_city_splits_by_kind_room_stars_and_price() -> None:
    assert len(rows()) >= 700
    for city in cities().values():
        assert len(city) >= 30
        for column in ("type", "room", "stars", "district"):
            assert Counter(row[column] for row in city).most_common(1)[0][1] < 0.8 * len(city)
        for column in ("bathroom", "refundable", "pets"):
            assert {row[column] for row in city} == {"yes", "no"}
        assert len({row["price"] for row in city}) > 0.5 * len(city)


def test_every_house_offers_one_room() -> None:
    assert len({row["name"] for row in rows()}) == len({row["id"] for row in rows()}) == len(rows())


LAWS: dict[str, Callable[[Row], bool]] = {
    "dorms are in hostels, suites and studios are not": lambda row: (
        (row["type"] == "hostel" if row["room"] == "dorm" else row["type"] != "hostel")
        or row["room"] in ("single", "double", "triple")
    ),
    "a hostel has three stars at most": lambda row: row["type"] != "hostel" or int(row["stars"]) <= 3,
    "beds fit the room": lambda row: (
        int(row["beds"])
        in {
            "single": {1},
            "double": {1, 2},
            "triple": {3},
            "dorm": set(range(4, 13)),
        }.get(row["room"], {1, 2, 3})
    ),
    "suites have a bathroom and dorms have none": lambda row: (
        row["bathroom"] == {"suite": "yes", "studio": "yes", "dorm": "no"}.get(row["room"], row["bathroom"])
    ),
    "a rating takes five reviews": lambda row: (row["rating"] == "") == (int(row["reviews"]) < 5),
    "only what is refundable has a last day": lambda row: (
        (row["free_until"] == "") == (row["refundable"] == "no")
    ),
    "canceling is free until the arrival at most": lambda row: row["free_until"] <= row["arrival"],
    "one is out before the next comes in": lambda row: row["check_out"] <= row["check_in"],
    "prices end in 0, 5 or 9": lambda row: row["price"][-1] in "059",
    "a shared kitchen is not for hotels": lambda row: (
        "a shared kitchen" not in row["amenities"] or row["type"] in ("hostel", "guesthouse")
    ),
    "the language of the city is spoken": lambda row: (
        CITIES[row["city"]].language in several(row["languages"])
    ),
    "the district is one of the city": lambda row: (
        row["district"] in {district.name for district in CITIES[row["city"]].districts}
    ),
}
CITIES = {city.name: city for city in read_cities()}


@pytest.mark.parametrize("law", LAWS)
def test_law_of_the_world_holds_of_every_row(law: str) -> None:
    assert [row["id"] for row in rows() if not LAWS[law](row)] == []


def test_more_stars_cost_more_and_are_rated_higher() -> None:
    doubles = [row for row in rows() if row["room"] == "double"]
    prices = [median(int(row["price"]) for row in doubles if row["stars"] == stars) for stars in "12345"]
    assert all(low < high for low, high in pairwise(prices))
    ratings = [
        mean(float(row["rating"]) for row in rows() if row["rating"] and row["stars"] == stars)
        for stars in "12345"
    ]
    assert all(low < high for low, high in pairwise(ratings))
    assert max(ratings) - min(ratings) < 2  # a good hostel beats a poor hotel


def test_a_city_is_searched_for_one_stay_of_2027() -> None:
    for city in cities().values():
        ((arrival, nights),) = {(row["arrival"], row["nights"]) for row in city}
        assert date.fromisoformat(arrival).year == 2027
        assert 2 <= int(nights) <= 7


def test_names_are_no_names_of_great_chains() -> None:
    chains = "hilton marriott hyatt sheraton westin ibis novotel radisson ritz mercure holiday inn accor aman"
    words = {word for row in rows() for word in re.findall(r"\w+", row["name"].casefold())}
    assert not words & set(chains.split())


def test_tables_hold_what_the_catalogue_does() -> None:
    districts = {row["district"]: row["area"] for row in table(HOTELS / "tables" / "districts.csv")}
    languages = {row["language"]: row["family"] for row in table(HOTELS / "tables" / "languages.csv")}
    assert {row["district"] for row in rows()} <= set(districts)
    assert {word for row in rows() for word in several(row["languages"])} <= set(languages)
    named = [district.name for city in CITIES.values() for district in city.districts]
    assert sorted(named) == sorted(districts)
    assert len({name.casefold() for name in named}) == len(named)


def test_a_part_of_a_city_is_in_one_city_and_no_city_has_one_part_only() -> None:
    districts = {row["district"]: row["area"] for row in table(HOTELS / "tables" / "districts.csv")}
    parts = {city.name: {districts[district.name] for district in city.districts} for city in CITIES.values()}
    assert all(len(part) >= 2 for part in parts.values())
    assert sum(map(len, parts.values())) == len(set(districts.values()))
    assert all(
        area.startswith(("in ", "on ", "north ", "south ", "east ", "west ")) for area in districts.values()
    )


def frame(wording: dict[str, Any]) -> tuple[str, ...]:
    return tuple(str(wording.get(key, "")) for key in ("subject", "verb", "before", "after", "item", "noun"))


@pytest.mark.parametrize(("slot", "rule"), ALL_RULES, ids=[rule["id"] for _, rule in ALL_RULES])
def test_a_rule_has_two_to_thirty_two_wordings_without_comparisons(slot: str, rule: dict[str, Any]) -> None:
    assert 2 <= len(rule["say"]) <= 32, slot
    assert len({frame(wording) for wording in rule["say"]}) == len(rule["say"])
    for wording in rule["say"]:
        texts = [wording.get(key, "") for key in ("subject", "verb", "before", "after", "item")]
        words = " ".join([*texts, *wording.get("noun", {}).values()]).lower().split()
        assert not set(COMPARING.split()) & set(words)
        assert wording.get("subject") not in (
            "they",
            "he",
            "she",
            "we",
        )  # "I want they to speak" is no English


def values_of(domain: Domain, slot: str) -> set[Any]:
    """Returns the names that a set holds in the catalogue; the values of another slot."""
    index = [slot.name for slot in domain.schema.slots].index(slot)
    column = {row[index] for row in domain.catalogue.rows}
    return {name for value in column for name in (value if isinstance(value, tuple | frozenset) else [value])}


def test_two_rules_that_share_words_share_a_slot_and_no_test_or_no_value(hotels: Domain) -> None:
    """ "It comes with a safe" and "it comes with breakfast" are told apart by what the hotel has."""
    seen: dict[tuple[str, ...], list[tuple[str, set[str]]]] = {}
    for slot, rule in ALL_RULES:
        for wording in rule["say"]:
            for other_slot, tests in seen.get(frame(wording), []):
                if slot == other_slot:
                    assert not tests & set(rule["tests"])
                else:
                    assert not values_of(hotels, slot) & values_of(hotels, other_slot)
            seen.setdefault(frame(wording), []).append((slot, set(rule["tests"])))


def test_every_rule_can_be_drawn_in_most_cities(hotels: Domain) -> None:
    wordings = Realizer(hotels).wordings
    pools = [CandidatePool(hotels, group, wordings) for group in hotels.catalogue.groups]
    for rule in hotels.rules:
        found = sum(
            any(candidate.rule == rule.id for candidate in pool.candidates(rule.slot)) for pool in pools
        )
        assert found >= 20, rule.id


def test_what_no_rule_constrains_is_only_shown() -> None:
    assert set(SCHEMA["slots"]) - set(RULES) == set(SHOWN_ONLY.split())
    assert {"area", "families"} == DERIVED


@pytest.mark.parametrize("knowledge", [False, True])
def test_questions_speak_of_derived_slots_where_knowledge_is_asked_for_only(knowledge: bool) -> None:
    handle = cocoa_core.load_domain(HOTELS)
    for question in handle.generate(8, seed=3, knowledge=knowledge):
        named = {literal.slot for term in question.requirement.terms for literal in term}
        assert bool(named & DERIVED) is knowledge
        assert set(question.knowledge) == named & DERIVED
