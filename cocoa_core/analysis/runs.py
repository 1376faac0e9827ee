"""Groups answers into runs, and tabulates how the runs were made and what they used."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, Final, Literal, TypeAlias

from attrs import field, frozen

from cocoa_core.analysis.results import Result
from cocoa_core.analysis.run_conditions import LogOrigin, RunNames, RunOrigin
from cocoa_core.analysis.tables import Cell, ReportTable, Row, TableColumn, columns_of
from cocoa_core.grouping import grouped
from cocoa_core.intervals import Accuracy, accuracy, clustered
from cocoa_core.text import whole

Role = Literal["model", "reference", "theory"]

_REFERENCE: Final = "cocoa/"
_STRATEGIES: Final = ("direct", "cot-full", "cot-partial", "l2m")

RUN: Final = columns_of("dataset text data set; model; strategy; -role")
"""The columns that identify the run of a row.

The role is `model`, `reference` for one of cocoa's own models, or `theory` for chance. The strategy is None
where the row was computed here instead of run.
"""

ANSWERS: Final = TableColumn("answers", "answers", "count")
PARSE_FAILURES: Final = TableColumn("parse_failures", "parse failures", "count")
COUNTED: Final = columns_of(
    ANSWERS,
    "-right count; accuracy share; -low share; -high share; -clusters count; -effective number",
    PARSE_FAILURES,
)
"""The columns for the count and the accuracy of a set of answers; see `counted`."""


@frozen
class ModelRun:
    """All answers of one model by one strategy to one data set, in the order of the logs."""

    dataset: str
    model: str
    strategy: str
    """Empty for a reference line, which was computed here instead of run."""
    results: tuple[Result, ...] = field(repr=False)

    @property
    def role(self) -> Role:
        """`reference` for a model of cocoa's own, where the scale begins and ends; else `model`."""
        return "reference" if not self.strategy or self.model.startswith(_REFERENCE) else "model"

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Cells of the columns RUN."""
        return (self.dataset, self.model, self.strategy or None, self.role)


_RowsOfRun: TypeAlias = Callable[[ModelRun], Iterable[tuple[Cell, ...]]]
_TableOfRuns: TypeAlias = Callable[[Sequence[ModelRun]], ReportTable]


def run_table(
    name: str, title: str, *columns: str | TableColumn, note: str = "", by: tuple[str, ...] = ()
) -> Callable[[_RowsOfRun], _TableOfRuns]:
    """Declares a table about runs: the decorated function gives the rows of one run.

    Args:
        columns: those after the columns RUN, see `columns_of`.
        note: as in `ReportTable`, as is `by`.

    Returns:
        A decorator that makes of the function one that tabulates several runs.
    """

    def declared(rows_of: _RowsOfRun) -> _TableOfRuns:
        @wraps(rows_of)
        def tabulated(runs: Sequence[ModelRun]) -> ReportTable:
            rows = tuple((*run.cells, *row) for run in runs for row in rows_of(run))
            return ReportTable(name, title, columns_of(*RUN, *columns), rows, note, by)

        return tabulated

    return declared


def runs_of(results: Iterable[Result]) -> tuple[ModelRun, ...]:
    """Groups answers into runs.

    Returns:
        The runs by data set; within one, models before reference models, then by name, strategies in the
            paper's order.
    """
    by_run = grouped(((result.dataset, result.model, result.strategy), result) for result in results)
    runs = [ModelRun(*key, tuple(run_results)) for key, run_results in by_run.items()]
    return tuple(sorted(runs, key=_order))


def _order(run: ModelRun) -> tuple[str, bool, str, int, str]:
    return run.dataset, run.role == "reference", run.model, *strategy_order(run.strategy)


def strategy_order(name: str) -> tuple[int, str]:
    """Returns a strategy's sort key: the paper's come first, in its order, then others by name."""
    plain = name.partition(" ")[0]
    return _STRATEGIES.index(plain) if plain in _STRATEGIES else len(_STRATEGIES), name


def chance_among(rows: Iterable[Row]) -> float | None:
    """Returns the expected score of a guess, of the rows of a summary; None where no log states it."""
    return next((float(row["accuracy"] or 0.0) for row in rows if row["role"] == "theory"), None)


def accuracy_of(results: Sequence[Result]) -> Accuracy:
    """Returns the accuracy of answers. An answer that could not be read counts as wrong."""
    return accuracy([result.score for result in results], [result.cluster for result in results])


class RemainingAccuracy:
    """Computes the accuracy of a run without a subset of its answers, quickly for many subsets in turn."""

    def __init__(self, results: Sequence[Result]) -> None:
        self._results = results
        self._graded = any(result.score not in (0, 1) for result in results)
        self._indices = grouped((result.cluster, index) for index, result in enumerate(results))
        self._sums = {cluster: self._sum(indices) for cluster, indices in self._indices.items()}

    def without(self, indices: Sequence[int]) -> Accuracy:
        """Returns the accuracy without the given indices, equal to `accuracy_of` to the last digit."""
        left_out = set(indices)
        if self._graded:
            remaining = [result for index, result in enumerate(self._results) if index not in left_out]
            return accuracy_of(remaining)
        sums = dict(self._sums)
        parted = False
        for cluster in {self._results[index].cluster for index in indices}:
            del sums[cluster]
            if remaining_indices := [index for index in self._indices[cluster] if index not in left_out]:
                sums[cluster] = self._sum(remaining_indices)
                parted = True
        of_clusters = list(sums.values())
        if parted:  # clusters stand in the order of their first answers, in which they are summed up
            of_clusters.sort()
        return clustered([(size, right) for _, size, right in of_clusters])

    def _sum(self, indices: Sequence[int]) -> tuple[int, int, float]:
        """Returns the first index, the number of indices, and the sum of the scores at them."""
        return indices[0], len(indices), sum([self._results[index].score for index in indices])


def counted(results: Sequence[Result], estimate: Accuracy | None = None) -> tuple[Cell, ...]:
    """Returns the cells of the columns COUNTED.

    Args:
        estimate: the accuracy of the results; None to compute it.
    """
    estimate = estimate or accuracy_of(results)
    return (
        estimate.answers,
        estimate.right,
        estimate.share if estimate.answers else None,
        *((estimate.low, estimate.high) if estimate.answers else (None, None)),
        estimate.clusters,
        estimate.effective if estimate.answers else None,
        sum(result.parse_failure for result in results),
    )


def runs_table(runs: Sequence[ModelRun], origins: Mapping[RunNames, RunOrigin]) -> ReportTable:
    """Tabulates how each run was made: settings, data set, prompt, versions and times, but no results."""
    columns = columns_of(
        *RUN,
        "logged text as logged; harness; reader; settings; prompt; origin; domain; domain_version; digest; "
        "seed; cocoa_version text cocoa; inspect_version text inspect; logs count; first_begun; last_begun",
    )
    rows = tuple(
        (*run.cells, *_origin_cells(run, origins[names]))
        for run in runs
        if (names := RunNames(run.dataset, run.model, run.strategy)) in origins
    )
    note = (
        "Settings that are not named are the provider's own, under lm-eval the task's. Digests: prompt is "
        "that of the template, origin that of all that decides on the questions, digest that of the domain. "
        "Seed: of the first question."
    )
    return ReportTable("runs", "How the runs were made", columns, rows, note)


def _origin_cells(run: ModelRun, origin: RunOrigin) -> tuple[Cell, ...]:
    records = [result.item.record.unpacked() for result in run.results[:1]]
    return (
        origin.condition.model,
        origin.condition.harness,
        origin.condition.reader or None,
        "; ".join(origin.condition.settings),
        origin.condition.prompt,
        origin.condition.origin,
        *(_each_once(origin.logs, "domain"), _stated(records, "domain", "version")),
        *(_each_once(origin.logs, "digest"), _stated(records, "provenance", "seed")),
        *(_each_once(origin.logs, "cocoa"), _each_once(origin.logs, "inspect")),
        len(origin.logs),
        origin.logs[0].begun,
        origin.logs[-1].begun,
    )


def _stated(records: Iterable[Mapping[str, Any]], part: str, name: str) -> str:
    """Returns a value that records state in one of their parts; empty where they do not state it."""
    parts = (record.get(part) for record in records)
    return ", ".join(
        whole(str(values[name])) for values in parts if isinstance(values, Mapping) and name in values
    )


def _each_once(logs: Sequence[LogOrigin], attribute: str) -> str:
    return ", ".join(dict.fromkeys(filter(None, (getattr(log, attribute) for log in logs))))


@run_table(
    "answers",
    "Answers",
    "question; epoch count; key; answer; score number; failure; cluster; groups; "
    "input_tokens count tokens in; output_tokens count tokens out; seconds number; "
    "cost number dollars; log",
    note="A line an answer. Groups: kind and id of each.",
)
def answers_table(run: ModelRun) -> Iterator[tuple[Cell, ...]]:
    """Tabulates every answer, in the order of the runs. It is for other programs; no page shows it."""
    return map(_answer_cells, run.results)


def _answer_cells(result: Result) -> tuple[Cell, ...]:
    options = result.item.options
    groups = "; ".join(f"{kind} {name}" for kind, name in sorted(result.item.groups.items()))
    return (
        *(
            result.sample,
            result.epoch,
            None if options is None else options.answer,
            result.answer,
            result.score,
        ),
        *(result.failure or None, str(result.cluster), groups, result.input_tokens, result.output_tokens),
        *(result.seconds, result.cost, result.log),
    )


@run_table(
    "usage",
    "Tokens, time and cost",
    ANSWERS,
    PARSE_FAILURES,
    "input_tokens count tokens in; output_tokens count tokens out; input_mean number in, mean; "
    "output_mean number out, mean; output_median number out, median; seconds number; "
    "seconds_mean number seconds, mean; seconds_median number seconds, median; cost number dollars; "
    "cost_per_right number dollars per right answer",
    note="Tokens of all turns, cached ones counted. Seconds of work on one answer, waiting for rate limits "
    "left out; answers are worked on at the same time, so a run takes less than their sum.",
)
def usage(run: ModelRun) -> Iterator[tuple[Cell, ...]]:
    """Tabulates totals, means and medians of tokens, time and cost over the answers for which a log states
    them; None where no log does.
    """
    read = [result.input_tokens for result in run.results if result.input_tokens is not None]
    written = [result.output_tokens for result in run.results if result.output_tokens is not None]
    seconds = [result.seconds for result in run.results if result.seconds is not None]
    costs = [result.cost for result in run.results if result.cost is not None]
    right = sum(result.correct for result in run.results)
    yield (
        len(run.results),
        sum(result.parse_failure for result in run.results),
        sum(read) if read else None,
        sum(written) if written else None,
        statistics.fmean(read) if read else None,
        statistics.fmean(written) if written else None,
        float(statistics.median(written)) if written else None,
        sum(seconds) if seconds else None,
        statistics.fmean(seconds) if seconds else None,
        statistics.median(seconds) if seconds else None,
        sum(costs) if costs else None,
        sum(costs) / right if costs and right else None,
    )


RunName = tuple[str, str]
"""A model and a strategy, on one data set."""
_ALIKE: Final = 0.9


def question_sets(runs: Sequence[ModelRun]) -> Mapping[RunName, int]:
    """Returns the index of the set of questions that each run of a data set answered, 0 for the set of most
    runs.

    Sets count as one where nine tenths of their union are common to both, because a few questions may have no
    answer. Sets are ordered by the number of models' runs, then of all runs, then by the number of questions.
    """
    sets: list[tuple[frozenset[str], list[ModelRun]]] = []
    for run in sorted(runs, key=lambda run: -len(run.results)):
        answered = frozenset(result.sample for result in run.results)
        for questions, members in sets:
            if len(answered & questions) >= _ALIKE * len(answered | questions):
                members.append(run)
                break
        else:
            sets.append((answered, [run]))
    sets.sort(key=lambda entry: (-_models(entry[1]), -len(entry[1]), -len(entry[0])))
    return {(run.model, run.strategy): index for index, (_, members) in enumerate(sets) for run in members}


def _models(runs: Sequence[ModelRun]) -> int:
    return sum(run.role == "model" for run in runs)
