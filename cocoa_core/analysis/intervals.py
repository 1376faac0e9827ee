"""Accuracy with its interval, where several answers may belong to one requirement."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from statistics import NormalDist

from attrs import frozen

__all__ = ["Accuracy", "accuracy", "clustered", "normal_quantile", "wilson"]


@frozen
class Accuracy:
    """A share of right answers.

    answers:   how many there are; right: how many of them are right (several epochs count each)
    clusters:  requirements that they belong to
    effective: as many independent answers would say as much: at most `answers`, not a whole number
    low, high: the ends of the interval, from 0 to 1
    """

    answers: int
    right: int
    clusters: int
    effective: float
    low: float
    high: float

    @property
    def share(self) -> float:
        """Right answers of all; NaN of none."""
        return self.right / self.answers if self.answers else math.nan


def accuracy(outcomes: Sequence[bool], clusters: Sequence[Hashable], level: float = 0.95) -> Accuracy:
    """The accuracy of some answers with the Wilson interval on their effective sample size.

    outcomes: whether each answer is right; clusters: the requirement of each, in the same order.
    The sample size is divided by the design effect: the cluster-robust variance of the mean (with the factor
    G / (G - 1) for G clusters) over that of independent answers, never below 1. Where all answers are right
    or all wrong there is no variance to compare, and each cluster counts once. (L. Kish, Survey Sampling,
    1965, section 8.2; E. Korn and B. Graubard, Survey Methodology 24, 1998, for intervals on it.)
    """
    sums: dict[Hashable, list[int]] = {}
    for outcome, cluster in zip(outcomes, clusters, strict=True):
        counted = sums.setdefault(cluster, [0, 0])
        counted[0] += 1
        counted[1] += outcome
    return clustered([(size, right) for size, right in sums.values()], level)


def clustered(clusters: Sequence[tuple[int, int]], level: float = 0.95) -> Accuracy:
    """As `accuracy`, of the answers and the right ones of each cluster."""
    answers, right = (sum(one[place] for one in clusters) for place in (0, 1))
    effective = _effective(answers, right, clusters)
    low, high = wilson(right / answers if answers else 0.0, effective, level)
    return Accuracy(answers, right, len(clusters), effective, low, high)


def _effective(answers: int, right: int, clusters: Sequence[Sequence[int]]) -> float:
    groups = len(clusters)
    if groups == answers:
        return float(answers)
    if right in (0, answers) or groups < 2:
        return float(groups)
    share = right / answers
    robust = sum((inside - share * size) ** 2 for size, inside in clusters) * groups / (groups - 1)
    effect = robust / (share * (1 - share) * answers)
    return answers / max(effect, 1.0)


def wilson(share: float, size: float, level: float = 0.95) -> tuple[float, float]:
    """The score interval of a proportion seen in `size` answers; (0, 1) of none.

    (E. B. Wilson, Journal of the American Statistical Association 22, 1927.)
    """
    if size <= 0:
        return 0.0, 1.0
    quantile = normal_quantile(level)
    spread = quantile * quantile / size
    middle = (share + spread / 2) / (1 + spread)
    half = quantile / (1 + spread) * math.sqrt(share * (1 - share) / size + spread / (4 * size))
    return max(0.0, middle - half), min(1.0, middle + half)


def normal_quantile(level: float) -> float:
    """How many standard deviations a two-sided interval of this level reaches: 1.96 for 0.95."""
    return NormalDist().inv_cdf((1 + level) / 2)
