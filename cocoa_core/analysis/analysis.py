"""Everything that cocoa says about some logs: the tables in their order, and the sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import field, frozen

from cocoa_core.analysis.breakdowns import complexity_tables, entropy_bands, knowledge, sides, typicality
from cocoa_core.analysis.choices import broken_terms, failures, positions
from cocoa_core.analysis.constraints import constraint_tables
from cocoa_core.analysis.density import entropy_density, entropy_means
from cocoa_core.analysis.domains_at_hand import DomainsAtHand
from cocoa_core.analysis.making_table import runs_table
from cocoa_core.analysis.pairs import Pair, comparisons, pairs_of
from cocoa_core.analysis.reference_lines import ReferenceLine, References, beside
from cocoa_core.analysis.remarks import Remark, remarks_on
from cocoa_core.analysis.results import LeftOut, Reading
from cocoa_core.analysis.runs import COUNTED, RUN, Answers, Run, counted, runs_of
from cocoa_core.analysis.tables import Cell, Column, Table
from cocoa_core.analysis.usage import usage

__all__ = ["Analysis", "analyze"]

_NONE: Final = References()


@frozen
class Analysis:
    """What some logs say.

    runs:       as `runs_of` orders them; pairs: compared runs
    tables:     by name, in the order for reading
    references: the lines beside the runs; they are in the tables `summary` and `typicality` alone
    remarks:    on the data sets, by their reference lines
    domains:    where the domains of the questions are looked for
    """

    reading: Reading = field(repr=False)
    runs: tuple[Run, ...]
    pairs: tuple[Pair, ...]
    tables: Mapping[str, Table] = field(repr=False)
    references: References = field(default=_NONE, repr=False)
    remarks: tuple[Remark, ...] = ()
    domains: DomainsAtHand = field(factory=DomainsAtHand, repr=False)

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """What does not count: of the logs, then of the reference lines."""
        return (*self.reading.left_out, *self.references.left_out)


def analyze(
    reading: Reading, references: References = _NONE, domains: DomainsAtHand | None = None
) -> Analysis:
    """All tables. Some have no rows where there is nothing of their kind.

    references: see `references.references_of`. domains: without them, those of the folders that logs name.
    """
    runs = runs_of(reading.results)
    pairs = pairs_of(runs)
    summary = _summary(runs, references.lines)
    made = (
        summary,
        typicality(list(beside(runs, references.lines))),
        sides(runs),
        *complexity_tables(runs),
        entropy_bands(runs),
        entropy_means(runs),
        entropy_density(runs),
        positions(runs),
        broken_terms(runs),
        *constraint_tables(runs),
        knowledge(runs),
        failures(runs),
        comparisons(pairs),
        usage(runs),
        runs_table(runs, reading.made),
        _left_out((*reading.left_out, *references.left_out)),
    )
    return Analysis(
        reading,
        runs,
        pairs,
        {table.name: table for table in made},
        references,
        remarks_on(summary),
        domains or DomainsAtHand(folders=reading.folders),
    )


def _summary(runs: Sequence[Run], lines: Sequence[ReferenceLine]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for dataset in dict.fromkeys(run.dataset for run in runs):
        inside = [run for run in runs if run.dataset == dataset]
        for run in inside:
            questions = len({one.sample for one in run.results})
            rows.append(_summed(run, questions, len({one.epoch for one in run.results})))
        rows.extend(_summed(line, len(line.results), 1) for line in lines if line.dataset == dataset)
        rows.append(_chance(inside[-1]))
    columns = (
        *RUN,
        Column("questions", "questions", "count"),
        Column("epochs", "epochs", "count"),
        *COUNTED,
        Column("parse_failure_share", "of answers", "share"),
    )
    note = (
        "Accuracy with its 95 % interval, by Wilson on the effective sample size: answers to one "
        "requirement are not independent. Parse failures count as wrong."
    )
    if lines:
        note += (
            " cocoa/... and query-blind are reference lines; those that were not run are worked out from the "
            "text of the same questions."
        )
    return Table("summary", "Accuracy", columns, tuple(rows), note)


def _summed(run: Answers, questions: int, epochs: int) -> tuple[Cell, ...]:
    share = sum(one.parse_failure for one in run.results) / len(run.results)
    return (*run.cells, questions, epochs, *counted(run.results), share)


def _chance(run: Run) -> tuple[Cell, ...]:
    """What guessing is worth, on the questions of a run."""
    share = sum(1 / len(one.facts.labels) for one in run.results) / len(run.results)
    return (run.dataset, "chance", None, "theory", *(None,) * 4, share, *(None,) * 6)


def _left_out(left_out: Sequence[LeftOut]) -> Table:
    columns = (Column("log", "log"), Column("reason", "why"), Column("count", "samples", "count"))
    rows = tuple((one.log, one.reason, one.count or None) for one in left_out)
    return Table("left_out", "Left out", columns, rows, "Without a number: the whole log, or a remark on it.")
