"""The itineraries of a route: journeys with a class, a fare, emissions and features."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from attrs import evolve, frozen

from ...simulating.draws import Draws
from .carriers import CABINS
from .emissions import against_average, passenger_kg
from .fares import draw_fare
from .features import Features, draw_features
from .journeys import Journey, draw_journey
from .paths import draw_path, has_nonstop, most_stops
from .routes import Route
from .timetable import Timetable

_CABIN_WEIGHTS: Final = (46, 32, 22)
_STOP_WEIGHTS: Final = (26, 40, 24, 10)
_FEWEST, _MOST = 38, 50
_TRIES_ALIKE: Final = 8
_TRIES: Final = 900


@frozen
class Itinerary:
    """One option: `dollars` is the fare, `emissions` percent against the average (see `against_average`)."""

    journey: Journey
    cabin: str
    dollars: int
    kilograms: int
    features: Features
    emissions: int = 0


def _order(one: Itinerary) -> tuple[date, int, int, int, int, tuple[str, ...]]:
    journey = one.journey
    legs = tuple(flight.carrier + flight.destination for flight in journey.flights)
    departs = journey.flights[0].departs
    return journey.date, departs, journey.minutes, CABINS.index(one.cabin), one.dollars, legs


def _journey(timetable: Timetable, route: Route, stops: int, cabin: str, draws: Draws) -> Journey | None:
    path = draw_path(timetable.network, route.origin, route.destination, stops, draws)
    return draw_journey(timetable, path, draws.pick(route.dates), cabin, draws) if path else None


def _draw(timetable: Timetable, route: Route, cabin: str, stops: int, draws: Draws) -> Itinerary | None:
    """An itinerary with so many stops in a cabin; None if the network has none, or chance found none."""
    tried = (_journey(timetable, route, stops, cabin, draws) for _ in range(_TRIES_ALIKE))
    journey = next((one for one in tried if one), None)
    if not journey:
        return None
    return Itinerary(
        journey=journey,
        cabin=cabin,
        dollars=draw_fare(timetable.network, journey, cabin, route.booked_on, draws),
        kilograms=passenger_kg(journey, cabin),
        features=draw_features(timetable, journey, cabin, draws),
    )


def _with_emissions(itineraries: Sequence[Itinerary]) -> list[Itinerary]:
    by_cabin = {cabin: [one.kilograms for one in itineraries if one.cabin == cabin] for cabin in CABINS}
    return [evolve(one, emissions=against_average(one.kilograms, by_cabin[one.cabin])) for one in itineraries]


def simulate_route(timetable: Timetable, route: Route) -> tuple[Itinerary, ...]:
    """The route's itineraries by date and departure time; no journey comes twice in one class.

    They depend on the timetable's seed and the route only. ValueError if the network has too few.
    """
    draws = Draws(timetable.seed, "itineraries", route.name)
    wanted = draws.whole(_FEWEST, _MOST)
    fewest = 0 if has_nonstop(timetable.network, route.origin, route.destination) else 1
    stops = range(fewest, most_stops(timetable.network, route.origin, route.destination) + 1)
    weights = [_STOP_WEIGHTS[number] for number in stops]
    drawn: Itinerary | None = None
    found: dict[tuple[Journey, str], Itinerary] = {}
    cabin = CABINS[0]
    for turn in range(_TRIES):
        if turn % 4 == 0 or drawn:
            cabin = draws.weighted(CABINS, _CABIN_WEIGHTS)
        drawn = _draw(timetable, route, cabin, draws.weighted(stops, weights), draws)
        if drawn:
            found.setdefault((drawn.journey, drawn.cabin), drawn)
        if len(found) == wanted:
            break
    if len(found) < wanted:
        raise ValueError(f"expected {wanted} itineraries on {route.name}, found {len(found)}")
    return tuple(_with_emissions(sorted(found.values(), key=_order)))
