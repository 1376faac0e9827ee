"""Every itinerary of the flights catalogue could be flown: rules written apart from the simulator."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path

import pytest
from catalogue_tables import Row, minutes, several, table

airportsdata = pytest.importorskip("airportsdata")

FLIGHTS = Path(__file__).parents[2] / "domains" / "flights"
FACTS = FLIGHTS / "simulator" / "facts"
FIRST_CLASS = {
    "Air China": {"Boeing 747-8", "Boeing 777-300ER"},
    "Air France": {"Boeing 777-300ER"},
    "Air India": {"Boeing 777-300ER"},
    "All Nippon Airways": {"Boeing 777-300ER"},
    "American Airlines": {"Boeing 777-300ER"},
    "British Airways": {"Airbus A380-800", "Boeing 777-300ER", "Boeing 787-9"},
    "Cathay Pacific": {"Boeing 777-300ER"},
    "China Eastern": {"Boeing 777-300ER"},
    "Emirates": {"Airbus A380-800", "Boeing 777-300ER"},
    "Etihad Airways": {"Airbus A380-800", "Boeing 787-9"},
    "Garuda Indonesia": {"Boeing 777-300ER"},
    "Japan Airlines": {"Airbus A350-1000", "Boeing 777-300ER"},
    "Korean Air": {"Boeing 747-8"},
    "Lufthansa": {"Airbus A380-800", "Boeing 747-8"},
    "SWISS": {"Airbus A330-300", "Boeing 777-300ER"},
    "Saudia": {"Boeing 777-300ER"},
    "Singapore Airlines": {"Airbus A380-800", "Boeing 777-300ER"},
    "Thai Airways": {"Boeing 777-300ER"},
}
"""Who flies abroad with a first class, and on which types (early 2026, simplified)."""
FIRST_WITHIN_THE_STATES = {"Alaska Airlines", "American Airlines", "Delta", "United"}
ONE_CLASS = {"IndiGo", "Southwest"}
EARTH_KM = 6371


@cache
def rows() -> list[Row]:
    return table(FLIGHTS / "catalogue.csv")


@cache
def airports() -> dict[str, dict[str, object]]:
    known = airportsdata.load("IATA")
    return {row["name"]: known[row["code"]] for row in table(FACTS / "airports.csv")}


@cache
def carriers() -> dict[str, Row]:
    return {row["name"]: row for row in table(FACTS / "carriers.csv")}


@cache
def flown() -> dict[frozenset[str], set[str]]:
    """The carriers, by name, that fly between two cities, by `facts/nonstops.csv`."""
    names = {row["code"]: name for name, row in carriers().items()}
    cities = {str(port["iata"]): city for city, port in airports().items()}
    found: dict[frozenset[str], set[str]] = {}
    for row in table(FACTS / "nonstops.csv"):
        hub = cities[row["hub"]]
        at_home = {city for city in airports() if country(city) == country(hub)}
        home = at_home if row["home"] == "all" else {cities[code] for code in row["home"].split()}
        for city in home | {cities[code] for code in row["to"].split()}:
            found.setdefault(frozenset((hub, city)), set()).add(names[row["carrier"]])
    return found


def country(city: str) -> str:
    return str(airports()[city]["country"])


@cache
def km(one: str, other: str) -> float:
    """Great-circle distance, by the law of haversines."""
    (lat1, lon1), (lat2, lon2) = (
        (math.radians(float(str(airports()[city]["lat"]))), math.radians(float(str(airports()[city]["lon"]))))
        for city in (one, other)
    )
    half = math.sin((lat2 - lat1) / 2) ** 2 + math.cos(lat1) * math.cos(lat2) * (
        math.sin((lon2 - lon1) / 2) ** 2
    )
    return 2 * EARTH_KM * math.asin(math.sqrt(half))


def way(row: Row) -> list[str]:
    return [row["origin"], *several(row["layover_cities"]), row["destination"]]


def length(row: Row) -> float:
    return sum(km(*leg) for leg in pairwise(way(row)))


def every_leg_is_flown_by_an_airline_of_the_ticket(row: Row) -> bool:
    """And each of its airlines flies one."""
    airlines = set(several(row["airlines"]))
    able = [flown().get(frozenset(leg), set()) & airlines for leg in pairwise(way(row))]
    return any(set(flying) == airlines for flying in product(*able))


def the_airlines_of_a_ticket_share_tickets(row: Row) -> bool:
    """By an alliance or an agreement, two by two."""
    for one, other in combinations([carriers()[name] for name in several(row["airlines"])], 2):
        allied = one["alliance"] and one["alliance"] == other["alliance"]
        if not (
            allied or one["code"] in other["partners"].split() or other["code"] in one["partners"].split()
        ):
            return False
    return True


def a_way_is_no_longer_than_1_6_times_the_great_circle(row: Row) -> bool:
    return length(row) <= 1.6 * km(row["origin"], row["destination"])


def every_stop_leads_on(row: Row) -> bool:
    """The first may lie a little behind; each further one is nearer to the destination than that before."""
    cities = way(row)
    left = [km(city, row["destination"]) for city in cities]
    apart = [km(*leg) for leg in pairwise(cities[1:-1])]
    nearer = all(after < before for before, after in pairwise(left[1:]))
    beyond = max(km(row["origin"], city) for city in cities) - left[0]
    return max(left[1] - left[0], beyond) <= 410 and nearer and all(one >= 590 for one in apart)


def no_city_is_passed_twice(row: Row) -> bool:
    """Nor are two airports of one city on a way, and no country is left and entered again."""
    cities = way(row)
    near = [km(city, other) for index, city in enumerate(cities) for other in cities[index + 1 :]]
    entered = [country(one) for one, other in pairwise(cities) if country(one) != country(other)]
    return min(near) >= 100 and len({*entered, country(cities[-1])}) == len(entered) + 1


def one_can_make_the_connection(row: Row) -> bool:
    """40 minutes at home, an hour across a border, an hour and a half on entering a country one stays in."""
    cities = way(row)
    for index, layover in enumerate(several(row["layover_times"]), start=1):
        before, here, after = (country(city) for city in cities[index - 1 : index + 2])
        least = 40 if before == here == after else 90 if before != here == after else 60
        if minutes(layover) < least:
            return False
    return True


def the_class_is_one_that_the_carrier_and_the_aircraft_have(row: Row) -> bool:
    longest = max(pairwise(way(row)), key=lambda leg: km(*leg))
    flying = flown()[frozenset(longest)] & set(several(row["airlines"]))
    within_the_states = country(longest[0]) == country(longest[1]) == "US"
    if row["ticket_class"] == "first":
        return any(row["aircraft"] in FIRST_CLASS.get(name, ()) for name in flying) or (
            within_the_states and bool(flying & FIRST_WITHIN_THE_STATES)
        )
    if row["ticket_class"] == "business":
        narrow = row["aircraft"].startswith(("Airbus A2", "Airbus A32", "Boeing 737", "Embraer"))
        without = ONE_CLASS | (FIRST_WITHIN_THE_STATES if within_the_states and narrow else set())
        return bool(flying - without)
    return True


def the_fare_is_one_that_is_asked(row: Row) -> bool:
    """A lie-flat seat over an ocean is no bargain."""
    direct, price = km(row["origin"], row["destination"]), int(row["price"])
    least = {"economy": 0.025, "business": 0.14, "first": 0.13}[row["ticket_class"]] * direct
    return price >= least and (direct < 8000 or row["ticket_class"] == "economy" or price >= 1300)


def emissions_differ_as_ways_and_aircraft_do(row: Row) -> bool:
    return -45 <= int(row["emissions"]) <= 75


def the_time_in_the_air_fits_the_way(row: Row) -> bool:
    """From 780 to 960 kilometers an hour, and 35 to 55 minutes a leg on the ground and climbing."""
    air = minutes(row["travel_time"]) - sum(map(minutes, several(row["layover_times"])))
    legs = len(way(row)) - 1
    return length(row) / 960 * 60 + 35 * legs <= air <= length(row) / 780 * 60 + 55 * legs


BROKEN: tuple[tuple[Callable[[Row], bool], Row], ...] = (
    (every_leg_is_flown_by_an_airline_of_the_ticket, {"airlines": "Southwest"}),
    (the_airlines_of_a_ticket_share_tickets, {"airlines": "Delta; Emirates"}),
    (every_stop_leads_on, {"layover_cities": "Paris; Amsterdam; Copenhagen"}),
    (a_way_is_no_longer_than_1_6_times_the_great_circle, {"layover_cities": "Tokyo"}),
    (no_city_is_passed_twice, {"layover_cities": "Madrid; Frankfurt; Barcelona"}),
    (one_can_make_the_connection, {"layover_cities": "Paris", "layover_times": "55m"}),
    (the_class_is_one_that_the_carrier_and_the_aircraft_have, {"ticket_class": "first"}),
    (the_fare_is_one_that_is_asked, {"ticket_class": "business", "price": "1050"}),
    (emissions_differ_as_ways_and_aircraft_do, {"emissions": "-58"}),
    (the_time_in_the_air_fits_the_way, {"travel_time": "5h"}),
)
"""Each rule, and a change of a sound row that breaks it."""
RULES = tuple(dict.fromkeys(rule for rule, _ in BROKEN))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_rule_of_the_world_holds_of_every_itinerary(rule: Callable[[Row], bool]) -> None:
    assert [row["id"] for row in rows() if not rule(row)] == []


@pytest.mark.parametrize(("rule", "change"), BROKEN, ids=lambda part: getattr(part, "__name__", ""))
def test_what_readers_found_wrong_breaks_a_rule(rule: Callable[[Row], bool], change: Row) -> None:
    sound = {
        "origin": "Sao Paulo",
        "destination": "Frankfurt",
        "airlines": "LATAM",
        "aircraft": "Boeing 787-9",
        "layover_cities": "",
        "layover_times": "",
        "ticket_class": "economy",
        "price": "700",
        "travel_time": "11h 55m",
        "emissions": "0",
    }
    assert all(one(sound) for one in RULES)
    assert not rule(sound | change)
