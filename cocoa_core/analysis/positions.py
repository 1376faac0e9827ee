"""Tabulates which letters a model names whichever are right, and tests whether it has a habit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

import numpy as np
from attrs import frozen

from cocoa_core.analysis.paired import holm
from cocoa_core.analysis.results import Result
from cocoa_core.analysis.runs import PARSE_FAILURES, RUN, ModelRun
from cocoa_core.analysis.tables import Cell, ReportTable, TableColumn

__all__ = ["Homogeneity", "confusion", "homogeneity", "position_bias"]


@frozen
class Homogeneity:
    """The result of a test whether letters are named as often as they are right."""

    statistic: float
    """Approximately chi-square with `freedom` degrees of freedom where there is no habit."""
    freedom: int
    p: float
    """The p of the statistic."""


def homogeneity(answers: Iterable[tuple[Hashable, str, str]]) -> Homogeneity | None:
    """Tests by Stuart and Maxwell, over clusters, whether letters are named as often as they are right.

    Sums of differences over clusters take the place of single differences, so that answers to one requirement
    need not be independent (N. Obuchowski, Statistics in Medicine 17, 1998). Where every cluster is one
    answer, it is the test of A. Stuart (Biometrika 42, 1955) and A. Maxwell (British Journal of Psychiatry
    116, 1970).

    Args:
        answers: the cluster, the right letter and the named letter of each answer.

    Returns:
        None where every cluster names each letter as often as it is right; and where the differences of the
            clusters are linearly independent, as with a single cluster: the statistic is then the number of
            clusters, whatever they hold.
    """
    pairs = list(answers)
    letters = sorted({letter for _, right, named in pairs for letter in (right, named)})
    column = {letter: number for number, letter in enumerate(letters)}
    sums: dict[Hashable, np.ndarray] = {}
    for cluster, right, named in pairs:
        row = sums.setdefault(cluster, np.zeros(len(letters)))
        row[column[named]] += 1
        row[column[right]] -= 1
    moved = [row for row in sums.values() if row.any()]
    if not moved:
        return None
    rows = np.stack(moved)
    total, spread = rows.sum(axis=0), rows.T @ rows
    freedom = int(np.linalg.matrix_rank(spread))
    if freedom == len(moved):
        return None
    statistic = float(total @ np.linalg.pinv(spread, hermitian=True) @ total)
    from scipy.special import chdtrc

    return Homogeneity(statistic, freedom, float(chdtrc(freedom, statistic)))


def _letters(results: Sequence[Result]) -> list[tuple[Hashable, str, str]]:
    return [
        (result.cluster, result.item.options.answer, result.answer)
        for result in results
        if result.item.options is not None and result.answer is not None
    ]


def confusion(runs: Sequence[ModelRun]) -> ReportTable:
    """Tabulates, for each run and right letter, how often each letter was named and how often none."""
    labels = sorted(
        {
            label
            for run in runs
            for result in run.results
            if result.item.options is not None
            for label in result.item.options.labels
        }
    )
    rows: list[tuple[Cell, ...]] = []
    for run in runs:
        counts = Counter(
            (result.item.options.answer, result.answer)
            for result in run.results
            if result.item.options is not None
        )
        for right in sorted({right for right, _ in counts}):
            named = [counts[right, label] for label in labels]
            rows.append((*run.cells, right, *named, counts[right, None]))
    columns = (
        *(*RUN, TableColumn("letter", "right option")),
        *(TableColumn(f"named_{label.lower()}", f"named {label}", "count") for label in labels),
        PARSE_FAILURES,
    )
    note = "How often each letter was named where a letter is right."
    return ReportTable("confusion", "Right and named letters", columns, tuple(rows), note)


def position_bias(runs: Sequence[ModelRun]) -> ReportTable:
    """Tabulates, for each run, the letter that is named too often, by how much, and whether that may be
    chance.
    """
    rows: list[tuple[Cell, ...]] = []
    by_dataset: dict[str, list[tuple[ModelRun, Homogeneity | None]]] = {}
    for run in runs:
        by_dataset.setdefault(run.dataset, []).append((run, homogeneity(_letters(run.results))))
    for tested_runs in by_dataset.values():
        adjusted = iter(holm([test.p for _, test in tested_runs if test is not None]))
        for run, test in tested_runs:
            answers = _letters(run.results)
            surplus = Counter(named for _, _, named in answers)
            surplus.subtract(right for _, right, _ in answers)
            if not answers:
                continue
            letter, most = max(sorted(surplus.items()), key=lambda entry: entry[1])
            tested: tuple[Cell, ...] = (None, None, None, None)
            if test is not None:
                tested = (test.statistic, test.freedom, test.p, next(adjusted))
            habit = (letter, most / len(answers)) if most > 0 else (None, None)
            failed = sum(result.parse_failure for result in run.results)
            rows.append((*run.cells, len(answers), *habit, *tested, failed))
    columns = (
        *(
            *RUN,
            TableColumn("answers", "answers read", "count"),
            TableColumn("letter", "named most beyond its due"),
        ),
        *(TableColumn("surplus", "by points", "points"), TableColumn("statistic", "chi-square", "number")),
        *(TableColumn("freedom", "degrees of freedom", "count"), TableColumn("p", "p", "p")),
        *(TableColumn("p_holm", "p, Holm", "p"), PARSE_FAILURES),
    )
    note = (
        "Letters that are named as often as they are right, tested by Stuart and Maxwell, clustered by "
        "requirement. A small p is a habit of the model. Answers that could not be read are left out; p is "
        "adjusted for the runs of a data set by Holm."
    )
    return ReportTable("position_bias", "Habits of position", columns, tuple(rows), note)
