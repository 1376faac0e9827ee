"""The interval of the gap is that of paired differences, where items come in pairs."""

from __future__ import annotations

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t

from cocoa_core.analysis.generalization import _compared
from cocoa_core.analysis.tables import Cell

values = st.integers(0, 20).map(lambda number: number / 20)
pairs = st.lists(st.tuples(values, values), min_size=2, max_size=30)


def ends(inside: list[tuple[float, int]], outside: list[tuple[float, int]]) -> tuple[Cell, Cell]:
    """Of the interval of the gap."""
    low, high = _compared({"id": list(inside), "ood": list(outside)})[5:7]
    return low, high


@given(pairs)
def test_of_pairs_it_is_students_interval_of_their_differences(found: list[tuple[float, float]]) -> None:
    inside = [(one, number) for number, (one, _) in enumerate(found)]
    outside = [(other, number) for number, (_, other) in enumerate(found)]
    differences = [one - other for one, other in found]
    spread = statistics.stdev(differences) / len(found) ** 0.5
    low, high = ends(inside, outside)
    if spread < 1e-9:
        assert (low, high) == (None, None)
        return
    expected = t.interval(0.95, len(found) - 1, statistics.mean(differences), spread)
    assert (low, high) == pytest.approx(expected)


@given(pairs, st.integers(2, 4))
def test_answers_of_one_concept_set_count_as_one(found: list[tuple[float, float]], times: int) -> None:
    """Every pair several times over, in the cluster that it is in, says no more than once."""

    def spread_over(many: int) -> tuple[Cell, Cell]:
        inside = [(one, number) for number, (one, _) in enumerate(found) for _ in range(many)]
        outside = [(other, number) for number, (_, other) in enumerate(found) for _ in range(many)]
        return ends(inside, outside)

    assert spread_over(times) == pytest.approx(spread_over(1))


def test_without_answers_on_one_side_there_is_no_gap() -> None:
    row = _compared({"id": [(0.5, 1), (1.0, 2)]})
    assert row[:3] == (2, 0, 0.75)
    assert row[4:] == (None,) * 4
