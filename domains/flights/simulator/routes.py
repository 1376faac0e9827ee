"""Which pairs of airports the catalogue has, and on which dates."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import islice
from typing import Final

from attrs import frozen

from ...simulating.draws import Draws
from .network import Network
from .paths import tickets

_ROUTES: Final = 224
_SHORTEST_KM: Final = 2400
_LOOKED_AT: Final = 8
_FEWEST_TICKETS: Final = 4
"""With one stop, so that a route has itineraries that differ."""
_YEAR_START: Final = date(2027, 1, 4)
_LAST_START: Final = date(2027, 11, 20)
_FAMILIAR: Final = (
    "JFK-LHR LHR-JFK LAX-JFK SFO-SIN DXB-LHR CDG-HND FRA-SIN DEL-YYZ LHR-HKG SIN-LHR MIA-MAD GRU-FRA "
    "HND-LAX HND-SFO HND-ORD ICN-LAX HKG-LAX HKG-SFO PVG-LAX MNL-SFO PEK-SFO CAN-LAX LAX-HND"
)
"""Routes that belong in any catalogue; eastward over the Pacific one lands before one left."""


@frozen
class Route:
    """Origin and destination (codes), and the dates of departure on offer, in order.

    booked_on: the day on which the fares are looked up; nearer dates cost more
    """

    origin: str
    destination: str
    dates: tuple[date, ...]
    booked_on: date

    @property
    def name(self) -> str:
        """`JFK-LHR`."""
        return f"{self.origin}-{self.destination}"


def _dates(name: str, seed: int) -> tuple[tuple[date, ...], date]:
    """Five or six dates within about five weeks of 2027, and a day of booking before them."""
    draws = Draws(seed, "dates", name)
    first = _YEAR_START + timedelta(days=draws.whole(0, (_LAST_START - _YEAR_START).days))
    days, day = [first], first
    for _ in range(draws.whole(4, 5)):
        day += timedelta(days=draws.whole(2, 8))
        days.append(day)
    return tuple(days), first - timedelta(days=draws.whole(3, 75))


def _varied(network: Network, origin: str, destination: str) -> bool:
    """Whether there are tickets enough with one stop, and some with none or two."""
    if tickets(network, origin, destination, 1) < _FEWEST_TICKETS:
        return False
    return (origin, destination) in network.served or tickets(network, origin, destination, 2) > 0


def _pairs(network: Network, seed: int) -> list[tuple[str, str]]:
    """The familiar pairs, then more: each from the least used origin to a little used destination."""
    busiest = [port.code for port in network.airports.values() if port.busiest]
    pairs = [(pair[:3], pair[4:]) for pair in _FAMILIAR.split()]
    draws = Draws(seed, "routes")
    leaving = {code: sum(code == start for start, _ in pairs) for code in busiest}
    reaching = {code: sum(code == end for _, end in pairs) for code in busiest}
    while len(pairs) < _ROUTES:
        origin = min(busiest, key=lambda code: (leaving[code], busiest.index(code)))
        possible = (
            code
            for code in draws.shuffled(busiest)
            if code != origin
            and (origin, code) not in pairs
            and network.kilometres[origin, code] >= _SHORTEST_KM
            and _varied(network, origin, code)
        )
        others = list(islice(possible, _LOOKED_AT))
        destination = min(others, key=lambda code: (reaching[code], network.airports[code].tier))
        leaving[origin] += 1
        reaching[destination] += 1
        pairs.append((origin, destination))
    return pairs


def choose_routes(network: Network, seed: int) -> tuple[Route, ...]:
    """All routes of the catalogue, by origin and then destination."""
    routes = []
    for origin, destination in sorted(_pairs(network, seed)):
        dates, booked_on = _dates(f"{origin}-{destination}", seed)
        routes.append(Route(origin, destination, dates, booked_on))
    return tuple(routes)
