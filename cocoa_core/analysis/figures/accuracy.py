"""How well models do, over all questions, and over regular and atypical ones."""

from __future__ import annotations

import altair as alt

from cocoa_core.analysis.figures.dots import dots
from cocoa_core.analysis.figures.encodings import chance, data, guide, model_colour, model_scale, model_shape
from cocoa_core.analysis.figures.figure import Drawn, Figure, Skipped, spec_of
from cocoa_core.analysis.figures.palette import REFERENCE
from cocoa_core.analysis.figures.run_labels import run_labels
from cocoa_core.analysis.figures.scene import Row, Scene

__all__ = ["accuracy", "typicality"]

SHARES = alt.Axis(format="%", grid=False, values=[0, 0.5, 1])
_SCALE = alt.Scale(domain=[0, 1], nice=False)


def _x() -> alt.X:
    return alt.X("accuracy:Q", scale=_SCALE, title="accuracy", axis=SHARES)


def accuracy(scene: Scene) -> Drawn:
    """Every run with its interval, and lines at what guessing and the reference models reach."""
    runs = run_labels(scene, [_named(scene, row) for row in scene.rows("summary", everyone=True)])
    rows = list(runs.rows)
    models = [*scene.models, *scene.left_out, *scene.references]
    guides: list[alt.Chart] = []
    by_chance = chance(scene)
    if by_chance is not None:
        guides.append(guide(by_chance, "x", _SCALE))
    lines = _reference_lines(scene, rows)
    if lines:
        drawn = alt.Chart(data(lines)).mark_rule(color=REFERENCE.light, strokeWidth=0.8, opacity=0.55)
        guides.append(drawn.encode(x=alt.X("accuracy:Q", scale=_SCALE)))
    chart = dots(
        rows,
        _x(),
        model_colour(scene, models, legend=False),
        model_shape(scene, models, legend=False),
        guides=guides,
        text="written",
        runs=runs,
    )
    reading = (
        "The best model first. Each mark is the share of right answers, its bar the 95 % interval; the "
        "dashed line is guessing"
    )
    reading += ", the thin grey lines are the reference lines." if lines else "."
    told = "; ".join(f"{scene.label(row)} {row['written']}" for row in rows)
    return Figure("accuracy", "Accuracy", reading, f"Accuracy: {told}.", ("summary",), spec_of(chart))


def _named(scene: Scene, row: Row) -> Row:
    written = f"{float(row['accuracy'] or 0.0):.1%}"
    return {**row, "name": scene.names[str(row["model"])], "written": written}


def _reference_lines(scene: Scene, rows: list[Row]) -> list[Row]:
    """Of each reference model its first run."""
    first: dict[str, Row] = {}
    for row in rows:
        if row["model"] in scene.references:
            first.setdefault(str(row["model"]), row)
    return list(first.values())


def typicality(scene: Scene) -> Drawn:
    """Regular against atypical questions: the paper's Table 3, drawn."""
    title = "Regular and atypical questions"
    runs = run_labels(
        scene,
        [
            {**_named(scene, row), "kind": row["questions"]}
            for row in scene.rows("typicality")
            if row["questions"] != "total" and row["answers"]
        ],
    )
    rows = list(runs.rows)
    if {row["kind"] for row in rows} != {"regular", "atypical"}:
        return Skipped("typicality", title, "All questions are of one kind, regular or atypical.")
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
    chart = dots(rows, _x(), hue, shape, among=kinds, hollow="atypical", runs=runs)
    told = "; ".join(f"{scene.label(row)}, {row['kind']}: {row['written']}" for row in rows)
    reading = (
        "Two marks for each run, regular questions above and atypical ones below, with 95 % intervals: a gap "
        "means that unusual wishes mislead the model."
    )
    return Figure("typicality", title, reading, f"{told}.", ("typicality",), spec_of(chart))
