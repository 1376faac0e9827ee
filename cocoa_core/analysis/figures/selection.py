"""The figures that only questions of the selection family have."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from cocoa_core.analysis.figures.charts import (
    HEIGHT,
    PLOT,
    by_strategy,
    data,
    dots,
    model_colour,
    model_scale,
    model_shape,
    share_scale,
)
from cocoa_core.analysis.figures.facets import facet_figure
from cocoa_core.analysis.figures.figure import Chart, Drawn, Figure, Skipped, spec_of
from cocoa_core.analysis.figures.figure_context import FigureContext, run_labels
from cocoa_core.analysis.figures.overview import accuracy_axis, named
from cocoa_core.analysis.figures.palette import GROUND, INK, REFERENCE, RULE
from cocoa_core.analysis.tables import Row

__all__ = ["OWN", "option_figures", "typicality"]

OWN = frozenset(("typicality", "typicality_paper", "by_position", "by_entropy"))
"""Tables that are drawn here, where there are questions of the family, and not as those by a facet are."""

_FEWEST = 10


def option_figures(scene: FigureContext) -> tuple[Drawn, ...]:
    """By the entropy of the right option, by the letters chosen, by what wrong options break."""
    if "broken_terms" not in scene.tables:
        return ()
    return *facet_figure(scene, scene.tables["by_entropy"]), _positions(scene), _broken_terms(scene)


def typicality(scene: FigureContext) -> tuple[Drawn, ...]:
    """Regular against atypical questions: the paper's Table 3, drawn."""
    if "typicality" not in scene.tables:
        return ()
    title = "Regular and atypical questions"
    table = "typicality" if scene.rows("typicality") else "typicality_paper"
    runs = run_labels(
        scene,
        [
            {**named(scene, row), "kind": row["questions"]}
            for row in scene.rows(table)
            if row["questions"] != "total" and row["answers"]
        ],
    )
    rows = list(runs.rows)
    if {row["kind"] for row in rows} != {"regular", "atypical"}:
        return (Skipped("typicality", title, "All questions are of one kind, regular or atypical."),)
    kinds = ["regular", "atypical"]
    for row in rows:
        row["name"], row["hue"] = row["kind"], row["name"]
    hue = alt.Color("hue:N", scale=model_scale(scene, scene.models), legend=None)
    shape = alt.Shape(
        "kind:N",
        scale=alt.Scale(domain=kinds, range=["circle", "diamond"]),
        legend=alt.Legend(
            direction="horizontal", symbolFillColor="transparent", symbolStrokeColor=REFERENCE.light
        ),
    )
    chart = dots(rows, accuracy_axis(), hue, shape, among=kinds, hollow="atypical", runs=runs)
    told = "; ".join(f"{scene.label(row)}, {row['kind']}: {row['written']}" for row in rows)
    reading = (
        "Two marks for each run, regular questions above and atypical ones below, with 95 % intervals: a gap "
        "means that unusual demands mislead the model."
    )
    return (Figure("typicality", title, reading, f"{told}.", (table,), spec_of(chart)),)


def _positions(scene: FigureContext) -> Drawn:
    """How often each letter is named, over how often it is right."""
    rows = []
    for row in scene.rows("by_position"):
        total = float(row["chosen"] or 0) / float(row["chosen_share"] or 1) if row["chosen"] else 0.0
        rows.append({**row, "name": scene.names[str(row["model"])], "of": total})
    totals = {(row["model"], row["strategy"]): float(row["of"] or 0) for row in rows if row["of"]}
    for row in rows:
        of = totals.get((row["model"], row["strategy"]), 0.0)
        row["right_share"] = float(row["answers"] or 0) / of if of else 0.0
    rows = [row for row in rows if totals.get((row["model"], row["strategy"]))]
    title = "Letters chosen"
    if not rows:
        return Skipped("by_position", title, "No answer names a letter.")
    chart = by_strategy(scene, rows, lambda own: _letters(scene, own, rows))
    reading = (
        "Grey bars: how often a letter is right; marks: how often the model names it. A mark far above its "
        "bar is a habit of the model."
    )
    told = "; ".join(
        f"{scene.label(row)} names {row['letter']} in {float(row['chosen_share'] or 0):.0%}" for row in rows
    )
    return Figure("by_position", title, reading, f"{told}.", ("by_position",), spec_of(chart))


def _letters(scene: FigureContext, rows: Sequence[Row], everywhere: Sequence[Row]) -> Chart:
    scale = share_scale(everywhere, "chosen_share", "right_share")
    x = alt.X("letter:N", title="letter", axis=alt.Axis(labelAngle=0, grid=False))
    y = alt.Y("chosen_share:Q", scale=scale, title="share of answers", axis=alt.Axis(format="%", tickCount=4))
    right = (
        alt.Chart(data(rows))
        .mark_bar(color=RULE.light)
        .encode(x=x, y=alt.Y("right_share:Q", scale=scale, title="share of answers"), xOffset=_offset(scene))
    )
    chosen = (
        alt.Chart(data(rows))
        .mark_point(filled=True, size=48, opacity=1)
        .encode(
            x=x,
            y=y,
            xOffset=_offset(scene),
            color=model_colour(scene, scene.models),
            shape=model_shape(scene, scene.models),
        )
    )
    return alt.layer(right, chosen).properties(width=PLOT, height=HEIGHT)


def _offset(scene: FigureContext) -> alt.XOffset:
    names = [scene.names[one] for one in scene.models]
    scale = alt.Scale(domain=names, paddingInner=0, paddingOuter=0.6)
    return alt.XOffset("name:N", sort=names, scale=scale)


def _broken_terms(scene: FigureContext) -> Drawn:
    """How many sum terms the chosen wrong option breaks, against a wrong option drawn at random."""
    title = "How wrong the wrong answers are"
    counts: dict[tuple[object, ...], int] = {}
    rows = [{**row, "name": scene.names[str(row["model"])]} for row in scene.rows("broken_terms")]
    for row in rows:
        run = (row["model"], row["strategy"])
        counts[run] = counts.get(run, 0) + int(row["chosen"] or 0)
    rows = [row for row in rows if counts[row["model"], row["strategy"]] >= _FEWEST]
    if not rows:
        return Skipped("broken_terms", title, f"No run has {_FEWEST} answers that name a wrong option.")
    chart = by_strategy(scene, rows, lambda own: _bars(scene, own, rows))
    reading = (
        "Bars: the share of wrong answers whose option breaks so many sum terms; lines across them: the same "
        "for a wrong option drawn at random. Bars above their lines at 1 are near misses that were missed."
    )
    told = "; ".join(
        f"{scene.label(row)}, {row['broken']} broken: {float(row['share'] or 0):.0%}, by chance "
        f"{float(row['expected'] or 0):.0%}"
        for row in rows
    )
    return Figure("broken_terms", title, reading, f"{told}.", ("broken_terms",), spec_of(chart))


def _bars(scene: FigureContext, rows: Sequence[Row], everywhere: Sequence[Row]) -> Chart:
    scale = share_scale(everywhere, "share", "expected")
    x = alt.X("broken:O", title="sum terms that the chosen option breaks", axis=alt.Axis(labelAngle=0))
    y = alt.Y("share:Q", scale=scale, title="share of wrong answers", axis=alt.Axis(format="%", tickCount=4))
    chart = alt.Chart(data(rows))
    offset = _offset(scene)
    bars = chart.mark_bar().encode(x=x, y=y, xOffset=offset, color=model_colour(scene, scene.models))
    lines = [
        chart.mark_tick(orient="horizontal", thickness=thickness, color=colour, opacity=1).encode(
            x=x, y=alt.Y("expected:Q", scale=scale), xOffset=offset
        )
        for thickness, colour in ((4.5, GROUND.light), (2, INK.light))
    ]
    return alt.layer(bars, *lines).properties(width=PLOT, height=HEIGHT)
