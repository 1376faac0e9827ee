"""The directions in which literals point: the range that a demand, a condition or an odd demand may have."""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

PreferenceRange: TypeAlias = tuple[int, int]
"""The smallest and the largest direction of a literal, as `Rule.direction` gives it."""

ANY: Final[PreferenceRange] = (-1, 1)
WANTED: Final[PreferenceRange] = (0, 1)
"""What people want, or what has no direction."""
AGAINST: Final[PreferenceRange] = (-1, -1)


def negated_range(side: PreferenceRange) -> PreferenceRange:
    """Returns the range of the negated literals."""
    return -side[1], -side[0]


def overlap(first: PreferenceRange, second: PreferenceRange) -> PreferenceRange | None:
    """Returns what both ranges allow; None where that is nothing."""
    low, high = max(first[0], second[0]), min(first[1], second[1])
    return (low, high) if low <= high else None


@cache
def allows(side: PreferenceRange, directions: frozenset[int]) -> bool:
    """Returns whether some of the directions is in the range."""
    return any(side[0] <= direction <= side[1] for direction in directions)
