"""A rate for a room: dates, meals, price, fees, and what canceling costs."""

from __future__ import annotations

import math
from datetime import date, timedelta
from typing import Final

from attrs import frozen

from ...simulating.draws import Draws
from .cities import City
from .places import Place
from .room_offers import Room

__all__ = ["Rate", "arrival_dates", "draw_rate"]

_DAYS: Final = 24
"""Arrivals in a city lie within so many days of each other."""
_DATES: Final = 9
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
_MEALS: Final = {
    (): 46,
    ("breakfast",): 34,
    ("breakfast", "dinner"): 11,
    ("breakfast", "dinner", "lunch"): 4,
    ("dinner",): 3,
    ("breakfast", "lunch"): 2,
}
_OF_MEAL: Final = {"breakfast": 14, "lunch": 22, "dinner": 30}
"""Dollars a night that a meal adds in a place with three stars, in a city of usual prices."""
_NIGHTS: Final = {1: 12, 2: 22, 3: 24, 4: 16, 5: 10, 6: 5, 7: 9, 10: 2}
_FEES: Final = {0: 34, 1: 34, 2: 22, 3: 10}
_DAYS_BEFORE: Final = (1, 1, 2, 3, 3, 5, 7, 7, 14, 21)


@frozen
class Rate:
    """dollars: a night, meals included. fees: dollars for the stay, in the order in which they are listed.

    free_until: the last day on which canceling is free, None where it never is.
    """

    arrival: date
    nights: int
    meals: tuple[str, ...]
    dollars: int
    fees: tuple[int, ...]
    free_until: date | None


def arrival_dates(city: City, draws: Draws) -> tuple[date, ...]:
    """The days on which stays in a city may begin, ascending, all within 24 days of 2027."""
    first = date(2027, 2, 1) + timedelta(days=draws.whole(0, 300))
    offsets = sorted(draws.shuffled(range(_DAYS))[:_DATES])
    return tuple(first + timedelta(days=offset) for offset in offsets)


def draw_rate(city: City, place: Place, room: Room, arrival: date, draws: Draws) -> Rate:
    """A rate for that room from that day on."""
    nights = draws.weighted(tuple(_NIGHTS), tuple(_NIGHTS.values()))
    meals = () if room.kind == "studio" else draws.weighted(tuple(_MEALS), tuple(_MEALS.values()))
    refundable = draws.chance(0.62)
    price = _room_price(city, place, room, arrival) * (1.08 if refundable else 1.0) * (1 + draws.bell(0.08))
    price *= 0.94 if nights >= 5 else 1.0
    price += sum(_OF_MEAL[meal] for meal in meals) * _OF_STARS[place.stars - 1] * city.dollars / 170
    before = timedelta(days=draws.pick(_DAYS_BEFORE))
    return Rate(
        arrival, nights, meals, _ending(price), _fees(place, draws), arrival - before if refundable else None
    )


def _room_price(city: City, place: Place, room: Room, arrival: date) -> float:
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


def _fees(place: Place, draws: Draws) -> tuple[int, ...]:
    """City tax, cleaning, resort fee and the like; without names."""
    count = draws.weighted(tuple(_FEES), tuple(_FEES.values()))
    usual = 26 if place.kind == "serviced apartment" else 5 + 4 * place.stars
    return tuple(max(2, round(usual * math.exp(draws.bell(0.55)))) for _ in range(count))
