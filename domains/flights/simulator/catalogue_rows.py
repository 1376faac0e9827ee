"""Itineraries as rows of the catalogue, every cell in the text form that the schema reads."""

from __future__ import annotations

from typing import Final

from ...simulating.cells import clock, duration, several, truth
from .itineraries import Itinerary
from .local_time import MINUTES_A_DAY
from .network import Network
from .routes import Route

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
        several(sorted(airlines)),
        one.cabin,
        clock(flights[0].departs % MINUTES_A_DAY),
        clock(journey.arrives % MINUTES_A_DAY, journey.day_offset),
        duration(journey.minutes),
        str(len(stops)),
        several(stops),
        several(duration(minutes) for minutes in journey.layovers),
        str(one.emissions),
        str(one.dollars),
        features.aircraft,
        str(features.legroom_in),
        features.wifi,
        truth(features.power),
        str(features.bags),
        "" if punctual is None else str(punctual),
        str(one.kilograms),
    )
