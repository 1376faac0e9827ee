"""Journeys: the flights of a path on a date, with the layovers between them."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from attrs import frozen

from ...simulating.draws import Draws
from .local_time import instant, local_clock
from .network import Network
from .paths import Path
from .timetable import Flight, Timetable

_SHORTEST_CHANGE: Final = 40
_SHORTEST_CHANGE_ABROAD: Final = 60
_SHORTEST_CHANGE_ENTERING: Final = 90
"""Minutes on the ground: at home, where a leg crosses a border, and from such a leg to a domestic one."""
_LONGEST_CHANGE: Final = 540
_LONGEST_JOURNEY: Final = 48 * 60
_LONG_DISLIKED: Final = 0.85
_TRIES: Final = 6


@frozen
class Journey:
    """One way to travel, gate to gate.

    flights:  in order of travel
    date:     local date of departure
    layovers: minutes on the ground between the flights, one fewer than there are flights
    arrives:  local clock time of arrival, minutes after midnight
    day_offset: local date of arrival minus local date of departure, in days
    """

    flights: tuple[Flight, ...]
    date: date
    layovers: tuple[int, ...]
    arrives: int
    day_offset: int

    @property
    def minutes(self) -> int:
        """Travel time, layovers included."""
        return sum(flight.block for flight in self.flights) + sum(self.layovers)

    @property
    def longest(self) -> Flight:
        """The flight of the greatest distance (the first of several)."""
        return max(self.flights, key=lambda flight: flight.kilometres)


def _is_long(layover: int) -> bool:
    return layover > 185


def _liking(layover: int) -> float:
    """How much more often a layover is booked than another."""
    if layover < 60:
        return 3.0
    return 1.0 if _is_long(layover) else 8.0


def _shortest_change(timetable: Timetable, before: Flight, after: Flight) -> int:
    network = timetable.network
    if is_domestic(network, before):
        return _SHORTEST_CHANGE if is_domestic(network, after) else _SHORTEST_CHANGE_ABROAD
    return _SHORTEST_CHANGE_ENTERING if is_domestic(network, after) else _SHORTEST_CHANGE_ABROAD


def is_domestic(network: Network, flight: Flight) -> bool:
    """Whether a flight stays within one country."""
    return network.country(flight.origin) == network.country(flight.destination)


def _suiting(timetable: Timetable, path: Path, cabin: str) -> list[tuple[Flight, ...]]:
    """The flights of each leg that one may be on with a ticket of that class.

    The longest leg has the class itself; on the others, business and first class stand in for each other.
    """
    network = timetable.network
    legs = list(zip(path.carriers, path.airports, path.airports[1:], strict=False))
    longest = max(legs, key=lambda leg: network.kilometres[leg[1:]])
    suiting = []
    for leg in legs:
        cabins = (cabin,) if leg == longest or cabin == "economy" else ("business", "first")
        suiting.append(
            tuple(
                flight
                for flight in timetable.flights(*leg)
                if any(
                    network.carriers[flight.carrier].sells(one, flight.aircraft, is_domestic(network, flight))
                    for one in cabins
                )
            )
        )
    return suiting


def _connections(
    timetable: Timetable, before: Flight, landed: int, candidates: tuple[Flight, ...]
) -> list[tuple[Flight, int]]:
    """The flights that can be reached after landing, each with the minutes of the layover."""
    zone = timetable.network.airports[before.destination].zone
    today, _ = local_clock(landed, zone)
    found = []
    for flight in candidates:
        shortest = _shortest_change(timetable, before, flight)
        for day in (today, today + timedelta(days=1)):
            departs = instant(day, flight.departs, zone)
            if departs is not None and shortest <= departs - landed <= _LONGEST_CHANGE:
                found.append((flight, departs - landed))
    return found


def _try_journey(
    timetable: Timetable, path: Path, day: date, suiting: list[tuple[Flight, ...]], draws: Draws
) -> Journey | None:
    airports = timetable.network.airports
    flights, layovers = [draws.pick(suiting[0])], list[int]()
    moment = instant(day, flights[0].departs, airports[path.airports[0]].zone)
    if moment is None:
        return None
    moment += flights[0].block
    for candidates in suiting[1:]:
        reachable = _connections(timetable, flights[-1], moment, candidates)
        shortest = min((minutes for _, minutes in reachable), default=None)
        if shortest is None or (_is_long(shortest) and draws.chance(_LONG_DISLIKED)):
            return None
        flight, layover = draws.weighted(reachable, [_liking(minutes) for _, minutes in reachable])
        flights.append(flight)
        layovers.append(layover)
        moment += layover + flight.block
    arrival_day, arrives = local_clock(moment, airports[path.airports[-1]].zone)
    return Journey(tuple(flights), day, tuple(layovers), arrives, (arrival_day - day).days)


def draw_journey(timetable: Timetable, path: Path, day: date, cabin: str, draws: Draws) -> Journey | None:
    """A journey along the path on a date, in a class; None if no flights were found that connect."""
    suiting = _suiting(timetable, path, cabin)
    if not all(suiting):
        return None
    for _ in range(_TRIES):
        journey = _try_journey(timetable, path, day, suiting, draws)
        if journey and journey.minutes <= _LONGEST_JOURNEY:
            return journey
    return None
