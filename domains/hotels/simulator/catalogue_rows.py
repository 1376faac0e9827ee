"""Rooms and rates as rows of the catalogue, every cell in the text form that the schema reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

from .cities import City
from .places import Place
from .rates import Rate
from .room_offers import Room

__all__ = ["COLUMNS", "catalogue_row", "catalogue_text"]

COLUMNS: Final = (
    *("id", "city", "name", "type", "stars", "rating", "reviews", "district", "center", "metro"),
    *("arrival", "nights", "room", "beds", "size", "bathroom", "in_room", "view", "meals"),
    *("price", "fees", "refundable", "free_until", "check_in", "check_out"),
    *("amenities", "pets", "languages", "rooms", "wifi"),
)
"""The header, in order."""


def _clock(minute: int) -> str:
    return f"{minute // 60:02d}:{minute % 60:02d}"


def _several(items: Iterable[object]) -> str:
    return "; ".join(str(item) for item in items)


def _truth(value: bool) -> str:
    return "yes" if value else "no"


def catalogue_row(number: str, city: City, place: Place, room: Room, rate: Rate) -> tuple[str, ...]:
    """The cells of one room at one rate, in the order of COLUMNS."""
    return (
        *(number, city.name, place.name, place.kind, str(place.stars)),
        "" if place.rating is None else f"{place.rating:.1f}",
        *(str(place.reviews), place.district.name, f"{place.km:.1f}", f"{place.metro_minutes}m"),
        *(rate.arrival.isoformat(), str(rate.nights), room.kind, str(room.beds), str(room.size)),
        *(_truth(room.bathroom), _several(room.in_room), room.view, _several(rate.meals)),
        *(str(rate.dollars), _several(rate.fees), _truth(rate.free_until is not None)),
        "" if rate.free_until is None else rate.free_until.isoformat(),
        *(_clock(place.check_in), _clock(place.check_out), _several(place.amenities)),
        *(_truth(place.pets), _several(place.languages), str(place.rooms), str(place.wifi)),
    )


def catalogue_text(rows: Sequence[tuple[str, ...]]) -> str:
    """The catalogue as CSV text with a header; lines end with a line feed on every system."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows)
    return stream.getvalue()
