"""Tests paired differences: McNemar's test with Tango's interval, a cluster-robust test, and Holm."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from statistics import NormalDist
from typing import Final

from attrs import frozen

from cocoa_core.intervals import Accuracy, accuracy, normal_quantile, with_ends

LEVEL: Final = 0.95
SIGNIFICANT: Final = 0.05
FEWEST: Final = 30
"""The number of requirements below which no run is called better: McNemar's test, Tango's interval and the
cluster-robust interval are approximations for many requirements. The interval of an accuracy is too narrow
below some thirty, too.
"""
MCNEMAR: Final = "McNemar"


@frozen
class Paired:
    """An item that both sides answered: its cluster, and each side's mean score."""

    cluster: Hashable
    first: float
    second: float


@frozen
class PairedDifference:
    """The accuracy of the first side minus that of the second, over the questions that both answered."""

    questions: int
    """The number of questions."""
    clusters: int
    """The number of requirements that the questions belong to."""
    first: float
    """The first side's share of right answers on these questions; NaN without questions."""
    second: float
    """The second side's share of right answers; NaN without questions."""
    low: float
    """The lower end of the 95 % interval of the difference; NaN where there is none."""
    high: float
    """The upper end of that interval."""
    p: float
    """The two-sided probability of such a difference by chance; NaN with fewer than two requirements."""
    test: str
    """"McNemar" where no requirement repeats and every share is 0 or 1, else "cluster-robust"."""
    only_first: int
    """The number of questions that the first side has right more often than the second."""
    only_second: int
    """The number of questions that the second side has right more often than the first."""
    error: float = math.nan
    """The cluster-robust standard error of the difference; NaN where there is none."""
    first_ends: tuple[float, float] = (math.nan, math.nan)
    """The 95 % interval of the first share, computed as for any accuracy."""
    second_ends: tuple[float, float] = (math.nan, math.nan)
    """The 95 % interval of the second share."""

    @property
    def difference(self) -> float:
        """The first share less the second."""
        return self.first - self.second

    def interval(self, p: float) -> tuple[float, float]:
        """Returns the interval that agrees with an adjusted p: it excludes 0 exactly where p is below 0.05.

        Adjusting multiplies p; the interval has the level that remains when 0.05 is divided by the same
        factor. (The duality of tests and intervals: E. Lehmann and J. Romano, Testing Statistical Hypotheses,
        section 3.5.)
        """
        if math.isnan(self.error) or not p > self.p > 0:
            return self.low, self.high
        level = 1 - SIGNIFICANT * self.p / p
        if self.test == MCNEMAR:
            return tango_interval(self.only_first, self.only_second, self.questions, level)
        reach = normal_quantile(level) * self.error
        return _ends(self.difference, reach, reach)

    def is_significant(self, p: float) -> bool:
        """Returns whether one side is called better by this p: never with fewer than FEWEST requirements."""
        return p < SIGNIFICANT and self.clusters >= FEWEST

    def sentence(self, first: str, second: str, p: float | None = None, among: int = 1) -> str:
        """Returns the comparison in words: which side is better and by how much, or the figures where that
        cannot be told.

        Args:
            first: the name of the first side.
            second: the name of the second side.
            p: the p adjusted for `among` comparisons, with which the interval is adjusted too; None for the
                comparison's own.
        """
        decisive = self.p if p is None else p
        if not self.is_significant(decisive):
            return self.figures(first, second, p, among)
        second_ahead = self.difference < 0
        ours, theirs = _share_text(self.first, self.first_ends), _share_text(self.second, self.second_ends)
        better, worse = (second, first) if second_ahead else (first, second)
        high, low = (theirs, ours) if second_ahead else (ours, theirs)
        evidence = self._evidence(decisive, -1 if second_ahead else 1, among)
        return (
            f"{better} is better than {worse}: it answers {high} of {self._questions} right, "
            f"against {low} ({evidence})."
        )

    def figures(self, first: str, second: str, p: float | None = None, among: int = 1) -> str:
        """Returns the comparison in words without naming a better side: both shares, and whether a difference
        can be told.

        Args:
            p: as in `sentence`.
        """
        if not self.questions:
            return f"{first} and {second} answered no question in common."
        ours, theirs = _share_text(self.first, self.first_ends), _share_text(self.second, self.second_ends)
        shares = f"they answer {ours} and {theirs} of {self._questions} right"
        if self.clusters < 2:
            return f"One requirement is too little to compare {first} with {second}: {shares}."
        decisive = self.p if p is None else p
        evidence = f"{shares} ({self._evidence(decisive, 1, among)})"
        if self.clusters < FEWEST:
            few = f"{self.clusters} requirements are too few for {self.test}, which takes {FEWEST}"
            return f"No verdict on {first} and {second}: {evidence}; {few}."
        if self.is_significant(decisive):
            return f"{first} and {second} differ: {evidence}."
        return f"No difference between {first} and {second} can be told: {evidence}."

    @property
    def _questions(self) -> str:
        return f"the same {self.questions:,} questions" if self.questions > 1 else "the same question"

    def _evidence(self, p: float, sign: int, among: int) -> str:
        """Returns the difference, its interval, and the test with its p."""
        ends = self._ends_in_words(p, sign, among)
        text = ", ".join([*ends, f"{self.test} {_p_text(p)}"])
        return text + f", {'both ' * (len(ends) > 1)}adjusted for {among} comparisons" * (among > 1)

    def _ends_in_words(self, p: float, sign: int, among: int) -> list[str]:
        """Returns difference and interval in points; with sign -1, the second side less the first."""
        points = f"{100 * sign * self.difference:+z.1f} points"
        ends = self.interval(p)
        if math.isnan(ends[0]):
            return [points]
        low, high = sorted(100 * sign * end for end in ends)
        return [points, f"{'95 % ' * (among == 1)}interval {low:+z.1f} to {high:+z.1f}"]


def compare(pairs: Iterable[Paired]) -> PairedDifference:
    """Compares two sides over the questions that both answered.

    Where no requirement repeats and every share is 0 or 1, p is that of McNemar's test and the interval is
    Tango's, which holds the differences that this test does not reject. Otherwise the interval is that of the
    mean of the differences, its variance cluster-robust over requirements with the factor G / (G - 1) for G
    requirements (K.-Y. Liang and S. Zeger, Biometrika 73, 1986), and p is that of the same normal
    approximation. Where every requirement differs by exactly the same amount there is no variance to
    estimate: then there is no interval, and p is that of the exact sign test over requirements.
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
    return PairedDifference(
        *(number, len(sums), first, second, low, high, p),
        *(MCNEMAR if plain else "cluster-robust", only_first, only_second, error),
        *(_ends_of(paired, which) for which in ("first", "second")),
    )


def _ends_of(pairs: Sequence[Paired], which: str) -> tuple[float, float]:
    estimate = accuracy([getattr(pair, which) for pair in pairs], [pair.cluster for pair in pairs])
    return estimate.low, estimate.high


def mcnemar(only_first: int, only_second: int) -> float:
    """Returns the two-sided p of McNemar's asymptotic test, without a continuity correction.

    (Q. McNemar, Psychometrika 12, 1947. Its error rate hardly exceeds the nominal level, whereas that of the
    exact test is far below it: M. Fagerland, S. Lydersen and P. Laake, BMC Medical Research Methodology
    13:91, 2013.)

    Args:
        only_first: the number of questions that only the first side has right.
        only_second: the number of questions that only the second side has right.
    """
    discordant = only_first + only_second
    if not discordant:
        return 1.0
    return 2 * NormalDist().cdf(-abs(only_first - only_second) / math.sqrt(discordant))


def tango_interval(only_first: int, only_second: int, number: int, level: float) -> tuple[float, float]:
    """Returns Tango's score interval of the difference of two shares of the same `number` questions.

    It holds the differences that McNemar's score test does not reject. (T. Tango, Statistics in Medicine 17,
    1998.)
    """
    reach = normal_quantile(level)
    high = _boundary(only_first, only_second, number, reach)
    return -_boundary(only_second, only_first, number, reach), high


def _boundary(only_first: int, only_second: int, number: int, reach: float) -> float:
    """Returns the greatest difference whose score is not below -reach, found by bisection."""
    low, high = (only_first - only_second) / number, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if _score(only_first, only_second, number, middle) >= -reach:
            low = middle
        else:
            high = middle
    return low


def _score(only_first: int, only_second: int, number: int, difference: float) -> float:
    """Returns the score of a difference at the maximum-likelihood share of the second side alone."""
    linear = (2 * number - only_first + only_second) * difference - only_first - only_second
    constant = -only_second * difference * (1 - difference)
    share = (math.sqrt(max(0.0, linear * linear - 8 * number * constant)) - linear) / (4 * number)
    variance = number * (2 * share + difference * (1 - difference))
    distance = only_first - only_second - number * difference
    if variance <= 0:
        return math.copysign(math.inf, distance) if distance else 0.0
    return distance / math.sqrt(variance)


def holm(values: Sequence[float]) -> tuple[float, ...]:
    """Returns p values adjusted by Holm's method, in the same order. NaN stays NaN and does not count.

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

    All three are NaN where a side is empty. The ends are combined from those of the two accuracies, so that a
    side with few answers, all of them right or all wrong, is not taken for certain. (R. Newcombe, Statistics
    in Medicine 17, 1998, method 10; for other means G. Zou and A. Donner, Statistics in Medicine 27, 2008.)
    """
    if not first.answers or not second.answers:
        return math.nan, math.nan, math.nan
    difference = first.share - second.share
    below = math.hypot(first.share - first.low, second.high - second.share)
    above = math.hypot(first.high - first.share, second.share - second.low)
    return difference, *_ends(difference, below, above)


def _robust(difference: float, sums: Sequence[float], number: int) -> tuple[float, float, float, float]:
    """Returns the ends, p and the standard error, from each cluster's sum of deviations."""
    groups = len(sums)
    if groups < 2:
        return math.nan, math.nan, math.nan, math.nan
    error = math.sqrt(sum(residual * residual for residual in sums) * groups / (groups - 1)) / number
    if error < 1e-12:
        p = 2.0 ** (1 - groups) if abs(difference) > 1e-12 else 1.0  # the sign test: all on one side
        return math.nan, math.nan, p, math.nan
    reach = normal_quantile(LEVEL) * error
    p = 2 * NormalDist().cdf(-abs(difference) / error)
    return *_ends(difference, reach, reach), p, error


def _ends(difference: float, below: float, above: float) -> tuple[float, float]:
    """Cuts an interval at -1 and 1, beyond which no difference of two shares lies."""
    return max(-1.0, difference - below), min(1.0, difference + above)


def _p_text(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def _share_text(share: float, ends: tuple[float, float]) -> str:
    if math.isnan(ends[0]):
        return f"{share:.1%}"
    return with_ends(share, *ends)
