"""Tabulates what each delivery costs: the same requests in one message, as a list, or over several turns."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from cocoa_core.analysis.comparison import paired_answers
from cocoa_core.analysis.paired_tests import compare
from cocoa_core.analysis.runs import ModelRun
from cocoa_core.analysis.tables import Cell, ReportTable, columns_of
from cocoa_core.grouping import grouped

_DELIVERIES: Final = (
    "direct",
    "concat",
    "turns",
    "turns-end",
    "turns-each",
    "revise",
    "revise-end",
    "revise-each",
)
"""Strategies by what is added: first the wording changes, from the third on the turns."""
_FEWEST_EPOCHS: Final = 10
"""The number of answers to an item from which its 10th and 90th percentile can be told from chance."""


def deliveries(runs: Sequence[ModelRun]) -> tuple[ReportTable, ...]:
    """Tabulates what each delivery costs; empty where every run was in full.

    Each row is one model on one data set, and a pair of deliveries of which the first is full or a list
    (concat).

    The fall is the accuracy by the first delivery less that by the second, over the items of both. Aptitude
    is the mean 90th percentile of an item's scores over its epochs, and unreliability is that less the mean
    10th, both of the second delivery.
    """
    rows: list[tuple[Cell, ...]] = []
    keys = dict.fromkeys((run.dataset, run.model) for run in runs)
    for dataset, model in keys:
        model_runs = [run for run in runs if (run.dataset, run.model) == (dataset, model)]
        ordered = sorted(
            (run for run in model_runs if run.strategy in _DELIVERIES),
            key=lambda run: _DELIVERIES.index(run.strategy),
        )
        for first, second in combinations(ordered, 2):
            if first.strategy not in _DELIVERIES[:2]:
                continue  # one delivery answered at other times
            compared = compare(paired_answers(first, second))
            called = "full" if first.strategy == _DELIVERIES[0] else first.strategy
            ends = (compared.difference, compared.low, compared.high)
            rows.append(
                (
                    *(dataset, model, f"{called} to {second.strategy}", compared.questions),
                    *(compared.first, compared.second, *ends, *_over_epochs(second)),
                )
            )
    if not rows:
        return ()
    columns = columns_of(
        "dataset text data set; model; step; questions count; first_accuracy share first; "
        "second_accuracy share second; fall points; fall_low points low; fall_high points high; "
        "aptitude share; unreliability share"
    )
    if all(row[-1] is None for row in rows):
        columns, rows = columns[:-2], [row[:-2] for row in rows]
    note = (
        "Over the questions that both answered: how much less is right when the same request is a list "
        "(concat: the wording changes) and when it comes over turns (turns: the delivery changes, too). "
        f"Aptitude and unreliability of the second, from {_FEWEST_EPOCHS} epochs on: the 90th percentile of "
        "an item's scores, and that less the 10th."
    )
    return (ReportTable("deliveries", "Deliveries", columns, tuple(rows), note),)


def _over_epochs(run: ModelRun) -> tuple[float | None, float | None]:
    """Returns aptitude and unreliability; None for both where no item has enough answers."""
    scores = grouped((result.sample, result.score) for result in run.results).values()
    tenths = [
        statistics.quantiles(each, n=10, method="inclusive") for each in scores if len(each) >= _FEWEST_EPOCHS
    ]
    if not tenths:
        return None, None
    aptitude = statistics.fmean(ends[-1] for ends in tenths)
    return aptitude, aptitude - statistics.fmean(ends[0] for ends in tenths)
