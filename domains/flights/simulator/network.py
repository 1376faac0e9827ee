"""Which carriers fly between which airports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from .aircraft import AircraftType, read_aircraft
from .airports import Airport, read_airports
from .carriers import Carrier, read_carriers
from .geometry import great_circle_km

__all__ = ["Network", "read_network"]

_SHORTEST_LEG_KM: Final = 250
_LONGEST_LEG_KM: Final = {2: 15500, 3: 12800, 4: 8600, 5: 5500, 6: 4000}
"""The longest plausible leg, by the sum of the two airports' tiers."""


@frozen
class Network:
    """Airports, carriers and aircraft, and who flies where.

    kilometres: great-circle distance by pair of codes, both ways
    served:     by pair of codes, the codes of the carriers with a nonstop leg, in the order of the carriers;
                pairs that nobody flies are left out
    """

    airports: Mapping[str, Airport]
    carriers: Mapping[str, Carrier]
    aircraft: Mapping[str, AircraftType]
    kilometres: Mapping[tuple[str, str], int] = field(repr=False)
    served: Mapping[tuple[str, str], tuple[str, ...]] = field(repr=False)

    def is_hub_of(self, airport: str, *carriers: str) -> bool:
        """Whether the airport is a hub of at least one of the carriers."""
        return any(airport in self.carriers[code].hubs for code in carriers)

    def country(self, airport: str) -> str:
        """ISO code of the country of an airport."""
        return self.airports[airport].country


def _flies(carrier: Carrier, start: Airport, end: Airport, km: int) -> bool:
    """A carrier flies a leg if it has a hub at one end, reaches that far, and the airports are big enough."""
    if start.code not in carrier.hubs and end.code not in carrier.hubs:
        return False
    if not _SHORTEST_LEG_KM <= km <= min(carrier.reach_km, _LONGEST_LEG_KM[start.tier + end.tier]):
        return False
    return carrier.abroad or start.country == end.country


def read_network() -> Network:
    """The network of all airports and carriers of the tables of facts."""
    airports, carriers = read_airports(), read_carriers()
    kilometres: dict[tuple[str, str], int] = {}
    served: dict[tuple[str, str], tuple[str, ...]] = {}
    for start in airports.values():
        for end in airports.values():
            if start.code == end.code:
                continue
            km = great_circle_km(start, end)
            kilometres[start.code, end.code] = km
            flying = tuple(code for code, one in carriers.items() if _flies(one, start, end, km))
            if flying:
                served[start.code, end.code] = flying
    return Network(airports, carriers, read_aircraft(), kilometres, served)
