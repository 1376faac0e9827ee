"""A room of a place: its type, beds, size, and what is in it."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from ...simulating.draws import Draws
from .places import Lodging

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
    "triple": (3,),
    "suite": (1, 1, 2, 2, 3),
    "studio": (1, 1, 2),
    "dorm": (4, 6, 6, 8, 8, 10, 12),
}
_SQUARE_METERS: Final = {
    "single": (10, 17),
    "double": (14, 25),
    "twin": (15, 25),
    "triple": (22, 34),
    "suite": (34, 66),
    "studio": (23, 42),
}
_DORM: Final = (6, 4, 6)
"""Square meters of a dorm: a passage, and so many at least and at most for each bed."""
_SPACE: Final = (0.9, 0.94, 1.0, 1.2, 1.45)
"""Sizes in places with one to five stars against the usual ones."""
_SOFA_BED_FROM: Final = 24
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
    "a square": 10,
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


def draw_room(place: Lodging, draws: Draws) -> Room:
    """A room that a place of that kind and those stars could have."""
    shares = dict(_TYPES[place.kind])
    if place.kind == "hotel":
        shares["suite"] *= 0 if place.stars <= 2 else 1 if place.stars == 3 else 2
    kind = draws.weighted(tuple(shares), tuple(shares.values()))
    beds = draws.pick(_BEDS[kind])
    size = _size(place, kind, beds, draws)
    bathroom = _bathroom(place, kind, draws)
    return Room(
        kind=kind,
        beds=beds,
        size=size,
        bathroom=bathroom,
        in_room=_in_room(place, kind, size, bathroom, draws),
        view=draws.weighted(tuple(_VIEWS), tuple(_VIEWS.values())),
    )


def _size(place: Lodging, kind: str, beds: int, draws: Draws) -> int:
    if kind == "dorm":
        passage, least, most = _DORM
        return passage + round(beds * (least + (most - least) * draws.whole(0, 100) / 100))
    low, high = _SQUARE_METERS[kind]
    size = (low + (high - low) * draws.whole(0, 100) / 100) * _SPACE[place.stars - 1]
    return round(size) + (8 * (beds - 1) if kind in ("suite", "studio") else 0)


def _bathroom(place: Lodging, kind: str, draws: Draws) -> bool:
    if kind in ("suite", "studio"):
        return True
    if kind == "dorm":
        return False
    return draws.chance({"hostel": 0.35, "guesthouse": 0.62}.get(place.kind, 0.55 + 0.12 * place.stars))


def _in_room(place: Lodging, kind: str, size: int, bathroom: bool, draws: Draws) -> tuple[str, ...]:
    """What is in the room: a bathtub in a bathroom of its own, a sofa bed where there is space for one."""
    shares = {name: percents[place.stars - 1] for name, percents in _OF_STARS.items()}
    if kind == "dorm":
        shares |= {"a minibar": 0, "a sofa bed": 0, "a desk": 0, "a safe": 55, "a fridge": 0}
        shares |= {"a coffee maker": 0}
    if kind == "studio" or place.kind == "serviced apartment":
        shares |= {"a kitchenette": 92, "a fridge": 90, "a coffee maker": 70, "a minibar": 0}
    elif kind == "suite":
        shares |= {"a kitchenette": 22, "a sofa bed": 55, "a balcony": 50}
    if not bathroom:
        shares |= {"a bathtub": 0, "a minibar": 0}
    if size < _SOFA_BED_FROM:
        shares |= {"a sofa bed": 0}
    found = [name for name, percent in shares.items() if draws.chance(percent / 100)]
    if "a minibar" in found and "a fridge" in found:
        found.remove("a fridge")
    return tuple(sorted(draws.shuffled(found)[:_MOST_IN_ROOM]))
