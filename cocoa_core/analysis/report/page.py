"""The page itself: sections in order, one self-contained file."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from string import Template
from typing import Final

from attrs import frozen

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.figures.drawing import Gallery
from cocoa_core.analysis.report.cells import table_html
from cocoa_core.analysis.report.comparisons import comparisons_html
from cocoa_core.analysis.report.drawings import colour_variables, figure_html
from cocoa_core.analysis.report.escaping import attribute, safe
from cocoa_core.analysis.report.models_table import models_table
from cocoa_core.analysis.report.standing import Row, best_of
from cocoa_core.analysis.report.summary import summary
from cocoa_core.analysis.report.wrong_section import wrong_section
from cocoa_core.version import __version__

__all__ = ["MOST_WRONG", "report_html"]

MOST_WRONG: Final = 100
"""Questions with wrong answers that a report shows if nothing else is said."""


@frozen
class _Section:
    """name: its anchor."""

    name: str
    title: str
    html: str


def report_html(
    analysis: Analysis,
    galleries: Sequence[Gallery],
    drawings: Mapping[str, str],
    most_wrong: int = MOST_WRONG,
) -> str:
    """The page. Loads nothing and says nothing of the time: the same logs give the same text.

    drawings: of each figure by its name, on a light ground.
    most_wrong: how many questions with wrong answers to show, 0 for none. Everything that models and domains
    wrote is text in it, whatever it says; a policy in its head forbids all scripts but its own.
    """
    sections = [
        *(
            _Section(one.name, one.title, one.html)
            for gallery in galleries
            for one in _dataset(analysis, gallery, drawings)
        ),
        _left_out(analysis),
    ]
    sections.append(_Section("wrong", "Wrong answers", wrong_section(analysis, most_wrong)))
    datasets = [gallery.scene.dataset for gallery in galleries]
    body = "\n".join(
        f'<section aria-labelledby="{one.name}"><h2 id="{one.name}">{safe(one.title)}</h2>'
        f"{one.html}</section>"
        for one in sections
    )
    script = _asset("report.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return Template(_asset("page.html")).substitute(
        title=attribute(f"How models did on {', '.join(datasets)}"),
        style=Template(_asset("report.css")).substitute(
            light=colour_variables("light"), dark=colour_variables("dark")
        ),
        contents="".join(f'<li><a href="#{one.name}">{safe(one.title)}</a></li>' for one in sections),
        body=body,
        version=safe(__version__),
        script=script,
        script_hash=f"sha256-{digest}",
    )


def _asset(name: str) -> str:
    return files("cocoa_core.analysis.report").joinpath(name).read_text(encoding="utf-8")


def _dataset(analysis: Analysis, gallery: Gallery, drawings: Mapping[str, str]) -> Sequence[_Section]:
    """The sections on one data set; its name stands in their titles only where there are several."""
    several = len({run.dataset for run in analysis.runs}) > 1
    dataset = gallery.scene.dataset
    number = list(dict.fromkeys(run.dataset for run in analysis.runs)).index(dataset) + 1
    behind, anchor = (f": {dataset}", f"-{number}") if several else ("", "")
    found = [
        _Section(f"summary{anchor}", f"Summary{behind}", _summary(analysis, dataset)),
        _Section(
            f"models{anchor}",
            f"Models{behind}",
            f'<div class="panel">{models_table(analysis, dataset)}</div>',
        ),
    ]
    pairs = [pair for pair in analysis.pairs if pair.dataset == dataset]
    if pairs:
        html = comparisons_html(pairs, best_of(_rows(analysis, dataset))["strategy"])
        found.append(_Section(f"comparisons{anchor}", f"Comparisons{behind}", html))
    found.append(_Section(f"figures{anchor}", f"Figures{behind}", _figures(analysis, gallery, drawings)))
    return found


def _rows(analysis: Analysis, dataset: str) -> list[Row]:
    return [row for row in analysis.tables["summary"].dicts() if row["dataset"] == dataset]


def _summary(analysis: Analysis, dataset: str) -> str:
    """What is wrong with the data, then the best run in larger letters, then everything else."""
    defects = sum(one.defect for one in analysis.remarks if one.dataset == dataset)
    said = summary(analysis, dataset)
    first = "".join(f'<p class="defect">{safe(one)}</p>' for one in said[:defects])
    lead = safe(said[defects]).replace(" %", "&nbsp;%")
    items = "".join(f"<li>{safe(one)}</li>" for one in said[defects + 1 :])
    return f'<div class="panel">{first}<p class="lead">{lead}</p><ul>{items}</ul></div>'


def _figures(analysis: Analysis, gallery: Gallery, drawings: Mapping[str, str]) -> str:
    drawn = "".join(
        figure_html(one, drawings, analysis.tables, gallery.scene.dataset) for one in gallery.drawn
    )
    missing = gallery.scene.left_out
    note = (
        '<p class="note">In the first figure and in the tables, but for want of colours not in the others: '
        f"{safe(', '.join(missing))}.</p>"
        if missing
        else ""
    )
    return f'{note}<div class="figures">{drawn}</div>'


def _left_out(analysis: Analysis) -> _Section:
    table = analysis.tables["left_out"]
    inner = table_html(table, "") if table.rows else "<p>Nothing: every answer in the logs counts.</p>"
    return _Section("left-out", "Left out", f'<div class="panel">{inner}</div>')
