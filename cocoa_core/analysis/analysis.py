"""Everything that cocoa says about some logs: the tables in their order, and the sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from cocoa_core.analysis.breakdowns import complexity_tables, entropy_bands, knowledge, typicality
from cocoa_core.analysis.choices import broken_terms, failures, positions
from cocoa_core.analysis.constraints import constraint_tables
from cocoa_core.analysis.density import entropy_density, entropy_means
from cocoa_core.analysis.pairs import Pair, comparisons, pairs_of
from cocoa_core.analysis.results import LeftOut, Reading
from cocoa_core.analysis.runs import COUNTED, RUN, Run, counted, runs_of
from cocoa_core.analysis.tables import Cell, Column, Table
from cocoa_core.analysis.usage import usage

__all__ = ["Analysis", "analyze"]


@frozen
class Analysis:
    """runs: as `runs_of` orders them; pairs: compared runs; tables: by name, in the order for reading."""

    reading: Reading = field(repr=False)
    runs: tuple[Run, ...]
    pairs: tuple[Pair, ...]
    tables: Mapping[str, Table] = field(repr=False)


def analyze(reading: Reading) -> Analysis:
    """All tables. Some have no rows where there is nothing of their kind."""
    runs = runs_of(reading.results)
    pairs = pairs_of(runs)
    made = (
        _summary(runs),
        typicality(runs),
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
        _left_out(reading.left_out),
    )
    return Analysis(reading, runs, pairs, {table.name: table for table in made})


def _summary(runs: Sequence[Run]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for place, run in enumerate(runs):
        questions = len({one.sample for one in run.results})
        epochs = len({one.epoch for one in run.results})
        share = sum(one.parse_failure for one in run.results) / len(run.results)
        rows.append((*run.cells, questions, epochs, *counted(run.results), share))
        if place + 1 == len(runs) or runs[place + 1].dataset != run.dataset:
            rows.append(_chance(run))
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
    return Table("summary", "Accuracy", columns, tuple(rows), note)


def _chance(run: Run) -> tuple[Cell, ...]:
    """What guessing is worth, on the questions of a run."""
    share = sum(1 / len(one.facts.labels) for one in run.results) / len(run.results)
    return (run.dataset, "chance", None, "theory", *(None,) * 4, share, *(None,) * 6)


def _left_out(left_out: Sequence[LeftOut]) -> Table:
    columns = (Column("log", "log"), Column("reason", "why"), Column("count", "samples", "count"))
    rows = tuple((one.log, one.reason, one.count or None) for one in left_out)
    return Table("left_out", "Left out", columns, rows, "Without a number: the whole log, or a remark on it.")
