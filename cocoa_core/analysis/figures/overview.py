"""Draws the figures over whole runs: accuracy, paired differences, and the letters chosen."""

from __future__ import annotations

import math
from collections.abc import Sequence

import altair as alt

from cocoa_core.analysis.figures.charts import (
    HEIGHT,
    PLOT,
    Dots,
    by_strategy,
    chance_guides,
    data,
    finite,
    guide,
    label_width,
    model_channels,
    share_scale,
)
from cocoa_core.analysis.figures.figure import (
    ACCENTS,
    REFERENCE,
    RULE,
    Chart,
    Drawn,
    Figure,
    Skipped,
    spec_of,
    stacked,
)
from cocoa_core.analysis.figures.figure_context import FigureContext, run_labels, shortened
from cocoa_core.analysis.tables import Row
from cocoa_core.grouping import grouped

_MOST = 24
_LONGEST = 12

_SHARES = alt.Axis(format="%", grid=False, values=[0, 0.5, 1])
_ALL = alt.Scale(domain=[0, 1], nice=False)


def accuracy(context: FigureContext) -> Drawn:
    """Draws every run with its interval, and lines at chance and at the reference models."""
    runs = run_labels(context, [_named(context, row) for row in context.rows("summary", everyone=True)])
    rows = list(runs.rows)
    models = [*context.models, *context.left_out, *context.references]
    guides = chance_guides(context, "x", _ALL)
    lines = _reference_lines(context, rows)
    if lines:
        drawn = alt.Chart(data(lines)).mark_rule(color=REFERENCE.light, strokeWidth=0.8, opacity=0.55)
        guides.append(drawn.encode(x=alt.X("accuracy:Q", scale=_ALL)))
    chart = Dots(
        rows,
        alt.X("accuracy:Q", scale=_ALL, title="accuracy", axis=_SHARES),
        *model_channels(context, models, legend=False),
        guides=guides,
        text="written",
        runs=runs,
    ).chart()
    reading = (
        "The best model first. Each mark is the share of right answers, its bar the 95 % interval; the "
        "dashed line is guessing"
    )
    reading += ", the thin grey lines are the reference lines." if lines else "."
    description = "; ".join(f"{context.label(row)} {row['written']}" for row in rows)
    return Figure("accuracy", "Accuracy", reading, f"Accuracy: {description}.", ("summary",), spec_of(chart))


def _named(context: FigureContext, row: Row) -> Row:
    written = f"{float(row['accuracy'] or 0.0):.1%}"
    return {**row, "name": context.names[str(row["model"])], "written": written}


def _reference_lines(context: FigureContext, rows: list[Row]) -> list[Row]:
    """Returns the first row of each reference model."""
    first = grouped((row["model"], row) for row in rows if row["model"] in context.references)
    return [model_rows[0] for model_rows in first.values()]


def differences(context: FigureContext) -> Drawn:
    """Draws, for every pair, by how much the first run is better than the second on the same questions."""
    rows = [
        row
        for row in context.tables["comparisons"].dicts()
        if row["dataset"] == context.dataset and row["questions"] and finite(row["difference"])
    ]
    if not rows:
        return Skipped("differences", "Differences between runs", "No two runs answered the same questions.")
    shown = rows if len(rows) <= _MOST else _nearest(context, rows)[:_MOST]
    short = shortened(sorted({str(row[name]) for row in shown for name in ("first", "second")}), _LONGEST)
    for row in shown:
        row["label"] = f"{short[str(row['first'])]} − {short[str(row['second'])]}"
        row["low"], row["high"] = row["low_holm"], row["high_holm"]
        row["name"] = "told apart" if row["told"] == "yes" else "not told apart"
    reach = max(
        abs(float(row[end] or 0))
        for row in shown
        for end in tuple(name for name in ("low", "high", "difference") if finite(row[name]))
    )
    room = label_width([str(row["label"]) for row in shown])
    same = list(dict.fromkeys(str(row["same"]) for row in shown))
    panels = [
        (
            context.names.get(name, name),
            _difference_panel([row for row in shown if row["same"] == name], reach, room),
        )
        for name in same
    ]
    reading = (
        "Right of the dashed line the first is better, left of it the second; a bar that crosses it shows no "
        "difference. Grey and open: not told apart. Bars are intervals for all pairs taken together (Holm)."
    )
    if len(rows) > _MOST:
        reading += f" {_MOST} of {len(rows)} pairs are drawn, those by the strategy of the best run first."
    description = " ".join(str(row["sentence"]) for row in shown)
    return Figure(
        "differences",
        "Differences between runs",
        reading,
        description,
        ("comparisons",),
        spec_of(stacked(panels)),
    )


def _nearest(context: FigureContext, rows: Sequence[Row]) -> list[Row]:
    """Sorts pairs: those by the strategy of the best run first, then those with the best model."""
    best = max(context.rows("summary"), key=lambda row: float(row["accuracy"] or 0.0))
    return sorted(
        rows,
        key=lambda row: (row["same"] != best["strategy"], best["model"] not in (row["first"], row["second"])),
    )


def _difference_panel(rows: Sequence[Row], reach: float, room: int) -> Chart:
    top = min(1.0, math.ceil(reach * 10 + 1e-9) / 10)
    scale = alt.Scale(domain=[-top, top], nice=False)
    verdicts = ["told apart", "not told apart"]
    axis = alt.Axis(
        grid=False, values=[-top, 0, top], labelExpr="(datum.value > 0 ? '+' : '') + round(datum.value * 100)"
    )
    return Dots(
        rows,
        alt.X("difference:Q", scale=scale, title="difference, percentage points", axis=axis),
        alt.Color(
            "name:N", scale=alt.Scale(domain=verdicts, range=[ACCENTS[0].light, REFERENCE.light]), legend=None
        ),
        alt.Shape("name:N", scale=alt.Scale(domain=verdicts, range=["circle", "diamond"]), legend=None),
        guides=[guide(0.0, "x", scale)],
        hollow=verdicts[1],
        room=room,
    ).chart()


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
    colour, shape = model_channels(context, context.models)
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
            color=colour,
            shape=shape,
        )
    )
    return alt.layer(right, chosen).properties(width=PLOT, height=HEIGHT)


def _offset(context: FigureContext) -> alt.XOffset:
    names = [context.names[model] for model in context.models]
    scale = alt.Scale(domain=names, paddingInner=0, paddingOuter=0.6)
    return alt.XOffset("name:N", sort=names, scale=scale)
