"""How accuracy falls as questions become harder: the paper's Figure 3."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from attrs import frozen

from cocoa_core.analysis.figures.figure import Chart, Drawn, Figure, Skipped, spec_of
from cocoa_core.analysis.figures.lines import by_strategy, joined
from cocoa_core.analysis.figures.scene import Row, Scene

__all__ = ["FEWEST", "complexity", "told"]

FEWEST: Final = 5
"""Answers that a mark needs; fewer stand in the table only."""


@frozen
class _Measure:
    """table: its name. title: of the axis. what: in the sentence on how to read it."""

    table: str
    columns: tuple[str, ...]
    title: str
    what: str


_MEASURES: Final = (
    _Measure("by_setting", ("slots", "minterms"), "(slots, minterms)", "the size of its truth table"),
    _Measure("by_sum_terms", ("sum_terms",), "sum terms", "its number of conditions"),
    _Measure("by_width", ("width",), "width", "the conditions that offer a choice"),
    _Measure("by_component", ("component",), "component", "the attributes that hang together"),
    _Measure("by_longest_path", ("longest_path",), "longest path", "the longest chain of attributes"),
    _Measure("by_max_degree", ("max_degree",), "maximum degree", "the most attributes that one is tied to"),
)


def complexity(scene: Scene) -> tuple[Drawn, ...]:
    """A figure for each measure of complexity that varies."""
    return tuple(_figure(scene, measure) for measure in _MEASURES)


def _figure(scene: Scene, measure: _Measure) -> Drawn:
    title = f"Accuracy by {measure.title}"
    rows: list[Row] = []
    for row in scene.rows(measure.table):
        if int(row["answers"] or 0) >= FEWEST:
            key = [row[name] for name in measure.columns]
            label = str(key[0]) if len(key) == 1 else f"({', '.join(map(str, key))})"
            rows.append({**row, "label": label})
    places = {str(row["label"]): tuple(int(row[name] or 0) for name in measure.columns) for row in rows}
    order = sorted(places, key=places.__getitem__)
    if len(order) < 2:
        why = f"There are not two values of {measure.title} with {FEWEST} answers and more."
        return Skipped(measure.table, title, why)
    chart = by_strategy(scene, rows, partial(_panel, scene, order, measure.title))
    reading = (
        f"From left to right a question grows in {measure.what}; the bars are 95 % intervals, the dashed "
        f"line is guessing. Marks of fewer than {FEWEST} answers are left out."
    )
    return Figure(measure.table, title, reading, told(scene, rows), (measure.table,), spec_of(chart))


def _panel(scene: Scene, order: Sequence[str], title: str, rows: Sequence[Row]) -> Chart:
    return joined(scene, rows, order, title)


def told(scene: Scene, rows: Sequence[Row]) -> str:
    """Accuracy of each run at each place, in words, for those who do not see the figure."""
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(scene.label(row), []).append(f"{row['label']} {float(row['accuracy'] or 0):.0%}")
    return "Accuracy. " + " ".join(f"{name}: {', '.join(parts)}." for name, parts in found.items())
