"""A room of a place: its type, beds, size, and what is in it."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from ...simulating.draws import Draws
from .places import Place

__all__ = ["Room", "draw_room"]

_TYPES: Final = {
    "hotel": {"single": 14, "double": 36, "twin": 22, "triple": 12, "suite": 16},
    "guesthouse": {"single": 20, "double": 40, "twin": 22, "triple": 18},
    "hostel": {"dorm": 50, "single": 12, "twin": 18, "double": 10, "triple": 10},
    "serviced apartment": {"studio": 62, "suite": 26, "double": 12},
}
_BEDS: Final = {
    "single": (1,),
    "double": (1,),
    "twin": (2,),
    "triple": (2, 3, 3),
    "suite": (1, 1, 2, 2, 3),
    "studio": (1, 1, 2),
    "dorm": (4, 6, 6, 8, 8, 10, 12),
}
_SQUARE_METERS: Final = {
    "single": (9, 16),
    "double": (13, 24),
    "twin": (13, 24),
    "triple": (19, 32),
    "suite": (32, 64),
    "studio": (20, 40),
    "dorm": (18, 42),
}
_OF_STARS: Final = {
    "a balcony": (8, 15, 22, 30, 45),
    "a bathtub": (3, 8, 22, 38, 70),
    "a coffee maker": (5, 12, 35, 60, 85),
    "a desk": (25, 40, 60, 75, 85),
    "a fridge": (15, 25, 35, 35, 25),
    "a minibar": (0, 3, 15, 50, 85),
    "a safe": (20, 28, 45, 70, 90),
    "a sofa bed": (4, 8, 12, 18, 22),
    "air conditioning": (25, 38, 58, 80, 97),
}
"""Percent of rooms in places with one to five stars that have it."""
_MOST_IN_ROOM: Final = 8
_VIEWS: Final = {
    "a courtyard": 22,
    "a garden": 10,
    "a park": 9,
    "a quiet street": 24,
    "a busy street": 18,
    "the rooftops": 11,
    "the water": 6,
}


@frozen
class Room:
    """A room. `kind` is its type; beds: all of them in a dorm; size in square meters."""

    kind: str
    beds: int
    size: int
    bathroom: bool
    in_room: tuple[str, ...]
    view: str


def draw_room(place: Place, draws: Draws) -> Room:
    """A room that a place of that kind and those stars could have."""
    shares = dict(_TYPES[place.kind])
    if place.stars >= 4 and "suite" in shares:
        shares["suite"] *= 2
    kind = draws.weighted(tuple(shares), tuple(shares.values()))
    low, high = _SQUARE_METERS[kind]
    return Room(
        kind=kind,
        beds=draws.pick(_BEDS[kind]),
        size=round((low + (high - low) * draws.whole(0, 100) / 100) * (0.82 + 0.06 * place.stars)),
        bathroom=_bathroom(place, kind, draws),
        in_room=_in_room(place, kind, draws),
        view=draws.weighted(tuple(_VIEWS), tuple(_VIEWS.values())),
    )


def _bathroom(place: Place, kind: str, draws: Draws) -> bool:
    if kind in ("suite", "studio"):
        return True
    if kind == "dorm":
        return False
    return draws.chance({"hostel": 0.35, "guesthouse": 0.62}.get(place.kind, 0.55 + 0.12 * place.stars))


def _in_room(place: Place, kind: str, draws: Draws) -> tuple[str, ...]:
    shares = {name: percents[place.stars - 1] for name, percents in _OF_STARS.items()}
    if kind == "dorm":
        shares |= {"a bathtub": 0, "a minibar": 0, "a sofa bed": 0, "a desk": 12, "a safe": 55, "a fridge": 8}
    if kind == "studio" or place.kind == "serviced apartment":
        shares |= {"a kitchenette": 92, "a fridge": 90, "a coffee maker": 70, "a minibar": 4}
    elif kind == "suite":
        shares |= {"a kitchenette": 22, "a sofa bed": 55, "a balcony": 50}
    found = [name for name, percent in shares.items() if draws.chance(percent / 100)]
    return tuple(sorted(draws.shuffled(found)[:_MOST_IN_ROOM]))
