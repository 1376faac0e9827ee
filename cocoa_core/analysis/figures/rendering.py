"""Renders figures as SVG and PNG, on a light and on a dark ground, without a network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import altair
import vl_convert

from cocoa_core.analysis.figures.figure import PAIRS, Figure, Theme, painted
from cocoa_core.text import visible

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
    version = ".".join(altair.SCHEMA_VERSION.lstrip("v").split(".")[:2])
    return version if version in vl_convert.get_vegalite_versions() else None
