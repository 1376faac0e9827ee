"""The whole simulation: from a seed to the rows of the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...simulating.draws import Draws
from .catalogue_rows import catalogue_row
from .cities import City, read_cities
from .place_names import coined_words
from .places import KINDS, draw_place
from .rates import draw_rate, draw_stay
from .room_offers import draw_room

SEED: Final = 2027
"""The seed of the catalogue that is shipped."""
_PLACES: Final = sum(KINDS.values())
"""Places to stay in a city."""


def simulate(seed: int = SEED) -> list[tuple[str, ...]]:
    """The rows of the catalogue, city after city. The same seed gives the same rows."""
    words = coined_words(seed)
    rows: list[tuple[str, ...]] = []
    for number, city in enumerate(read_cities()):
        rows.extend(_city_rows(city, words[number * _PLACES : (number + 1) * _PLACES], seed))
    return rows


def _city_rows(city: City, words: list[str], seed: int) -> Iterator[tuple[str, ...]]:
    """One room of each place, numbered BCN-07."""
    deck = Draws(seed, city.name, "all places")
    stay = draw_stay(deck)
    kinds = deck.shuffled([kind for kind, count in KINDS.items() for _ in range(count)])
    districts = deck.shuffled([city.districts[number % len(city.districts)] for number in range(_PLACES)])
    for number, (word, kind, district) in enumerate(zip(words, kinds, districts, strict=True), start=1):
        draws = Draws(seed, city.name, word)
        place = draw_place(city, district, kind, word, draws)
        room = draw_room(place, draws)
        rate = draw_rate(city, place, room, stay, draws)
        yield catalogue_row(f"{city.code}-{number:02d}", city, place, room, rate)
