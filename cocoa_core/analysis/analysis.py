"""Builds the analysis of a set of logs: every table, in reading order, and the comparisons of runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve, field, frozen

from cocoa_core.analysis.breakdowns import corpus_metrics, facet_tables, failures, groups, metrics
from cocoa_core.analysis.comparison import RunPair, comparisons, pairs_of
from cocoa_core.analysis.deliveries import deliveries
from cocoa_core.analysis.epochs import several_answers, variation
from cocoa_core.analysis.generalization import generalization_tables
from cocoa_core.analysis.references import DomainsAtHand, References, with_reference_lines
from cocoa_core.analysis.results import LeftOut, LogReading
from cocoa_core.analysis.runs import COUNTED, RUN, ModelRun, chance_among, counted, runs_of, runs_table, usage
from cocoa_core.analysis.selection_tables import IN_ANOTHER, selection_tables, with_overlooked
from cocoa_core.analysis.tables import Cell, ReportTable, Row, columns_of, row_interval
from cocoa_core.families.selection import QUERY_BLIND

_ORACLE: Final = "cocoa/oracle"


@frozen
class DataCheck:
    """A sentence about a data set."""

    dataset: str
    text: str
    defect: bool
    """Whether the sentence states a defect."""


def data_checks(summary: ReportTable) -> tuple[DataCheck, ...]:
    """Returns a sentence for each defect of each data set, or a single sentence where no defect can be seen.

    A defect is an oracle below 100 %, whose cause lies in the questions or in the oracle, or a query-blind
    classifier whose interval lies above the score of a guess. A data set with neither model in the table has
    no sentence.
    """
    rows = list(summary.dicts())
    checks: list[DataCheck] = []
    for dataset in dict.fromkeys(str(row["dataset"]) for row in rows):
        dataset_rows = [row for row in rows if row["dataset"] == dataset]
        defects = [*_unread(dataset_rows), *_leaks(dataset_rows)]
        checks += [DataCheck(dataset, text, True) for text in defects]
        if not defects and (sound := _sound(dataset_rows)):
            checks.append(DataCheck(dataset, sound, False))
    return tuple(checks)


def _unread(rows: Sequence[Row]) -> Iterator[str]:
    for row in _of(rows, _ORACLE):
        answers, right, failed = (int(row[name] or 0) for name in ("answers", "right", "parse_failures"))
        wrong = answers - right - failed
        if right < answers:
            strategy = f" by {row['strategy']}" if row["strategy"] else ""
            parts = [f"{failed:,} state{'s' * (failed == 1)} none"] * bool(failed)
            parts += [f"{wrong:,} {'differs' if wrong == 1 else 'differ'} from it"] * bool(wrong)
            cause = "the questions, the prompts" if row["strategy"] else "the questions"
            hint = "; it reads other versions of cocoa, and rows of files, in part alone" if failed else ""
            yield (
                f"{row['model']}{strategy}, which should be right everywhere, states the key in {right:,} of "
                f"{answers:,} answers: {' and '.join(parts)}. Either {cause} or this model's reading of "
                f"them is wrong{hint}. Run `cocoa verify` on the data set, which proves every key: where it "
                "finds nothing, the model is what is wrong."
            )


def _leaks(rows: Sequence[Row]) -> Iterator[str]:
    for row in _of(rows, QUERY_BLIND):
        chance = chance_among(rows)
        if chance is not None and row["low"] is not None and float(row["low"]) > chance:
            yield (
                f"The options give the answer away: {QUERY_BLIND}, which sees no request, is right in "
                f"{row_interval(row)}, and guessing is worth {chance:.0%}. That is a defect of the data set, "
                "to be reported."
            )


def _sound(rows: Sequence[Row]) -> str:
    parts = [
        f"{row['model']}, which reads the request, is right everywhere" for row in _of(rows, _ORACLE)[:1]
    ]
    parts += [
        f"{row['model']}, which sees no request, is at {row_interval(row)}" for row in _of(rows, QUERY_BLIND)
    ]
    return f"Nothing is seen to be wrong with the data: {', and '.join(parts)}." if parts else ""


def _of(rows: Sequence[Row], model: str) -> list[Row]:
    """Returns the rows of a reference model, whatever settings it was run with."""
    return [
        row for row in rows if row["role"] == "reference" and str(row["model"]).partition(" ")[0] == model
    ]


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
        domains: finds the domains of the questions; None for the domains of the folders that the logs name.
    """
    runs = runs_of(reading.results)
    pairs = pairs_of(runs, reading.origins)
    summary = _summary(runs, references.lines)
    of_selection = selection_tables(runs, list(with_reference_lines(runs, references.lines)))
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
        rows.extend(map(_summed, with_reference_lines(dataset_runs, lines)))
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
