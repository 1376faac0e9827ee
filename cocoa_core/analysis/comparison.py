"""Two models on the same questions: which one is better, and whether chance alone would show as much."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from statistics import NormalDist

from attrs import frozen

from cocoa_core.analysis.intervals import clustered, normal_quantile

__all__ = ["SIGNIFICANT", "Comparison", "Paired", "compare", "difference_interval", "holm", "mcnemar"]

LEVEL = 0.95
SIGNIFICANT = 0.05


@frozen
class Paired:
    """One question that both answered: its requirement, and each one's share of right answers."""

    cluster: Hashable
    first: float
    second: float


@frozen
class Comparison:
    """The accuracy of the first less that of the second, over the questions that both answered.

    questions, clusters: questions, and requirements that they belong to
    first, second: the shares of right answers on these questions; NaN without questions
    low, high: the ends of the 95 % interval of the difference; NaN where the answers say nothing of it
    p: how often chance alone would show such a difference or a greater one, two-sided
    test: "McNemar" where no requirement repeats and every share is 0 or 1, else "cluster-robust"
    only_first, only_second: questions that one of them has right more often than the other
    """

    questions: int
    clusters: int
    first: float
    second: float
    low: float
    high: float
    p: float
    test: str
    only_first: int
    only_second: int

    @property
    def difference(self) -> float:
        """The first share less the second."""
        return self.first - self.second

    def sentence(self, first: str, second: str, p: float | None = None, among: int = 1) -> str:
        """What it means, in words, for two of these names: of the better one, how far it is ahead.

        p: adjusted for `among` comparisons, if it was.
        """
        if not self.questions:
            return f"{first} and {second} answered no question in common."
        many = f"the same {self.questions:,} questions" if self.questions > 1 else "the same question"
        both = f"they answer {self.first:.1%} and {self.second:.1%} of {many} right"
        if self.clusters < 2:
            return f"One requirement is too little to compare {first} with {second}: {both}."
        decisive = self.p if p is None else p
        turned = decisive < SIGNIFICANT and self.difference < 0
        found = ", ".join([*self._interval(-1 if turned else 1), f"{self.test} {_p_text(decisive)}"])
        if among > 1:
            found += f", adjusted for {among} comparisons"
        if decisive >= SIGNIFICANT:
            return f"No difference between {first} and {second} can be told: {both} ({found})."
        better, worse = (second, first) if turned else (first, second)
        high, low = max(self.first, self.second), min(self.first, self.second)
        shares = f"it answers {high:.1%} of {many} right, against {low:.1%}"
        return f"{better} is better than {worse}: {shares} ({found})."

    def _interval(self, sign: int) -> list[str]:
        """The first less the second with its interval, in points; with -1 the second less the first."""
        points = f"{100 * sign * self.difference:+z.1f} points"
        if math.isnan(self.low):
            return [points]
        low, high = sorted((100 * sign * self.low, 100 * sign * self.high))
        return [points, f"95 % interval {low:+z.1f} to {high:+z.1f}"]


def compare(pairs: Iterable[Paired]) -> Comparison:
    """The comparison over some questions.

    The interval is that of the mean of the differences, its variance cluster-robust over requirements with
    the factor G / (G - 1) for G of them (K.-Y. Liang and S. Zeger, Biometrika 73, 1986). p is that of the
    same normal approximation; where no requirement repeats and every share is 0 or 1, that of McNemar's exact
    test (Q. McNemar, Psychometrika 12, 1947). Where every requirement differs by exactly as much there is no
    variance to see: then there is no interval, and p is that of the exact sign test over requirements.
    """
    found = list(pairs)
    number = len(found)
    first = sum(one.first for one in found) / number if number else math.nan
    second = sum(one.second for one in found) / number if number else math.nan
    sums: dict[Hashable, float] = {}
    for one in found:
        sums[one.cluster] = sums.get(one.cluster, 0.0) + one.first - one.second - (first - second)
    low, high, p = _robust(first - second, list(sums.values()), number)
    only_first = sum(one.first > one.second for one in found)
    only_second = sum(one.second > one.first for one in found)
    plain = len(sums) == number and all({one.first, one.second} <= {0.0, 1.0} for one in found)
    if plain:
        p = mcnemar(only_first, only_second)
    test = "McNemar" if plain else "cluster-robust"
    return Comparison(number, len(sums), first, second, low, high, p, test, only_first, only_second)


def mcnemar(only_first: int, only_second: int) -> float:
    """The two-sided exact p of so many discordant pairs, each way equally likely."""
    number, fewer = only_first + only_second, min(only_first, only_second)
    tail = term = 1
    for count in range(1, fewer + 1):
        term = term * (number - count + 1) // count
        tail += term
    doubled: float = 2 * tail / (1 << number)
    return min(1.0, doubled)


def holm(found: Sequence[float]) -> tuple[float, ...]:
    """Each p adjusted for all of them together, in the same order.

    (S. Holm, Scandinavian Journal of Statistics 6, 1979.)
    """
    adjusted = [0.0] * len(found)
    least = 0.0
    for rank, place in enumerate(sorted(range(len(found)), key=found.__getitem__)):
        least = max(least, min(1.0, (len(found) - rank) * found[place]))
        adjusted[place] = least
    return tuple(adjusted)


def difference_interval(
    first: Sequence[tuple[int, int]], second: Sequence[tuple[int, int]]
) -> tuple[float, float, float]:
    """The difference of two shares over different requirements, and the ends of its 95 % interval.

    Each side: answers and right ones of each requirement. NaN for all three where a side is empty. The ends
    are put together from those of the two shares, each on its effective sample size, so that a side of few
    answers, all of them right or all wrong, is not taken for certain. (R. Newcombe, Interval estimation for
    the difference between independent proportions, Statistics in Medicine 17, 1998, method 10.)
    """
    one, other = clustered(first), clustered(second)
    if not one.answers or not other.answers:
        return math.nan, math.nan, math.nan
    difference = one.share - other.share
    below = math.hypot(one.share - one.low, other.high - other.share)
    above = math.hypot(one.high - one.share, other.share - other.low)
    return difference, *_ends(difference, below, above)


def _robust(difference: float, sums: Sequence[float], number: int) -> tuple[float, float, float]:
    """Interval and p from the summed deviations of each cluster."""
    groups = len(sums)
    if groups < 2:
        return math.nan, math.nan, 1.0
    error = math.sqrt(sum(one * one for one in sums) * groups / (groups - 1)) / number
    if error < 1e-12:
        p = mcnemar(groups, 0) if abs(difference) > 1e-12 else 1.0
        return math.nan, math.nan, p
    reach = normal_quantile(LEVEL) * error
    p = 2 * NormalDist().cdf(-abs(difference) / error)
    return *_ends(difference, reach, reach), p


def _ends(difference: float, below: float, above: float) -> tuple[float, float]:
    """No difference of two shares is beyond -1 and 1, whatever an approximation or a rounding says."""
    return max(-1.0, difference - below), min(1.0, difference + above)


def _p_text(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"
