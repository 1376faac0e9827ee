"""The colours of figures, each with its twin on a dark ground."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal

from attrs import frozen

__all__ = ["ACCENTS", "GROUND", "INK", "PAIRS", "QUIET", "REFERENCE", "RULE", "Pair", "Theme", "painted"]

Theme = Literal["light", "dark"]


@frozen
class Pair:
    """One colour.

    No two pairs share a light colour, so that a drawing in light colours can be repainted.
    """

    name: str
    """Of the variable that stands for it in a page."""
    light: str
    dark: str
    """`light` and `dark`: as #rrggbb."""


GROUND: Final = Pair("ground", "#ffffff", "#14181f")
INK: Final = Pair("ink", "#1c2128", "#e7ebf0")
QUIET: Final = Pair("quiet", "#57606a", "#a6b0bc")
RULE: Final = Pair("rule", "#dfe3e8", "#303843")
REFERENCE: Final = Pair("reference", "#6b747f", "#939eab")
ACCENTS: Final = (
    Pair("accent-1", "#0b78e3", "#65cafa"),
    Pair("accent-2", "#bc8610", "#f4ba10"),
    Pair("accent-3", "#83247c", "#d3308d"),
    Pair("accent-4", "#03a381", "#6ae19b"),
    Pair("accent-5", "#6d4715", "#d8422e"),
    Pair("accent-6", "#2c14d8", "#865bf4"),
)
"""One for each model. Apart by at least 20 in CIELAB, also to people who see no red or no green (by the
matrices of G. Machado, M. Oliveira, L. Fernandes, IEEE TVCG 15, 2009), and at least 3:1 from the ground."""

PAIRS: Final = (GROUND, INK, QUIET, RULE, REFERENCE, *ACCENTS)


_NAMES: Final = {pair.light: pair.name for pair in PAIRS}
_PAINT: Final = re.compile(r'(fill|stroke)="(#[0-9a-f]{6})"')


def painted(drawing: str, colours: Mapping[str, str]) -> str:
    """Replaces the light colours of an SVG drawing by `colours`, keyed by the names of pairs."""

    def other(match: re.Match[str]) -> str:
        name = _NAMES.get(match[2])
        return match[0] if name is None else f'{match[1]}="{colours[name]}"'

    return _PAINT.sub(other, drawing)
