"""The carriers: where they have hubs, whom they share tickets with, what they fly and sell."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from .fact_tables import fact_rows, split_words

__all__ = ["CABINS", "Carrier", "are_partners", "read_carriers"]

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
    reach_km:  the longest leg it flies
    abroad:    whether it flies to other countries
    cabins:    the ticket classes it sells; `home-first` is first class on flights within one country only
    fare_percent: its fares against the usual fare, 100 meaning the same
    pitch_in:  inches between two rows in economy
    wifi:      `free`, `fee` or `none`
    aircraft:  names of its types
    """

    code: str
    name: str
    alliance: str
    partners: tuple[str, ...]
    hubs: tuple[str, ...]
    reach_km: int
    abroad: bool
    cabins: tuple[str, ...]
    fare_percent: int
    pitch_in: int
    wifi: str
    aircraft: tuple[str, ...]

    def sells(self, cabin: str, domestic: bool) -> bool:
        """Whether it sells the ticket class on a flight, which is within one country or not."""
        return cabin in self.cabins or (domestic and f"home-{cabin}" in self.cabins)


def read_carriers() -> Mapping[str, Carrier]:
    """All carriers by IATA code, in the order of `facts/carriers.csv`."""
    return {
        row["code"]: Carrier(
            code=row["code"],
            name=row["name"],
            alliance=row["alliance"],
            partners=split_words(row["partners"]),
            hubs=split_words(row["hubs"]),
            reach_km=int(row["reach_km"]),
            abroad=row["abroad"] == "yes",
            cabins=split_words(row["cabins"]),
            fare_percent=int(row["fare_percent"]),
            pitch_in=int(row["pitch_in"]),
            wifi=row["wifi"],
            aircraft=split_words(row["aircraft"], ";"),
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
