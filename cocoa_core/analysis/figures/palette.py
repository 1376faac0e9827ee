"""The colours of figures, each with its counterpart on a dark ground."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal

from attrs import frozen

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
