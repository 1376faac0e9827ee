"""Draws accuracy by each facet of the items that varies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from statistics import fmean
from typing import Final

import altair as alt

from cocoa_core.analysis.figures.charts import (
    Dots,
    alt_text,
    by_strategy,
    chance_guides,
    joined,
    label_width,
    model_colour,
    model_shape,
)
from cocoa_core.analysis.figures.figure import Chart, Drawn, Figure, Skipped, spec_of
from cocoa_core.analysis.figures.figure_context import FigureContext
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
    chart = by_strategy(context, rows, lambda strategy_rows: joined(context, strategy_rows, order, axis))
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
        model_colour(context, context.models),
        model_shape(context, context.models),
        among=[context.names[model] for model in context.models],
        guides=chance_guides(context, "x", scale),
        room=room,
    ).chart()
