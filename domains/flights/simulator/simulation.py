"""The whole simulation: from a seed to the rows of the catalogue."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from .catalogue_rows import catalogue_row
from .itineraries import simulate_route
from .network import read_network
from .routes import choose_routes
from .timetable import Timetable

SEED: Final = 2027
"""The seed of the catalogue that is shipped."""


def simulate(seed: int = SEED, only: Collection[str] | None = None) -> list[tuple[str, ...]]:
    """The rows of the catalogue, route after route; `only` keeps the named routes (`JFK-LHR`), unchanged.

    The same seed gives the same rows, as long as airportsdata and the time zones say the same.
    """
    network = read_network()
    timetable = Timetable(network, seed)
    rows: list[tuple[str, ...]] = []
    for route in choose_routes(network, seed):
        if only is None or route.name in only:
            itineraries = simulate_route(timetable, route)
            rows.extend(
                catalogue_row(network, route, number, one) for number, one in enumerate(itineraries, start=1)
            )
    return rows
