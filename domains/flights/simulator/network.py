"""Which carriers fly between which airports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from .aircraft import AircraftType, read_aircraft
from .airports import Airport, read_airports
from .carriers import Carrier, read_carriers
from .fact_tables import fact_rows, split_words
from .geometry import great_circle_km

_SHORTEST_LEG_KM: Final = 250


@frozen(eq=False)
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


def _listed(airports: Mapping[str, Airport]) -> set[tuple[str, str, str]]:
    """Carrier, start and end of the legs of `facts/nonstops.csv`, both ways."""
    legs: set[tuple[str, str, str]] = set()
    for row in fact_rows("nonstops"):
        carrier, hub = row["carrier"], row["hub"]
        country = airports[hub].country
        home = [code for code, port in airports.items() if port.country == country and code != hub]
        ends = home if row["home"] == "all" else split_words(row["home"])
        for end in (*ends, *split_words(row["to"])):
            legs |= {(carrier, hub, end), (carrier, end, hub)}
    return legs


def read_network() -> Network:
    """The network of all airports and carriers of the tables of facts."""
    airports, carriers = read_airports(), read_carriers()
    aircraft, listed = read_aircraft(), _listed(airports)
    reach = {one.code: max(aircraft[name].reach_km for name in one.aircraft) for one in carriers.values()}
    kilometres: dict[tuple[str, str], int] = {}
    served: dict[tuple[str, str], tuple[str, ...]] = {}
    for start in airports.values():
        for end in airports.values():
            if start.code == end.code:
                continue
            km = great_circle_km(start, end)
            kilometres[start.code, end.code] = km
            flying = tuple(
                code
                for code in carriers
                if (code, start.code, end.code) in listed and _SHORTEST_LEG_KM <= km <= reach[code]
            )
            if flying:
                served[start.code, end.code] = flying
    return Network(airports, carriers, aircraft, kilometres, served)
