"""What accuracy costs: tokens written, and dollars."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from cocoa_core.analysis.figures.encodings import data, model_colour, model_shape
from cocoa_core.analysis.figures.figure import WIDTH, Chart, Drawn, Figure, Skipped, spec_of
from cocoa_core.analysis.figures.lines import upright
from cocoa_core.analysis.figures.palette import INK
from cocoa_core.analysis.figures.scene import Row, Scene

__all__ = ["usage"]

_WIDE = 8
"""From so many times the least on, the scale is logarithmic."""


def usage(scene: Scene) -> tuple[Drawn, ...]:
    """Accuracy against tokens written for an answer, and against its cost."""
    accuracy = {(row["model"], row["strategy"]): row for row in scene.rows("summary")}
    rows: list[Row] = []
    for row in scene.rows("usage"):
        of = accuracy[row["model"], row["strategy"]]
        answers = int(row["answers"] or 0)
        cost = float(row["cost"]) / answers if row["cost"] is not None and answers else None
        said: Row = {name: of[name] for name in ("model", "strategy", "accuracy", "low", "high")}
        named: Row = {"name": scene.names[str(row["model"])], "tokens": row["output_mean"], "dollars": cost}
        rows.append({**said, **named})
    return (
        _figure(scene, rows, "tokens", "tokens written for an answer, mean"),
        _figure(scene, rows, "dollars", "dollars for an answer"),
    )


def _figure(scene: Scene, rows: Sequence[Row], what: str, axis: str) -> Drawn:
    title = f"Accuracy and {what}"
    known = [row for row in rows if float(row[what] or 0) > 0]
    if len(known) < 2:
        return Skipped(f"accuracy_{what}", title, f"The logs state {what} of fewer than two runs.")
    reading = (
        "Up is better, left is cheaper; each line joins the strategies of a model. Bars: 95 % intervals."
    )
    if len(known) < len(rows):
        reading += f" What logs do not state is not drawn: {len(known)} of {len(rows)} runs are."
    told = "; ".join(
        f"{row['name']}, {row['strategy']}: {float(row['accuracy'] or 0):.0%} for {float(row[what] or 0):.3g}"
        for row in known
    )
    chart = _chart(scene, known, what, axis)
    return Figure(f"accuracy_{what}", title, reading, f"{told}.", ("summary", "usage"), spec_of(chart))


def _chart(scene: Scene, rows: Sequence[Row], what: str, title: str) -> Chart:
    values = [float(row[what] or 0) for row in rows]
    wide = max(values) > _WIDE * min(values)
    scale = alt.Scale(type="log" if wide else "linear", zero=False, nice=not wide, padding=24)
    ticks = alt.Axis(grid=False, tickCount=4, format="~s" if what == "tokens" else "~g")
    x = alt.X(f"{what}:Q", scale=scale, title=title, axis=ticks)
    y = alt.Y("accuracy:Q", scale=alt.Scale(domain=[0, 1], nice=False), title="accuracy", axis=upright)
    colour = model_colour(scene, scene.models)
    chart = alt.Chart(data(rows))
    layers = [
        chart.mark_line(strokeWidth=1, opacity=0.55).encode(x=x, y=y, color=colour),
        chart.mark_rule(strokeWidth=1.4)
        .transform_calculate(accuracy="datum.low")
        .encode(x=x, y=y, y2="high:Q", color=colour),
        chart.mark_point(filled=True, size=52, opacity=1).encode(
            x=x, y=y, color=colour, shape=model_shape(scene, scene.models)
        ),
    ]
    if len(scene.strategies) > 1:
        layers.append(
            chart.mark_text(align="left", dx=7, dy=-7, fontSize=10, color=INK.light).encode(
                x=x, y=y, text="strategy:N"
            )
        )
    return alt.layer(*layers).properties(width=WIDTH - 52, height=210)
