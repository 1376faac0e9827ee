"""Breaks accuracy down by the facets of items, for every task family."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import Final, TypeAlias

from cocoa_core.analysis.paired_tests import difference_interval
from cocoa_core.analysis.results import CorpusMetric, Result
from cocoa_core.analysis.runs import (
    ANSWERS,
    COUNTED,
    PARSE_FAILURES,
    RUN,
    ModelRun,
    RemainingAccuracy,
    accuracy_of,
    counted,
    run_table,
)
from cocoa_core.analysis.tables import Cell, Kind, ReportTable, TableColumn, columns_of
from cocoa_core.grouping import grouped
from cocoa_core.intervals import accuracy
from cocoa_core.items import Facet

Part: TypeAlias = tuple[Cell, ...]

_TAKEN: Final = frozenset(
    (
        *("accuracy_without", "difference", "difference_low", "difference_high"),
        *(column.name for column in (*RUN, *COUNTED)),
    )
)
_MOST_VALUES: Final = 12
_MULTIPLE_NOTE: Final = (
    "An item stands in several rows. Difference: accuracy on the items that hold it less that on the others."
)


def breakdown(
    runs: Sequence[ModelRun],
    name: str,
    title: str,
    by: Sequence[TableColumn],
    part: Callable[[Result], Part | None],
    note: str = "",
) -> ReportTable:
    """Returns a table with a row for every run and every part that its answers fall into, sorted by part.

    Args:
        part: returns the part of an answer; None where it belongs to none.
    """
    rows: list[Part] = []
    for run in runs:
        parts = grouped((key, result) for result in run.results if (key := part(result)) is not None)
        rows.extend((*run.cells, *key, *counted(parts[key])) for key in sorted(parts))
    return ReportTable(
        name, title, (*RUN, *by, *COUNTED), tuple(rows), note, tuple(column.name for column in by)
    )


def facet_tables(runs: Sequence[ModelRun]) -> tuple[ReportTable, ...]:
    """Returns a table `by_NAME` for each facet, in the order in which items state them, then tables by family
    and by ask.

    The tables by side, by family and by ask hold only data sets whose items differ in that value.
    """
    tables = [_facet_table(runs, name, values) for name, values in _facets(runs).items()]
    for name in ("family", "ask"):
        value = attrgetter(f"item.{name}")
        several = _varied_runs(runs, value)
        tables.append(
            breakdown(several, f"by_{name}", f"By {name}", (TableColumn(name, name),), partial(_alone, value))
        )
    return tuple(tables)


def _alone(value: Callable[[Result], Cell], result: Result) -> Part:
    return (value(result),)


def _facets(runs: Iterable[ModelRun]) -> dict[str, list[Facet]]:
    """Maps each facet that an item has to all values that it takes."""
    facets: dict[str, dict[tuple[type, Facet], None]] = {}
    for run in runs:
        for result in run.results:
            for name, value in result.item.facets.items():
                facets.setdefault(name, {})[type(value), value] = None
    return {name: [value for _, value in values] for name, values in facets.items()}


def _facet_table(runs: Sequence[ModelRun], name: str, values: Sequence[Facet]) -> ReportTable:
    title = name.replace("_", " ")
    heading = f"By {title}"
    column = TableColumn(f"{name}_" if name in _TAKEN else name, title, _kind(values))
    if any(isinstance(value, tuple) for value in values):
        return _with_and_without(runs, name, heading, column)
    if name == "side":
        runs = _varied_runs(runs, lambda result: result.item.facets.get(name))

    step = _band(values) if column.kind != "text" else None

    def part(result: Result) -> Part | None:
        value = result.item.facets.get(name)
        if value is None:
            return None
        if step is None or isinstance(value, (str, tuple)):
            return (_cell(value, column.kind),)
        low = math.floor(value / step + 1e-9) * step
        return low, low + step

    if step is not None:
        kind: Kind = "count" if isinstance(step, int) else "number"
        bands = (TableColumn("from", f"{title} from", kind), TableColumn("below", "to below", kind))
        return breakdown(runs, f"by_{name}", heading, bands, part, f"In bands of {step}.")
    note = "The other tables count all of these sides together." if name == "side" else ""
    return breakdown(runs, f"by_{name}", heading, (column,), part, note)


def _band(values: Sequence[Facet]) -> int | float | None:
    """Returns the width that makes about _MOST_VALUES bands of many numbers; None for few values."""
    numbers = [value for value in values if isinstance(value, (int, float))]
    if len(numbers) <= _MOST_VALUES:
        return None
    least = (max(numbers) - min(numbers)) / _MOST_VALUES
    power: int = math.floor(math.log10(least))
    step = next(factor * 10**power for factor in (1, 2, 5, 10) if factor * 10**power >= least)
    return max(1, step) if all(isinstance(number, int) for number in numbers) else float(step)


def _kind(values: Iterable[Facet]) -> Kind:
    kinds = {type(value) for value in values}
    return "count" if kinds == {int} else "number" if kinds <= {int, float} else "text"


def _cell(value: Facet, kind: Kind) -> Cell:
    if isinstance(value, tuple):
        return ", ".join(value)
    if kind == "text":
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    return value


def _varied_runs(runs: Sequence[ModelRun], value: Callable[[Result], object]) -> list[ModelRun]:
    """Returns the runs on data sets whose items differ in a value."""
    values: dict[str, set[object]] = {}
    for run in runs:
        values.setdefault(run.dataset, set()).update(map(value, run.results))
    return [run for run in runs if len(values[run.dataset]) > 1]


def _with_and_without(runs: Sequence[ModelRun], name: str, title: str, column: TableColumn) -> ReportTable:
    """Compares, for each value of a facet with several per item, the items with it and those without."""
    rows: list[Part] = []
    for run in runs:
        having = grouped(
            (value, index)
            for index, result in enumerate(run.results)
            for value in frozenset(facet_texts(result.item.facets.get(name, ())))
        )
        complement = RemainingAccuracy(run.results)
        for value, indices in sorted(having.items()):
            matches = [run.results[index] for index in indices]
            accuracy_with, accuracy_without = accuracy_of(matches), complement.without(indices)
            difference = difference_interval(accuracy_with, accuracy_without)
            share = accuracy_without.share if accuracy_without.answers else None
            rows.append((*run.cells, value, *counted(matches, accuracy_with), share, *difference))
    columns = columns_of(
        *RUN,
        column,
        *COUNTED,
        "-accuracy_without share without; difference points; -difference_low points; -difference_high points",
    )
    return ReportTable(f"by_{name}", title, columns, tuple(rows), _MULTIPLE_NOTE, (column.name,))


def facet_texts(value: Facet) -> tuple[str, ...]:
    """Returns the values of an item's facet as texts."""
    return value if isinstance(value, tuple) else (str(_cell(value, "text")),)


@run_table(
    "metrics",
    "Metrics",
    "metric",
    ANSWERS,
    "mean number; mean_low number low; mean_high number high",
    PARSE_FAILURES,
    note="The mean over the answers with its 95 % interval, where every value is from 0 to 1.",
)
def metrics(run: ModelRun) -> Iterator[Part]:
    """Tabulates the mean of every metric that a family computes beside the score."""
    for name in dict.fromkeys(name for result in run.results for name in result.metrics):
        measured = [result for result in run.results if name in result.metrics]
        values = [result.metrics[name] for result in measured]
        mean, low, high = sum(values) / len(values), None, None
        if all(0 <= value <= 1 for value in values):
            estimate = accuracy(values, [result.cluster for result in measured])
            low, high = estimate.low, estimate.high
        failed = sum(result.parse_failure for result in measured)
        yield name, len(measured), mean, low, high, failed


def corpus_metrics(stated: Sequence[CorpusMetric]) -> ReportTable:
    """Tabulates the metrics that logs state for all their answers together."""
    columns = columns_of(*RUN, "log; metric; value number")
    rows = tuple(
        (
            *ModelRun(metric.dataset, metric.model, metric.strategy, ()).cells,
            metric.log,
            metric.metric,
            metric.value,
        )
        for metric in stated
    )
    note = "As the logs state it: of all answers of a log together, so it cannot be parted or put together."
    return ReportTable("corpus", "Metrics of whole logs", columns, rows, note)


@run_table(
    "groups",
    "Groups all right",
    "kind text groups by; groups count; all_right count; group_share share of groups; "
    "-low share; -high share",
    ANSWERS,
    "accuracy share of answers",
    PARSE_FAILURES,
    note="A group: items that belong together, two or more of them, such as those that share options (ring) "
    "or a requirement (cluster).",
)
def groups(run: ModelRun) -> Iterator[Part]:
    """Tabulates the share of item groups whose answers are all right, in every epoch."""
    kinds: dict[str, dict[Hashable, list[Result]]] = {}
    for result in run.results:
        for kind, group in (*result.item.groups.items(), ("cluster", result.cluster)):
            kinds.setdefault(kind, {}).setdefault(group, []).append(result)
    for kind, by_group in sorted(kinds.items()):
        several = [members for members in by_group.values() if len({result.sample for result in members}) > 1]
        if several:
            yield kind, *_all_right(several)


def _all_right(groups: Sequence[Sequence[Result]]) -> Part:
    answers = [result for group in groups for result in group]
    right = [float(all(result.correct for result in group)) for group in groups]
    estimate = accuracy(right, range(len(right)))
    failed = sum(result.parse_failure for result in answers)
    return (
        *(len(groups), estimate.right, estimate.share, estimate.low, estimate.high),
        *(len(answers), accuracy_of(answers).share, failed),
    )


@run_table(
    "parse_failures",
    "Parse failures",
    "reason",
    PARSE_FAILURES,
    "share share of answers",
    note="Parse failures are answers out of which nothing could be read; they count as wrong.",
)
def failures(run: ModelRun) -> Iterator[Part]:
    """Tabulates the reasons of parse failures. A run without any has no row."""
    counts = Counter(result.failure for result in run.results if result.parse_failure)
    for reason, count in sorted(counts.items()):
        yield reason, count, count / len(run.results)
