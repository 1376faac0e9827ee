"""Renders the page, one self-contained file: texts are prepared here, the HTML is in the templates."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import frozen
from markupsafe import Markup

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.figures.drawing import Gallery
from cocoa_core.analysis.figures.figure import PAIRS, Drawn, Figure, painted
from cocoa_core.analysis.report.grids import Grid, comparisons_of, grid_of, models_grid
from cocoa_core.analysis.report.summary import best_of, summary
from cocoa_core.analysis.report.wrong_answers import wrong_answers
from cocoa_core.analysis.tables import shown
from cocoa_core.templates import templates_of
from cocoa_core.text import visible
from cocoa_core.version import __version__

MOST_WRONG: Final = 100
"""The number of questions with wrong answers that a report shows by default."""

_UNDRAWN: Final = (
    *("typicality", "typicality_paper", "odd_pairs", "deliveries", "questions", "several_answers"),
    *("variation", "broken_terms", "groups", "usage"),
)
"""Tables that no figure shows; they are folded up on the page."""
_OPENING: Final = re.compile(r"<svg [^>]*>")
_SIZE: Final = re.compile(r'width="([\d.]+)" height="([\d.]+)"')
_TAG: Final = re.compile(r"<[a-z][^<>]*>")
_SPOKEN: Final = re.compile(r' (?:role|aria-[a-z]+)="[^"]*"')
_NAMED: Final = re.compile(r'(id="|url\(#|href="#)')


def report_html(
    analysis: Analysis,
    galleries: Sequence[Gallery],
    drawings: Mapping[str, str],
    most_wrong: int = MOST_WRONG,
) -> str:
    """Returns the page as HTML.

    It loads nothing and states no time, so the same logs give the same text. Everything that models and
    domains wrote is shown as text, whatever it contains; a policy in the page's head forbids all scripts but
    its own.

    Args:
        drawings: the SVG drawing of each figure by its name, on a light ground.
        most_wrong: the greatest number of questions with wrong answers to show; 0 for none.
    """
    templates = templates_of("cocoa_core.analysis.report")
    script, _, _ = templates.loader.get_source(templates, "report.js")  # type: ignore[union-attr]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    datasets = [gallery.context.dataset for gallery in galleries]
    return templates.get_template("page.html").render(
        title=f"How models did on {', '.join(datasets)}",
        **{theme: _colour_variables(theme) for theme in ("light", "dark")},
        datasets=[_dataset(analysis, gallery, drawings) for gallery in galleries],
        left_out=grid_of(analysis.tables["left_out"], ""),
        wrong=wrong_answers(analysis, most_wrong),
        version=__version__,
        script=Markup(script),
        script_hash=f"sha256-{digest}",
    )


def _dataset(analysis: Analysis, gallery: Gallery, drawings: Mapping[str, str]) -> dict[str, Any]:
    """Returns what page.html shows of a data set. Where there are several, titles and anchors name it."""
    name = gallery.context.dataset
    names = list(dict.fromkeys(run.dataset for run in analysis.runs))
    behind, anchor = (f": {name}", f"-{names.index(name) + 1}") if len(names) > 1 else ("", "")
    pairs = [pair for pair in analysis.pairs if pair.dataset == name]
    best = best_of(analysis.rows("summary", name))
    grids = (grid_of(analysis.tables[table], name) for table in _UNDRAWN if table in analysis.tables)
    tables = [grid for grid in grids if grid.rows]
    titles = ("Summary", "Models", *(("Comparisons",) if pairs else ()), "Figures")
    titles += (*(("Tables",) if tables else ()), "Runs")
    defects = sum(check.defect for check in analysis.checks if check.dataset == name)
    sentences = summary(analysis, name)
    return {
        "behind": behind,
        "anchor": anchor,
        "sections": [(title.lower() + anchor, title + behind) for title in titles],
        "defects": sentences[:defects],
        "lead": sentences[defects].replace(" %", "\N{NO-BREAK SPACE}%"),
        "sentences": sentences[defects + 1 :],
        "models": models_grid(analysis, name),
        "comparisons": comparisons_of(pairs, best["strategy"]) if pairs else None,
        "figures": [_figure(drawn, drawings, analysis, name) for drawn in gallery.drawn],
        "tables": tables,
        "made": run_facts_of(analysis, name),
        "uncoloured": gallery.context.left_out,
    }


def _figure(drawn: Drawn, drawings: Mapping[str, str], analysis: Analysis, dataset: str) -> dict[str, Any]:
    """Returns what figure.html shows of a figure; of one that is not drawn its title and why."""
    if not isinstance(drawn, Figure):
        return {"title": drawn.title, "why": drawn.why}
    return {
        "name": drawn.name,
        "title": drawn.title,
        "why": "",
        "drawing": _inline(drawn, drawings[drawn.name]),
        "reading": drawn.reading,
        "tables": [grid_of(analysis.tables[name], dataset) for name in drawn.tables],
        "files": drawn.tables,
    }


def _colour_variables(theme: str) -> Markup:
    return Markup("".join(f"--fig-{pair.name}:{getattr(pair, theme)};" for pair in PAIRS))


def _inline(figure: Figure, drawing: str) -> Markup:
    """Returns a drawing on a light ground as SVG that takes its colours from the page.

    Its ids are made unique among the drawings of a page. For those who do not see it, it is a single picture
    with one text; what the renderer says of its parts, none of which has a name, is left out.
    """
    drawing = _TAG.sub(lambda match: _SPOKEN.sub("", match[0]), drawing)
    drawn = painted(drawing, {pair.name: f"var(--fig-{pair.name})" for pair in PAIRS})
    size = _SIZE.search(drawn)
    width, height = (float(size[1]), float(size[2])) if size else (330.0, 330.0)
    text = Markup.escape(" ".join(visible(figure.alt).split()))
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{text}" '
        f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}">'
    )
    drawn = _OPENING.sub(lambda _: opening, drawn, count=1)
    return Markup(_NAMED.sub(lambda match: f"{match[1]}{figure.name}-", drawn))


@frozen
class RunFacts:
    """How the runs on a data set were made."""

    facts: tuple[tuple[str, str], ...]
    """Titles and texts of what all runs share."""
    runs: Grid | None
    """The table of what differs; None where nothing does."""
    note: str


def run_facts_of(analysis: Analysis, dataset: str) -> RunFacts:
    """Returns how the runs on a data set were made. A fact that no log states is left out."""
    table = analysis.tables["runs"]
    rows = analysis.rows("runs", dataset)
    facts: list[tuple[str, str]] = [("data set", dataset)]
    varied = []
    for column in table.columns[4:]:
        texts = [shown(row[column.name], column.kind) for row in rows]
        if len(set(texts)) > 1:
            varied.append(column)
        elif texts and texts[0]:
            facts.append((column.title, texts[0]))
    runs = grid_of(table, dataset, (*table.columns[1:3], *varied)) if varied else None
    return RunFacts(tuple(facts), runs, table.note)
