"""The table of models: regular, atypical and all questions, as the paper's Table 3."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.report.cells import boxed, percent_interval, shown
from cocoa_core.analysis.report.escaping import safe
from cocoa_core.analysis.report.standing import best_first
from cocoa_core.analysis.tables import Cell
from cocoa_core.reference.blind import QUERY_BLIND
from cocoa_core.reference.choosing import PROVIDER, REFERENCE_MODELS

__all__ = ["models_table"]


def models_table(analysis: Analysis, dataset: str) -> str:
    """A row for each run of a data set, the best model first; reference models and chance below."""
    parts: dict[tuple[Cell, Cell], dict[Cell, dict[str, Cell]]] = {}
    for row in analysis.tables["typicality"].dicts():
        if row["dataset"] == dataset:
            parts.setdefault((row["model"], row["strategy"]), {})[row["questions"]] = row
    body = []
    rows = best_first([row for row in analysis.tables["summary"].dicts() if row["dataset"] == dataset])
    for row in rows:
        own = parts.get((row["model"], row["strategy"]), {})
        quiet = "" if row["role"] == "model" else ' class="quiet"'
        cells = [
            _interval(row),
            *(_interval(own[kind]) if kind in own else "" for kind in ("regular", "atypical")),
            safe(shown(row["answers"], "count")),
            safe(shown(row["parse_failures"], "count")),
        ]
        numbers = "".join(f'<td class="number">{cell}</td>' for cell in cells)
        body.append(
            f'<tr{quiet}><th scope="row">{safe(row["model"])}</th><td>{safe(row["strategy"] or "")}</td>'
            f"{numbers}</tr>"
        )
    titles = ("total", "regular", "atypical", "answers", "parse failures")
    heads = "".join(f'<th scope="col" class="number">{title}</th>' for title in titles)
    table = (
        '<table><caption class="unseen">Accuracy of the models</caption>'
        f'<thead><tr><th scope="col">model</th><th scope="col">strategy</th>{heads}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table>"
    )
    note = (
        "Accuracy with its 95 % interval in percent: of such intervals, 19 in 20 hold the accuracy on all "
        "questions of the kind. The model with the best run comes first. Atypical: a condition in the "
        "request is one that few people ask for. Parse failures count as wrong. In grey: cocoa's own "
        "reference models, and guessing."
    )
    return boxed(table, "Accuracy of the models") + f'<p class="note">{note}{_lines(rows)}</p>'


def _interval(row: Mapping[str, Cell]) -> str:
    """The share, and its ends in a piece of their own, which a narrow page puts on a line below."""
    share, space, ends = percent_interval(row).partition(" ")
    return f'{safe(share)}{space}<span class="ends">{safe(ends)}</span>' if ends else safe(share)


def _lines(rows: Sequence[Mapping[str, Cell]]) -> str:
    """What the reference models in some rows do."""
    named = {str(row["model"]).partition(" ")[0] for row in rows if row["role"] == "reference"}
    about = {f"{PROVIDER}/{one.name}": one.about for one in REFERENCE_MODELS.values()}
    about[QUERY_BLIND] = "is a classifier of the options that never sees a request"
    told = [f"{name} {does}" for name, does in about.items() if name in named]
    return f" Of these, {'; '.join(told)}." if told else ""
