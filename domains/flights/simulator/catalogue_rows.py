"""Itineraries as rows of the catalogue, every cell in the text form that the schema reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

from .itineraries import Itinerary
from .local_time import MINUTES_A_DAY
from .network import Network
from .routes import Route

__all__ = ["COLUMNS", "catalogue_row", "catalogue_text"]

COLUMNS: Final = (
    "id",
    "origin",
    "destination",
    "date",
    "airlines",
    "ticket_class",
    "departure",
    "arrival",
    "travel_time",
    "stops",
    "layover_cities",
    "layover_times",
    "emissions",
    "price",
    "aircraft",
    "legroom",
    "wifi",
    "power",
    "checked_bags",
    "on_time",
    "co2",
)
"""The header, in order."""


def _clock(minute: int, day_offset: int = 0) -> str:
    minute %= MINUTES_A_DAY
    return f"{minute // 60:02d}:{minute % 60:02d}" + (f"{day_offset:+d}" if day_offset else "")


def _duration(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    if not hours:
        return f"{rest}m"
    return f"{hours}h {rest}m" if rest else f"{hours}h"


def _several(items: Iterable[str]) -> str:
    return "; ".join(items)


def catalogue_row(network: Network, route: Route, number: int, one: Itinerary) -> tuple[str, ...]:
    """The cells of one itinerary, in the order of COLUMNS; `number` is its place on the route, from 1."""
    journey, features = one.journey, one.features
    flights = journey.flights
    airlines = {network.carriers[flight.carrier].name for flight in flights}
    stops = [network.airports[flight.origin].name for flight in flights[1:]]
    punctual = features.punctual_percent
    return (
        f"{route.name}-{number:02d}",
        network.airports[route.origin].name,
        network.airports[route.destination].name,
        journey.date.isoformat(),
        _several(sorted(airlines)),
        one.cabin,
        _clock(flights[0].departs),
        _clock(journey.arrives, journey.day_offset),
        _duration(journey.minutes),
        str(len(stops)),
        _several(sorted(stops)),
        _several(_duration(minutes) for minutes in journey.layovers),
        str(one.emissions),
        str(one.dollars),
        features.aircraft,
        str(features.legroom_in),
        features.wifi,
        "yes" if features.power else "no",
        str(features.bags),
        "" if punctual is None else str(punctual),
        str(one.kilograms),
    )


def catalogue_text(rows: Sequence[tuple[str, ...]]) -> str:
    """The catalogue as CSV text with a header; lines end with a line feed on every system."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows)
    return stream.getvalue()
