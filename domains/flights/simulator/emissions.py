"""Emissions of a passenger, in kilograms and against the average of a route."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .journeys import Journey

_TAKE_OFF_KG: Final = 26
_KG_A_KM: Final = 0.064
_NARROW_CABINS: Final = {"economy": 1.0, "business": 1.9, "first": 2.1}
_WIDE_CABINS: Final = {"economy": 1.0, "business": 2.3, "first": 2.8}
_TOO_SMALL: Final = 2


def passenger_kg(journey: Journey, cabin: str) -> int:
    """Kilograms of carbon dioxide for one passenger: each flight counts by its distance and aircraft,
    with a fixed part for taking off, and more for the room that a seat in the cabin takes."""
    total = 0.0
    for flight in journey.flights:
        seat = (_WIDE_CABINS if flight.aircraft.wide else _NARROW_CABINS)[cabin]
        burn = flight.aircraft.burn_percent / 100
        total += (_TAKE_OFF_KG + _KG_A_KM * flight.kilometres) * burn * seat
    return round(total)


def against_average(kilograms: int, of_route: Sequence[int]) -> int:
    """Whole percent by which emissions are above (positive) or below the mean of the route's itineraries
    in the same class; differences below two percent count as none, as the estimate is no finer."""
    mean = sum(of_route) / len(of_route)
    percent = 100 * (kilograms - mean) / mean
    return 0 if abs(percent) < _TOO_SMALL else round(percent)
