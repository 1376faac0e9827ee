"""Turns tables of the analysis into grids of text under heads, from which the page is rendered."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.comparison import RunPair
from cocoa_core.analysis.report.summary import best_first
from cocoa_core.analysis.runs import question_sets
from cocoa_core.analysis.tables import Cell, ReportTable, TableColumn, shown
from cocoa_core.families.selection import PROVIDER, QUERY_BLIND, REFERENCE_MODELS
from cocoa_core.grouping import grouped
from cocoa_core.intervals import ends_text
from cocoa_core.text import counted

_FEW: Final = 12
"""The most comparisons shown as sentences. More are tables, folded up but for the best run's group."""


@frozen
class ColumnHead:
    """The head of a column."""

    title: str
    number: bool = False
    """Whether its cells are numbers, which are right-aligned."""


@frozen
class GridCell:
    """A text, with the ends of its interval, which a narrow page puts on a line below."""

    text: str
    ends: str = ""


@frozen
class GridRow:
    """The cells of a row, in the order of the heads."""

    cells: tuple[GridCell, ...]
    quiet: bool = False
    """Whether the row is subdued, as those of reference models are."""


@frozen
class Grid:
    """A table as the page shows it."""

    title: str
    """The caption."""
    heads: tuple[ColumnHead, ...]
    rows: tuple[GridRow, ...]
    note: str = ""
    """How to read the table."""


@frozen
class ComparisonGroup:
    """Comparisons that share a strategy or a model."""

    same: str
    """The strategy or the model."""
    sentences: tuple[str, ...]
    counted: str
    """The number of comparisons and of those told apart, in words."""
    open: bool
    """Whether the group is unfolded."""
    table: Grid


@frozen
class Comparisons:
    """The comparisons of a data set."""

    groups: tuple[ComparisonGroup, ...]
    folded: bool
    """Whether they are shown as tables, because they are too many for sentences."""


def grid_of(table: ReportTable, dataset: str, columns: Sequence[TableColumn] = ()) -> Grid:
    """Returns the rows of one data set.

    Args:
        columns: the columns of the table to show; without any, all but the data set's name and those that are
            empty in every row.
    """
    rows = [row for row in table.dicts() if row.get("dataset", dataset) == dataset]
    columns = columns or [
        column
        for column in table.columns
        if column.name not in ("dataset", "role") and any(row[column.name] is not None for row in rows)
    ]
    return Grid(
        table.title,
        tuple(ColumnHead(column.title, column.kind != "text") for column in columns),
        tuple(
            GridRow(
                tuple(GridCell(shown(row[column.name], column.kind)) for column in columns),
                row.get("role", "model") != "model",
            )
            for row in rows
        ),
        table.note,
    )


def models_grid(analysis: Analysis, dataset: str) -> Grid:
    """Returns the accuracy on all, regular and atypical questions, as in the paper's Table 3; the best model
    first, chance last.
    """
    parts: dict[tuple[Cell, Cell], dict[Cell, Mapping[str, Cell]]] = {}
    for row in analysis.rows(analysis.typicality(dataset)[0], dataset):
        parts.setdefault((row["model"], row["strategy"]), {})[row["questions"]] = row
    kinds = ("regular", "atypical") if parts else ()
    set_indices = question_sets([run for run in analysis.runs if run.dataset == dataset])
    rows = best_first(analysis.rows("summary", dataset), set_indices)
    several = len(set(set_indices.values())) > 1
    counts = (*(("questions",) * several), "answers", "parse_failures")
    grid_rows = []
    for row in rows:
        by_kind = parts.get((row["model"], row["strategy"]), {})
        accuracies = [row, *(by_kind.get(kind) for kind in kinds)]
        grid_rows.append(
            GridRow(
                (
                    GridCell(str(row["model"])),
                    GridCell(str(row["strategy"] or "")),
                    *(_accuracy(part) if part else GridCell("") for part in accuracies),
                    *(GridCell(shown(row[name], "count")) for name in counts),
                ),
                row["role"] != "model",
            )
        )
    titles = ("total", *kinds, *(name.replace("_", " ") for name in counts))
    heads = (ColumnHead("model"), ColumnHead("strategy"), *(ColumnHead(title, True) for title in titles))
    note = (
        "Accuracy with its 95 % interval in percent: of such intervals, 19 in 20 hold the accuracy on all "
        "questions of the kind. The model with the best run comes first. Parse failures count as wrong. In "
        "grey: cocoa's own reference models, and guessing."
    )
    if several:
        note += (
            " Not all runs were asked the same questions: those of most runs come first, and runs over other "
            "questions stand below them, not ranked with them."
        )
    if kinds:
        note += " Atypical: a condition in the request is one that few people ask for."
    return Grid("Accuracy of the models", heads, tuple(grid_rows), note + _reference_models(rows))


def _accuracy(row: Mapping[str, Cell]) -> GridCell:
    share = shown(row["accuracy"], "share")
    if row["low"] is None or row["high"] is None or not share:
        return GridCell(share)
    return GridCell(share, ends_text(float(row["low"]), float(row["high"])))


def _reference_models(rows: Sequence[Mapping[str, Cell]]) -> str:
    """Returns a sentence on what the reference models in the rows do; empty without any."""
    named = {str(row["model"]).partition(" ")[0] for row in rows if row["role"] == "reference"}
    about = {f"{PROVIDER}/{model.name}": model.about for model in REFERENCE_MODELS.values()}
    about[QUERY_BLIND] = "is a classifier of the options that never sees a request"
    parts = [f"{name} {does}" for name, does in about.items() if name in named]
    return f" Of these, {'; '.join(parts)}." if parts else ""


def comparisons_of(pairs: Sequence[RunPair], strategy: Cell) -> Comparisons:
    """Returns the pairs of one data set, grouped by strategy or model.

    Args:
        strategy: the strategy of the best run, whose group is unfolded.
    """
    groups = grouped((pair.same, pair) for pair in pairs)
    return Comparisons(
        tuple(
            ComparisonGroup(
                same,
                tuple(pair.sentence.removeprefix(f"{same}: ") for pair in members),
                f"{counted(len(members), 'comparison')}, "
                f"{sum(pair.significant for pair in members):,} told apart",
                same == strategy or len(groups) == 1,
                _compared(same, members),
            )
            for same, members in groups.items()
        ),
        len(pairs) > _FEW,
    )


def _compared(same: str, pairs: Sequence[RunPair]) -> Grid:
    titles = ("ahead", "of", "by points", "p", "told apart")
    return Grid(
        f"Comparisons: {same}",
        tuple(ColumnHead(title, title in ("by points", "p")) for title in titles),
        tuple(
            map(_compared_row, sorted(pairs, key=lambda pair: (not pair.significant, -abs(_points(pair)))))
        ),
    )


def _compared_row(pair: RunPair) -> GridRow:
    comparison, second_ahead = pair.comparison, _points(pair) < 0
    ahead, behind = (pair.second, pair.first) if second_ahead else (pair.first, pair.second)
    low, high = (-pair.ends[1], -pair.ends[0]) if second_ahead else pair.ends
    by = shown(abs(_points(pair)), "points") if comparison.questions else "none in common"
    ends = "" if math.isnan(low) else f"{shown(low, 'points')} to {shown(high, 'points')}"
    texts = (shown(pair.adjusted, "p"), "yes" if pair.significant else "no")
    cells = (GridCell(ahead), GridCell(behind), GridCell(by, ends), *map(GridCell, texts))
    return GridRow(cells, not pair.significant)


def _points(pair: RunPair) -> float:
    return pair.comparison.difference if pair.comparison.questions else 0.0
