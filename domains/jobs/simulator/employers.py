"""Invented employers: each has one name, size and rating in all of its offers."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from ...simulating.draws import Draws
from .fact_tables import Occupation

_FIRST_WORDS: Final = (
    "Alderbrook",
    "Birchfield",
    "Copperline",
    "Dunmarrow",
    "Eastmere",
    "Fernhollow",
    "Graywater",
    "Hartwell",
    "Ironvale",
    "Juniper Row",
    "Kestrel Bay",
    "Larkmoor",
    "Millrace",
    "Northgate",
    "Oakhaven",
    "Pinecrest",
)
_SIZES: Final = ((8, 50), (50, 250), (250, 1000), (1000, 5000), (5000, 40000))
_SIZES_LIKED: Final = (2, 3, 3, 2, 1)
_RATED: Final = 0.85


@frozen
class Employer:
    """An employer: how many people work there, and its rating in tenths of a point of five, if it has one."""

    name: str
    employees: int
    rating: int | None


def draw_employer(occupation: Occupation, seed: int, draws: Draws) -> Employer:
    """One of the employers in an occupation; its size and rating depend on its name and the seed alone."""
    name = f"{draws.pick(_FIRST_WORDS)} {draws.pick(occupation.sectors)}"
    own = Draws(seed, "employer", name)
    low, high = own.weighted(_SIZES, _SIZES_LIKED)
    employees = own.whole(low, high)
    rating = min(49, max(22, round(37 + own.bell(6))))
    step = 10 ** max(0, len(str(employees)) - 2)
    return Employer(name, employees // step * step, rating if own.chance(_RATED) else None)
