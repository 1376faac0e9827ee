"""Comparisons against scipy and statsmodels, and by simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as their_mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep

from cocoa_core.analysis.paired_tests import (
    Paired,
    compare,
    difference_interval,
    holm,
    mcnemar,
    tango_interval,
)
from cocoa_core.intervals import clustered


@given(st.integers(0, 300), st.integers(0, 300))
def test_mcnemar_is_the_asymptotic_one_of_statsmodels(only_first: int, only_second: int) -> None:
    expected = 1.0
    if only_first + only_second:
        table = [[7, only_first], [only_second, 9]]
        expected = their_mcnemar(table, exact=False, correction=False).pvalue
    assert mcnemar(only_first, only_second) == pytest.approx(expected, rel=1e-9)


@given(st.integers(2, 300))
def test_where_all_differ_alike_p_is_that_of_the_exact_sign_test_of_scipy(number: int) -> None:
    same = compare(Paired(cluster, 0.75, 0.25) for cluster in range(number))
    assert same.p == pytest.approx(stats.binomtest(number, number).pvalue, rel=1e-6)


def their_score(only_first: int, only_second: int, number: int, difference: float) -> float:
    """Tango's score, its nuisance share by maximizing the likelihood on a grid, again and again finer."""
    least, most = max(0.0, -difference), (1 - difference) / 2
    alike = number - only_first - only_second
    for _ in range(6):
        shares = np.linspace(least, most, 2001)
        with np.errstate(divide="ignore", invalid="ignore"):
            likely = sum(
                np.where(count > 0, count * np.log(part), 0.0)
                for count, part in (
                    (only_first, shares + difference),
                    (only_second, shares),
                    (alike, 1 - difference - 2 * shares),
                )
            )
        best = int(np.nanargmax(np.where(np.isnan(likely), -np.inf, likely)))
        least, most = shares[max(0, best - 1)], shares[min(2000, best + 1)]
    variance = number * (2 * shares[best] + difference - difference**2)
    return float((only_first - only_second - number * difference) / math.sqrt(variance))


@given(st.integers(0, 40), st.integers(0, 40), st.integers(1, 60), st.sampled_from([0.9, 0.95, 0.995]))
def test_the_ends_of_tangos_interval_are_where_the_score_reaches_the_quantile(
    only_first: int, only_second: int, alike: int, level: float
) -> None:
    number = only_first + only_second + alike
    low, high = tango_interval(only_first, only_second, number, level)
    reach = stats.norm.ppf((1 + level) / 2)
    assert their_score(only_first, only_second, number, low) == pytest.approx(reach, abs=2e-3)
    assert their_score(only_first, only_second, number, high) == pytest.approx(-reach, abs=2e-3)


PAIRED = st.lists(
    st.tuples(st.integers(0, 30), st.sampled_from([0.0, 0.5, 1.0]), st.sampled_from([0.0, 1.0])), min_size=4
)


@given(PAIRED, st.booleans(), st.integers(1, 30))
def test_the_interval_is_without_zero_just_where_the_adjusted_p_is_small(
    answers: list[tuple[int, float, float]], plain: bool, among: int
) -> None:
    pairs = [Paired(index if plain else answer[0], *answer[1:]) for index, answer in enumerate(answers)]
    if plain:
        pairs = [Paired(pair.cluster, float(pair.first == 1), pair.second) for pair in pairs]
    comparison = compare(pairs)
    adjusted = min(1.0, among * comparison.p)
    low, high = comparison.interval(adjusted)
    assume(not math.isnan(low) and abs(adjusted - 0.05) > 1e-9)
    assert (low > 0 or high < 0) == (adjusted < 0.05)
    assert low <= comparison.difference <= high


@settings(max_examples=25)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_is_that_of_statsmodels(found: list[float]) -> None:
    assert holm(found) == pytest.approx(tuple(multipletests(found, method="holm")[1]))


@given(st.integers(0, 10_000))
def test_the_interval_is_that_of_clustered_least_squares(seed: int) -> None:
    random = np.random.default_rng(seed)
    clusters = np.concatenate([np.arange(12), random.integers(0, 12, 60)])
    first, second = random.integers(0, 3, 72) / 2, random.integers(0, 3, 72) / 2
    comparison = compare(map(Paired, clusters.tolist(), first.tolist(), second.tolist()))
    fitted = sm.OLS(first - second, np.ones(72)).fit(
        cov_type="cluster", cov_kwds={"groups": clusters, "use_correction": False}
    )
    error = fitted.bse[0] * math.sqrt(12 / 11)
    reach = stats.norm.ppf(0.975) * error
    difference = float((first - second).mean())
    assert (comparison.low, comparison.high) == pytest.approx((difference - reach, difference + reach))
    assert comparison.p == pytest.approx(2 * stats.norm.sf(abs(difference) / error))
    assert (comparison.test, comparison.questions, comparison.clusters) == ("cluster-robust", 72, 12)


@given(st.lists(st.tuples(st.integers(0, 6), st.sampled_from([0.0, 0.5, 1.0]), st.sampled_from([0.0, 1.0]))))
def test_turning_a_comparison_round_changes_its_sign_and_nothing_else(
    answers: list[tuple[int, float, float]],
) -> None:
    comparison = compare(Paired(*answer) for answer in answers)
    other = compare(Paired(cluster, second, first) for cluster, first, second in answers)
    assert comparison.p == pytest.approx(other.p, nan_ok=True)
    assert (comparison.only_first, comparison.only_second) == (other.only_second, other.only_first)
    if answers:
        assert comparison.difference == pytest.approx(-other.difference)
    if not math.isnan(comparison.low):
        assert (comparison.low, comparison.high) == pytest.approx((-other.high, -other.low))


def test_mcnemar_is_used_where_no_requirement_repeats() -> None:
    pairs = [Paired(number, float(number < 9), float(number % 3 == 0)) for number in range(12)]
    comparison = compare(pairs)
    assert comparison.test == "McNemar"
    assert comparison.p == mcnemar(comparison.only_first, comparison.only_second)
    assert compare([*pairs, Paired(0, 1.0, 0.0)]).test == "cluster-robust"
    assert compare([*pairs, Paired(99, 0.5, 0.0)]).test == "cluster-robust"


def test_a_difference_without_variance_has_no_interval_and_an_honest_p() -> None:
    comparison = compare([Paired(number // 2, 1.0, 0.0) for number in range(8)])
    assert math.isnan(comparison.low)
    assert comparison.p == pytest.approx(2 / 2**4)


def test_the_cluster_robust_test_errs_as_often_as_it_says() -> None:
    """Two models of equal skill on 50 requirements of four questions: p < 0.05 in one of twenty."""
    random = np.random.default_rng(5)
    rejected, rounds = 0, 1000
    clusters = np.repeat(np.arange(50), 4).tolist()
    for _ in range(rounds):
        chances = np.repeat(random.beta(1, 1, (2, 50)), 4, axis=1)
        first, second = (random.random((2, 200)) < chances).astype(float).tolist()
        rejected += compare(map(Paired, clusters, first, second)).p < 0.05
    assert 0.035 <= rejected / rounds <= 0.07


def test_the_sentence_names_the_better_one_and_never_claims_more_than_p_allows() -> None:
    clear = compare([Paired(number, 1.0, float(number % 3 == 0)) for number in range(60)])
    ahead = "it answers 100.0% (94.0 to 100.0) of the same 60 questions right, against 33.3% (22.7 to 45.9) "
    assert clear.sentence("a", "b").startswith(
        f"a is better than b: {ahead}(+66.7 points, 95 % interval +54."
    )
    turned = compare([Paired(number, float(number % 3 == 0), 1.0) for number in range(60)])
    assert turned.sentence("a", "b") == clear.sentence("b", "a")
    assert clear.sentence("a", "b", 0.2, 7).startswith("No difference between a and b can be told")
    assert "both adjusted for 7 comparisons" in clear.sentence("a", "b", 0.2, 7)
    assert compare([]).sentence("a", "b") == "a and b answered no question in common."
    single = compare([Paired("x", 1.0, 0.0), Paired("x", 1.0, 0.0)]).sentence("a", "b")
    both = "they answer 100.0% (20.7 to 100.0) and 0.0% (0.0 to 79.3) of the same 2 questions right"
    assert single == f"One requirement is too little to compare a with b: {both}."
    alike = compare([Paired(number, 1.0, 1.0) for number in range(9)]).sentence("a", "b")
    assert alike.startswith("No verdict on a and b: they answer 100.0% (70.1 to 100.0) and 100.0%")
    assert "nan" not in alike


COUNTS = st.integers(1, 400).flatmap(lambda size: st.tuples(st.integers(0, size), st.just(size)))


@given(COUNTS, COUNTS)
@example((0, 55), (55, 55))
def test_the_interval_of_the_difference_of_two_groups_is_newcombes(
    first: tuple[int, int], second: tuple[int, int]
) -> None:
    sides = [[(1, int(number < right)) for number in range(size)] for right, size in (first, second)]
    expected = confint_proportions_2indep(*first, *second, method="newcomb")
    difference, low, high = difference_interval(*map(clustered, sides))
    assert difference == pytest.approx(first[0] / first[1] - second[0] / second[1], abs=1e-12)
    assert (low, high) == pytest.approx(expected, abs=1e-9)
    assert -1 <= low <= difference + 1e-12
    assert difference - 1e-12 <= high <= 1


def test_few_answers_that_are_all_right_are_not_taken_for_certain() -> None:
    """By simulation: the interval holds the true difference as often as it says, or more."""
    random, rounds, held = np.random.default_rng(7), 2_000, 0
    for _ in range(rounds):
        few, many = int(random.binomial(4, 0.8)), int(random.binomial(96, 0.7))
        sides = [[(1, int(number < right)) for number in range(of)] for right, of in ((few, 4), (many, 96))]
        _, low, high = difference_interval(*map(clustered, sides))
        held += low <= 0.8 - 0.7 <= high
    assert held / rounds > 0.93


def test_answers_to_one_requirement_widen_the_interval_of_the_difference() -> None:
    alone = [(1, number % 2) for number in range(40)]
    shared = [(4, 4 * (number % 2)) for number in range(10)]
    others = [(1, int(number % 3 == 0)) for number in range(60)]
    wide, narrow = (difference_interval(clustered(one), clustered(others)) for one in (shared, alone))
    assert wide[0] == narrow[0]
    assert wide[2] - wide[1] > 1.5 * (narrow[2] - narrow[1])


def test_a_side_without_answers_has_no_difference() -> None:
    assert all(map(math.isnan, difference_interval(clustered([]), clustered([(3, 1), (4, 2)]))))
