"""Describes a figure before it is rendered, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import altair as alt
from attrs import field, frozen

from cocoa_core.analysis.figures.palette import GROUND, INK, QUIET, RULE

Chart: TypeAlias = alt.Chart | alt.LayerChart | alt.FacetChart

WIDTH: Final = 330
"""The width of a whole figure, in pixels at 96 per inch: that of a paper's column, and of a phone."""

_FONT: Final = "Helvetica, Arial, 'Liberation Sans', sans-serif"

_AXIS: Final = {
    "labelFont": _FONT,
    "titleFont": _FONT,
    "labelFontSize": 11,
    "titleFontSize": 11,
    "titleFontWeight": "normal",
    "labelColor": INK.light,
    "titleColor": QUIET.light,
    "gridColor": RULE.light,
    "domainColor": QUIET.light,
    "tickColor": QUIET.light,
}
_LEGEND: Final = {
    "labelFont": _FONT,
    "labelFontSize": 11,
    "labelColor": INK.light,
    "labelLimit": WIDTH // 2,
    "title": None,
    "orient": "bottom",
    "direction": "vertical",
    "symbolSize": 60,
    "symbolOpacity": 1,
    "offset": 8,
    "rowPadding": 3,
}
_TITLE: Final = {
    "font": _FONT,
    "fontSize": 11,
    "fontWeight": "bold",
    "anchor": "start",
    "frame": "group",
    "color": INK.light,
    "offset": 6,
}


@frozen
class Figure:
    """A figure that is drawn."""

    name: str
    """The name of its files."""
    title: str
    """The title for readers."""
    reading: str
    """How to read it, in a sentence or more."""
    alt: str
    """What it shows, for those who do not see it."""
    tables: tuple[str, ...]
    """The names of the tables whose numbers it draws."""
    spec: Mapping[str, Any] = field(repr=False)
    """The Vega-Lite specification, in the light colours of the palette."""


@frozen
class Skipped:
    """A figure that is not drawn, because it would show nothing."""

    name: str
    title: str
    why: str
    """The reason, as a sentence."""


Drawn: TypeAlias = Figure | Skipped


def stacked(panels: Sequence[tuple[str, Chart]]) -> Chart | alt.ConcatChart:
    """Puts panels below each other, each under its title; a single one has no title."""
    if len(panels) == 1:
        return panels[0][1]
    limit = WIDTH // 2 - 7
    titled = [
        chart.properties(title=alt.TitleParams(title, frame="group", limit=limit)) for title, chart in panels
    ]
    return alt.concat(*titled, columns=1, spacing=18)


def spec_of(chart: Chart | alt.ConcatChart) -> dict[str, Any]:
    """Returns the chart as a Vega-Lite specification, in the project's fonts and colours."""
    configured: dict[str, Any] = chart.configure(
        background=GROUND.light,
        padding=4,
        view={"stroke": None},
        axis=_AXIS,
        axisQuantitative={"tickCount": 5},
        legend=_LEGEND,
        title=_TITLE,
        text={"font": _FONT, "fontSize": 11, "color": INK.light},
        aria=False,
    ).to_dict(validate=False)  # its parts were validated as they were made; again takes half of the time
    return configured
