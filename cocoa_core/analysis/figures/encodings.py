"""Pieces that the charts share: data, scales, and marks with their intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import altair as alt

from cocoa_core.analysis.figures.palette import QUIET
from cocoa_core.analysis.figures.scene import Row, Scene
from cocoa_core.analysis.tables import Cell

__all__ = [
    "CHANCE_DASH",
    "chance",
    "data",
    "finite",
    "guide",
    "model_colour",
    "model_scale",
    "model_shape",
    "share_scale",
]

CHANCE_DASH: Final = (5, 3)


def data(rows: Sequence[Mapping[str, Any]]) -> alt.InlineData:
    """Rows as a chart's data."""
    return alt.InlineData(values=[dict(row) for row in rows])


def finite(cell: Cell) -> bool:
    """Whether a cell is a number that can be drawn."""
    return isinstance(cell, (int, float)) and math.isfinite(cell)


def chance(scene: Scene) -> float | None:
    """What guessing is worth in this data set."""
    for row in scene.tables["summary"].dicts():
        if row["role"] == "theory" and row["dataset"] == scene.dataset:
            return float(row["accuracy"] or 0.0)
    return None


def model_colour(scene: Scene, models: Sequence[str], *, legend: bool = True) -> alt.Color:
    """The models' colours; with a legend where there are several."""
    shown = alt.Legend() if legend and len(models) > 1 else None
    return alt.Color("name:N", scale=model_scale(scene, models), legend=shown)


def model_scale(scene: Scene, models: Sequence[str]) -> alt.Scale:
    """From the models' short names to their colours."""
    return alt.Scale(domain=[scene.names[one] for one in models], range=[scene.colour(one) for one in models])


def model_shape(scene: Scene, models: Sequence[str], *, legend: bool = True) -> alt.Shape:
    """The models' marks, in one legend with the colours."""
    scale = alt.Scale(domain=[scene.names[one] for one in models], range=[scene.shape(one) for one in models])
    shown = alt.Legend() if legend and len(models) > 1 else None
    return alt.Shape("name:N", scale=scale, legend=shown)


def share_scale(rows: Sequence[Row], *columns: str) -> alt.Scale:
    """From 0 to the next tenth above all that is drawn, at most 1."""
    top = max((float(row[name] or 0.0) for row in rows for name in columns if finite(row[name])), default=1.0)
    return alt.Scale(domain=[0, min(1.0, math.ceil(top * 10 - 1e-9) / 10)], nice=False)


def guide(where: float, channel: str, scale: alt.Scale) -> alt.Chart:
    """A dashed line through a panel, such as chance."""
    line = alt.Chart(data([{"where": where}])).mark_rule(strokeDash=list(CHANCE_DASH), color=QUIET.light)
    if channel == "x":
        across: alt.Chart = line.encode(x=alt.X("where:Q", scale=scale))
        return across
    along: alt.Chart = line.encode(y=alt.Y("where:Q", scale=scale))
    return along
