"""Which way literals point: the sides that a demand, a condition or an odd demand may take."""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

__all__ = ["AGAINST", "ANY", "WANTED", "Side", "allows", "common", "turned"]

Side: TypeAlias = tuple[int, int]
"""The least and the greatest direction of a literal, as `Rule.direction` gives it."""

ANY: Final[Side] = (-1, 1)
WANTED: Final[Side] = (0, 1)
"""What people want, or what has no direction."""
AGAINST: Final[Side] = (-1, -1)


def turned(side: Side) -> Side:
    """The side of the negated literals."""
    return -side[1], -side[0]


def common(one: Side, other: Side) -> Side | None:
    """What both sides allow, None where that is nothing."""
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else None


@cache
def allows(side: Side, directions: frozenset[int]) -> bool:
    """Whether some of the directions is on the side."""
    return any(side[0] <= direction <= side[1] for direction in directions)
