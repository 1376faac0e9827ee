"""The whole simulation: from a seed to the rows of the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final

from ...simulating.draws import Draws
from .catalogue_rows import catalogue_row
from .cities import City, read_cities
from .place_names import coined_words
from .places import KINDS, Place, draw_place
from .rates import arrival_dates, draw_rate
from .room_offers import draw_room

__all__ = ["SEED", "simulate"]

SEED: Final = 2027
"""The seed of the catalogue that is shipped."""
_PLACES: Final = sum(KINDS.values())
"""Places to stay in a city."""
_OFFERS: Final = {1: 10, 2: 40, 3: 50}
"""How many places offer one, two and three rooms."""


def simulate(seed: int = SEED) -> list[tuple[str, ...]]:
    """The rows of the catalogue, city after city. The same seed gives the same rows."""
    words = coined_words(seed)
    rows: list[tuple[str, ...]] = []
    for number, city in enumerate(read_cities()):
        rows.extend(_city_rows(city, words[number * _PLACES : (number + 1) * _PLACES], seed))
    return rows


def _city_rows(city: City, words: list[str], seed: int) -> Iterator[tuple[str, ...]]:
    deck = Draws(seed, city.name, "all places")
    dates = arrival_dates(city, deck)
    kinds = deck.shuffled([kind for kind, count in KINDS.items() for _ in range(count)])
    districts = deck.shuffled([city.districts[number % len(city.districts)] for number in range(_PLACES)])
    for number, (word, kind, district) in enumerate(zip(words, kinds, districts, strict=True), start=1):
        draws = Draws(seed, city.name, word)
        place = draw_place(city, district, kind, word, draws)
        yield from _place_rows(city, place, f"{city.code}-{number:02d}", dates, draws)


def _place_rows(
    city: City, place: Place, number: str, dates: tuple[date, ...], draws: Draws
) -> Iterator[tuple[str, ...]]:
    """The rooms of a place, numbered with letters: BCN-07a, BCN-07b."""
    for letter in "abc"[: draws.weighted(tuple(_OFFERS), tuple(_OFFERS.values()))]:
        room = draw_room(place, draws)
        rate = draw_rate(city, place, room, draws.pick(dates), draws)
        yield catalogue_row(f"{number}{letter}", city, place, room, rate)
