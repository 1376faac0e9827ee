"""The comparisons of runs under what both runs have in common: a few in sentences, many in tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from cocoa_core.analysis.comparison import SIGNIFICANT
from cocoa_core.analysis.pairs import Pair
from cocoa_core.analysis.report.cells import boxed, shown
from cocoa_core.analysis.report.escaping import safe
from cocoa_core.analysis.tables import Cell
from cocoa_core.counts import counted

__all__ = ["comparisons_html"]

_FEW: Final = 12
"""So many sentences can be read; more are tables, and all but the group of the best run are folded up."""

_NOTE: Final = (
    "Points of accuracy on the questions that both answered, with the 95 % interval; p by Holm's method for "
    "all comparisons together; told apart where it is below 0.05. comparisons.csv says it in sentences."
)


def comparisons_html(pairs: Sequence[Pair], strategy: Cell) -> str:
    """The pairs of one data set, in groups by strategy or model; `strategy` is that of the best run."""
    groups: dict[str, list[Pair]] = {}
    for one in pairs:
        groups.setdefault(one.same, []).append(one)
    if len(pairs) > _FEW:
        body = f'<p class="note">{_NOTE}</p>' + "".join(
            _folded(same, own, same == strategy or len(groups) == 1) for same, own in groups.items()
        )
    elif len(groups) == 1:
        body = _sentences(pairs)
    else:
        body = "".join(f"<h3>{safe(same)}</h3>{_sentences(own)}" for same, own in groups.items())
    return f'<div class="panel comparisons">{body}</div>'


def _sentences(pairs: Sequence[Pair]) -> str:
    items = "".join(f"<li>{safe(one.sentence.removeprefix(f'{one.same}: '))}</li>" for one in pairs)
    return f"<ul>{items}</ul>"


def _folded(same: str, pairs: Sequence[Pair], opened: bool) -> str:
    told = sum(_told(one) for one in pairs)
    many = f"{counted(len(pairs), 'comparison')}, {told:,} told apart"
    titles = ("ahead", "of", "by points", "p", "told apart")
    heads = "".join(f'<th scope="col"{_right(place)}>{title}</th>' for place, title in enumerate(titles))
    order = sorted(pairs, key=lambda one: (not _told(one), -abs(_points(one))))
    table = (
        f'<table><caption class="unseen">Comparisons: {safe(same)}</caption><thead><tr>{heads}</tr></thead>'
        f"<tbody>{''.join(map(_row, order))}</tbody></table>"
    )
    return (
        f"<details{' open' * opened}><summary><h3>{safe(same)}</h3> <span>{many}</span></summary>"
        f"{boxed(table, f'Comparisons: {same}')}</details>"
    )


def _row(pair: Pair) -> str:
    found, turned = pair.comparison, _points(pair) < 0
    ahead, behind = (pair.second, pair.first) if turned else (pair.first, pair.second)
    low, high = (-found.high, -found.low) if turned else (found.low, found.high)
    by = shown(abs(_points(pair)), "points") if found.questions else "none in common"
    if not math.isnan(low):
        by += f' <span class="ends">({shown(low, "points")} to {shown(high, "points")})</span>'
    cells = (safe(behind), by, safe(shown(pair.adjusted, "p")), "yes" if _told(pair) else "no")
    numbers = "".join(f"<td{_right(place)}>{cell}</td>" for place, cell in enumerate(cells, 1))
    quiet = "" if _told(pair) else ' class="quiet"'
    return f'<tr{quiet}><th scope="row">{safe(ahead)}</th>{numbers}</tr>'


def _right(place: int) -> str:
    return ' class="number"' if place in (2, 3) else ""


def _told(pair: Pair) -> bool:
    return pair.adjusted < SIGNIFICANT


def _points(pair: Pair) -> float:
    """The difference; nothing where no question is common."""
    return pair.comparison.difference if pair.comparison.questions else 0.0
