"""Accuracy with its interval, where several answers may belong to one requirement."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from statistics import NormalDist

from attrs import frozen


@frozen
class Accuracy:
    """The mean score of some answers: the share of right ones where every score is 0 or 1."""

    answers: int
    """The number of answers; several epochs count each."""
    right: int
    """The number of answers with a score of 1."""
    share: float
    """The mean score; NaN if there are no answers."""
    clusters: int
    """The number of groups of answers that are not independent, such as those to one requirement."""
    effective: float
    """The number of independent answers that would say as much; at most `answers`, not an integer."""
    low: float
    high: float
    """The upper end of the interval; `low` is the lower one. Both are from 0 to 1."""


def accuracy(scores: Sequence[float], clusters: Sequence[Hashable], level: float = 0.95) -> Accuracy:
    """Returns the mean of scores from 0 to 1 with its interval.

    Where every score is 0 or 1 it is Wilson's interval on the effective sample size: the number of answers
    divided by the design effect, which is the cluster-robust variance of the mean (with the factor G / (G -
    1) for G clusters) over that of independent answers, never below 1. Where all answers are right or all are
    wrong there is no variance to compare, and each cluster counts once. (L. Kish, Survey Sampling, 1965,
    section 8.2; E. Korn and B. Graubard, Survey Methodology 24, 1998, for intervals on it.)

    Where some score lies between, it is Student's t interval of the mean with the same cluster-robust
    variance and G - 1 degrees of freedom, cut off at 0 and 1. Where the clusters do not differ there is no
    variance to see; then it is Wilson's interval with each cluster counted once.

    Args:
        clusters: the cluster of each answer, in the same order.
    """
    sums: dict[Hashable, list[float]] = {}
    for score, cluster in zip(scores, clusters, strict=True):
        counted = sums.setdefault(cluster, [0, 0])
        counted[0] += 1
        counted[1] += score
    result = clustered([(int(size), total) for size, total in sums.values()], level)
    if all(score in (0, 1) for score in scores):
        return result
    return _graded(result, sum(score == 1 for score in scores), list(sums.values()), level)


def clustered(clusters: Sequence[tuple[int, float]], level: float = 0.95) -> Accuracy:
    """Returns what `accuracy` does where every score is 0 or 1, from the number of answers and of right ones
    in each cluster.
    """
    answers = sum(size for size, _ in clusters)
    right = sum(inside for _, inside in clusters)
    effective = _effective(answers, right, clusters)
    share = right / answers if answers else math.nan
    low, high = wilson(right / answers if answers else 0.0, effective, level)
    return Accuracy(answers, int(right), share, len(clusters), effective, low, high)


def _effective(answers: int, right: float, clusters: Sequence[tuple[int, float]]) -> float:
    groups = len(clusters)
    if groups == answers:
        return float(answers)
    if right in (0, answers) or groups < 2:
        return float(groups)
    share = right / answers
    effect = _variance(share, answers, clusters) * answers / (share * (1 - share))
    return answers / max(effect, 1.0)


def _variance(mean: float, answers: int, clusters: Sequence[Sequence[float]]) -> float:
    """The cluster-robust variance of the mean over two clusters and more: (answers, sum of scores) each."""
    groups = len(clusters)
    squares = sum((inside - mean * size) ** 2 for size, inside in clusters)
    return squares * groups / (groups - 1) / answers**2


def _graded(plain: Accuracy, right: int, clusters: Sequence[Sequence[float]], level: float) -> Accuracy:
    groups, mean = len(clusters), plain.share
    variance = _variance(mean, plain.answers, clusters) if groups > 1 else 0.0
    if variance < 1e-24:
        low, high = wilson(mean, groups, level)
    else:
        from scipy.special import stdtrit

        reach = float(stdtrit(groups - 1, (1 + level) / 2)) * math.sqrt(variance)
        low, high = max(0.0, mean - reach), min(1.0, mean + reach)
    return Accuracy(plain.answers, right, mean, groups, float(groups), low, high)


def wilson(share: float, size: float, level: float = 0.95) -> tuple[float, float]:
    """Returns the score interval of a proportion observed in `size` answers; (0, 1) for no answers.

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
    """Returns how many standard deviations a two-sided interval of this level reaches: 1.96 for 0.95."""
    return NormalDist().inv_cdf((1 + level) / 2)


def ends_text(low: float, high: float) -> str:
    """`58.1 to 66.3`, in percent."""
    return f"{100 * low:.1f} to {100 * high:.1f}"


def with_ends(share: float, low: float, high: float) -> str:
    """`62.3% (58.1 to 66.3)`."""
    return f"{share:.1%} ({ends_text(low, high)})"
