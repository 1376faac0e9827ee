"""Which diamonds of the table become options: weight classes, slips left out, and a sample of each class."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from statistics import mean
from typing import Final

from attrs import frozen

from .table import Stone

_RANGES: Final = (
    *(("0.20", "0.29"), ("0.30", "0.39"), ("0.40", "0.49"), ("0.50", "0.69"), ("0.70", "0.89")),
    *(("0.90", "0.99"), ("1.00", "1.19"), ("1.20", "1.49"), ("1.50", "1.99"), ("2.00", "2.49")),
)
WEIGHT_CLASSES: Final = {f"{low}-{high}": (Decimal(low), Decimal(high)) for low, high in _RANGES}
"""By name, the least and greatest weight in carats, both included. The name says the range and no more: to
some a stone of 1.21 carats is not "about 1.3". The 143 heavier diamonds are left out."""

ROWS_A_CLASS: Final = 220
_DEPTH_TOLERANCE: Final = Decimal("0.2")
_ROUND: Final = (Decimal("0.95"), Decimal("1.05"))


@frozen
class Chosen:
    """A diamond, its weight class, and the mean price in dollars of that class in the table."""

    stone: Stone
    weight_class: str
    mean_price: float


def weight_class(carat: Decimal) -> str | None:
    """The class of a weight; None above the last one."""
    return next((name for name, (low, high) in WEIGHT_CLASSES.items() if low <= carat <= high), None)


def agrees_with_itself(stone: Stone) -> bool:
    """Whether the three measurements are missing, or fit the depth and a round stone: the others are slips.

    The table says depth = 2 * z / (x + y); a fifth of a percentage point is allowed for rounding.
    """
    length, width, height = stone.length, stone.width, stone.height
    if length is None or width is None:
        return length is width is height
    if not _ROUND[0] <= length / width <= _ROUND[1]:
        return False
    return height is None or abs(200 * height / (length + width) - stone.depth) <= _DEPTH_TOLERANCE


def select(stones: Sequence[Stone]) -> tuple[Chosen, ...]:
    """The catalogue, in the order of the table: `ROWS_A_CLASS` of each class.

    Stones that lack a measurement come first. Of stones that are alike in everything the first counts. The
    sample orders stones by the SHA-256 of their number, so it depends on nothing else.
    """
    classes: dict[str, list[Stone]] = defaultdict(list)
    for stone in stones:
        found = weight_class(stone.carat)
        if found and agrees_with_itself(stone):
            classes[found].append(stone)
    chosen = []
    for found, members in classes.items():
        average = mean(stone.price for stone in members)
        chosen += [Chosen(stone, found, average) for stone in _sample(members)]
    return tuple(sorted(chosen, key=lambda one: one.stone.number))


def _sample(members: Sequence[Stone]) -> list[Stone]:
    different = {_look(stone): stone for stone in reversed(members)}.values()
    return sorted(different, key=_rank)[:ROWS_A_CLASS]


def _look(stone: Stone) -> tuple[object, ...]:
    sizes = (stone.length, stone.width, stone.height)
    return (stone.carat, stone.cut, stone.color, stone.clarity, stone.depth, stone.table, stone.price, sizes)


def _rank(stone: Stone) -> tuple[bool, str]:
    return stone.height is not None, hashlib.sha256(f"diamonds {stone.number}".encode()).hexdigest()
