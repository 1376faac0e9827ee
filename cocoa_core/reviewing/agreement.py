"""Computes the agreement between reviewers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement, permutations


def krippendorff_alpha(units: Sequence[Mapping[str, int]], *, ordinal: bool = False) -> float | None:
    """Returns Krippendorff's alpha: 1 for agreement, 0 for what chance gives, below 0 for less.

    (K. Krippendorff, Content Analysis, 2018, chapter 12: 1 - observed / expected disagreement over the
    coincidence matrix, with the nominal difference or the ordinal one. Missing values are allowed.)

    Args:
        units: for each item the value that each reviewer gave, by reviewer. Items that fewer than two
            reviewed do not count.
        ordinal: whether values are ranks, so that distant ones disagree more than near ones.

    Returns:
        None where no two reviewers valued the same item, or where all values are the same.
    """
    weights: dict[tuple[int, int], float] = {}
    for values in units:
        rated = list(values.values())
        for pair in permutations(range(len(rated)), 2):
            key = rated[pair[0]], rated[pair[1]]
            weights[key] = weights.get(key, 0.0) + 1 / (len(rated) - 1)
    totals: dict[int, float] = {}
    for (value, _), weight in weights.items():
        totals[value] = totals.get(value, 0.0) + weight
    whole = sum(totals.values())
    scale = sorted(totals)
    if len(scale) < 2:
        return None

    def difference(low: int, high: int) -> float:
        if not ordinal:
            return float(low != high)
        between = sum(totals[value] for value in scale if low <= value <= high)
        return (between - (totals[low] + totals[high]) / 2) ** 2

    pairs = [pair for pair in combinations_with_replacement(scale, 2) if pair[0] != pair[1]]
    observed = sum(2 * weights.get(pair, 0.0) * difference(*pair) for pair in pairs)
    expected = sum(2 * totals[low] * totals[high] * difference(low, high) for low, high in pairs)
    return 1 - (whole - 1) * observed / expected
