"""The test for a habit of position, against statsmodels and by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import SquareTable

from cocoa_core.analysis.positions import homogeneity

TABLES = st.lists(st.integers(1, 20), min_size=9, max_size=9)


def answers(table: list[list[int]]) -> list[tuple[int, str, str]]:
    """One answer a cluster, so many for each right and named letter."""
    pairs = [
        ("ABC"[right], "ABC"[named])
        for right, row in enumerate(table)
        for named, count in enumerate(row)
        for _ in range(count)
    ]
    return [(number, *pair) for number, pair in enumerate(pairs)]


@settings(deadline=None)
@given(TABLES)
def test_of_single_answers_it_is_the_test_of_stuart_and_maxwell(counts: list[int]) -> None:
    table = [counts[:3], counts[3:6], counts[6:]]
    found = homogeneity(answers(table))
    theirs = SquareTable(np.array(table, dtype=float), shift_zeros=False).homogeneity(method="stuart_maxwell")
    assert found is not None
    assert found.freedom == theirs.df == 2
    assert found.statistic == pytest.approx(theirs.statistic, rel=1e-6, abs=1e-9)
    assert found.p == pytest.approx(theirs.pvalue, rel=1e-6)


@given(TABLES, st.integers(2, 4))
def test_answers_that_are_repeated_within_a_cluster_say_nothing_new(counts: list[int], times: int) -> None:
    once = answers([counts[:3], counts[3:6], counts[6:]])
    assume(once)
    one, many = homogeneity(once), homogeneity(once * times)
    assert one is not None
    assert many is not None
    assert many.statistic == pytest.approx(one.statistic, rel=1e-6, abs=1e-9)


def test_where_all_is_right_there_is_nothing_to_test() -> None:
    assert homogeneity([(1, "A", "A"), (2, "B", "B")]) is None


def test_it_errs_as_often_as_it_says_with_clusters() -> None:
    """A model without a habit, wrong on the whole requirement or right: p < 0.05 in one of twenty."""
    random = np.random.default_rng(7)
    rejected, rounds = 0, 600
    for _ in range(rounds):
        asked = []
        for cluster in range(80):
            right = random.integers(0, 5, 3)
            wrong = random.random() < 0.5
            named = random.integers(0, 5, 3) if wrong else right
            asked += [(cluster, "ABCDE"[r], "ABCDE"[n]) for r, n in zip(right, named, strict=True)]
        found = homogeneity(asked)
        rejected += found is not None and found.p < 0.05
    assert 0.03 <= rejected / rounds <= 0.075
