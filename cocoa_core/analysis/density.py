"""How the entropy of the right option is distributed, for right and wrong answers: the paper's Figure 5."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cocoa_core.analysis.results import Result
from cocoa_core.analysis.runs import RUN, Run
from cocoa_core.analysis.tables import Cell, Column, Table

__all__ = ["density", "entropy_density", "entropy_means"]

_POINTS: Final = 101
_NARROWEST: Final = 0.02
"""The least standard deviation of a kernel: values that are nearly all alike would give a needle."""


def density(values: Sequence[float], grid: Sequence[float]) -> tuple[float, ...]:
    """The Gaussian kernel density of values from 0 to 1 at the points of a grid; its integral is 1.

    The bandwidth is the standard deviation times n ** -0.2 (D. Scott, Multivariate Density Estimation, 1992),
    at least 0.02. What would lie beyond 0 and 1 is reflected (B. Silverman, Density Estimation, 1986, section
    2.10). ValueError without values.
    """
    import numpy as np

    if not len(values):
        raise ValueError("expected at least one value")
    sample, counts = np.unique(np.asarray(values, dtype=float), return_counts=True)
    points = np.asarray(grid, dtype=float)
    number = len(values)
    spread = float(np.std(np.asarray(values, dtype=float), ddof=1)) if number > 1 else 0.0
    width = max(spread * number**-0.2, _NARROWEST)
    whole = np.zeros_like(points)
    for mirrored in (side * sample + shift for side in (1, -1) for shift in (-2, 0, 2)):
        distance = (points[:, None] - mirrored[None, :]) / width
        whole += np.exp(-0.5 * distance**2) @ counts
    return tuple(map(float, whole / (number * width * np.sqrt(2 * np.pi))))


def entropy_density(runs: Sequence[Run]) -> Table:
    """The densities at 101 points from 0 to 1, of right and of wrong answers of each run."""
    grid = [place / (_POINTS - 1) for place in range(_POINTS)]
    rows: list[tuple[Cell, ...]] = []
    for run in runs:
        for outcome, values in _entropies(run.results):
            if values:
                heights = density(values, grid)
                pairs = zip(grid, heights, strict=True)
                rows.extend((*run.cells, outcome, x, height) for x, height in pairs)
    columns = (
        *RUN,
        Column("outcome", "outcome"),
        Column("entropy", "entropy", "number"),
        Column("density", "density", "number"),
    )
    return Table("entropy_density", "Density of the entropy of the right option", columns, tuple(rows))


def entropy_means(runs: Sequence[Run]) -> Table:
    """The mean entropy of the right option, of right and of wrong answers of each run."""
    rows: list[tuple[Cell, ...]] = []
    for run in runs:
        for outcome, values in _entropies(run.results):
            failures = sum(one.parse_failure for one in run.results) if outcome == "wrong" else 0
            mean = sum(values) / len(values) if values else None
            rows.append((*run.cells, outcome, len(values), mean, failures))
    columns = (
        *RUN,
        Column("outcome", "outcome"),
        Column("answers", "answers", "count"),
        Column("mean", "mean entropy", "number"),
        Column("parse_failures", "parse failures", "count"),
    )
    note = "Entropy 0: the right option satisfies every literal; 1: half of them."
    return Table("entropy", "Entropy of the right option", columns, tuple(rows), note)


def _entropies(results: Sequence[Result]) -> tuple[tuple[str, list[float]], ...]:
    right = [one.facts.entropy for one in results if one.correct]
    wrong = [one.facts.entropy for one in results if not one.correct]
    return ("right", right), ("wrong", wrong)
