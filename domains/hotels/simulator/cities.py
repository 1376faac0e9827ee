"""The real part of the world: cities with their districts, from the tables beside the simulator."""

from __future__ import annotations

import csv
from pathlib import Path

from attrs import frozen

_FACTS = Path(__file__).parent / "facts"


@frozen
class District:
    """A part of a city.

    km: to the center of the city. metro_minutes: the usual walk to a station.
    level: what a room costs there, in percent of the city's usual price.
    """

    name: str
    km: float
    metro_minutes: int
    level: int


@frozen
class City:
    """A city. dollars: a usual double room there. peak_months: 1 to 12, when more people come."""

    name: str
    code: str
    dollars: int
    peak_months: tuple[int, ...]
    language: str
    second_language: str
    districts: tuple[District, ...]


def read_cities() -> tuple[City, ...]:
    """All cities in the order of `facts/cities.csv`, each with its districts in file order."""
    districts: dict[str, list[District]] = {}
    for row in _rows("districts"):
        district = District(row["district"], float(row["km"]), int(row["metro_minutes"]), int(row["level"]))
        districts.setdefault(row["city"], []).append(district)
    return tuple(
        City(
            row["city"],
            row["code"],
            int(row["dollars"]),
            tuple(int(month) for month in row["peak_months"].split()),
            row["language"],
            row["second_language"],
            tuple(districts[row["city"]]),
        )
        for row in _rows("cities")
    )


def _rows(name: str) -> list[dict[str, str]]:
    with (_FACTS / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))
