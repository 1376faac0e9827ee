"""Dots with intervals over something that has an order, joined by lines: how accuracy falls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import altair as alt

from cocoa_core.analysis.figures.encodings import (
    chance,
    data,
    finite,
    guide,
    model_colour,
    model_shape,
)
from cocoa_core.analysis.figures.figure import WIDTH, Chart, stacked
from cocoa_core.analysis.figures.scene import Row, Scene

__all__ = ["HEIGHT", "PLOT", "by_strategy", "joined", "upright"]

HEIGHT: Final = 150
PLOT: Final = WIDTH - 52
"""Of one panel, without its axes, in pixels."""

upright: Final = alt.Axis(format="%", values=[0, 0.25, 0.5, 0.75, 1])


def joined(scene: Scene, rows: Sequence[Row], order: Sequence[str], title: str) -> Chart:
    """Accuracy of rows with `label`, one of `order`, with the models side by side at each place."""
    full = alt.Scale(domain=[0, 1], nice=False)
    models = [model for model in scene.models if any(row["model"] == model for row in rows)]
    named = [{**row, "name": scene.names[str(row["model"])]} for row in rows]
    axis = alt.Axis(labelAngle=0, grid=False)
    x = alt.X("label:N", scale=alt.Scale(domain=list(order)), title=title, axis=axis)
    offset = alt.XOffset(
        "name:N",
        sort=[scene.names[one] for one in models],
        scale=alt.Scale(domain=[scene.names[one] for one in scene.models], paddingOuter=1),
    )
    y = alt.Y("accuracy:Q", scale=full, title="accuracy", axis=upright)
    colour = model_colour(scene, scene.models)
    chart = alt.Chart(data(named))
    bars = alt.Chart(data([row for row in named if finite(row["low"])]))
    layers = [
        chart.mark_line(strokeWidth=1, opacity=0.55).encode(x=x, xOffset=offset, y=y, color=colour),
        bars.mark_rule(strokeWidth=1.4)
        .transform_calculate(accuracy="datum.low")
        .encode(x=x, xOffset=offset, y=y, y2="high:Q", color=colour),
        chart.mark_point(filled=True, size=42, opacity=1).encode(
            x=x, xOffset=offset, y=y, color=colour, shape=model_shape(scene, scene.models)
        ),
    ]
    by_chance = chance(scene)
    if by_chance is not None:
        layers.insert(0, guide(by_chance, "y", full))
    return alt.layer(*layers).properties(width=PLOT, height=HEIGHT)


def by_strategy(
    scene: Scene, rows: Sequence[Row], chart: Callable[[Sequence[Row]], Chart]
) -> Chart | alt.ConcatChart:
    """A panel for each strategy that has rows."""
    panels = []
    for strategy in scene.strategies:
        own = [row for row in rows if row["strategy"] == strategy]
        if own:
            panels.append((strategy, chart(own)))
    return stacked(panels)
