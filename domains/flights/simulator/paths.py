"""Ways from an airport to another over hubs, and the carriers that fly them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from attrs import frozen

from ...simulating.draws import Draws
from .carriers import are_partners
from .network import Network

_LONGEST_WAY: Final = {0: 1.0, 1: 1.4, 2: 1.5, 3: 1.58}
"""How long a way may be against the great circle, by its number of stops."""

_BACK_KM: Final = 400
"""How much nearer to the origin, or farther from the destination, a stop may be than the one before it."""
_APART_KM: Final = 100
"""Airports of a way are this far from each other: those of one city are closer."""
_BETWEEN_STOPS_KM: Final = 600
"""Nobody changes planes twice in one corner of the world."""
_SAME_CARRIER_LIKED: Final = 4
_TIER_LIKED: Final = {1: 2.4, 2: 1.0, 3: 0.5}
_MOST_CARRIERS: Final = 3
_TRIES: Final = 40


@frozen
class Path:
    """Airports from origin to destination, and for each leg between them its carrier (all as codes)."""

    airports: tuple[str, ...]
    carriers: tuple[str, ...]


def has_nonstop(network: Network, origin: str, destination: str) -> bool:
    """Whether any carrier flies there without a stop."""
    return (origin, destination) in network.served


def most_stops(network: Network, origin: str, destination: str) -> int:
    """The most stops anyone would put up with on a way of this length."""
    return 2 if network.kilometres[origin, destination] < 4500 else 3


def _leads_on(network: Network, way: tuple[str, ...], hub: str, destination: str, longest: float) -> bool:
    """Whether a stop after those of `way` is on the way: nearer, farther from the origin, not too long."""
    km, last, origin = network.kilometres, way[-1], way[0]
    if hub in (*way, destination) or min(km[hub, code] for code in (*way, destination)) < _APART_KM:
        return False
    if len(way) > 1 and (
        km[last, hub] < _BETWEEN_STOPS_KM
        or km[origin, hub] < km[origin, last] - _BACK_KM
        or km[hub, destination] > km[last, destination] - 1
    ):
        return False
    flown = sum(km[leg] for leg in pairwise((*way, hub)))
    if km[hub, destination] > km[last, destination] + _BACK_KM:
        return False
    return km[origin, hub] <= km[origin, destination] + _BACK_KM and flown + km[hub, destination] <= longest


def _longer(
    network: Network, way: tuple[str, ...], destination: str, stops: int, longest: float
) -> Iterator[tuple[str, ...]]:
    if not stops:
        if (way[-1], destination) in network.served and _keeps_countries(network, (*way, destination)):
            yield (*way, destination)
        return
    for hub in network.airports:
        if (way[-1], hub) in network.served and _leads_on(network, way, hub, destination, longest):
            yield from _longer(network, (*way, hub), destination, stops - 1, longest)


def _keeps_countries(network: Network, way: tuple[str, ...]) -> bool:
    """Whether no country is left and entered again."""
    countries = [network.country(code) for code in way]
    changes = [one for one, other in zip(countries, [*countries[1:], ""], strict=True) if one != other]
    return len(changes) == len(set(changes))


@lru_cache(maxsize=64)
def _ways(
    network: Network, origin: str, destination: str, stops: int
) -> tuple[tuple[tuple[str, ...], ...], tuple[float, ...]]:
    """All sensible ways with so many stops, and how much each is liked: short, and over great hubs."""
    direct = network.kilometres[origin, destination]
    longest = _LONGEST_WAY[stops] * direct
    found = tuple(_longer(network, (origin,), destination, stops, longest))
    return found, tuple(_liking(network, way) for way in found)


def _liking(network: Network, way: tuple[str, ...]) -> float:
    flown = sum(network.kilometres[leg] for leg in pairwise(way))
    sizes = math.prod(_TIER_LIKED[network.airports[hub].tier] for hub in way[1:-1])
    return sizes * math.exp(5 - 5 * flown / network.kilometres[way[0], way[-1]])


def _assign_carriers(network: Network, way: tuple[str, ...], draws: Draws) -> list[str] | None:
    """A carrier for each leg: all share tickets, and one changes planes at a hub of one of two."""
    chosen: list[str] = []
    for start, end in pairwise(way):
        able = [code for code in network.served[start, end] if _fits(network, chosen, code, start)]
        if not able:
            return None
        last = chosen[-1] if chosen else ""
        chosen.append(draws.weighted(able, [_SAME_CARRIER_LIKED if code == last else 1 for code in able]))
    return chosen if len(set(chosen)) <= _MOST_CARRIERS else None


def _fits(network: Network, chosen: list[str], code: str, hub: str) -> bool:
    if not chosen:
        return True
    if not network.is_hub_of(hub, chosen[-1], code):
        return False
    return all(are_partners(network.carriers[one], network.carriers[code]) for one in chosen)


def tickets(network: Network, origin: str, destination: str, stops: int) -> int:
    """How many tickets with so many stops there are: ways with carriers for their legs."""
    return sum(_carriers_of(network, way, []) for way in _ways(network, origin, destination, stops)[0])


def _carriers_of(network: Network, way: tuple[str, ...], chosen: list[str]) -> int:
    """How many choices of carriers there are for a way whose first legs have theirs."""
    if len(chosen) == len(way) - 1:
        return 1
    start, end = way[len(chosen) : len(chosen) + 2]
    return sum(
        _carriers_of(network, way, [*chosen, code])
        for code in network.served[start, end]
        if _fits(network, chosen, code, start)
    )


def draw_path(network: Network, origin: str, destination: str, stops: int, draws: Draws) -> Path | None:
    """A way with so many stops and its carriers, or None; short detours are liked."""
    found, likings = _ways(network, origin, destination, stops)
    for _ in range(_TRIES if found else 0):
        way = draws.weighted(found, likings)
        carriers = _assign_carriers(network, way, draws)
        if carriers:
            return Path(way, tuple(carriers))
    return None
