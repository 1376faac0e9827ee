"""Builds the analysis of a set of logs: every table, in reading order, and the comparisons of runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import evolve, field, frozen

from cocoa_core.analysis.breakdowns import corpus_metrics, facet_tables, failures, groups, metrics
from cocoa_core.analysis.comparison import RunPair, comparisons, pairs_of
from cocoa_core.analysis.data_checks import DataCheck, data_checks
from cocoa_core.analysis.deliveries import deliveries
from cocoa_core.analysis.domains_at_hand import DomainsAtHand
from cocoa_core.analysis.epochs import several_answers, variation
from cocoa_core.analysis.generalization import generalization_tables
from cocoa_core.analysis.references import References, beside
from cocoa_core.analysis.results import LeftOut, LogReading
from cocoa_core.analysis.runs import COUNTED, RUN, ModelRun, counted, runs_of, runs_table, usage
from cocoa_core.analysis.selection_tables import IN_ANOTHER, selection_tables, with_overlooked
from cocoa_core.analysis.tables import Cell, ReportTable, Row, columns_of

_NONE: Final = References()


@frozen
class Analysis:
    """The analysis of a set of logs."""

    reading: LogReading = field(repr=False)
    runs: tuple[ModelRun, ...]
    """The runs, in the order of `runs_of`."""
    pairs: tuple[RunPair, ...]
    """The pairs of runs that were compared."""
    tables: Mapping[str, ReportTable] = field(repr=False)
    """The tables by name, in reading order."""
    references: References = field(default=_NONE, repr=False)
    """The reference lines, which `summary`, the tables of typicality and `odd_pairs` alone have."""
    checks: tuple[DataCheck, ...] = ()
    """The checks of the data sets, made from their reference lines."""
    domains: DomainsAtHand = field(factory=DomainsAtHand, repr=False)
    """Finds the domains of the questions."""

    def rows(self, table: str, dataset: str) -> list[Row]:
        """Returns a table's rows on one data set; empty where the table does not exist."""
        rows = self.tables[table].dicts() if table in self.tables else ()
        return [row for row in rows if row["dataset"] == dataset]

    def typicality(self, dataset: str) -> tuple[str, str]:
        """Returns the names of the table of regular and atypical questions of a data set and of the facet
        that divides them.

        These are GroundCocoa's where the data set has no rows by the facet `atypical`: demands are then drawn
        in either direction, so that none of them is typical.
        """
        usual = bool(self.rows("typicality", dataset))
        return ("typicality", "atypical") if usual else ("typicality_paper", "atypical_paper")

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Everything that does not count: logs and samples first, then reference lines."""
        return (*self.reading.left_out, *self.references.left_out)


def analyze(
    reading: LogReading, references: References = _NONE, domains: DomainsAtHand | None = None
) -> Analysis:
    """Computes all tables. A table without anything to report has no rows.

    Args:
        references: see `references.references_of`.
        domains: finds the domains of the questions; None for the domains of the folders that the logs name.
    """
    runs = runs_of(reading.results)
    pairs = pairs_of(runs, reading.origins)
    summary = _summary(runs, references.lines)
    of_selection = selection_tables(runs, list(beside(runs, references.lines)))
    selection_names = {table.name for table in of_selection}
    by_facet = [
        evolve(table, name=f"{table.name}_facet")
        if table.name in selection_names
        else with_overlooked(table, runs)
        for table in facet_tables(runs)
        if not selection_names or table.name not in IN_ANOTHER
    ]
    tables = (
        summary,
        several_answers(runs),
        variation(runs),
        metrics(runs),
        *generalization_tables(runs, reading.corpus),
        corpus_metrics(reading.corpus),
        groups(runs),
        *of_selection[:1],
        *by_facet,
        *of_selection[1:],
        failures(runs),
        comparisons(pairs),
        *deliveries(runs),
        usage(runs),
        runs_table(runs, reading.origins),
        _left_out((*reading.left_out, *references.left_out)),
    )
    return Analysis(
        reading,
        runs,
        pairs,
        {table.name: table for table in tables},
        references,
        data_checks(summary),
        domains or DomainsAtHand(folders=reading.folders),
    )


def _summary(runs: Sequence[ModelRun], lines: Sequence[ModelRun]) -> ReportTable:
    """Tabulates runs and reference lines, with the score of a guess as each data set's last row."""
    rows: list[tuple[Cell, ...]] = []
    for dataset in dict.fromkeys(run.dataset for run in runs):
        dataset_runs = [run for run in runs if run.dataset == dataset]
        rows.extend(map(_summed, beside(dataset_runs, lines)))
        rows.extend(_chance(dataset_runs[-1]))
    columns = columns_of(
        *RUN, "questions count; epochs count", *COUNTED, "parse_failure_share share of answers"
    )
    note = (
        "Accuracy with its 95 % interval, by Wilson on the effective sample size: answers to one "
        "requirement are not independent. Parse failures count as wrong."
    )
    if any(result.score not in (0, 1) for run in runs for result in run.results):
        note += " Of graded answers it is the mean score, with Student's t interval over clusters."
    if lines:
        note += (
            " cocoa/... and query-blind are reference lines; those that were not run are worked out from the "
            "text of the same questions."
        )
    return ReportTable("summary", "Accuracy", columns, tuple(rows), note)


def _summed(run: ModelRun) -> tuple[Cell, ...]:
    questions = len({result.sample for result in run.results})
    epochs = len({result.epoch for result in run.results})
    share = sum(result.parse_failure for result in run.results) / len(run.results)
    return (*run.cells, questions, epochs, *counted(run.results), share)


def _chance(run: ModelRun) -> list[tuple[Cell, ...]]:
    """Returns the row with the expected score of a guess; empty where no log states it."""
    stated = [result.item.chance for result in run.results if result.item.chance is not None]
    if not stated:
        return []
    return [(run.dataset, "chance", None, "theory", *(None,) * 4, sum(stated) / len(stated), *(None,) * 6)]


def _left_out(left_out: Sequence[LeftOut]) -> ReportTable:
    columns = columns_of("log; reason text why; count count samples")
    rows = tuple((omission.log, omission.reason, omission.count or None) for omission in left_out)
    return ReportTable(
        "left_out", "Left out", columns, rows, "Without a number: the whole log, or a remark on it."
    )
