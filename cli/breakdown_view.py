"""Prints breakdowns: runs side by side where they fit, otherwise one after the other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from .analysis_grid import (
    ROOMY,
    RUN,
    Row,
    broken_name,
    difference,
    empty_grid,
    fitting,
    heads_of,
    interval,
    names_in,
    run_cells,
    run_key,
    shown,
    style_of,
)
from .terminal import plain

if TYPE_CHECKING:
    from cocoa_core.analysis import Cell, ReportTable, TableColumn

__all__ = ["print_breakdown", "print_rows"]

Part: TypeAlias = "tuple[Cell, ...]"

_MOST_PARTS: Final = 8
_LEAST_NAME: Final = 20
_NARROW: Final = 60
_WIDE: Final = 110
_COUNTED: Final = 8
_TOTAL: Final = ("total",)
_HIDDEN: Final = frozenset(
    (
        *("right", "low", "high", "clusters", "effective", "difference_low", "difference_high"),
        *(
            "one_low",
            "one_high",
            "all_low",
            "all_high",
            "majority_low",
            "majority_high",
            "statistic",
            "freedom",
        ),
    )
)
"""Columns that the terminal never shows."""
_NOT_ON_A_TERMINAL: Final = _HIDDEN | {"role", "difference", "answers"}
_DETAILS: Final = frozenset(("accuracy_without", "wrong", "overlooked"))
"""Columns of breakdowns by constraint that the terminal leaves to the CSV files."""


def print_breakdown(console: Console, table: ReportTable) -> None:
    """Prints a table that has a row for every run and part.

    Reference lines and reference models are shown only where runs fit side by side: one after the other there
    would be too many. The summary always has them.
    """
    rows = list(table.dicts())
    parts = list(dict.fromkeys(_part_of(table, row) for row in rows))
    if _TOTAL not in parts:
        parts.sort()
    runs = [run for run in dict.fromkeys(map(run_key, rows)) if _was_made(run)]
    for failures in (True, False):
        if len(runs) > 1 and _fits_across(console, table, rows, parts, failures):
            shape = partial(_across, console, table, rows, parts, failures)
            console.print(fitting(console, shape))
            return
    model_runs = [run for run in runs if run[RUN.index("role")] == "model"]
    for run in model_runs or runs:
        run_rows = [row for row in rows if run_key(row) == run]
        if len(runs) > 1:
            names = names_in(rows)
            console.print(plain(", ".join(str(run_rows[0][name]) for name in names), "cyan"))
        console.print(_down(console, table, run_rows))
    if model_runs and len(model_runs) < len(runs):
        console.print(plain("Without the reference models, which --json and --out have, too.", "dim"))


def print_rows(console: Console, table: ReportTable) -> None:
    """Prints a table whose rows belong to no run: columns of text first, then numbers. The data set is left
    out where all rows have the same.
    """
    rows = list(table.dicts())
    columns = [column for column in table.columns if column.name not in _NOT_ON_A_TERMINAL]
    texts = [
        column for column in columns if column.kind == "text" and (column.name != "dataset" or _differ(rows))
    ]
    numbers = [column for column in columns if column.kind != "text"]
    heads = [column.title.replace(" ", "\n") for column in (*texts, *numbers)]
    grid = empty_grid(console, heads, len(texts))
    for row in rows:
        cells = (_cell(row, column, column.name == "accuracy") for column in numbers)
        grid.add_row(*(plain(str(row[column.name] or "")) for column in texts), *cells)
    console.print(grid)


def _differ(rows: Sequence[Row]) -> bool:
    return len({row["dataset"] for row in rows}) > 1


def _was_made(run: tuple[Cell, ...]) -> bool:
    """Returns whether answers were given in the run; it is not so for reference lines."""
    return run[RUN.index("strategy")] is not None


def _part_of(table: ReportTable, row: Row) -> Part:
    return tuple(row[name] for name in table.by)


def _fits_across(
    console: Console, table: ReportTable, rows: Sequence[Row], parts: Sequence[Part], failures: bool
) -> bool:
    """Returns whether runs fit side by side: few parts, only their accuracy, and room for the names."""
    if not table.by or len(parts) > _MOST_PARTS or len(table.columns) > len(RUN) + len(table.by) + _COUNTED:
        return False
    names = names_in(rows)
    widths = {name: max(len(str(row[name] or "")) for row in rows) for name in names}
    pieces = (broken_name(str(row["model"]), 0).split() for row in rows)
    widths["model"] = min(max(len(piece) for words in pieces for piece in words), _LEAST_NAME)
    heads = [max(len(_head(part)), len("100.0%")) for part in parts]
    columns = [*widths.values(), *heads, *([len("failures")] * failures)]
    gap = 2 if console.width >= ROOMY else 1
    return sum(columns) + gap * (len(columns) - 1) <= console.width


def _across(
    console: Console,
    table: ReportTable,
    rows: Sequence[Row],
    parts: Sequence[Part],
    failures: bool,
    room: int,
) -> Grid:
    """Returns the grid of runs side by side, a row each."""
    names = names_in(rows)
    heads = [*heads_of(names), *map(_head, parts), *(["parse\nfailures"] * failures)]
    grid = empty_grid(console, heads, len(names))
    for run in dict.fromkeys(map(run_key, rows)):
        row_by_part = {_part_of(table, row): row for row in rows if run_key(row) == run}
        first = next(iter(row_by_part.values()))
        failed = sum(int(row["parse_failures"] or 0) for part, row in row_by_part.items() if part != _TOTAL)
        grid.add_row(
            *run_cells(first, names, room),
            *(
                shown(row_by_part[part]["accuracy"], "share") if part in row_by_part else Text()
                for part in parts
            ),
            *([f"{failed:,}"] * failures),
            style=style_of(first),
        )
    return grid


def _head(part: Part) -> str:
    return str(part[0]) if len(part) == 1 else f"({', '.join(map(str, part))})"


def _down(console: Console, table: ReportTable, rows: Sequence[Row]) -> Grid:
    """Returns the grid of one run with a row for each part, the hardest constraints first."""
    constraints = any(column.name == "difference" for column in table.columns)
    hidden = {*RUN, *_HIDDEN, *(_DETAILS if constraints else ())}
    columns = [column for column in table.columns if column.name not in hidden]
    if constraints:
        rows = sorted(rows, key=_difference)
    texts = sum(column.kind == "text" for column in columns)
    grid = empty_grid(console, [column.title.replace(" ", "\n") for column in columns], texts)
    with_interval = {"accuracy"} if console.width >= (ROOMY if constraints else _NARROW) else set()
    with_interval |= {"difference"} if console.width >= _WIDE else set()
    for row in rows:
        grid.add_row(*(_cell(row, column, column.name in with_interval) for column in columns))
    return grid


def _cell(row: Row, column: TableColumn, with_interval: bool) -> Text:
    if not with_interval:
        return shown(row[column.name], column.kind)
    return interval(row, with_share=True) if column.name == "accuracy" else difference(row)


def _difference(row: Row) -> float:
    cell = row["difference"]
    return cell if isinstance(cell, float) and not math.isnan(cell) else 0.0
