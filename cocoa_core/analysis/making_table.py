"""How the runs were made, as a table: what a paper has to state beside their figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cocoa_core.analysis.making import LogOrigin, Making, RunKey
from cocoa_core.analysis.runs import RUN, Run
from cocoa_core.analysis.tables import Cell, Column, Table

__all__ = ["runs_table"]


def runs_table(runs: Sequence[Run], made: Mapping[RunKey, Making]) -> Table:
    """A row a run: the settings of the answers, data set, prompt, versions and times; no figures."""
    columns = (
        *RUN,
        Column("settings", "settings"),
        Column("prompt", "prompt"),
        Column("origin", "origin"),
        Column("domain", "domain"),
        Column("digest", "digest"),
        Column("cocoa_version", "cocoa"),
        Column("inspect_version", "inspect"),
        Column("logs", "logs", "count"),
        Column("first_begun", "first begun"),
        Column("last_begun", "last begun"),
    )
    rows = tuple(
        (*run.cells, *_cells(made[key]))
        for run in runs
        if (key := (run.dataset, run.model, run.strategy)) in made
    )
    note = "Settings that are not named are the provider's own. Prompt and origin are digests."
    return Table("runs", "How the runs were made", columns, rows, note)


def _cells(made: Making) -> tuple[Cell, ...]:
    return (
        "; ".join(made.condition.settings),
        made.condition.prompt,
        made.condition.origin,
        *(_listed(made.logs, what) for what in ("domain", "digest", "cocoa", "inspect")),
        len(made.logs),
        made.logs[0].begun,
        made.logs[-1].begun,
    )


def _listed(logs: Sequence[LogOrigin], what: str) -> str:
    """What the logs say, each thing once."""
    return ", ".join(dict.fromkeys(filter(None, (getattr(one, what) for one in logs))))
