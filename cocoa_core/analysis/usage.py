"""What the answers took: tokens, seconds and dollars, as the logs say."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from cocoa_core.analysis.runs import RUN, Run
from cocoa_core.analysis.tables import Cell, Column, Table

__all__ = ["usage"]


def usage(runs: Sequence[Run]) -> Table:
    """Totals, means and medians over the answers for which a log says something; None where no log does."""
    columns = (
        *RUN,
        Column("answers", "answers", "count"),
        Column("parse_failures", "parse failures", "count"),
        Column("input_tokens", "tokens in", "count"),
        Column("output_tokens", "tokens out", "count"),
        Column("input_mean", "in, mean", "number"),
        Column("output_mean", "out, mean", "number"),
        Column("output_median", "out, median", "number"),
        Column("seconds", "seconds", "number"),
        Column("seconds_mean", "seconds, mean", "number"),
        Column("seconds_median", "seconds, median", "number"),
        Column("cost", "dollars", "number"),
        Column("cost_per_right", "dollars per right answer", "number"),
    )
    note = (
        "Tokens of all turns, cached ones counted. Seconds of work on one answer, waiting for rate limits "
        "left out; answers are worked on at the same time, so a run takes less than their sum."
    )
    return Table("usage", "Tokens, time and cost", columns, tuple(map(_row, runs)), note)


def _row(run: Run) -> tuple[Cell, ...]:
    read = [one.input_tokens for one in run.results if one.input_tokens is not None]
    written = [one.output_tokens for one in run.results if one.output_tokens is not None]
    seconds = [one.seconds for one in run.results if one.seconds is not None]
    costs = [one.cost for one in run.results if one.cost is not None]
    right = sum(one.correct for one in run.results)
    return (
        *run.cells,
        len(run.results),
        sum(one.parse_failure for one in run.results),
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
