"""Renders figures as SVG and PNG, on a light and on a dark ground, without a network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import altair
import vl_convert

from cocoa_core.analysis.figures.figure import Figure
from cocoa_core.analysis.figures.palette import PAIRS, Theme, painted
from cocoa_core.text import visible

__all__ = ["figure_files", "png", "repainted", "svg"]

_INCH: Final = 300
"""Pixels of a PNG to the inch, where the figure has 96; the file says so, to be set at its size."""

_THEMES: Final[tuple[Theme, ...]] = ("light", "dark")


def svg(spec: Mapping[str, Any]) -> str:
    """Renders a specification on a light ground; it holds its data, so nothing is loaded."""
    drawn: str = vl_convert.vegalite_to_svg(_visible(spec), vl_version=_version(), allowed_base_urls=[])
    return drawn


def repainted(drawing: str, theme: Theme) -> str:
    """Repaints a drawing on a light ground in the colours of a theme."""
    return painted(drawing, {pair.name: getattr(pair, theme) for pair in PAIRS})


def png(drawing: str) -> bytes:
    """Renders a drawing as PNG, 300 pixels to the inch at a paper's column width."""
    pixels: bytes = vl_convert.svg_to_png(drawing, scale=72 / 96, ppi=_INCH)  # 72: what its scale 1 means
    return pixels


def figure_files(figures: Sequence[Figure], drawings: Mapping[str, str]) -> dict[str, bytes]:
    """Four files for each figure: figures/NAME-light.svg, its .png, and both dark.

    Args:
        drawings: on a light ground, by the figures' names.
    """
    files: dict[str, bytes] = {}
    for figure in figures:
        for theme in _THEMES:
            drawing = repainted(drawings[figure.name], theme)
            files[f"figures/{figure.name}-{theme}.svg"] = drawing.encode()
            files[f"figures/{figure.name}-{theme}.png"] = png(drawing)
    return files


def _visible(part: Any) -> Any:
    """Makes all texts of a specification fit for XML, names of models among them."""
    if isinstance(part, str):
        return visible(part)
    if isinstance(part, Mapping):
        return {_visible(key): _visible(value) for key, value in part.items()}
    if isinstance(part, (list, tuple)):
        return [_visible(inner) for inner in part]
    return part


def _version() -> str | None:
    """Returns the Vega-Lite that altair writes for; None, the latest, where the renderer lacks it."""
    wanted = ".".join(altair.SCHEMA_VERSION.lstrip("v").split(".")[:2])
    return wanted if wanted in vl_convert.get_vegalite_versions() else None
