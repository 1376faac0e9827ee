"""Wilson's interval and the effective sample size, against statsmodels and by simulation.

To import statsmodels takes 1.7 s of CPU: the process that runs these tests does, not each that collects them.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.intervals import accuracy, normal_quantile, wilson


@given(st.integers(1, 5000).flatmap(lambda size: st.tuples(st.integers(0, size), st.just(size))))
def test_wilson_is_that_of_statsmodels(counts: tuple[int, int]) -> None:
    from statsmodels.stats.proportion import proportion_confint

    right, size = counts
    expected = proportion_confint(right, size, alpha=0.05, method="wilson")
    assert wilson(right / size, size) == pytest.approx(expected, abs=1e-9)


def test_of_no_answers_nothing_is_known() -> None:
    found = accuracy([], [])
    assert (found.answers, found.low, found.high) == (0, 0.0, 1.0)
    assert np.isnan(found.share)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 12)), min_size=1, max_size=80))
def test_the_interval_holds_the_share_and_lies_between_0_and_1(answers: list[tuple[bool, int]]) -> None:
    found = accuracy(*zip(*answers, strict=True))
    assert 0 <= found.low <= found.share + 1e-12
    assert found.share - 1e-12 <= found.high <= 1
    assert 0 < found.effective <= found.answers
    assert found.clusters == len({cluster for _, cluster in answers})


@given(st.integers(0, 10_000))
def test_the_design_effect_is_that_of_clustered_least_squares(seed: int) -> None:
    import statsmodels.api as sm

    random = np.random.default_rng(seed)
    clusters = random.integers(0, 15, 90)
    outcomes = random.random(90) < random.random(15)[clusters]
    share = outcomes.mean()
    _, labels = np.unique(clusters, return_inverse=True)
    fitted = sm.OLS(outcomes.astype(float), np.ones(90)).fit(
        cov_type="cluster", cov_kwds={"groups": labels, "use_correction": False}
    )
    groups = labels.max() + 1
    robust = fitted.bse[0] ** 2 * groups / (groups - 1)
    expected = min(90.0, share * (1 - share) / robust)
    found = accuracy(outcomes.tolist(), clusters.tolist())
    assert found.effective == pytest.approx(expected)


def test_answers_to_their_own_requirements_are_as_many_as_they_are() -> None:
    assert accuracy([True, False, True], ["a", "b", "c"]).effective == 3


@pytest.mark.parametrize("outcome", [True, False])
def test_where_all_answers_agree_each_requirement_counts_once(outcome: bool) -> None:
    assert accuracy([outcome] * 12, list("aaabbbcccddd")).effective == 4


def test_repeating_every_answer_tells_nothing_new() -> None:
    outcomes = [True, False, True, True, False, True, False, True]
    once, often = accuracy(outcomes, range(8)), accuracy(outcomes * 5, [*range(8)] * 5)
    assert often.share == once.share
    assert often.effective == pytest.approx(7)  # the factor G / (G - 1) of eight clusters


@pytest.mark.parametrize("share", [0.2, 0.5, 0.85])
def test_the_interval_covers_the_truth_as_often_as_it_says(share: float) -> None:
    """60 requirements of six answers each, whose chances differ: 19 intervals of 20 hold the true share."""
    random = np.random.default_rng(17)
    covered, plain, rounds = 0, 0, 1000
    clusters = np.repeat(np.arange(60), 6).tolist()
    for _ in range(rounds):
        chances = random.beta(share * 2, (1 - share) * 2, 60)
        outcomes = (random.random((60, 6)) < chances[:, None]).ravel().tolist()
        found = accuracy(outcomes, clusters)
        covered += found.low <= share <= found.high
        low, high = wilson(found.share, found.answers)
        plain += low <= share <= high
    assert 0.93 <= covered / rounds <= 0.97
    assert plain / rounds < 0.85  # what it would be if the answers were taken for independent


def test_the_quantile_of_95_percent() -> None:
    assert normal_quantile(0.95) == pytest.approx(1.959964, abs=1e-6)


@given(st.integers(0, 10_000))
def test_of_graded_scores_it_is_the_t_interval_of_clustered_least_squares(seed: int) -> None:
    import statsmodels.api as sm

    random = np.random.default_rng(seed)
    clusters = random.integers(0, 9, 40)
    scores = np.clip(random.random(9)[clusters] + random.normal(0, 0.2, 40), 0, 1)
    labels = np.unique(clusters, return_inverse=True)[1]
    fitted = sm.OLS(scores, np.ones(40)).fit(cov_type="cluster", cov_kwds={"groups": labels}, use_t=True)
    ((low, high),) = fitted.conf_int()
    found = accuracy(scores.tolist(), clusters.tolist())
    assert found.share == pytest.approx(scores.mean())
    assert (found.low, found.high) == pytest.approx((max(0.0, low), min(1.0, high)))
    assert found.right == (scores == 1).sum()


def test_of_graded_scores_that_do_not_differ_each_cluster_counts_once() -> None:
    found = accuracy([0.5] * 8, list("aabbccdd"))
    assert (found.low, found.high) == wilson(0.5, 4)
    found = accuracy([0.5], ["a"])
    assert (found.low, found.high) == wilson(0.5, 1)


@pytest.mark.parametrize("share", [0.3, 0.7])
def test_the_interval_of_graded_scores_covers_the_truth_as_often_as_it_says(share: float) -> None:
    random = np.random.default_rng(5)
    clusters = np.repeat(np.arange(30), 3).tolist()
    covered, rounds = 0, 1000
    for _ in range(rounds):
        means = random.beta(share * 4, (1 - share) * 4, 30)
        scores = random.beta(means * 6, (1 - means) * 6, (3, 30)).T.ravel().tolist()
        found = accuracy(scores, clusters)
        covered += found.low <= share <= found.high
    assert 0.93 <= covered / rounds <= 0.97
