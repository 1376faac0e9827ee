"""The airports of the catalogue: the fifty busiest, and the further hubs that connections run over."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, cast
from zoneinfo import ZoneInfo

from attrs import field, frozen

from .fact_tables import fact_rows

Hours: TypeAlias = Literal["day", "late", "always"]

_COORDINATE_DIGITS: Final = 2  # about a kilometre; corrections to a runway's position change nothing


@frozen
class Airport:
    """One airport.

    code:      IATA code
    name:      the city as it is shown; no two airports of the catalogue share one
    busiest:   one of the fifty that routes begin and end at
    tier:      1 for an intercontinental gateway, 2 for a large international, 3 for a mainly domestic airport
    hours:     when it is busy: by day, until late at night, or around the clock
    country:   ISO 3166 code
    latitude, longitude: degrees, two digits
    zone:      IANA time zone
    """

    code: str
    name: str
    busiest: bool
    tier: int
    hours: Hours
    country: str
    latitude: float
    longitude: float
    zone: ZoneInfo = field(eq=False)


def read_airports() -> Mapping[str, Airport]:
    """All airports by IATA code, in the order of `facts/airports.csv`.

    Coordinates, country and time zone come from the package airportsdata.
    """
    import airportsdata

    known = airportsdata.load("IATA")
    airports: dict[str, Airport] = {}
    for row in fact_rows("airports"):
        fact = known[row["code"]]
        airports[row["code"]] = Airport(
            code=row["code"],
            name=row["name"],
            busiest=row["busiest"] == "yes",
            tier=int(row["tier"]),
            hours=cast(Hours, row["hours"]),
            country=fact["country"],
            latitude=round(fact["lat"], _COORDINATE_DIGITS),
            longitude=round(fact["lon"], _COORDINATE_DIGITS),
            zone=ZoneInfo(fact["tz"]),
        )
    return airports


def airport_digest(airports: Mapping[str, Airport]) -> str:
    """SHA-256 (hex) of every airport fact the simulation rests on; a new airportsdata may change it."""
    lines = [
        f"{code} {port.country} {port.latitude:.2f} {port.longitude:.2f} {port.zone.key}"
        for code, port in sorted(airports.items())
    ]
    return hashlib.sha256("\n".join(lines).encode("utf-8")).hexdigest()
