"""Rooms and rates as rows of the catalogue, every cell in the text form that the schema reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...simulating.cells import clock, several, truth
from .cities import City
from .places import Lodging
from .rates import RoomRate
from .room_offers import Room

COLUMNS: Final = (
    *("id", "city", "name", "type", "stars", "rating", "reviews", "district", "center", "metro"),
    *("arrival", "nights", "room", "beds", "size", "bathroom", "in_room", "view", "meals"),
    *("price", "fees", "fees_for", "refundable", "free_until", "check_in", "check_out"),
    *("amenities", "pets", "languages", "rooms", "wifi"),
)
"""The header, in order."""
_ROOMS: Final[Mapping[str, str]] = {"twin": "double"}
"""What a room is shown as where it is not what the simulator calls it: some call a twin a double."""


def catalogue_row(number: str, city: City, place: Lodging, room: Room, rate: RoomRate) -> tuple[str, ...]:
    """The cells of one room at one rate, in the order of COLUMNS."""
    return (
        *(number, city.name, place.name, place.kind, str(place.stars)),
        "" if place.rating is None else f"{place.rating:.1f}",
        *(str(place.reviews), place.district.name, f"{place.km:.1f}", f"{place.metro_minutes}m"),
        *(rate.stay.arrival.isoformat(), str(rate.stay.nights)),
        *(_ROOMS.get(room.kind, room.kind), str(room.beds), str(room.size)),
        *(truth(room.bathroom), several(room.in_room), room.view, several(rate.meals)),
        *(str(rate.dollars), several(rate.fees.values()), several(rate.fees)),
        truth(rate.free_until is not None),
        "" if rate.free_until is None else rate.free_until.isoformat(),
        *(clock(place.check_in), clock(place.check_out), several(place.amenities)),
        *(truth(place.pets), several(place.languages), str(place.rooms), str(place.wifi)),
    )
