"""Draws the figure that only questions over options have: the letters chosen."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from cocoa_core.analysis.figures.charts import (
    HEIGHT,
    PLOT,
    by_strategy,
    data,
    model_colour,
    model_shape,
    share_scale,
)
from cocoa_core.analysis.figures.figure import Chart, Drawn, Figure, Skipped, spec_of
from cocoa_core.analysis.figures.figure_context import FigureContext
from cocoa_core.analysis.figures.palette import RULE
from cocoa_core.analysis.tables import Row


def positions(context: FigureContext) -> tuple[Drawn, ...]:
    """Draws how often each letter is named over how often it is right; empty where there are no letters."""
    if "broken_terms" not in context.tables:
        return ()
    rows = []
    for row in context.rows("by_position"):
        total = float(row["chosen"] or 0) / float(row["chosen_share"] or 1) if row["chosen"] else 0.0
        rows.append({**row, "name": context.names[str(row["model"])], "of": total})
    totals = {(row["model"], row["strategy"]): float(row["of"] or 0) for row in rows if row["of"]}
    for row in rows:
        run_total = totals.get((row["model"], row["strategy"]), 0.0)
        row["right_share"] = float(row["answers"] or 0) / run_total if run_total else 0.0
    rows = [row for row in rows if totals.get((row["model"], row["strategy"]))]
    title = "Letters chosen"
    if not rows:
        return (Skipped("by_position", title, "No answer names a letter."),)
    chart = by_strategy(context, rows, lambda strategy_rows: _letters(context, strategy_rows, rows))
    reading = (
        "Grey bars: how often a letter is right; marks: how often the model names it. A mark far above its "
        "bar is a habit of the model."
    )
    description = "; ".join(
        f"{context.label(row)} names {row['letter']} in {float(row['chosen_share'] or 0):.0%}" for row in rows
    )
    return (Figure("by_position", title, reading, f"{description}.", ("by_position",), spec_of(chart)),)


def _letters(context: FigureContext, rows: Sequence[Row], everywhere: Sequence[Row]) -> Chart:
    scale = share_scale(everywhere, "chosen_share", "right_share")
    x = alt.X("letter:N", title="letter", axis=alt.Axis(labelAngle=0, grid=False))
    y = alt.Y("chosen_share:Q", scale=scale, title="share of answers", axis=alt.Axis(format="%", tickCount=4))
    right = (
        alt.Chart(data(rows))
        .mark_bar(color=RULE.light)
        .encode(
            x=x, y=alt.Y("right_share:Q", scale=scale, title="share of answers"), xOffset=_offset(context)
        )
    )
    chosen = (
        alt.Chart(data(rows))
        .mark_point(filled=True, size=48, opacity=1)
        .encode(
            x=x,
            y=y,
            xOffset=_offset(context),
            color=model_colour(context, context.models),
            shape=model_shape(context, context.models),
        )
    )
    return alt.layer(right, chosen).properties(width=PLOT, height=HEIGHT)


def _offset(context: FigureContext) -> alt.XOffset:
    names = [context.names[model] for model in context.models]
    scale = alt.Scale(domain=names, paddingInner=0, paddingOuter=0.6)
    return alt.XOffset("name:N", sort=names, scale=scale)
