"""The carriers: where they have hubs, whom they share tickets with, what they fly and sell."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from .aircraft import AircraftType
from .fact_tables import fact_rows, split_words

CABINS = ("economy", "business", "first")
"""The ticket classes, from the cheapest on."""


@frozen
class Carrier:
    """One airline.

    code:      IATA code
    name:      as it is shown
    alliance:  name, or empty
    partners:  codes of carriers outside of the alliance that share tickets with this one
    hubs:      IATA codes of airports
    cabins:    `economy`, `business`, and `home-first`: a first class in short-haul seats, within one country
               only, where it is sold instead of business class but for wide bodies
    fare_percent: its fares against the usual fare, 100 meaning the same
    pitch_in:  inches between two rows in economy
    wifi:      `free`, `fee` or `none`
    aircraft:  names of its types
    first_on:  those of them that have first class on every flight
    economy_on: those that have economy class alone
    """

    code: str
    name: str
    alliance: str
    partners: tuple[str, ...]
    hubs: tuple[str, ...]
    cabins: tuple[str, ...]
    fare_percent: int
    pitch_in: int
    wifi: str
    aircraft: tuple[str, ...]
    first_on: tuple[str, ...]
    economy_on: tuple[str, ...]

    def sells(self, cabin: str, kind: AircraftType, domestic: bool) -> bool:
        """Whether it sells the ticket class on a flight of that type, which is within one country or not."""
        if cabin == "economy":
            return True
        if kind.name in self.economy_on:
            return False
        at_home = domestic and "home-first" in self.cabins
        if cabin == "first":
            return at_home or kind.name in self.first_on
        return cabin in self.cabins and (kind.wide or not at_home)


def read_carriers() -> Mapping[str, Carrier]:
    """All carriers by IATA code, in the order of `facts/carriers.csv`."""
    return {
        row["code"]: Carrier(
            code=row["code"],
            name=row["name"],
            alliance=row["alliance"],
            partners=split_words(row["partners"]),
            hubs=split_words(row["hubs"]),
            cabins=split_words(row["cabins"]),
            fare_percent=int(row["fare_percent"]),
            pitch_in=int(row["pitch_in"]),
            wifi=row["wifi"],
            aircraft=split_words(row["aircraft"], ";"),
            first_on=split_words(row["first_on"], ";"),
            economy_on=split_words(row["economy_on"], ";"),
        )
        for row in fact_rows("carriers")
    }


def are_partners(one: Carrier, other: Carrier) -> bool:
    """Whether both can be on one ticket: the same carrier, the same alliance, or partners by agreement."""
    if one.code == other.code:
        return True
    if one.alliance and one.alliance == other.alliance:
        return True
    return one.code in other.partners or other.code in one.partners
