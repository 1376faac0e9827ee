"""Divides how the runs on a data set were made into facts that all runs share and a table of their
differences.
"""

from __future__ import annotations

from attrs import frozen

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.report.grids import ColumnHead, Grid, GridCell, GridRow
from cocoa_core.analysis.tables import shown

__all__ = ["RunFacts", "run_facts_of"]


@frozen
class RunFacts:
    """How the runs on a data set were made."""

    facts: tuple[tuple[str, str], ...]
    """Titles and texts of what all runs share."""
    runs: Grid | None
    """The table of what differs; None where nothing does."""
    note: str


def run_facts_of(analysis: Analysis, dataset: str) -> RunFacts:
    """Returns how the runs on a data set were made. A fact that no log states is left out."""
    table = analysis.tables["runs"]
    rows = [dict(row) for row in table.dicts() if row["dataset"] == dataset]
    facts: list[tuple[str, str]] = [("data set", dataset)]
    varied = []
    for column in table.columns[4:]:
        texts = [shown(row[column.name], column.kind) for row in rows]
        if len(set(texts)) > 1:
            varied.append(column)
        elif texts and texts[0]:
            facts.append((column.title, texts[0]))
    runs = None
    if varied:
        columns = (*table.columns[1:3], *varied)
        runs = Grid(
            table.title,
            tuple(ColumnHead(column.title, column.kind != "text") for column in columns),
            tuple(
                GridRow(
                    tuple(GridCell(shown(row[column.name], column.kind)) for column in columns),
                    row["role"] != "model",
                )
                for row in rows
            ),
        )
    return RunFacts(tuple(facts), runs, table.note)
