"""Figures inside of the page: one drawing for both grounds, with its caption and its numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from cocoa_core.analysis.figures.figure import Drawn, Figure
from cocoa_core.analysis.figures.palette import PAIRS, painted
from cocoa_core.analysis.report.cells import table_html
from cocoa_core.analysis.report.escaping import attribute, safe
from cocoa_core.analysis.tables import Table

__all__ = ["colour_variables", "figure_html", "inline"]

_OPENING: Final = re.compile(r"<svg [^>]*>")
_SIZE: Final = re.compile(r'width="([\d.]+)" height="([\d.]+)"')
_TAG: Final = re.compile(r"<[a-z][^<>]*>")
_SPOKEN: Final = re.compile(r' (?:role|aria-[a-z]+)="[^"]*"')
_NAMED: Final = re.compile(r'(id="|url\(#|href="#)')


def colour_variables(theme: str) -> str:
    """The colours of a theme as CSS variables."""
    return "".join(f"--fig-{one.name}:{getattr(one, theme)};" for one in PAIRS)


def inline(figure: Figure, drawing: str) -> str:
    """A drawing on a light ground as SVG that takes its colours from the page.

    Ids in it are its own among the drawings of a page. It is one picture with one text for those who do not
    see it; what the renderer says of its parts, none of which has a name, is left out.
    """
    drawing = _TAG.sub(lambda found: _SPOKEN.sub("", found[0]), drawing)
    drawn = painted(drawing, {one.name: f"var(--fig-{one.name})" for one in PAIRS})
    size = _SIZE.search(drawn)
    width, height = (float(size[1]), float(size[2])) if size else (330.0, 330.0)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{attribute(figure.alt)}" '
        f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}">'
    )
    drawn = _OPENING.sub(lambda _: opening, drawn, count=1)
    return _NAMED.sub(lambda found: f"{found[1]}{figure.name}-", drawn)


def figure_html(drawn: Drawn, drawings: Mapping[str, str], tables: Mapping[str, Table], dataset: str) -> str:
    """A figure with how to read it, its files and its numbers; or why there is none."""
    if not isinstance(drawn, Figure):
        return f'<section class="skipped"><h3>{safe(drawn.title)}</h3><p>{safe(drawn.why)}</p></section>'
    files = ", ".join(
        f'<a href="figures/{drawn.name}-{theme}.{ending}">{ending.upper()} {theme}</a>'
        for ending in ("svg", "png")
        for theme in ("light", "dark")
    )
    numbers = "".join(table_html(tables[name], dataset) for name in drawn.tables)
    csv = ", ".join(f'<a href="tables/{name}.csv">{name}.csv</a>' for name in drawn.tables)
    return (
        f'<section class="figure" id="figure-{drawn.name}"><h3>{safe(drawn.title)}</h3>'
        f'<figure><div class="drawing">{inline(drawn, drawings[drawn.name])}</div>'
        f"<figcaption>{safe(drawn.reading)}</figcaption></figure>"
        f'<details><summary>Numbers and files<span class="unseen"> of {safe(drawn.title)}</span></summary>'
        f'{numbers}<p class="note">Beside this page: {files}; {csv}.</p></details></section>'
    )
