"""Draws all figures of an analysis, in reading order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from statistics import fmean
from typing import Final

import altair as alt
from attrs import evolve, frozen

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.figures.charts import (
    Dots,
    accuracy_along,
    alt_text,
    by_strategy,
    chance_guides,
    label_width,
    model_channels,
)
from cocoa_core.analysis.figures.figure import Chart, Drawn, Figure, Skipped, spec_of
from cocoa_core.analysis.figures.figure_context import FigureContext, figure_context_of
from cocoa_core.analysis.figures.overview import accuracy, differences, positions
from cocoa_core.analysis.tables import ReportTable, Row, shown
from cocoa_core.grouping import grouped

FEWEST: Final = 5
"""The number of answers that a mark along an order needs; marks with fewer are in the table only."""
_FEWEST_APART: Final = 10
_MOST: Final = 16


def is_ordered(table: ReportTable) -> bool:
    """Tells whether the parts of a breakdown are numbers, and so have an order."""
    return all(column.kind != "text" for column in table.columns if column.name in table.by)


def facet_figure(context: FigureContext, table: ReportTable) -> tuple[Drawn, ...]:
    """Draws a breakdown; empty where no item of the data set has the facet."""
    rows = context.rows(table.name)
    if not rows:
        return ()
    columns = [column for column in table.columns if column.name in table.by]
    axis = table.title.removeprefix("By ")
    fewest = FEWEST if is_ordered(table) else _FEWEST_APART
    drawn_rows: list[Row] = []
    for row in rows:
        if int(row["answers"] or 0) >= fewest:
            parts = [shown(row[column.name], column.kind) for column in columns]
            label = parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
            label = "–".join(parts) if table.by == ("from", "below") else label
            drawn_rows.append({**row, "label": label, "name": context.names[str(row["model"])]})
    if len({row["label"] for row in drawn_rows}) < 2:
        why = f"There are not two values of {axis} with {fewest} answers and more."
        return (Skipped(table.name, f"Accuracy by {axis}", why),)
    drawn = (
        _along(context, table, axis, drawn_rows)
        if is_ordered(table)
        else _in_rows(context, table, axis, drawn_rows)
    )
    return (drawn,)


def _along(context: FigureContext, table: ReportTable, axis: str, rows: Sequence[Row]) -> Figure:
    positions = {str(row["label"]): tuple(float(row[name] or 0) for name in table.by) for row in rows}
    order = sorted(positions, key=positions.__getitem__)
    chart = by_strategy(
        context, rows, lambda strategy_rows: accuracy_along(context, strategy_rows, order, axis)
    )
    reading = (
        f"From left to right {axis} grows; the bars are 95 % intervals, the dashed line is guessing. Marks "
        f"of fewer than {FEWEST} answers are left out."
    )
    return Figure(
        table.name, f"Accuracy by {axis}", reading, alt_text(context, rows), (table.name,), spec_of(chart)
    )


def _in_rows(context: FigureContext, table: ReportTable, axis: str, rows: Sequence[Row]) -> Figure:
    order = _hardest_first(rows)
    drawn = order[:_MOST]
    drawn_rows = [row for row in rows if row["label"] in drawn]
    drawn_rows.sort(key=lambda row: drawn.index(str(row["label"])))
    chart = by_strategy(context, drawn_rows, partial(_panel, context, label_width(drawn)))
    reading = f"Each row holds the items with this {axis}, the hardest on top; with 95 % intervals."
    if any(column.name == "difference" for column in table.columns):
        reading += " An item may stand in several rows."
    if len(order) > _MOST:
        reading += f" The hardest {_MOST} of {len(order)} are drawn."
    return Figure(
        table.name,
        f"Accuracy by {axis}",
        reading,
        alt_text(context, drawn_rows),
        (table.name,),
        spec_of(chart),
    )


def _hardest_first(rows: Sequence[Row]) -> list[str]:
    """Returns the labels by mean accuracy over the runs, the lowest first, then by name."""
    shares = grouped((str(row["label"]), float(row["accuracy"] or 0.0)) for row in rows)
    return sorted(shares, key=lambda name: (round(fmean(shares[name]), 9), name))


def _panel(context: FigureContext, room: int, rows: Sequence[Row]) -> Chart:
    scale = alt.Scale(domain=[0, 1], nice=False)
    axis = alt.Axis(format="%", grid=False, values=[0, 0.25, 0.5, 0.75, 1])
    return Dots(
        rows,
        alt.X("accuracy:Q", scale=scale, title="accuracy", axis=axis),
        *model_channels(context, context.models),
        among=[context.names[model] for model in context.models],
        guides=chance_guides(context, "x", scale),
        room=room,
    ).chart()


_UNDRAWN: Final = frozenset(
    (
        *("typicality", "typicality_paper", "by_position", "by_slots", "by_literals", "by_longest_path"),
        *("by_words", "by_rule", "by_label", "by_primitive"),
    )
)
"""Breakdowns without a figure of the general form. `by_position` has a figure of its own; the others are
tables only, since another figure shows the same: `by_setting` has the slots, `by_sum_terms` and
`by_component` rise with literals, paths and words, and a rule is a test of a slot.
"""


@frozen
class Gallery:
    """The figures of one data set."""

    context: FigureContext
    """The models of the data set and their names."""
    drawn: tuple[Drawn, ...]

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures that are drawn."""
        return tuple(figure for figure in self.drawn if isinstance(figure, Figure))


def draw(analysis: Analysis) -> tuple[Gallery, ...]:
    """Draws the figures of each data set; with several, names begin with the data set's number."""
    datasets = list(dict.fromkeys(run.dataset for run in analysis.runs))
    galleries = []
    for number, dataset in enumerate(datasets, 1):
        context = figure_context_of(analysis.runs, dataset, analysis.tables)
        drawn = _drawn(context)
        if len(datasets) > 1:
            drawn = tuple(evolve(figure, name=f"{number}-{figure.name}") for figure in drawn)
        galleries.append(Gallery(context, drawn))
    return tuple(galleries)


def _drawn(context: FigureContext) -> tuple[Drawn, ...]:
    # Only for the selection family: other families may have tables of the same names.
    undrawn = _UNDRAWN if "broken_terms" in context.tables else frozenset()
    breakdowns = [table for table in context.tables.values() if table.by and table.name not in undrawn]
    breakdowns.sort(key=_reading_order)
    return (
        accuracy(context),
        differences(context),
        *positions(context),
        *(figure for table in breakdowns for figure in facet_figure(context, table)),
    )


def _reading_order(table: ReportTable) -> tuple[bool, bool, bool]:
    """Sorts breakdowns: numbers (of one height) before words, two columns before one, entropy last."""
    return not is_ordered(table), table.name == "by_entropy", len(table.by) < 2
