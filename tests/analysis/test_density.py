"""The kernel density, against scipy's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import gaussian_kde

from cocoa_core.analysis.density import density

GRID = np.linspace(0, 1, 201)


@settings(deadline=None)
@given(st.lists(st.floats(0, 1), min_size=2, max_size=60).filter(lambda values: np.std(values, ddof=1) > 0.1))
def test_the_density_is_scipys_reflected_at_both_ends(values: list[float]) -> None:
    theirs = gaussian_kde(values)
    expected = sum(theirs(side * GRID + shift) for side in (1, -1) for shift in (-2, 0, 2))
    assert density(values, GRID.tolist()) == pytest.approx(tuple(expected), rel=1e-6, abs=1e-9)


@settings(deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=60))
def test_the_density_integrates_to_one(values: list[float]) -> None:
    fine = np.linspace(0, 1, 2001)
    heights = np.array(density(values, fine.tolist()))
    assert np.trapezoid(heights, fine) == pytest.approx(1, abs=0.02)
    assert (heights >= 0).all()


def test_no_values_have_no_density() -> None:
    with pytest.raises(ValueError, match="at least one"):
        density([], [0.5])
