"""Describes a figure before it is rendered, or why there is none, in colours for a light and a dark ground."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

import altair as alt
from attrs import field, frozen

Theme = Literal["light", "dark"]


@frozen
class ThemeColor:
    """A colour on a light and a dark ground. No two share a light one, so a drawing can be repainted."""

    name: str
    """The name of the variable that stands for it in a page."""
    light: str
    """The colour on a light ground, as #rrggbb."""
    dark: str
    """The colour on a dark ground, as #rrggbb."""


GROUND: Final = ThemeColor("ground", "#ffffff", "#14181f")
INK: Final = ThemeColor("ink", "#1c2128", "#e7ebf0")
QUIET: Final = ThemeColor("quiet", "#57606a", "#a6b0bc")
RULE: Final = ThemeColor("rule", "#dfe3e8", "#303843")
REFERENCE: Final = ThemeColor("reference", "#6b747f", "#939eab")
ACCENTS: Final = (
    ThemeColor("accent-1", "#0b78e3", "#65cafa"),
    ThemeColor("accent-2", "#bc8610", "#f4ba10"),
    ThemeColor("accent-3", "#83247c", "#d3308d"),
    ThemeColor("accent-4", "#03a381", "#6ae19b"),
    ThemeColor("accent-5", "#6d4715", "#d8422e"),
    ThemeColor("accent-6", "#2c14d8", "#865bf4"),
)
"""One colour per model. They differ by at least 20 in CIELAB, also for people who see no red or no green (by
the matrices of G. Machado, M. Oliveira, L. Fernandes, IEEE TVCG 15, 2009), and have a contrast of at least
3:1 to the ground.
"""

PAIRS: Final = (GROUND, INK, QUIET, RULE, REFERENCE, *ACCENTS)


_NAMES: Final = {pair.light: pair.name for pair in PAIRS}
_PAINT: Final = re.compile(r'(fill|stroke)="(#[0-9a-f]{6})"')


def painted(drawing: str, colours: Mapping[str, str]) -> str:
    """Returns an SVG drawing with its light colours replaced.

    Args:
        colours: the new colours, by the names of pairs.
    """

    def other(match: re.Match[str]) -> str:
        name = _NAMES.get(match[2])
        return match[0] if name is None else f'{match[1]}="{colours[name]}"'

    return _PAINT.sub(other, drawing)


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
