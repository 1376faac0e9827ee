"""Every room of the hotels catalogue could be offered: rules written apart from the simulator."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import pytest
from catalogue_tables import Row, several, table

CATALOGUE = Path(__file__).parents[2] / "domains" / "hotels" / "catalogue.csv"
BEDS = {"single": {1}, "double": {1, 2}, "triple": {3}, "studio": {1, 2}, "suite": {1, 2, 3}}
LEAST_SIZE = {"single": 8, "double": 11, "triple": 18, "studio": 18, "suite": 28, "dorm": 18}
"""Square meters."""
ENGLISH_SPOKEN = {"Chicago", "London", "New York", "Washington", "Montreal", "Singapore", "Hong Kong"}
WHO_ASKS = {
    "bed linen": {"hostel"},
    "booking fee": {"hotel", "guesthouse", "hostel", "serviced apartment"},
    "city tax": {"hotel", "guesthouse", "hostel", "serviced apartment"},
    "cleaning": {"serviced apartment"},
    "resort fee": {"hotel"},
    "towels": {"hostel"},
}


@cache
def rows() -> list[Row]:
    return table(CATALOGUE)


def a_bathtub_is_in_a_bathroom(row: Row) -> bool:
    return row["bathroom"] == "yes" or "a bathtub" not in several(row["in_room"])


def a_room_has_the_beds_that_its_name_says(row: Row) -> bool:
    return int(row["beds"]) in BEDS.get(row["room"], range(4, 13))


def the_beds_have_space(row: Row) -> bool:
    """Four square meters for a bed in a dorm, six elsewhere, and a passage."""
    size, beds = int(row["size"]), int(row["beds"])
    if row["stars"] == "5" and size < 14:
        return False
    needed = 4 * beds + 5 if row["room"] == "dorm" else 6 * beds
    return size >= max(needed, LEAST_SIZE[row["room"]])


def a_sofa_bed_has_space_and_no_fridge_stands_beside_a_minibar(row: Row) -> bool:
    found = set(several(row["in_room"]))
    return not {"a fridge", "a minibar"} <= found and ("a sofa bed" not in found or int(row["size"]) >= 20)


def a_fee_says_what_it_is_for_and_is_asked_by_such_a_place(row: Row) -> bool:
    named = several(row["fees_for"])
    return (
        len(named) == len(several(row["fees"])) == len(set(named))
        and all(row["type"] in WHO_ASKS[name] for name in named)
        and ("resort fee" not in named or int(row["stars"]) >= 3)
    )


def fees_are_small_against_the_stay(row: Row) -> bool:
    fees, whole = [int(fee) for fee in several(row["fees"])], int(row["price"]) * int(row["nights"])
    return sum(fees) <= 0.4 * whole and all(fee <= 0.16 * whole for fee in fees)


def english_is_spoken_where_everybody_speaks_it(row: Row) -> bool:
    return "English" in several(row["languages"]) or row["city"] not in ENGLISH_SPOKEN


def meals_come_in_the_order_of_the_day_and_from_a_kitchen(row: Row) -> bool:
    """Lunch and dinner are cooked in a restaurant, and come with breakfast."""
    meals = several(row["meals"])
    if meals not in ([], ["breakfast"], ["breakfast", "dinner"], ["breakfast", "lunch", "dinner"]):
        return False
    if row["room"] == "studio":
        return not meals
    return len(meals) < 2 or "a restaurant" in several(row["amenities"])


def a_plain_house_has_no_spa_and_no_suites(row: Row) -> bool:
    luxury = {"a spa", "a sauna", "a pool", "a gym"} & set(several(row["amenities"]))
    return row["stars"] != "1" or (not luxury and (row["room"] != "suite" or row["type"] != "hotel"))


def canceling_is_free_until_a_day_of_the_month_before_arrival(row: Row) -> bool:
    if row["refundable"] == "no":
        return row["free_until"] == ""
    before = date.fromisoformat(row["arrival"]) - date.fromisoformat(row["free_until"])
    return timedelta(0) <= before <= timedelta(days=31)


BROKEN: tuple[tuple[Callable[[Row], bool], Row], ...] = (
    (a_bathtub_is_in_a_bathroom, {"bathroom": "no"}),
    (a_room_has_the_beds_that_its_name_says, {"room": "triple", "beds": "2", "size": "30"}),
    (the_beds_have_space, {"room": "dorm", "beds": "8", "size": "16"}),
    (a_sofa_bed_has_space_and_no_fridge_stands_beside_a_minibar, {"in_room": "a fridge; a minibar"}),
    (a_fee_says_what_it_is_for_and_is_asked_by_such_a_place, {"fees_for": ""}),
    (fees_are_small_against_the_stay, {"fees": "40", "fees_for": "city tax", "nights": "1"}),
    (english_is_spoken_where_everybody_speaks_it, {"city": "Chicago", "languages": "Polish; Spanish"}),
    (meals_come_in_the_order_of_the_day_and_from_a_kitchen, {"meals": "breakfast; dinner"}),
    (a_plain_house_has_no_spa_and_no_suites, {"stars": "1", "amenities": "a spa"}),
    (canceling_is_free_until_a_day_of_the_month_before_arrival, {"refundable": "no"}),
)
"""Each rule, and a change of a sound row that breaks it."""
RULES = tuple(dict.fromkeys(rule for rule, _ in BROKEN))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_rule_of_the_world_holds_of_every_room(rule: Callable[[Row], bool]) -> None:
    assert [row["id"] for row in rows() if not rule(row)] == []


def test_the_dates_of_a_stay_are_the_travelers_and_no_place_is_there_twice() -> None:
    cities: dict[str, list[Row]] = defaultdict(list)
    for row in rows():
        cities[row["city"]].append(row)
    assert all(len({(row["arrival"], row["nights"]) for row in city}) == 1 for city in cities.values())
    assert len({row["name"] for row in rows()}) == len(rows())


def test_the_tax_of_a_city_is_one_share_of_the_price() -> None:
    shares: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for row in rows():
        for fee, name in zip(several(row["fees"]), several(row["fees_for"]), strict=True):
            if name == "city tax":
                whole = int(row["price"]) * int(row["nights"])
                if int(fee) < 300:
                    shares[row["city"]].append((int(fee) / whole, (int(fee) + 1) / whole))
    for city, bounds in shares.items():
        assert max(low for low, _ in bounds) <= min(high for _, high in bounds) + 1e-9, city


@pytest.mark.parametrize(("rule", "change"), BROKEN, ids=lambda part: getattr(part, "__name__", ""))
def test_what_readers_found_wrong_breaks_a_rule(rule: Callable[[Row], bool], change: Row) -> None:
    sound = {
        "type": "hotel",
        "stars": "3",
        "room": "double",
        "beds": "1",
        "size": "21",
        "city": "Rome",
        "in_room": "a bathtub; a safe",
        "bathroom": "yes",
        "price": "40",
        "nights": "3",
        "fees": "6",
        "fees_for": "city tax",
        "languages": "Italian",
        "meals": "",
        "amenities": "a bar",
        "refundable": "yes",
        "arrival": "2027-04-08",
        "free_until": "2027-04-07",
    }
    assert all(one(sound) for one in RULES)
    assert not rule(sound | change)
