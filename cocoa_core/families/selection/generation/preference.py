"""Which way literals point: the sides that a demand, a condition or an odd demand may take."""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

__all__ = ["AGAINST", "ANY", "WANTED", "PreferenceRange", "allows", "negated_range", "overlap"]

PreferenceRange: TypeAlias = tuple[int, int]
"""The least and the greatest direction of a literal, as `Rule.direction` gives it."""

ANY: Final[PreferenceRange] = (-1, 1)
WANTED: Final[PreferenceRange] = (0, 1)
"""What people want, or what has no direction."""
AGAINST: Final[PreferenceRange] = (-1, -1)


def negated_range(side: PreferenceRange) -> PreferenceRange:
    """The side of the negated literals."""
    return -side[1], -side[0]


def overlap(one: PreferenceRange, other: PreferenceRange) -> PreferenceRange | None:
    """What both sides allow, None where that is nothing."""
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else None


@cache
def allows(side: PreferenceRange, directions: frozenset[int]) -> bool:
    """Whether some of the directions is on the side."""
    return any(side[0] <= direction <= side[1] for direction in directions)
