"""Occupations, cities and languages: the small tables of facts that the simulator starts from."""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path

from attrs import frozen

_FOLDER = Path(__file__).parent


@frozen
class Occupation:
    """What the simulator takes for granted of an occupation.

    pay:     dollars a year of a junior full-time job
    hours:   "office", "rota" or "evening"
    longest_shift: in minutes, breaks included
    freelance: whether people do it on their own account
    remote:  share of offers that are partly or fully remote
    travel:  the most that there is, in percent
    foreign: share of offers that ask for a language besides English
    sectors: second words of the names of its employers
    """

    name: str
    pay: int
    hours: str
    longest_shift: int
    freelance: bool
    remote: float
    travel: int
    foreign: float
    degree: str
    sectors: tuple[str, ...]


@frozen
class City:
    """A city: pay against the country's, and the usual commute in minutes."""

    name: str
    pay: float
    commute: int


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


@lru_cache(maxsize=1)
def occupations() -> tuple[Occupation, ...]:
    """All occupations, by name."""
    return tuple(
        Occupation(
            name=row["occupation"],
            pay=int(row["pay"]),
            hours=row["hours"],
            longest_shift=60 * int(row["longest_shift"]),
            freelance=row["freelance"] == "yes",
            remote=float(row["remote"]),
            travel=int(row["travel"]),
            foreign=float(row["foreign"]),
            degree=row["degree"],
            sectors=tuple(row["sectors"].split("; ")),
        )
        for row in _rows(_FOLDER / "facts" / "occupations.csv")
    )


@lru_cache(maxsize=1)
def cities() -> tuple[City, ...]:
    """All cities, by name."""
    return tuple(
        City(row["city"], float(row["pay"]), int(row["commute"]))
        for row in _rows(_FOLDER / "facts" / "cities.csv")
    )


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """All languages of the domain's table, by name."""
    return tuple(row["language"] for row in _rows(_FOLDER.parent / "tables" / "languages.csv"))
