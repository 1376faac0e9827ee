"""A rate for a room: dates, meals, price, fees, and what canceling costs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from attrs import frozen

from ...simulating.draws import Draws
from .cities import City
from .places import Lodging
from .room_offers import Room

_OF_ROOM: Final = {
    "single": 0.74,
    "double": 1.0,
    "twin": 0.98,
    "triple": 1.26,
    "suite": 1.95,
    "studio": 1.15,
    "dorm": 0.42,
}
_OF_STARS: Final = (0.5, 0.62, 0.82, 1.12, 1.9)
_OF_KIND: Final = {"hotel": 1.0, "guesthouse": 0.86, "hostel": 0.7, "serviced apartment": 1.06}
_MEALS: Final = {(): 42, ("breakfast",): 34}
_MEALS_OF_A_RESTAURANT: Final = {("breakfast", "dinner"): 26, ("breakfast", "lunch", "dinner"): 14}
_OF_MEAL: Final = {"breakfast": 14, "lunch": 22, "dinner": 30}
"""Dollars a night that a meal adds in a place with three stars, in a city of usual prices."""
_NIGHTS: Final = {2: 3, 3: 4, 4: 4, 5: 3, 7: 2}
_DAYS_BEFORE: Final = (0, 1, 1, 2, 3, 5, 7, 7, 10, 14, 21, 30)
_CITY_TAX_PERCENT: Final = (3, 4, 5, 6, 7)
_MOST_FEES: Final = 3
_LARGEST_FEE: Final = 0.15
"""A fee against what the whole stay costs."""
_LEAST_FEE: Final = 2


@frozen
class Stay:
    """What a traveler looks for in a city, the same for all rooms there: dates, and the city's tax."""

    arrival: date
    nights: int
    tax_percent: int


@frozen
class RoomRate:
    """dollars: a night, meals included. fees: dollars for the stay, by what they are for, in order.

    free_until: the last day on which canceling is free, None where it never is.
    """

    stay: Stay
    meals: tuple[str, ...]
    dollars: int
    fees: Mapping[str, int]
    free_until: date | None


def draw_stay(draws: Draws) -> Stay:
    """The stay that is looked for in a city."""
    return Stay(
        arrival=date(2027, 2, 1) + timedelta(days=draws.whole(0, 320)),
        nights=draws.weighted(tuple(_NIGHTS), tuple(_NIGHTS.values())),
        tax_percent=draws.pick(_CITY_TAX_PERCENT),
    )


def draw_rate(city: City, place: Lodging, room: Room, stay: Stay, draws: Draws) -> RoomRate:
    """A rate for that room and stay."""
    meals = _meals(place, room, draws)
    refundable = draws.chance(0.68)
    price = _room_price(city, place, room, stay.arrival) * (1.08 if refundable else 1.0)
    price *= 1 + draws.bell(0.08)
    price *= 0.94 if stay.nights >= 5 else 1.0
    price += sum(_OF_MEAL[meal] for meal in meals) * _OF_STARS[place.stars - 1] * city.dollars / 170
    dollars = _ending(price)
    before = timedelta(days=draws.pick(_DAYS_BEFORE))
    return RoomRate(
        stay,
        meals,
        dollars,
        _fees(place, stay, dollars, draws),
        stay.arrival - before if refundable else None,
    )


def _meals(place: Lodging, room: Room, draws: Draws) -> tuple[str, ...]:
    """None in studios; lunch and dinner where there is a restaurant."""
    if room.kind == "studio":
        return ()
    shares = _MEALS | (_MEALS_OF_A_RESTAURANT if "a restaurant" in place.amenities else {})
    return draws.weighted(tuple(shares), tuple(shares.values()))


def _room_price(city: City, place: Lodging, room: Room, arrival: date) -> float:
    """What the room costs a night before chance and extras."""
    price = city.dollars * _OF_ROOM[room.kind] * _OF_STARS[place.stars - 1] * _OF_KIND[place.kind]
    price *= place.district.level / 100 * (1 + 0.12 * place.quality)
    price *= 1.16 if arrival.month in city.peak_months else 0.92
    price *= 1.1 if arrival.weekday() in (4, 5) else 1.0
    price *= 1.0 if room.bathroom or room.kind == "dorm" else 0.86
    if "the water" in room.view:
        price *= 1.08
    return price


def _ending(price: float) -> int:
    """The nearest price as they are advertised: at 0, 5 or 9, above $300 at 0 or 9."""
    tens, _ = divmod(round(price), 10)
    near = [10 * tens + end for end in ((0, 5, 9, 10) if price < 300 else (-1, 0, 9, 10))]
    return max(12, min(near, key=lambda one: abs(one - price)))


def _fees(place: Lodging, stay: Stay, dollars: int, draws: Draws) -> dict[str, int]:
    """What is added for the stay: the city's tax where the price leaves it out, cleaning and the like."""
    whole = dollars * stay.nights
    asked = {"city tax": whole * stay.tax_percent / 100} if draws.chance(0.48) else {}
    if place.kind == "serviced apartment" and draws.chance(0.75):
        asked["cleaning"] = float(draws.whole(20, 70))
    if place.kind == "hostel":
        asked |= {"bed linen": float(draws.whole(3, 7))} if draws.chance(0.45) else {}
        asked |= {"towels": float(draws.whole(2, 4))} if draws.chance(0.3) else {}
    if place.kind == "hotel" and place.stars >= 3 and draws.chance(0.3):
        asked["resort fee"] = float(stay.nights * draws.whole(5, 9 * place.stars))
    if draws.chance(0.28):
        asked["booking fee"] = float(draws.whole(3, 5 + 5 * place.stars))
    capped = {name: min(fee, _LARGEST_FEE * whole, 300) for name, fee in asked.items()}
    return {
        name: int(fee)
        for name, fee in sorted(capped.items(), key=lambda one: -one[1])[:_MOST_FEES]
        if fee >= _LEAST_FEE
    }
