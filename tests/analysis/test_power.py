"""Questions that a difference needs, against statsmodels; means over domains, by simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.power import NormalIndPower

from cocoa_core.analysis.macro import mean_of
from cocoa_core.analysis.paired import Paired, compare
from cocoa_core.analysis.power import detectable, questions_needed
from cocoa_core.intervals import clustered


@settings(max_examples=40, deadline=None)
@given(st.floats(0.02, 0.5), st.floats(0.1, 1), st.sampled_from([0.5, 0.8, 0.95]))
def test_questions_needed_are_those_of_statsmodels(difference: float, deviation: float, power: float) -> None:
    found = questions_needed(difference, deviation, power)
    reached = [
        NormalIndPower(ddof=0).power(difference / deviation, number, 0.05, ratio=0)
        for number in (found, found - 1)
    ]
    assert reached[0] >= power - 1e-9
    assert found == 1 or reached[1] < power + 0.01
    assert detectable(deviation / math.sqrt(found), power) <= difference * (1 + 1e-6)


def test_with_as_many_questions_the_difference_is_found_as_often_as_promised() -> None:
    random = np.random.default_rng(3)
    deviation = math.sqrt(0.3 + 0.2 - 0.1**2)
    number = questions_needed(0.1, deviation)
    found, rounds = 0, 600
    for _ in range(rounds):
        drawn = random.choice([1.0, -1.0, 0.0], size=number, p=[0.3, 0.2, 0.5])
        pairs = [Paired(place, float(one > 0), float(one < 0)) for place, one in enumerate(drawn)]
        found += compare(pairs).p < 0.05
    assert found / rounds == pytest.approx(0.8, abs=0.05)


def test_the_interval_of_a_mean_over_domains_holds_it_as_often_as_it_says() -> None:
    random = np.random.default_rng(11)
    chances, sizes = (0.9, 0.5, 0.25), (40, 80, 60)
    held, rounds = 0, 800
    for _ in range(rounds):
        rights = [random.random(size) < chance for size, chance in zip(sizes, chances, strict=True)]
        share, low, high = mean_of([clustered([(1, float(one)) for one in right]) for right in rights])
        assert low <= share <= high
        held += low <= sum(chances) / 3 <= high
    assert 0.93 <= held / rounds <= 0.975
