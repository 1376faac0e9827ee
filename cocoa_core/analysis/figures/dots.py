"""Dots with intervals, a row for each name: the chart for anything that has no order of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import altair as alt

from cocoa_core.analysis.figures.encodings import data, finite
from cocoa_core.analysis.figures.figure import WIDTH, Chart
from cocoa_core.analysis.figures.palette import GROUND, INK
from cocoa_core.analysis.figures.run_labels import HEAD, SHOWN, RunLabels
from cocoa_core.analysis.figures.scene import Row

__all__ = ["dots", "label_width"]

_STEP: Final = 20
_LETTER: Final = 5.2
_WIDEST: Final = 165
_TEXT: Final = 46
"""Room in pixels: for a letter of a label, for a label, for the number at the end of a row."""


def label_width(labels: Sequence[str]) -> int:
    """The room that row labels take, in pixels."""
    return min(_WIDEST, int(max(map(len, labels), default=0) * _LETTER) + 12)


def dots(
    rows: Sequence[Row],
    x: alt.X,
    colour: alt.Color,
    shape: alt.Shape,
    *,
    among: Sequence[str] = (),
    guides: Sequence[alt.Chart] = (),
    text: str | None = None,
    hollow: str = "",
    room: int | None = None,
    runs: RunLabels | None = None,
) -> Chart:
    """Rows with `label`, `low`, `high` and the column of `x`.

    Labels stand in the order of the rows. among: names (column `name`) that share a row, dodged. text: a
    column written at the end of the row. room: pixels for the labels, to align several panels. hollow: the
    `name` whose marks are outlines. runs: where the labels are those of runs.
    """
    labels = list(runs.labels if runs else dict.fromkeys(str(row["label"]) for row in rows))
    step = _STEP if len(among) < 2 else max(_STEP, 7 * len(among) + 6)
    field = str(x["shorthand"]).partition(":")[0]
    room = room or label_width(runs.written if runs else labels)
    width = WIDTH - 20 - room - (_TEXT if text else 0)
    common: dict[str, Any] = {
        "y": alt.Y(
            "label:N",
            sort=labels,
            title=None,
            scale=alt.Scale(domain=labels, paddingInner=0.25, paddingOuter=0.15),
            axis=_axis(room, runs),
        )
    }
    if len(among) > 1:
        common["yOffset"] = alt.YOffset("name:N", sort=list(among), scale=alt.Scale(domain=list(among)))
    bars = alt.Chart(data([row for row in rows if finite(row["low"]) and finite(row["high"])]))
    points = alt.Chart(data(rows))
    marks: dict[str, Any] = {"color": colour, "shape": shape}
    if hollow:
        fill = alt.Fill("name:N", scale=alt.Scale(domain=[hollow], range=[GROUND.light]), legend=None)
        within = points.transform_filter(alt.datum.name == hollow)
    layers = [
        *guides,
        bars.mark_rule(strokeWidth=1.6)
        .transform_calculate(**{field: "datum.low"})
        .encode(**common, x=x, x2="high:Q", color=colour),
        points.mark_point(filled=True, size=52, opacity=1).encode(**common, x=x, **marks),
    ]
    if hollow:
        layers.append(within.mark_point(size=52, opacity=1).encode(**common, x=x, fill=fill, **marks))
    if text:
        layers.append(
            points.mark_text(align="right", color=INK.light).encode(
                **common, x=alt.value(width + _TEXT), text=alt.Text(f"{text}:N")
            )
        )
    return alt.layer(*layers).properties(width=width, height=step * len(labels))


def _axis(room: int, runs: RunLabels | None) -> alt.Axis:
    """Labels of runs stand flush left; rows without a run are heads: in bold, and without a line."""
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
