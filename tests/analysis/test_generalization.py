"""The interval of the gap is that of paired differences, where items come in pairs."""

from __future__ import annotations

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t

from cocoa_core.analysis.generalization import _compared, _Difference

values = st.integers(0, 20).map(lambda number: number / 20)
pairs = st.lists(st.tuples(values, values), min_size=2, max_size=30)


@given(pairs)
def test_of_pairs_it_is_students_interval_of_their_differences(found: list[tuple[float, float]]) -> None:
    inside = [(one, number) for number, (one, _) in enumerate(found)]
    outside = [(other, number) for number, (_, other) in enumerate(found)]
    differences = [one - other for one, other in found]
    spread = statistics.stdev(differences) / len(found) ** 0.5
    difference = _Difference.of([(inside, 1), (outside, -1)])
    low, high = difference.low, difference.high
    if spread < 1e-9:
        assert math.isnan(low)
        assert math.isnan(high)
        return
    expected = t.interval(0.95, len(found) - 1, statistics.mean(differences), spread)
    assert (low, high) == pytest.approx(expected)


@given(pairs, st.integers(2, 4))
def test_answers_of_one_concept_set_count_as_one(found: list[tuple[float, float]], times: int) -> None:
    """Every pair several times over, in the cluster that it is in, says no more than once."""

    def spread_over(many: int) -> tuple[float, float]:
        inside = [(one, number) for number, (one, _) in enumerate(found) for _ in range(many)]
        outside = [(other, number) for number, (_, other) in enumerate(found) for _ in range(many)]
        difference = _Difference.of([(inside, 1), (outside, -1)])
        return difference.low, difference.high

    assert spread_over(times) == pytest.approx(spread_over(1), nan_ok=True)


def test_without_answers_on_one_side_there_is_no_gap() -> None:
    row = _compared([(0.5, 1), (1.0, 2)], [])
    assert row[:3] == (2, 0, 0.75)
    assert row[4:] == (None,) * 4
