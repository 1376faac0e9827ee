"""Ways from an airport to another over hubs, and the carriers that fly them."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

from attrs import frozen

from ...simulating.draws import Draws
from .carriers import are_partners
from .network import Network

__all__ = ["Path", "draw_path", "has_nonstop", "most_stops"]

_LONGEST_WAY: Final = {0: 1.0, 1: 1.35, 2: 1.5, 3: 1.6}
"""How long a way may be against the great circle, by its number of stops."""

_EXTRA_KM: Final = 400
_SAME_CARRIER_LIKED: Final = 4
_TIER_LIKED: Final = {1: 2.4, 2: 1.0, 3: 0.5}
_MOST_CARRIERS: Final = 3
_TRIES: Final = 60


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
    km = network.kilometres[origin, destination]
    return 1 if km < 1800 else 2 if km < 4500 else 3


def _detour(network: Network, origin: str, hub: str, destination: str) -> float:
    km = network.kilometres
    return (km[origin, hub] + km[hub, destination]) / km[origin, destination]


def _liking(network: Network, origin: str, hub: str, destination: str) -> float:
    """How much more often a hub is chosen than another: the shorter the detour and the bigger, the more."""
    size = _TIER_LIKED[network.airports[hub].tier]
    return size * math.exp(5 - 5 * _detour(network, origin, hub, destination))


def _hubs_between(network: Network, origin: str, destination: str, stops: int) -> list[str]:
    """Hubs on the way: inside the ellipse of the longest way, and at home if the whole way is domestic."""
    km = network.kilometres[origin, destination]
    longest = (_LONGEST_WAY[stops] * km + _EXTRA_KM) / km
    home = network.country(origin)
    domestic = home == network.country(destination)
    return [
        code
        for code in network.airports
        if code not in (origin, destination)
        and _detour(network, origin, code, destination) <= longest
        and not (domestic and network.country(code) != home)
    ]


def _in_order(network: Network, origin: str, hubs: list[str], destination: str) -> tuple[str, ...]:
    km = network.kilometres
    return (origin, *sorted(hubs, key=lambda hub: km[origin, hub] - km[hub, destination]), destination)


def _is_sensible(network: Network, way: tuple[str, ...]) -> bool:
    """Every leg is flown, the way is not too long, and no country is left and entered again."""
    legs = list(pairwise(way))
    if any(leg not in network.served for leg in legs):
        return False
    direct = network.kilometres[way[0], way[-1]]
    if sum(network.kilometres[leg] for leg in legs) > _LONGEST_WAY[len(way) - 2] * direct + _EXTRA_KM:
        return False
    countries = [network.country(code) for code in way]
    changes = [one for one, other in zip(countries, [*countries[1:], ""], strict=True) if one != other]
    return len(changes) == len(set(changes))


def _assign_carriers(network: Network, way: tuple[str, ...], cabin: str, draws: Draws) -> list[str] | None:
    """A carrier for each leg: neighbours share tickets, and change planes at a hub of one of them."""
    chosen: list[str] = []
    for start, end in pairwise(way):
        able = [code for code in network.served[start, end] if _fits(network, chosen, code, start)]
        if not able:
            return None
        last = chosen[-1] if chosen else ""
        chosen.append(draws.weighted(able, [_SAME_CARRIER_LIKED if code == last else 1 for code in able]))
    if len(set(chosen)) > _MOST_CARRIERS or not _is_sold(network, way, chosen, cabin):
        return None
    return chosen


def _is_sold(network: Network, way: tuple[str, ...], chosen: list[str], cabin: str) -> bool:
    """Whether the carrier of the longest leg sells the cabin on it (the others give what they have)."""
    longest = max(range(len(chosen)), key=lambda leg: network.kilometres[way[leg], way[leg + 1]])
    domestic = network.country(way[longest]) == network.country(way[longest + 1])
    return network.carriers[chosen[longest]].sells(cabin, domestic)


def _fits(network: Network, chosen: list[str], code: str, hub: str) -> bool:
    if not chosen:
        return True
    last = network.carriers[chosen[-1]]
    return network.is_hub_of(hub, last.code, code) and are_partners(last, network.carriers[code])


def draw_path(
    network: Network, origin: str, destination: str, stops: int, cabin: str, draws: Draws
) -> Path | None:
    """A way with so many stops that has the cabin on its longest leg, or None; short detours are liked."""
    hubs = _hubs_between(network, origin, destination, stops) if stops else []
    if len(hubs) < stops:
        return None
    weights = [_liking(network, origin, hub, destination) for hub in hubs]
    for _ in range(_TRIES):
        picked = [draws.weighted(hubs, weights) for _ in range(stops)]
        way = _in_order(network, origin, picked, destination)
        if len(set(way)) == len(way) and _is_sensible(network, way):
            carriers = _assign_carriers(network, way, cabin, draws)
            if carriers:
                return Path(way, tuple(carriers))
    return None
