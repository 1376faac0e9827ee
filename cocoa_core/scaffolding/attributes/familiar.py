"""What a new domain has by default: domains of familiar names, and one that makes sense for any noun."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from cocoa_core.scaffolding.english import singular

__all__ = ["FAMILIAR", "Familiar", "familiar"]


@frozen
class Familiar:
    """Attributes in the order in which a person reads them, and what groups options ("" for nothing).

    bounds: least and greatest values that differ from those the attribute usually has
    """

    attributes: str
    group: str = ""
    bounds: Mapping[str, tuple[object, object]] = field(factory=dict)


_ANY: Final = Familiar(
    "provider, price, range, rating, reviews, discounted, extras, reply time, available from"
)

FAMILIAR: Final[Mapping[str, Familiar]] = {
    "hotel": Familiar(
        "area, price, stars, rating, distance, transfer, breakfast, amenities, check-in,"
        " free cancellation until",
        "city",
        {"price": (40, 600)},
    ),
    "laptop": Familiar(
        "brand, price, rating, screen, weight, memory, battery, touch screen, ports, released",
        bounds={"price": (250, 4000), "weight": (1, 4)},
    ),
    "phone": Familiar(
        "brand, price, rating, screen, storage, battery, colour, discounted, extras, released",
        bounds={"price": (100, 1800), "screen": (5, 7)},
    ),
    "restaurant": Familiar(
        "cuisine, price, rating, reviews, distance, wait, opens, outdoor seating, diets",
        "city",
        {"price": (10, 180)},
    ),
    "job": Familiar(
        "employer, field, salary, contract, remote, experience, vacation days, commute, benefits, start date"
    ),
    "apartment": Familiar(
        "area, rent, bedrooms, floor space, commute, furnished, pets, amenities, available from", "city"
    ),
    "course": Familiar(
        "topic, provider, price, rating, level, language, lessons, length, certificate, formats, start date"
    ),
    "car": Familiar(
        "brand, price, fuel, seats, doors, rating, year, colour, discounted, equipment",
        bounds={"price": (4000, 60000)},
    ),
    "insurance plan": Familiar(
        "provider, premium, deductible, rating, coverage, reply time, discounted, start date",
    ),
}
"""By noun."""

_ALIKE: Final = {
    "flat": "apartment",
    "room": "hotel",
    "inn": "hotel",
    "notebook": "laptop",
    "smartphone": "phone",
    "cafe": "restaurant",
    "class": "course",
    "insurance": "insurance plan",
    "plan": "insurance plan",
    "health plan": "insurance plan",
}


def familiar(noun: str) -> Familiar:
    """The defaults of a domain whose options are called this; by its last word if the whole is not known."""
    whole = singular(noun.casefold())
    for name in (whole, whole.rpartition(" ")[2]):
        found = FAMILIAR.get(_ALIKE.get(name, name))
        if found is not None:
            return found
    return _ANY
