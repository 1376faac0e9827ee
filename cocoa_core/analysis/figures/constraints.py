"""Which constraints a model fails: accuracy on the questions that hold them, the hardest first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import altair as alt

from cocoa_core.analysis.figures.complexity import told
from cocoa_core.analysis.figures.dots import dots, label_width
from cocoa_core.analysis.figures.encodings import chance, guide, model_colour, model_shape
from cocoa_core.analysis.figures.figure import Chart, Drawn, Figure, Skipped, spec_of
from cocoa_core.analysis.figures.lines import by_strategy
from cocoa_core.analysis.figures.scene import Row, Scene

__all__ = ["constraints"]

_FEWEST = 10
_MOST = 16
_TABLES = (("by_slot", "slot", "slot"), ("by_rule", "rule", "rule"), ("by_test", "test", "kind of test"))


def constraints(scene: Scene) -> tuple[Drawn, ...]:
    """Three figures: by slot, by rule, by kind of test."""
    return tuple(_figure(scene, *one) for one in _TABLES)


def _figure(scene: Scene, table: str, column: str, what: str) -> Drawn:
    title = f"Accuracy by {what}"
    rows: list[Row] = [
        {**row, "label": str(row[column]), "name": scene.names[str(row["model"])]}
        for row in scene.rows(table)
        if int(row["answers"] or 0) >= _FEWEST
    ]
    order = _hardest_first(rows)
    if len(order) < 2:
        return Skipped(table, title, f"No two of them stand in {_FEWEST} answers and more.")
    shown = order[:_MOST]
    rows = sorted(
        (row for row in rows if row["label"] in shown), key=lambda row: shown.index(str(row["label"]))
    )
    chart = by_strategy(scene, rows, partial(_panel, scene, label_width([str(one) for one in shown])))
    reading = (
        f"Each row holds the questions whose request has this {what}, the hardest on top; with 95 % "
        "intervals. A question stands in several rows."
    )
    if len(order) > _MOST:
        reading += f" The hardest {_MOST} of {len(order)} are drawn."
    return Figure(table, title, reading, told(scene, rows), (table,), spec_of(chart))


def _hardest_first(rows: Sequence[Row]) -> list[str]:
    """By mean accuracy over the runs; by name where alike."""
    found: dict[str, list[float]] = {}
    for row in rows:
        found.setdefault(str(row["label"]), []).append(float(row["accuracy"] or 0.0))
    return sorted(found, key=lambda name: (sum(found[name]) / len(found[name]), name))


def _panel(scene: Scene, room: int, rows: Sequence[Row]) -> Chart:
    scale = alt.Scale(domain=[0, 1], nice=False)
    axis = alt.Axis(format="%", grid=False, values=[0, 0.25, 0.5, 0.75, 1])
    by_chance = chance(scene)
    return dots(
        rows,
        alt.X("accuracy:Q", scale=scale, title="accuracy", axis=axis),
        model_colour(scene, scene.models),
        model_shape(scene, scene.models),
        among=[scene.names[one] for one in scene.models],
        guides=[guide(by_chance, "x", scale)] if by_chance is not None else [],
        room=room,
    )
