"""Tables of the analysis as HTML."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from cocoa_core.analysis.report.escaping import attribute, safe
from cocoa_core.analysis.tables import Cell, Table

__all__ = ["boxed", "percent_interval", "shown", "table_html"]

_NEVER: Final = frozenset(("role",))


def shown(cell: Cell, kind: str) -> str:
    """A cell for people; nothing for None and for what is no number."""
    if cell is None or (isinstance(cell, float) and not math.isfinite(cell)):
        return ""
    if isinstance(cell, (str, bool)):
        return str(cell)
    if kind == "share":
        return f"{cell:.1%}"
    if kind == "points":
        return f"{100 * cell:+z.1f}"
    if kind == "p":
        return "< 0.001" if cell < 0.001 else f"{cell:.3f}"
    if isinstance(cell, int) or kind == "count":
        return f"{cell:,}"
    return f"{cell:,.3g}" if abs(cell) < 1000 else f"{cell:,.0f}"


def percent_interval(row: Mapping[str, Cell]) -> str:
    """`62.3% (58.1 to 66.3)`; without the ends where there are none."""
    share = shown(row["accuracy"], "share")
    if row["low"] is None or row["high"] is None or not share:
        return share
    return f"{share} ({100 * float(row['low']):.1f} to {100 * float(row['high']):.1f})"


def boxed(inner: str, label: str) -> str:
    """A wide table in a box of its own that scrolls, by keyboard too. No landmark, as there are many."""
    return f'<div class="scroll" role="group" tabindex="0" aria-label="{attribute(label)}">{inner}</div>'


def table_html(table: Table, dataset: str) -> str:
    """The rows of one data set, without columns that say the same in every row of names."""
    rows = [row for row in table.dicts() if row.get("dataset", dataset) == dataset]
    columns = [
        column
        for column in table.columns
        if column.name not in _NEVER
        and column.name != "dataset"
        and any(row[column.name] is not None for row in rows)
    ]
    heads = "".join(f'<th scope="col"{_right(column.kind)}>{safe(column.title)}</th>' for column in columns)
    body = "".join(
        _row(
            [(shown(row[column.name], column.kind), column.kind) for column in columns], str(row.get("role"))
        )
        for row in rows
    )
    inner = f'<table><caption class="unseen">{safe(table.title)}</caption><thead><tr>{heads}</tr></thead>'
    note = f'<p class="note">{safe(table.note)}</p>' if table.note else ""
    return boxed(f"{inner}<tbody>{body}</tbody></table>", table.title) + note


def _right(kind: str) -> str:
    return "" if kind == "text" else ' class="number"'


def _row(cells: Sequence[tuple[str, str]], role: str) -> str:
    quiet = "" if role in ("model", "None") else ' class="quiet"'
    return f"<tr{quiet}>{''.join(_cells(cells))}</tr>"


def _cells(cells: Iterable[tuple[str, str]]) -> Iterable[str]:
    for place, (text, kind) in enumerate(cells):
        if place == 0:
            yield f'<th scope="row">{safe(text)}</th>'
        else:
            yield f"<td{_right(kind)}>{safe(text)}</td>"
