"""The mean over domains: each counts once, however many questions of it were asked."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from cocoa_core.analysis.conditions import Names, RunOrigin
from cocoa_core.analysis.results import Result
from cocoa_core.analysis.runs import ANSWERS, PARSE_FAILURES, Run, accuracy_of
from cocoa_core.analysis.tables import Cell, Column, Table
from cocoa_core.intervals import Accuracy
from cocoa_core.text import whole

__all__ = ["macro", "mean_of"]


def mean_of(found: Sequence[Accuracy]) -> tuple[float, float, float]:
    """The mean of accuracies on different questions, and the ends of its 95 % interval.

    The ends are put together from those of each, as variances of independent means add up. (G. Zou and
    A. Donner, Statistics in Medicine 27, 2008, for sums of several.)
    """
    share = sum(one.share for one in found) / len(found)
    below = math.hypot(*(one.share - one.low for one in found)) / len(found)
    above = math.hypot(*(one.high - one.share for one in found)) / len(found)
    return share, max(0.0, share - below), min(1.0, share + above)


def macro(runs: Sequence[Run], origins: Mapping[Names, RunOrigin] | None = None) -> Table:
    """A row for each model and strategy that was asked about several domains, most domains first.

    Data sets of one domain, which items or the log's header name, count as one. Where neither does, items
    count by data set.
    """
    found: dict[tuple[str, str, str], dict[str, list[Result]]] = {}
    for run in runs:
        domain = _domain(run, (origins or {}).get(Names(run.dataset, run.model, run.strategy)))
        own = found.setdefault((run.model, run.strategy, run.role), {})
        own.setdefault(domain, []).extend(run.results)
    rows: list[tuple[Cell, ...]] = []
    for (model, strategy, role), domains in found.items():
        if len(domains) > 1:
            mean = mean_of([accuracy_of(results) for results in domains.values()])
            failed = sum(one.parse_failure for results in domains.values() for one in results)
            answers = sum(map(len, domains.values()))
            named = ", ".join(sorted(domains))
            rows.append((model, strategy, role, len(domains), named, answers, *mean, failed))
    rows.sort(key=lambda row: (row[2] != "model", -int(row[3] or 0), str(row[4]), -float(row[6] or 0)))
    columns = (
        *(Column("model", "model"), Column("strategy", "strategy"), Column("role", "role")),
        *(Column("domains", "domains", "count"), Column("named", "which")),
        *(ANSWERS, Column("accuracy", "mean accuracy", "share")),
        *(Column("low", "low", "share"), Column("high", "high", "share")),
        PARSE_FAILURES,
    )
    note = (
        "The mean of the accuracies on the domains, each counted once, with its 95 % interval. Only rows of "
        "the same domains can be compared."
    )
    return Table("macro", "Mean over domains", columns, tuple(rows), note)


def _domain(run: Run, origin: RunOrigin | None) -> str:
    stated = run.results[0].item.record.unpacked().get("domain")
    named = stated.get("name") if isinstance(stated, Mapping) else None
    if not isinstance(named, str) or not named:
        named = next((log.domain for log in origin.logs if log.domain), "") if origin else ""
    return whole(named) or run.dataset
