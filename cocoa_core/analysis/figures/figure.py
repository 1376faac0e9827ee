"""Describes a figure, or why there is none, and renders it as SVG and PNG without a network.

Each colour has its counterpart on a dark ground.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

import altair as alt
import vl_convert
from attrs import field, frozen

from cocoa_core.text import visible

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


_INCH: Final = 300
"""The pixels of a PNG per inch, where the figure has 96; the file states it and is set at its size."""

_THEMES: Final[tuple[Theme, ...]] = ("light", "dark")


def svg(spec: Mapping[str, Any]) -> str:
    """Renders a specification on a light ground. The specification holds its data, so nothing is loaded."""
    drawn: str = vl_convert.vegalite_to_svg(_visible(spec), vl_version=_version(), allowed_base_urls=[])
    return drawn


def repainted(drawing: str, theme: Theme) -> str:
    """Returns a drawing on a light ground in the colours of a theme."""
    return painted(drawing, {pair.name: getattr(pair, theme) for pair in PAIRS})


def png(drawing: str) -> bytes:
    """Renders a drawing as PNG, at 300 pixels per inch for a paper's column width."""
    pixels: bytes = vl_convert.svg_to_png(drawing, scale=72 / 96, ppi=_INCH)  # 72: what its scale 1 means
    return pixels


def figure_files(figures: Sequence[Figure], drawings: Mapping[str, str]) -> dict[str, bytes]:
    """Returns three files for each figure: figures/NAME-light.svg, NAME-dark.svg and NAME-light.png.

    Args:
        drawings: the SVG drawings on a light ground, by the figures' names.
    """
    files: dict[str, bytes] = {}
    for figure in figures:
        for theme in _THEMES:
            files[f"figures/{figure.name}-{theme}.svg"] = repainted(drawings[figure.name], theme).encode()
        files[f"figures/{figure.name}-light.png"] = png(repainted(drawings[figure.name], "light"))
    return files


def _visible(part: Any) -> Any:
    """Returns a specification with all texts, names of models among them, made valid in XML."""
    if isinstance(part, str):
        return visible(part)
    if isinstance(part, Mapping):
        return {_visible(key): _visible(value) for key, value in part.items()}
    if isinstance(part, (list, tuple)):
        return [_visible(inner) for inner in part]
    return part


def _version() -> str | None:
    """Returns altair's version of Vega-Lite; None, the latest, where the renderer lacks it."""
    version = ".".join(alt.SCHEMA_VERSION.lstrip("v").split(".")[:2])
    return version if version in vl_convert.get_vegalite_versions() else None
