"""What the flights domain says of its catalogue holds of every row, read as plain CSV."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from statistics import mean
from zoneinfo import ZoneInfo

import pytest
from catalogue_tables import Row, minutes, several, table

FLIGHTS = Path(__file__).parents[2] / "domains" / "flights"
CATALOGUE = FLIGHTS / "catalogue.csv"
DURATION = re.compile(r"(?:[1-9][0-9]*h(?: [1-9][0-9]?m)?|[1-9][0-9]?m)\Z")
CLASSES = ("economy", "business", "first")
SHOWN_SLOTS = 20
AT_HOME = {
    *("Atlanta", "Charlotte", "Chicago", "Dallas", "Denver", "Houston", "Las Vegas", "Los Angeles", "Miami"),
    *("New York", "Newark", "Orlando", "Phoenix", "San Francisco", "Seattle"),
}
"""Cities of the United States."""


@lru_cache(maxsize=1)
def rows() -> list[Row]:
    return table(CATALOGUE)


@lru_cache(maxsize=1)
def routes() -> dict[tuple[str, str], list[Row]]:
    found: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows():
        found[row["origin"], row["destination"]].append(row)
    return found


@lru_cache(maxsize=1)
def airport_codes() -> dict[str, str]:
    return {fact["name"]: fact["code"] for fact in table(FLIGHTS / "simulator" / "facts" / "airports.csv")}


def day_offset(row: Row) -> int:
    return int(row["arrival"][5:] or 0)


def test_file_is_small_utf8_text_with_line_feeds() -> None:
    data = CATALOGUE.read_bytes()
    assert len(data) < 3_000_000
    assert b"\r" not in data
    assert data.endswith(b"\n")
    assert len(data.decode("utf-8").splitlines()) == len(rows()) + 1


def test_there_are_200_routes_of_30_to_60_itineraries_over_several_dates() -> None:
    assert len(routes()) >= 200
    for route in routes().values():
        assert 30 <= len(route) <= 60
        assert 4 <= len({row["date"] for row in route}) <= 6
    assert {row["date"][:4] for row in rows()} == {"2027"}


def test_every_route_splits_by_class_airline_and_stops() -> None:
    for route in routes().values():
        classes = Counter(row["ticket_class"] for row in route)
        assert min(classes[cabin] for cabin in CLASSES[:2]) >= 3
        assert len({name for row in route for name in several(row["airlines"])}) >= 3
        assert len({row["stops"] for row in route}) >= 2
        assert len({row["price"] for row in route}) > len(route) * 0.8
    with_first = sum(any(row["ticket_class"] == "first" for row in route) for route in routes().values())
    assert with_first > 0.9 * len(routes())


def test_every_number_of_stops_is_common() -> None:
    stops = Counter(row["stops"] for row in rows())
    assert set(stops) == {"0", "1", "2", "3"}
    assert min(stops.values()) > 0.05 * len(rows())
    assert sum(len({row["stops"] for row in route}) >= 3 for route in routes().values()) >= 200


def test_stops_layover_cities_and_layover_times_agree() -> None:
    for row in rows():
        cities = several(row["layover_cities"])
        assert int(row["stops"]) == len(cities) == len(several(row["layover_times"]))
        assert len({*cities, row["origin"], row["destination"]}) == len(cities) + 2


def test_layovers_take_40_minutes_to_9_hours_and_mostly_1_to_3() -> None:
    times = [minutes(cell) for row in rows() for cell in several(row["layover_times"])]
    assert 40 <= min(times) < 60
    assert 480 < max(times) <= 540
    assert sum(60 <= time <= 185 for time in times) > 0.6 * len(times)


def test_layovers_together_are_shorter_than_the_journey() -> None:
    for row in rows():
        assert sum(minutes(cell) for cell in several(row["layover_times"])) < minutes(row["travel_time"])


def test_arrival_is_departure_plus_travel_time_through_the_time_zones() -> None:
    airports = pytest.importorskip("airportsdata").load("IATA")
    zones = {name: ZoneInfo(airports[code]["tz"]) for name, code in airport_codes().items()}
    for row in rows():
        local = datetime.fromisoformat(f"{row['date']}T{row['departure']}")
        left = local.replace(tzinfo=zones[row["origin"]]).timestamp()
        landed = datetime.fromtimestamp(left + 60 * minutes(row["travel_time"]), zones[row["destination"]])
        assert row["arrival"][:5] == f"{landed:%H:%M}"
        assert day_offset(row) == (landed.date() - local.date()).days


def test_some_land_on_a_later_day_and_some_the_day_before() -> None:
    offsets = Counter(map(day_offset, rows()))
    assert {-1, 0, 1, 2} <= set(offsets) <= {-1, 0, 1, 2, 3}
    assert 10 <= offsets[-1] < 0.01 * len(rows())


def test_flying_east_over_the_pacific_one_lands_before_one_left() -> None:
    tokyo = routes()["Tokyo", "Los Angeles"]
    earlier = [row for row in tokyo if day_offset(row) == 0 and row["arrival"] < row["departure"]]
    assert len(earlier) > 0.2 * len(tokyo)
    assert any(day_offset(row) == -1 for row in tokyo)
    assert not any(day_offset(row) < 0 for row in routes()["Los Angeles", "Tokyo"])


def test_no_two_rows_of_a_route_look_alike() -> None:
    for route in routes().values():
        assert len({tuple(list(row.values())[1:]) for row in route}) == len(route)


def test_nor_do_they_in_what_rules_constrain_apart_from_price_and_emissions() -> None:
    constrained = [column for column in list(rows()[0])[1:13] if column != "emissions"]
    for route in routes().values():
        assert len({tuple(row[column] for column in constrained) for row in route}) == len(route)


def test_ids_are_unique_and_name_the_route() -> None:
    codes = airport_codes()
    assert len({row["id"] for row in rows()}) == len(rows())
    for row in rows():
        assert re.fullmatch(rf"{codes[row['origin']]}-{codes[row['destination']]}-[0-9]{{2}}", row["id"])


def test_a_city_stands_for_one_airport_and_all_fifty_are_flown_from_and_to() -> None:
    facts = table(FLIGHTS / "simulator" / "facts" / "airports.csv")
    assert len({fact["name"] for fact in facts}) == len({fact["code"] for fact in facts}) == len(facts)
    busiest = {fact["name"] for fact in facts if fact["busiest"] == "yes"}
    assert len(busiest) == 50
    assert {row["origin"] for row in rows()} == busiest == {row["destination"] for row in rows()}
    assert {city for row in rows() for city in several(row["layover_cities"])} <= {
        fact["name"] for fact in facts
    }


def test_a_nonstop_flight_has_one_carrier_with_a_hub_at_one_end() -> None:
    hubs = {
        fact["name"]: set(fact["hubs"].split())
        for fact in table(FLIGHTS / "simulator" / "facts" / "carriers.csv")
    }
    codes = airport_codes()
    for row in rows():
        assert 1 <= len(several(row["airlines"])) <= min(3, int(row["stops"]) + 1)
        assert set(several(row["airlines"])) <= set(hubs)
        if row["stops"] == "0":
            assert hubs[row["airlines"]] & {codes[row["origin"]], codes[row["destination"]]}


def test_a_ticket_may_name_one_two_or_three_carriers() -> None:
    carriers = Counter(len(several(row["airlines"])) for row in rows())
    assert set(carriers) == {1, 2, 3}
    assert min(carriers.values()) > 0.05 * len(rows())


def test_emissions_compare_with_the_mean_of_the_route_in_the_class() -> None:
    for route in routes().values():
        for cabin in {row["ticket_class"] for row in route}:
            same = [row for row in route if row["ticket_class"] == cabin]
            average = mean(int(row["co2"]) for row in same)
            for row in same:
                percent = 100 * (int(row["co2"]) - average) / average
                if abs(percent) < 1.9995:
                    assert row["emissions"] == "0"
                else:
                    assert abs(int(row["emissions"]) - percent) <= 0.501


def test_emissions_are_above_below_and_at_the_average() -> None:
    signs = Counter((int(row["emissions"]) > 0) - (int(row["emissions"]) < 0) for row in rows())
    assert min(signs[-1], signs[1]) > 0.3 * len(rows())
    assert signs[0] > 0.05 * len(rows())


def test_a_better_class_costs_more_on_every_route() -> None:
    """First class within the United States has no better seats than business class elsewhere."""
    for route in routes().values():
        fares = {
            cabin: mean(int(row["price"]) for row in route if row["ticket_class"] == cabin)
            for cabin in {row["ticket_class"] for row in route}
        }
        assert all(1.4 * fares["economy"] < fares[cabin] for cabin in set(fares) - {"economy"})
        if "first" in fares and not {route[0]["origin"], route[0]["destination"]} & AT_HOME:
            assert fares["business"] < fares["first"]


def test_times_are_at_five_minute_marks_and_mostly_by_day() -> None:
    for row in rows():
        assert int(row["departure"][3:]) % 5 == 0
        assert minutes(row["travel_time"]) % 5 == 0
    by_day = sum("06:00" <= row["departure"] < "22:00" for row in rows())
    assert 0.75 * len(rows()) < by_day < 0.95 * len(rows())


def test_cells_are_canonical() -> None:
    for row in rows():
        assert re.fullmatch(r"[0-2][0-9]:[0-5][0-9]", row["departure"])
        assert re.fullmatch(r"[0-2][0-9]:[0-5][0-9](?:[+-][1-3])?", row["arrival"])
        for duration in (row["travel_time"], *several(row["layover_times"])):
            assert DURATION.match(duration)
        airlines = several(row["airlines"])
        assert airlines == sorted(set(airlines))
        for column in ("stops", "price", "legroom", "checked_bags", "co2"):
            assert row[column] == str(int(row[column])) != "-"
        assert row["emissions"] == str(int(row["emissions"]))
        assert row["on_time"] == "" or 0 <= int(row["on_time"]) <= 100
        assert row["power"] in ("yes", "no")
        assert row["wifi"] in ("none", "for a fee", "free")
        assert len(row) == SHOWN_SLOTS + 1


def test_dates_of_a_route_lie_within_seven_weeks() -> None:
    for route in routes().values():
        dates = sorted(date.fromisoformat(row["date"]) for row in route)
        assert dates[-1] - dates[0] <= timedelta(weeks=7)
