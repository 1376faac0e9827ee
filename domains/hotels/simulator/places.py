"""A place to stay: what is the same for all rooms that it offers."""

from __future__ import annotations

import math
from typing import Final

from attrs import frozen

from ...simulating.draws import Draws
from .cities import City, District
from .place_names import place_name

KINDS: Final = {"hotel": 21, "guesthouse": 7, "hostel": 7, "serviced apartment": 7}
"""How many places of each kind a city has."""
_STARS: Final = {
    "hotel": (1, 4, 10, 12, 5),
    "guesthouse": (1, 4, 6, 2, 0),
    "hostel": (4, 5, 1, 0, 0),
    "serviced apartment": (0, 2, 6, 5, 1),
}
"""How many places of a kind have one to five stars."""
_CHECK_IN: Final = {
    "hotel": (14, 15, 15, 15, 16),
    "guesthouse": (12, 13, 14, 14, 15),
    "hostel": (13, 14, 14, 15),
    "serviced apartment": (15, 16, 16, 17),
}
_CHECK_OUT: Final = (600, 600, 630, 660, 660, 660, 690, 720, 720)
_OF_STARS: Final = {
    "a bar": (15, 22, 45, 75, 95),
    "a gym": (0, 6, 30, 65, 95),
    "a laundry room": (40, 38, 30, 30, 35),
    "a pool": (0, 5, 15, 35, 75),
    "a restaurant": (8, 15, 40, 70, 95),
    "a rooftop terrace": (15, 15, 20, 28, 40),
    "a sauna": (0, 3, 15, 35, 60),
    "a spa": (0, 0, 8, 28, 75),
    "a garden": (25, 25, 25, 22, 28),
    "bike rental": (32, 30, 28, 25, 22),
    "parking": (25, 32, 42, 55, 75),
}
"""Percent of places with one to five stars that have it."""
_MOST_AMENITIES: Final = 10
_WORLD: Final = (
    "Arabic",
    "French",
    "German",
    "Italian",
    "Japanese",
    "Mandarin",
    "Portuguese",
    "Russian",
    "Spanish",
)


@frozen
class Lodging:
    """A house with rooms.

    quality: 0 for one as good as its stars promise, most within one of it. km: to the center.
    metro_minutes: on foot. check_in, check_out: minutes after midnight. wifi: megabits a second.
    rating: from 1 to 10, None where fewer than five guests wrote a review.
    """

    name: str
    kind: str
    stars: int
    district: District
    quality: float
    rating: float | None
    reviews: int
    km: float
    metro_minutes: int
    check_in: int
    check_out: int
    amenities: tuple[str, ...]
    pets: bool
    languages: tuple[str, ...]
    rooms: int
    wifi: int


def draw_place(city: City, district: District, kind: str, word: str, draws: Draws) -> Lodging:
    """A place of that kind in that part of the city; `word` is the coined word of its name."""
    stars = draws.weighted((1, 2, 3, 4, 5), _STARS[kind])
    quality = draws.bell(0.45)
    reviews = _reviews(kind, draws)
    return Lodging(
        name=place_name(word, kind, draws),
        kind=kind,
        stars=stars,
        district=district,
        quality=quality,
        rating=_rating(stars, quality, draws) if reviews >= 5 else None,
        reviews=reviews,
        km=max(0.1, round(district.km + draws.bell(0.3) * min(1.0, district.km), 1)),
        metro_minutes=min(35, max(1, round(1.25 * district.metro_minutes * math.exp(draws.bell(0.5))))),
        check_in=60 * draws.pick(_CHECK_IN[kind]) + 30 * draws.chance(0.1),
        check_out=draws.pick(_CHECK_OUT),
        amenities=_amenities(kind, stars, draws),
        pets=draws.chance({"hostel": 0.2, "serviced apartment": 0.55}.get(kind, 0.42)),
        languages=_languages(city, stars, draws),
        rooms=_rooms(kind, stars, draws),
        wifi=10 * draws.whole(2, 15) if draws.chance(0.7) else 50 * draws.whole(4, 12),
    )


def _reviews(kind: str, draws: Draws) -> int:
    if draws.chance(0.06):
        return draws.whole(0, 4)
    usual = {"hotel": 620, "guesthouse": 190, "hostel": 540, "serviced apartment": 160}[kind]
    return max(5, round(usual * math.exp(draws.bell(0.85))))


def _rating(stars: int, quality: float, draws: Draws) -> float:
    """Guests rate what they expected: stars help a little, quality much."""
    return round(min(9.8, 7.2 + 0.35 * stars + 1.15 * quality + draws.bell(0.2)), 1)


def _amenities(kind: str, stars: int, draws: Draws) -> tuple[str, ...]:
    shares = {name: percents[stars - 1] for name, percents in _OF_STARS.items()}
    if kind == "hostel":
        shares |= {"a bar": 55, "a laundry room": 75, "a shared kitchen": 80, "bike rental": 50, "a pool": 8}
    if kind == "guesthouse":
        shares |= {"a garden": 60, "a shared kitchen": 22, "a bar": 15, "a pool": 12}
    if kind == "serviced apartment":
        shares |= {"a laundry room": 75, "a restaurant": 12, "a bar": 12, "a gym": 45}
    if stars == 1:
        shares |= {"a pool": 0, "a gym": 0}
    found = [name for name, percent in shares.items() if draws.chance(percent / 100)]
    return tuple(sorted(draws.shuffled(found)[:_MOST_AMENITIES]))


def _languages(city: City, stars: int, draws: Draws) -> tuple[str, ...]:
    """Those of the city, English nearly everywhere, and in better houses more."""
    found = {city.language} | ({"English"} if stars >= 4 or draws.chance(0.82) else set())
    if draws.chance(0.35) or city.second_language == "English":
        found.add(city.second_language)
    for _ in range(draws.whole(0, max(1, min(3, stars - 1)))):
        found.add(draws.pick(_WORLD))
    return tuple(sorted(found))


def _rooms(kind: str, stars: int, draws: Draws) -> int:
    if kind == "guesthouse":
        return draws.whole(4, 16)
    if kind == "hotel":
        return draws.whole(18, 60 + 45 * stars)
    return draws.whole(12, 70)
