"""Paired differences between runs, with their intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence

import altair as alt

from cocoa_core.analysis.figures.dots import dots, label_width
from cocoa_core.analysis.figures.encodings import finite, guide
from cocoa_core.analysis.figures.figure import Chart, Drawn, Figure, Skipped, spec_of, stacked
from cocoa_core.analysis.figures.palette import ACCENTS, REFERENCE
from cocoa_core.analysis.figures.scene import Row, Scene, shortened

__all__ = ["differences"]

_MOST = 24
_TITLE = "Differences between runs"
_LONGEST = 12


def differences(scene: Scene) -> Drawn:
    """Every pair: how much the first is ahead of the second on the same questions."""
    rows = [
        row
        for row in scene.tables["comparisons"].dicts()
        if row["dataset"] == scene.dataset and row["questions"] and finite(row["difference"])
    ]
    if not rows:
        return Skipped("differences", _TITLE, "No two runs answered the same questions.")
    shown = rows if len(rows) <= _MOST else _nearest(scene, rows)[:_MOST]
    short = shortened(sorted({str(row[name]) for row in shown for name in ("first", "second")}), _LONGEST)
    for row in shown:
        row["label"] = f"{short[str(row['first'])]} − {short[str(row['second'])]}"
        row["name"] = "told apart" if float(row["p_holm"] or 0.0) < 0.05 else "not told apart"
    reach = max(abs(float(row[end] or 0)) for row in shown for end in _ends(row))
    room = label_width([str(row["label"]) for row in shown])
    same = list(dict.fromkeys(str(row["same"]) for row in shown))
    panels = [
        (scene.names.get(name, name), _panel([row for row in shown if row["same"] == name], reach, room))
        for name in same
    ]
    reading = (
        "Right of the dashed line the first is better, left of it the second; a bar that crosses it shows no "
        "difference. Grey and open: not told apart once all pairs are taken together (Holm)."
    )
    if len(rows) > _MOST:
        reading += f" {_MOST} of {len(rows)} pairs are drawn, those by the strategy of the best run first."
    told = " ".join(str(row["sentence"]) for row in shown)
    return Figure("differences", _TITLE, reading, told, ("comparisons",), spec_of(stacked(panels)))


def _nearest(scene: Scene, rows: Sequence[Row]) -> list[Row]:
    """Pairs by the strategy of the best run first, and those of the best run first of all."""
    best = max(scene.rows("summary"), key=lambda row: float(row["accuracy"] or 0.0))
    return sorted(
        rows,
        key=lambda row: (
            row["same"] != best["strategy"],
            best["model"] not in (row["first"], row["second"]),
        ),
    )


def _ends(row: Row) -> tuple[str, ...]:
    return tuple(name for name in ("low", "high", "difference") if finite(row[name]))


def _panel(rows: Sequence[Row], reach: float, room: int) -> Chart:
    top = min(1.0, math.ceil(reach * 10 + 1e-9) / 10)
    scale = alt.Scale(domain=[-top, top], nice=False)
    told = ["told apart", "not told apart"]
    axis = alt.Axis(
        grid=False, values=[-top, 0, top], labelExpr="(datum.value > 0 ? '+' : '') + round(datum.value * 100)"
    )
    return dots(
        rows,
        alt.X("difference:Q", scale=scale, title="difference, percentage points", axis=axis),
        alt.Color(
            "name:N", scale=alt.Scale(domain=told, range=[ACCENTS[0].light, REFERENCE.light]), legend=None
        ),
        alt.Shape("name:N", scale=alt.Scale(domain=told, range=["circle", "diamond"]), legend=None),
        guides=[guide(0.0, "x", scale)],
        hollow=told[1],
        room=room,
    )
