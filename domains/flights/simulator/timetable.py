"""The timetable: the flights that each carrier has on each leg, the same every day of the year."""

from __future__ import annotations

from datetime import date
from typing import Final

from attrs import field, frozen

from ...simulating.draws import Draws
from .aircraft import AircraftType, choose_aircraft
from .airports import Airport, Hours
from .block_times import block_minutes
from .local_time import MINUTES_A_DAY, instant, local_clock
from .network import Network

_DAY_WEIGHTS: Final = (0, 0, 0, 0, 0, 2, 6, 8, 9, 9, 8, 7, 6, 6, 6, 7, 7, 8, 8, 6, 5, 4, 2, 0)
_LATE_WEIGHTS: Final = (7, 3, 0, 0, 0, 0, 4, 6, 8, 8, 8, 7, 6, 6, 6, 6, 7, 7, 7, 6, 6, 6, 6, 7)
_ALWAYS_WEIGHTS: Final = (4, 5, 8, 8, 5, 3, 4, 6, 9, 9, 7, 5, 4, 4, 7, 7, 5, 4, 4, 5, 6, 7, 6, 5)
_DEPARTING: Final[dict[Hours, tuple[int, ...]]] = {
    "day": _DAY_WEIGHTS,
    "late": _LATE_WEIGHTS,
    "always": _ALWAYS_WEIGHTS,
}
"""How many flights leave in each hour of the local day, by the hours an airport keeps."""

_CLOSED_TO_ARRIVALS: Final[dict[Hours, range]] = {
    "day": range(30, 290),
    "late": range(120, 290),
    "always": range(0),
}
"""Minutes after local midnight in which next to nothing lands."""

_USUAL_DAY: Final = date(2027, 4, 20)
_TRIES: Final = 12


@frozen
class Flight:
    """One flight of the timetable.

    carrier, origin, destination: codes
    departs:    minutes after local midnight, a multiple of five
    block:      minutes from gate to gate, a multiple of five
    kilometres: great-circle distance
    punctual_percent: how many of a hundred of these flights were on time; None for a new flight
    """

    carrier: str
    origin: str
    destination: str
    departs: int
    block: int
    kilometres: int
    aircraft: AircraftType
    punctual_percent: int | None


def _flights_a_day(km: int, tiers: int, draws: Draws) -> int:
    most = 7 if km < 1500 else 5 if km < 4000 else 3 if km < 8000 else 2
    return draws.whole(max(1, most - 2), most) + (1 if tiers == 2 else 0)


def _lands_in_time(start: Airport, end: Airport, departs: int, block: int) -> bool:
    moment = instant(_USUAL_DAY, departs, start.zone)
    if moment is None:
        return False
    return local_clock(moment + block, end.zone)[1] not in _CLOSED_TO_ARRIVALS[end.hours]


def _departure(start: Airport, end: Airport, block: int, draws: Draws) -> int | None:
    """A departure at a five-minute mark that both airports' hours allow; None if none was found."""
    for _ in range(_TRIES):
        hour = draws.weighted(range(24), _DEPARTING[start.hours])
        departs = (hour * 60 + 5 * draws.whole(0, 11)) % MINUTES_A_DAY
        if _lands_in_time(start, end, departs, block):
            return departs
    return None


@frozen
class Timetable:
    """Flights by leg and carrier, made when first asked for; they depend on the seed and the leg only."""

    network: Network
    seed: int
    _made: dict[tuple[str, str, str], tuple[Flight, ...]] = field(factory=dict, eq=False, repr=False)

    def flights(self, carrier: str, origin: str, destination: str) -> tuple[Flight, ...]:
        """The carrier's daily flights on a leg that it serves, by departure time; none if no type reaches."""
        key = (carrier, origin, destination)
        if key not in self._made:
            self._made[key] = tuple(self._make(*key))
        return self._made[key]

    def _make(self, carrier: str, origin: str, destination: str) -> list[Flight]:
        draws = Draws(self.seed, "flights", carrier, origin, destination)
        start, end = self.network.airports[origin], self.network.airports[destination]
        km, block = self.network.kilometres[origin, destination], block_minutes(start, end)
        flights: dict[int, Flight] = {}
        for _ in range(_flights_a_day(km, start.tier + end.tier, draws)):
            departs = _departure(start, end, block, draws)
            kind = choose_aircraft(self.network.aircraft, self.network.carriers[carrier].aircraft, km, draws)
            punctual = None if draws.chance(0.05) else min(97, max(48, round(79 + draws.bell(9))))
            if departs is not None and kind is not None:
                flights[departs] = Flight(carrier, origin, destination, departs, block, km, kind, punctual)
        return [flights[departs] for departs in sorted(flights)]
