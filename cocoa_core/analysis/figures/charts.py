"""Draws the charts of figures: marks with intervals, in rows, along an order, or in panels."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import altair as alt
from attrs import frozen

from cocoa_core.analysis.figures.figure import GROUND, INK, QUIET, WIDTH, Chart, stacked
from cocoa_core.analysis.figures.figure_context import HEAD, SHOWN, FigureContext, RunLabels
from cocoa_core.analysis.runs import chance_among
from cocoa_core.analysis.tables import Cell, Row
from cocoa_core.grouping import grouped

_CHANCE_DASH: Final = (5, 3)
HEIGHT: Final = 150
PLOT: Final = WIDTH - 52
"""The width of a panel without its axes, in pixels."""

_SHARE_AXIS: Final = alt.Axis(format="%", values=[0, 0.25, 0.5, 0.75, 1])

_STEP: Final = 20
"""The height of a row, in pixels."""
_LETTER: Final = 5.2
"""The width of a letter of a label, in pixels."""
_WIDEST: Final = 165
"""The greatest width of a label, in pixels."""
_TEXT: Final = 46
"""The width of the number at the end of a row, in pixels."""


def data(rows: Sequence[Mapping[str, Any]]) -> alt.InlineData:
    """Returns rows as a chart's data."""
    return alt.InlineData(values=[dict(row) for row in rows])


def finite(cell: Cell) -> bool:
    """Tells whether a cell is a number that can be drawn."""
    return isinstance(cell, (int, float)) and math.isfinite(cell)


def model_channels(
    context: FigureContext, models: Sequence[str], *, legend: bool = True
) -> tuple[alt.Color, alt.Shape]:
    """Encodes models by colour and by the shape of their marks, in one legend where there are several."""
    names = [context.names[model] for model in models]
    shown = alt.Legend() if legend and len(models) > 1 else None
    colours = alt.Scale(domain=names, range=[context.colour(model) for model in models])
    shapes = alt.Scale(domain=names, range=[context.shape(model) for model in models])
    return alt.Color("name:N", scale=colours, legend=shown), alt.Shape("name:N", scale=shapes, legend=shown)


def share_scale(rows: Sequence[Row], *columns: str) -> alt.Scale:
    """Returns a scale from 0 to the next tenth above the drawn values, at most 1."""
    top = max((float(row[name] or 0.0) for row in rows for name in columns if finite(row[name])), default=1.0)
    return alt.Scale(domain=[0, min(1.0, math.ceil(top * 10 - 1e-9) / 10)], nice=False)


def guide(position: float, channel: str, scale: alt.Scale) -> alt.Chart:
    """Draws a dashed line through a panel, such as one at chance.

    Args:
        position: the value at which the line crosses the axis.
        channel: the axis, "x" or "y".
    """
    line = alt.Chart(data([{"where": position}])).mark_rule(strokeDash=list(_CHANCE_DASH), color=QUIET.light)
    kinds = {"x": alt.X, "y": alt.Y}
    drawn: alt.Chart = line.encode(**{channel: kinds[channel]("where:Q", scale=scale)})
    return drawn


def chance_guides(context: FigureContext, channel: str, scale: alt.Scale) -> list[alt.Chart]:
    """Draws a line at the expected score of a guess; empty where no log states it."""
    summary = context.tables["summary"].dicts()
    chance = chance_among(row for row in summary if row["dataset"] == context.dataset)
    return [] if chance is None else [guide(chance, channel, scale)]


def alt_text(context: FigureContext, rows: Sequence[Row]) -> str:
    """Returns the accuracy of each run at each label in words, as alternative text."""
    by_run = grouped(
        (context.label(row), f"{row['label']} {float(row['accuracy'] or 0):.0%}") for row in rows
    )
    return "Accuracy. " + " ".join(f"{name}: {', '.join(parts)}." for name, parts in by_run.items())


def accuracy_along(context: FigureContext, rows: Sequence[Row], order: Sequence[str], title: str) -> Chart:
    """Draws accuracy along an order, with the models side by side at each label.

    Args:
        order: the labels of the rows, in the order in which they are drawn.
    """
    full = alt.Scale(domain=[0, 1], nice=False)
    models = [model for model in context.models if any(row["model"] == model for row in rows)]
    named = [{**row, "name": context.names[str(row["model"])]} for row in rows]
    axis = alt.Axis(labelAngle=0, grid=False)
    x = alt.X("label:N", scale=alt.Scale(domain=list(order)), title=title, axis=axis)
    offset = alt.XOffset(
        "name:N",
        sort=[context.names[model] for model in models],
        scale=alt.Scale(domain=[context.names[model] for model in context.models], paddingOuter=1),
    )
    y = alt.Y("accuracy:Q", scale=full, title="accuracy", axis=_SHARE_AXIS)
    colour, shape = model_channels(context, context.models)
    chart = alt.Chart(data(named))
    bars = alt.Chart(data([row for row in named if finite(row["low"])]))
    layers = [
        chart.mark_line(strokeWidth=1, opacity=0.55).encode(x=x, xOffset=offset, y=y, color=colour),
        bars.mark_rule(strokeWidth=1.4)
        .transform_calculate(accuracy="datum.low")
        .encode(x=x, xOffset=offset, y=y, y2="high:Q", color=colour),
        chart.mark_point(filled=True, size=42, opacity=1).encode(
            x=x, xOffset=offset, y=y, color=colour, shape=shape
        ),
    ]
    layers = [*chance_guides(context, "y", full), *layers]
    return alt.layer(*layers).properties(width=PLOT, height=HEIGHT)


def by_strategy(
    context: FigureContext, rows: Sequence[Row], chart: Callable[[Sequence[Row]], Chart]
) -> Chart | alt.ConcatChart:
    """Draws a panel for each strategy that has rows.

    Args:
        chart: draws the rows of a strategy.
    """
    by_name = grouped((row["strategy"], row) for row in rows)
    return stacked([(name, chart(by_name[name])) for name in context.strategies if name in by_name])


def label_width(labels: Sequence[str]) -> int:
    """Returns the width that row labels need, in pixels."""
    return min(_WIDEST, int(max(map(len, labels), default=0) * _LETTER) + 12)


@frozen
class Dots:
    """Rows with `label`, `low`, `high` and the column of `x`, drawn as dots with intervals."""

    rows: Sequence[Row]
    x: alt.X
    colour: alt.Color
    shape: alt.Shape
    among: Sequence[str] = ()
    """Names (column `name`) that share a row, side by side."""
    guides: Sequence[alt.Chart] = ()
    text: str | None = None
    """The column written at the end of the row; None for none."""
    hollow: str = ""
    """The `name` whose marks are outlines."""
    room: int | None = None
    """The pixels for labels, to align several panels; None for what the labels need."""
    runs: RunLabels | None = None
    """The labels, where they are those of runs."""

    def chart(self) -> Chart:
        """Draws the rows."""
        labels = list(
            self.runs.labels if self.runs else dict.fromkeys(str(row["label"]) for row in self.rows)
        )
        among = list(self.among)
        step = _STEP if len(among) < 2 else max(_STEP, 7 * len(among) + 6)
        field = str(self.x["shorthand"]).partition(":")[0]
        room = self.room or label_width(self.runs.written if self.runs else labels)
        width = WIDTH - 20 - room - (_TEXT if self.text else 0)
        common: dict[str, Any] = {
            "y": alt.Y(
                "label:N",
                sort=labels,
                title=None,
                scale=alt.Scale(domain=labels, paddingInner=0.25, paddingOuter=0.15),
                axis=_axis(room, self.runs),
            )
        }
        if len(among) > 1:
            common["yOffset"] = alt.YOffset("name:N", sort=among, scale=alt.Scale(domain=among))
        bars = alt.Chart(data([row for row in self.rows if finite(row["low"]) and finite(row["high"])]))
        points = alt.Chart(data(self.rows))
        common_x = {**common, "x": self.x}
        marks = {**common_x, "color": self.colour, "shape": self.shape}
        layers = [
            *self.guides,
            bars.mark_rule(strokeWidth=1.6)
            .transform_calculate(**{field: "datum.low"})
            .encode(**common_x, x2="high:Q", color=self.colour),
            points.mark_point(filled=True, size=52, opacity=1).encode(**marks),
        ]
        if self.hollow:
            scale = alt.Scale(domain=[self.hollow], range=[GROUND.light])
            outlines = points.transform_filter(alt.datum.name == self.hollow).mark_point(size=52, opacity=1)
            layers.append(outlines.encode(**marks, fill=alt.Fill("name:N", scale=scale, legend=None)))
        if self.text:
            written = points.mark_text(align="right", color=INK.light)
            text = alt.Text(f"{self.text}:N")
            layers.append(written.encode(**common, x=alt.value(width + _TEXT), text=text))
        return alt.layer(*layers).properties(width=width, height=step * len(labels))


def _axis(room: int, runs: RunLabels | None) -> alt.Axis:
    plain: dict[str, Any] = {"labelLimit": _WIDEST, "ticks": False, "domain": False, "grid": True}
    if runs is None:
        return alt.Axis(**plain, labelPadding=6)
    if not any(label.startswith(HEAD) for label in runs.labels):
        return alt.Axis(**plain, labelPadding=6, labelExpr=f"slice(datum.value, {SHOWN})")
    head = f"slice(datum.value, 0, 1) == '{HEAD}'"
    return alt.Axis(
        **plain,
        labelAlign="left",
        labelPadding=room - 2,
        labelExpr=f"slice(datum.value, {SHOWN})",
        labelFontWeight=alt.condition(head, alt.value("bold"), alt.value("normal")),
        gridOpacity=alt.condition(head, alt.value(0), alt.value(1)),
    )
