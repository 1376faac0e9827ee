"""Figures as SVG and PNG, on a light and on a dark ground, without a network."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

import vl_convert

from cocoa_core.analysis.figures.figure import Figure
from cocoa_core.analysis.figures.palette import PAIRS, Theme, painted

__all__ = ["figure_files", "png", "svg"]

_SCALE: Final = 3.125
"""Pixels of a PNG for one of the figure: 300 to the inch where the figure has 96."""

_THEMES: Final[tuple[Theme, ...]] = ("light", "dark")


def svg(spec: Mapping[str, Any], theme: Theme = "light") -> str:
    """The drawing as SVG."""
    drawn: str = vl_convert.vegalite_to_svg(
        _repainted(spec, theme), vl_version=_version(), allowed_base_urls=[]
    )
    return drawn


def png(spec: Mapping[str, Any], theme: Theme = "light") -> bytes:
    """The drawing as PNG, 300 pixels to the inch at a paper's column width."""
    drawn: bytes = vl_convert.vegalite_to_png(
        _repainted(spec, theme), vl_version=_version(), scale=_SCALE, allowed_base_urls=[]
    )
    return drawn


def figure_files(figures: Sequence[Figure], folder: str = "figures") -> dict[str, bytes]:
    """Four files for each figure, by their paths: NAME-light.svg, NAME-light.png and both dark."""
    files: dict[str, bytes] = {}
    for figure in figures:
        for theme in _THEMES:
            files[f"{folder}/{figure.name}-{theme}.svg"] = svg(figure.spec, theme).encode()
            files[f"{folder}/{figure.name}-{theme}.png"] = png(figure.spec, theme)
    return files


def _repainted(spec: Mapping[str, Any], theme: Theme) -> dict[str, Any]:
    text = json.dumps(spec)
    repainted: dict[str, Any] = json.loads(painted(text, {one.name: getattr(one, theme) for one in PAIRS}))
    return repainted


def _version() -> str | None:
    """The Vega-Lite that altair writes for, where the renderer has it; else its latest."""
    import altair

    wanted = ".".join(altair.SCHEMA_VERSION.lstrip("v").split(".")[:2])
    return wanted if wanted in vl_convert.get_vegalite_versions() else None
