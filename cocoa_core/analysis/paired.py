"""Tests paired differences: McNemar with Tango's interval, cluster-robust, and the exact sign test."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from statistics import NormalDist
from typing import Final

from attrs import frozen

from cocoa_core.intervals import Accuracy, accuracy, normal_quantile, with_ends

__all__ = [
    "FEWEST",
    "LEVEL",
    "SIGNIFICANT",
    "Comparison",
    "Paired",
    "compare",
    "difference_interval",
    "holm",
    "mcnemar",
    "sign_test",
    "tango_interval",
]

LEVEL: Final = 0.95
SIGNIFICANT: Final = 0.05
FEWEST: Final = 30
"""Requirements below which no run is called better: McNemar's test, Tango's interval and the cluster-robust
one are approximations for many. The interval of an accuracy is too narrow below some thirty, too."""
MCNEMAR: Final = "McNemar"


@frozen
class Paired:
    """One item that both answered: its cluster, and the mean score of each."""

    cluster: Hashable
    first: float
    second: float


@frozen
class Comparison:
    """The accuracy of the first less that of the second, over the questions that both answered."""

    questions: int
    clusters: int
    """`questions` and `clusters`: questions, and requirements that they belong to."""
    first: float
    second: float
    """`first` and `second`: the shares of right answers on these questions; NaN without questions."""
    low: float
    high: float
    """`low` and `high`: the ends of the 95 % interval of the difference; NaN where the answers say nothing of
    it.
    """
    p: float
    """How often chance alone would show such a difference or a greater one, two-sided; NaN of fewer than two
    requirements.
    """
    test: str
    """"McNemar" where no requirement repeats and every share is 0 or 1, else "cluster-robust"."""
    only_first: int
    only_second: int
    """`only_first` and `only_second`: questions that one of them has right more often than the other."""
    error: float = math.nan
    """The standard error of the difference, cluster-robust; NaN where there is none."""
    first_ends: tuple[float, float] = (math.nan, math.nan)
    second_ends: tuple[float, float] = (math.nan, math.nan)
    """`first_ends` and `second_ends`: of the 95 % intervals of the shares, as of any accuracy."""

    @property
    def difference(self) -> float:
        """The first share less the second."""
        return self.first - self.second

    def interval(self, p: float) -> tuple[float, float]:
        """The ends of the interval that agrees with an adjusted p: without 0 just where p is below 0.05.

        Adjusting multiplies p; the interval has the level that 0.05 divided by as much leaves. (The duality
        of tests and intervals: E. Lehmann and J. Romano, Testing Statistical Hypotheses, section 3.5.)
        """
        if math.isnan(self.error) or not p > self.p > 0:
            return self.low, self.high
        level = 1 - SIGNIFICANT * self.p / p
        if self.test == MCNEMAR:
            return tango_interval(self.only_first, self.only_second, self.questions, level)
        reach = normal_quantile(level) * self.error
        return _ends(self.difference, reach, reach)

    def told(self, p: float) -> bool:
        """Returns whether one is called better, by this p: not by fewer than FEWEST requirements."""
        return p < SIGNIFICANT and self.clusters >= FEWEST

    def sentence(self, first: str, second: str, p: float | None = None, among: int = 1) -> str:
        """Returns what it means, in words, for two of these names: of the better one, how far it is ahead.

        Args:
            p: adjusted for `among` comparisons, if it was; then the interval of the difference is, too.
        """
        decisive = self.p if p is None else p
        if not self.told(decisive):
            return self.figures(first, second, p, among)
        turned = self.difference < 0
        ours, theirs = _share(self.first, self.first_ends), _share(self.second, self.second_ends)
        better, worse = (second, first) if turned else (first, second)
        high, low = (theirs, ours) if turned else (ours, theirs)
        found = self._found(decisive, -1 if turned else 1, among)
        return (
            f"{better} is better than {worse}: it answers {high} of {self._questions} right, "
            f"against {low} ({found})."
        )

    def figures(self, first: str, second: str, p: float | None = None, among: int = 1) -> str:
        """As `sentence`, without a verdict: who answers what share right, and what can be told."""
        if not self.questions:
            return f"{first} and {second} answered no question in common."
        ours, theirs = _share(self.first, self.first_ends), _share(self.second, self.second_ends)
        both = f"they answer {ours} and {theirs} of {self._questions} right"
        if self.clusters < 2:
            return f"One requirement is too little to compare {first} with {second}: {both}."
        decisive = self.p if p is None else p
        found = f"{both} ({self._found(decisive, 1, among)})"
        if self.clusters < FEWEST:
            few = f"{self.clusters} requirements are too few for {self.test}, which takes {FEWEST}"
            return f"No verdict on {first} and {second}: {found}; {few}."
        if self.told(decisive):
            return f"{first} and {second} differ: {found}."
        return f"No difference between {first} and {second} can be told: {found}."

    @property
    def _questions(self) -> str:
        return f"the same {self.questions:,} questions" if self.questions > 1 else "the same question"

    def _found(self, p: float, sign: int, among: int) -> str:
        """Returns the difference, its interval, and the test with its p."""
        ends = self._ends_in_words(p, sign, among)
        found = ", ".join([*ends, f"{self.test} {_p_text(p)}"])
        return found + f", {'both ' * (len(ends) > 1)}adjusted for {among} comparisons" * (among > 1)

    def _ends_in_words(self, p: float, sign: int, among: int) -> list[str]:
        """Returns the first less the second with its interval, in points; with -1 the second less the
        first.
        """
        points = f"{100 * sign * self.difference:+z.1f} points"
        ends = self.interval(p)
        if math.isnan(ends[0]):
            return [points]
        low, high = sorted(100 * sign * end for end in ends)
        return [points, f"{'95 % ' * (among == 1)}interval {low:+z.1f} to {high:+z.1f}"]


def compare(pairs: Iterable[Paired]) -> Comparison:
    """Compares two models over some questions.

    Where no requirement repeats and every share is 0 or 1, p is that of McNemar's test and the interval that
    of Tango, which is what this test does not refuse. Else the interval is that of the mean of the
    differences, its variance cluster-robust over requirements with the factor G / (G - 1) for G of them
    (K.-Y. Liang and S. Zeger, Biometrika 73, 1986), and p that of the same normal approximation. Where every
    requirement differs by exactly as much there is no variance to see: then there is no interval, and p is
    that of the exact sign test over requirements.
    """
    paired = list(pairs)
    number = len(paired)
    first = sum(pair.first for pair in paired) / number if number else math.nan
    second = sum(pair.second for pair in paired) / number if number else math.nan
    sums: dict[Hashable, float] = {}
    for pair in paired:
        sums[pair.cluster] = sums.get(pair.cluster, 0.0) + pair.first - pair.second - (first - second)
    low, high, p, error = _robust(first - second, list(sums.values()), number)
    only_first = sum(pair.first > pair.second for pair in paired)
    only_second = sum(pair.second > pair.first for pair in paired)
    plain = len(sums) == number and all({pair.first, pair.second} <= {0.0, 1.0} for pair in paired)
    if plain and len(sums) > 1:
        p = mcnemar(only_first, only_second)
        low, high = tango_interval(only_first, only_second, number, LEVEL)
        error = 0.0 if math.isnan(error) else error
    return Comparison(
        *(number, len(sums), first, second, low, high, p),
        *(MCNEMAR if plain else "cluster-robust", only_first, only_second, error),
        *(_ends_of(paired, which) for which in ("first", "second")),
    )


def _ends_of(pairs: Sequence[Paired], which: str) -> tuple[float, float]:
    estimate = accuracy([getattr(pair, which) for pair in pairs], [pair.cluster for pair in pairs])
    return estimate.low, estimate.high


def mcnemar(only_first: int, only_second: int) -> float:
    """Returns McNemar's two-sided p for discordant pairs: asymptotic, without a correction.

    (Q. McNemar, Psychometrika 12, 1947; that it errs hardly more often than it says, and the exact one far
    less often: M. Fagerland, S. Lydersen and P. Laake, BMC Medical Research Methodology 13:91, 2013.)
    """
    discordant = only_first + only_second
    if not discordant:
        return 1.0
    return 2 * NormalDist().cdf(-abs(only_first - only_second) / math.sqrt(discordant))


def tango_interval(only_first: int, only_second: int, number: int, level: float) -> tuple[float, float]:
    """Returns Tango's score interval of a difference of two shares of the same `number` questions.

    It holds the differences that McNemar's score test does not refuse. (T. Tango, Statistics in Medicine 17,
    1998.)
    """
    reach = normal_quantile(level)
    high = _boundary(only_first, only_second, number, reach)
    return -_boundary(only_second, only_first, number, reach), high


def _boundary(only_first: int, only_second: int, number: int, reach: float) -> float:
    """Returns the greatest difference whose score is not below -reach, by halving."""
    low, high = (only_first - only_second) / number, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if _score(only_first, only_second, number, middle) >= -reach:
            low = middle
        else:
            high = middle
    return low


def _score(only_first: int, only_second: int, number: int, difference: float) -> float:
    """Returns the score of a difference, with the likeliest share of the questions that only the second has
    right.
    """
    linear = (2 * number - only_first + only_second) * difference - only_first - only_second
    constant = -only_second * difference * (1 - difference)
    share = (math.sqrt(max(0.0, linear * linear - 8 * number * constant)) - linear) / (4 * number)
    variance = number * (2 * share + difference * (1 - difference))
    distance = only_first - only_second - number * difference
    if variance <= 0:
        return math.copysign(math.inf, distance) if distance else 0.0
    return distance / math.sqrt(variance)


def sign_test(ahead: int, behind: int) -> float:
    """Returns the two-sided exact p of the sign test."""
    number, fewer = ahead + behind, min(ahead, behind)
    tail = term = 1
    for count in range(1, fewer + 1):
        term = term * (number - count + 1) // count
        tail += term
    doubled: float = 2 * tail / (1 << number)
    return min(1.0, doubled)


def holm(values: Sequence[float]) -> tuple[float, ...]:
    """Adjusts p values by Holm's method, in the same order; NaN stays and does not count.

    (S. Holm, Scandinavian Journal of Statistics 6, 1979.)
    """
    adjusted = [math.nan] * len(values)
    least = 0.0
    tested = [index for index, p in enumerate(values) if not math.isnan(p)]
    for rank, index in enumerate(sorted(tested, key=values.__getitem__)):
        least = max(least, min(1.0, (len(tested) - rank) * values[index]))
        adjusted[index] = least
    return tuple(adjusted)


def difference_interval(first: Accuracy, second: Accuracy) -> tuple[float, float, float]:
    """Returns the difference of two accuracies over different clusters, and the ends of its 95 % interval.

    NaN for all three where a side is empty. The ends are put together from those of the two, so that a side
    of few answers, all of them right or all wrong, is not taken for certain. (R. Newcombe, Statistics in
    Medicine 17, 1998, method 10; for other means G. Zou and A. Donner, Statistics in Medicine 27, 2008.)
    """
    if not first.answers or not second.answers:
        return math.nan, math.nan, math.nan
    difference = first.share - second.share
    below = math.hypot(first.share - first.low, second.high - second.share)
    above = math.hypot(first.high - first.share, second.share - second.low)
    return difference, *_ends(difference, below, above)


def _robust(difference: float, sums: Sequence[float], number: int) -> tuple[float, float, float, float]:
    """Computes interval, p and standard error from the summed deviations of each cluster."""
    groups = len(sums)
    if groups < 2:
        return math.nan, math.nan, math.nan, math.nan
    error = math.sqrt(sum(residual * residual for residual in sums) * groups / (groups - 1)) / number
    if error < 1e-12:
        p = sign_test(groups, 0) if abs(difference) > 1e-12 else 1.0
        return math.nan, math.nan, p, math.nan
    reach = normal_quantile(LEVEL) * error
    p = 2 * NormalDist().cdf(-abs(difference) / error)
    return *_ends(difference, reach, reach), p, error


def _ends(difference: float, below: float, above: float) -> tuple[float, float]:
    """No difference of two shares is beyond -1 and 1, whatever an approximation or a rounding says."""
    return max(-1.0, difference - below), min(1.0, difference + above)


def _p_text(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def _share(share: float, ends: tuple[float, float]) -> str:
    if math.isnan(ends[0]):
        return f"{share:.1%}"
    return with_ends(share, *ends)
