"""The entropy of the right option where answers are right and where they are wrong: the paper's Figure 5."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from cocoa_core.analysis.figures.encodings import data
from cocoa_core.analysis.figures.figure import WIDTH, Chart, Drawn, Figure, Skipped, spec_of, stacked
from cocoa_core.analysis.figures.palette import ACCENTS, INK
from cocoa_core.analysis.figures.scene import Row, Scene

__all__ = ["entropy"]

_FEWEST = 10
_MOST = 12
_TITLE = "Entropy of the right option"


def entropy(scene: Scene) -> Drawn:
    """Two densities for each run with enough right and wrong answers."""
    counts = {_key(row): int(row["answers"] or 0) for row in scene.rows("entropy")}
    means = {_key(row): row["mean"] for row in scene.rows("entropy")}
    curves: dict[str, list[Row]] = {}
    words: dict[str, str] = {}
    for row in scene.rows("entropy_density"):
        run = (row["model"], row["strategy"])
        if min(counts[*run, "right"], counts[*run, "wrong"]) >= _FEWEST:
            label = scene.label(row)
            curves.setdefault(label, []).append(row)
            right, wrong = (float(means[*run, outcome] or 0) for outcome in ("right", "wrong"))
            words[label] = f"{label}: mean {right:.2f} where right, {wrong:.2f} where wrong."
    if not curves:
        return Skipped("entropy", _TITLE, f"No run has {_FEWEST} right and {_FEWEST} wrong answers.")
    shown = dict(list(curves.items())[:_MOST])
    single = len(shown) == 1
    top = max(float(row["density"] or 0) for rows in shown.values() for row in rows)
    panels = [(label, _panel(rows, top, single)) for label, rows in shown.items()]
    chart = stacked(panels, columns=2)
    reading = (
        "Where the dashed line (wrong answers) lies to the right of the solid one, the model fails where the "
        "right option leaves more of the request's literals unsatisfied: entropy 0 is all of them satisfied, "
        "1 half of them."
    )
    if len(curves) > _MOST:
        reading += f" The first {_MOST} of {len(curves)} runs are drawn."
    return Figure(
        "entropy", _TITLE, reading, " ".join(words.values()), ("entropy", "by_entropy"), spec_of(chart)
    )


def _key(row: Row) -> tuple[object, ...]:
    return row["model"], row["strategy"], row["outcome"]


def _panel(rows: Sequence[Row], top: float, single: bool) -> Chart:
    domain, names = ["right", "wrong"], ["right answers", "wrong answers"]
    named = [{**row, "outcome": names[domain.index(str(row["outcome"]))]} for row in rows]
    legend = alt.Legend(direction="horizontal", symbolType="stroke", symbolStrokeWidth=2)
    x = alt.X("entropy:Q", title="entropy", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(values=[0, 0.5, 1]))
    y = alt.Y("density:Q", title="density", scale=alt.Scale(domain=[0, top]), axis=alt.Axis(tickCount=3))
    hues = alt.Scale(domain=names, range=[INK.light, ACCENTS[4].light])
    dashes = alt.Scale(domain=names, range=[[1, 0], [5, 3]])
    chart: alt.Chart = (
        alt.Chart(data(named))
        .mark_line(strokeWidth=1.8)
        .encode(
            x=x,
            y=y,
            color=alt.Color("outcome:N", scale=hues, legend=legend),
            strokeDash=alt.StrokeDash("outcome:N", scale=dashes, legend=legend),
        )
    )
    return chart.properties(width=WIDTH - 52 if single else WIDTH // 2 - 46, height=150 if single else 90)
