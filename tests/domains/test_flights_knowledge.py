"""What the tables of flights say is so: by the simulator's facts, by airportsdata, by lists given here."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from pathlib import Path

import pytest
from catalogue_tables import Row, table

from cocoa_core.domain import Domain
from cocoa_core.loading import load_domain

FLIGHTS = Path(__file__).parents[2] / "domains" / "flights"
UNION = """
Austria; Belgium; Bulgaria; Croatia; Cyprus; Czechia; Denmark; Estonia; Finland; France; Germany; Greece;
Hungary; Ireland; Italy; Latvia; Lithuania; Luxembourg; Malta; the Netherlands; Poland; Portugal; Romania;
Slovakia; Slovenia; Spain; Sweden
"""
"""The 27 members of the European Union since 2020."""
PLACES = ("layover_cities", "layover_continents", "layover_countries", "layover_unions")
NEVER_ASKED = {"China", "the Hong Kong SAR", "Taiwan", "the Republic of Singapore"}


def rows_of(*path: str) -> list[Row]:
    return table(FLIGHTS.joinpath(*path))


@lru_cache(maxsize=1)
def flights() -> Domain:
    return load_domain(FLIGHTS)


def test_every_airport_is_a_place_and_every_place_an_airport() -> None:
    cities = [row["city"] for row in rows_of("tables", "places.csv")]
    assert sorted(cities) == sorted(row["name"] for row in rows_of("simulator", "facts", "airports.csv"))


def test_every_carrier_has_the_alliance_of_the_simulator_or_none() -> None:
    facts = rows_of("simulator", "facts", "carriers.csv")
    known = {row["name"]: row["alliance"] or "no alliance" for row in facts}
    assert {row["airline"]: row["alliance"] for row in rows_of("tables", "carriers.csv")} == known


def test_countries_and_continents_are_those_of_the_airports() -> None:
    airports = pytest.importorskip("airportsdata").load("IATA")
    codes = {row["name"]: row["code"] for row in rows_of("simulator", "facts", "airports.csv")}
    names: dict[str, set[str]] = {}
    for row in rows_of("tables", "places.csv"):
        fact = airports[codes[row["city"]]]
        names.setdefault(fact["country"], set()).add(row["country"])
        area = fact["tz"].partition("/")[0]
        south = fact["lat"] < 7.5  # between Bogota and Panama City
        america = "South America" if south else "North America"
        assert row["continent"] == (america if area == "America" else area), row
    assert all(len(name) == 1 for name in names.values())
    assert len(set.union(*names.values())) == len(names)


def test_istanbul_is_where_its_airport_is() -> None:
    (row,) = (row for row in rows_of("tables", "places.csv") if row["city"] == "Istanbul")
    assert row["continent"] == "Europe"
    assert "Istanbul" in (FLIGHTS / "README.md").read_text(encoding="utf-8")


def test_members_of_the_union_are_its_members() -> None:
    members = {name.strip() for name in UNION.split(";")}
    countries = {row["country"] for row in rows_of("tables", "places.csv")}
    found = {row["country"]: row["union"] for row in rows_of("tables", "countries.csv")}
    assert set(found) == countries
    assert {name for name, union in found.items() if union == "the European Union"} == members & countries


def test_no_name_of_a_place_is_of_two_sorts() -> None:
    vocabularies = {slot: set(flights().vocabulary(slot)) for slot in PLACES}
    for one, other in combinations(PLACES, 2):
        assert not vocabularies[one] & vocabularies[other]


def test_no_label_hangs_on_what_counts_as_a_country() -> None:
    for rule in flights().rules_of("layover_countries"):
        assert rule.draw.source == "fixed"
        assert not NEVER_ASKED & set(rule.draw.fixed)
        assert set(rule.draw.fixed) <= set(flights().vocabulary("layover_countries"))


def test_who_is_in_no_alliance_is_never_asked_for() -> None:
    for rule in flights().rules_of("alliances"):
        assert rule.draw.fixed == ("SkyTeam", "Star Alliance", "oneworld")
