"""How the analysis of some logs looks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from .analysis_cells import interval, shown
from .terminal import plain

if TYPE_CHECKING:
    from cocoa_core.analysis.analysis import Analysis
    from cocoa_core.analysis.tables import Cell, Table

    Row = Mapping[str, Cell]

__all__ = ["print_analysis"]

_ROOMY: Final = 90
_MOST_PARTS: Final = 8
_RUN: Final = ("dataset", "model", "strategy", "role")
_COUNTED: Final = (
    "answers",
    "right",
    "accuracy",
    "low",
    "high",
    "requirements",
    "effective",
    "parse_failures",
)
_USUAL: Final = ("typicality", "by_setting")
_HIDDEN: Final = frozenset(
    ("right", "low", "high", "requirements", "effective", "difference_low", "difference_high")
)
_DETAILS: Final = frozenset(("accuracy_without", "wrong", "overlooked"))
"""What the terminal leaves to the CSV files: of every breakdown, and of those by constraint."""


def print_analysis(console: Console, analysis: Analysis, chosen: Sequence[str]) -> None:
    """The essential tables, then those asked for; each under its title."""
    tables = analysis.tables
    runs = len(analysis.runs)
    answers = len(analysis.reading.results)
    questions = len({(one.dataset, one.sample) for one in analysis.reading.results})
    console.print(plain(f"{answers:,} answers to {questions:,} questions in {runs} run{'s' * (runs != 1)}"))
    _section(console, tables["summary"], _summary(console, tables["summary"]))
    for name in dict.fromkeys((*_USUAL, *chosen)):
        if tables[name].rows:
            _section(console, tables[name], _breakdown(console, tables[name], runs))
    _comparisons(console, analysis)
    _section(console, tables["usage"], _usage(console, tables["usage"]))
    _left_out(console, analysis)


def _section(console: Console, table: Table, grid: Grid) -> None:
    console.print()
    console.print(plain(table.title, "bold"))
    console.print(grid)
    if table.note:
        console.print(plain(table.note, "dim"))


def _grid(console: Console, columns: Sequence[str], texts: int) -> Grid:
    """An empty grid; the first `texts` columns hold words and may fold, the others numbers."""
    gap = 1 if console.width >= _ROOMY else 0
    grid = Grid(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, gap, 0, 0), header_style="dim")
    for place, column in enumerate(columns):
        if place < texts:
            grid.add_column(plain(column), overflow="fold")
        else:
            grid.add_column(plain(column), justify="right", no_wrap=place != len(columns) - 1 or texts > 0)
    return grid


def _names(rows: Sequence[Row]) -> list[str]:
    """The columns that tell the runs apart; the model always, as a table has to say whose it is."""
    return [
        name
        for name in ("dataset", "model", "strategy")
        if name == "model" or len({row[name] for row in rows if row["role"] != "theory"}) > 1
    ]


def _style(row: Row) -> str:
    return "" if row["role"] == "model" else "dim"


def _summary(console: Console, table: Table) -> Grid:
    rows = list(table.dicts())
    names = _names(rows)
    headers = ["data set" if name == "dataset" else name for name in names]
    several = any((row["epochs"] or 1) != 1 for row in rows)
    counts = ["questions", "answers"] if several else ["questions"]
    grid = _grid(console, [*headers, *counts, "accuracy", "95 % interval", "parse\nfailures"], len(names))
    for row in rows:
        grid.add_row(
            *(plain(str(row[name] or "")) for name in names),
            *(shown(row[name], "count") for name in counts),
            shown(row["accuracy"], "share"),
            interval(row),
            shown(row["parse_failures"], "count"),
            style=_style(row),
        )
    return grid


def _breakdown(console: Console, table: Table, runs: int) -> Grid:
    """One run, or a table with more to say than accuracy: a row a part. Several runs: a row a run."""
    rows = list(table.dicts())
    parts = list(dict.fromkeys(tuple(row[name] for name in table.by) for row in rows))
    if table.by and runs > 1 and len(parts) <= _MOST_PARTS and len(table.columns) == _plain_width(table):
        return _across(console, table, rows, sorted(parts, key=str) if table.name != "typicality" else parts)
    return _down(console, table, rows)


def _plain_width(table: Table) -> int:
    return len(_RUN) + len(table.by) + len(_COUNTED)


def _across(console: Console, table: Table, rows: Sequence[Row], parts: Sequence[tuple[Cell, ...]]) -> Grid:
    names = _names(rows)
    heads = [_part(table, part) for part in parts]
    headers = ["data set" if name == "dataset" else name for name in names]
    grid = _grid(console, [*headers, *heads, "parse\nfailures"], len(names))
    for run in dict.fromkeys(map(_run, rows)):
        own = {tuple(row[name] for name in table.by): row for row in rows if _run(row) == run}
        whole = [row for part, row in own.items() if part != ("total",)]
        first = next(iter(own.values()))
        grid.add_row(
            *(plain(str(first[name])) for name in names),
            *(shown(own[part]["accuracy"], "share") if part in own else Text() for part in parts),
            f"{sum(int(row['parse_failures'] or 0) for row in whole):,}",
            style=_style(first),
        )
    return grid


def _part(table: Table, part: tuple[Cell, ...]) -> str:
    if len(part) == 1:
        return str(part[0])
    return f"({', '.join(map(str, part))})"


def _down(console: Console, table: Table, rows: Sequence[Row]) -> Grid:
    names = _names(rows) if len(set(map(_run, rows))) > 1 else []
    constraints = "difference" in _kinds(table)
    hidden = _HIDDEN | _DETAILS if constraints else _HIDDEN
    columns = [column for column in table.columns if column.name not in (*_RUN, *hidden)]
    if constraints:
        rows = _hardest_first(rows)
    headers = ["data set" if name == "dataset" else name for name in names]
    heads = [column.title.replace(" ", "\n") for column in columns]
    texts = len(names) + sum(column.kind == "text" for column in columns)
    grid = _grid(console, [*headers, *heads], texts)
    for row in rows:
        cells = (
            interval(row, with_share=True)
            if column.name == "accuracy" and (not constraints or console.width >= _ROOMY)
            else shown(row[column.name], column.kind)
            for column in columns
        )
        grid.add_row(*(plain(str(row[name])) for name in names), *cells, style=_style(row))
    return grid


def _kinds(table: Table) -> Mapping[str, str]:
    """The kind of each column, by its name."""
    return {column.name: column.kind for column in table.columns}


def _hardest_first(rows: Sequence[Row]) -> list[Row]:
    """Of each run, what lowers its accuracy most comes first."""
    places = {run: place for place, run in enumerate(dict.fromkeys(map(_run, rows)))}
    return sorted(rows, key=lambda row: (places[_run(row)], _or_zero(row["difference"])))


def _run(row: Row) -> tuple[Cell, ...]:
    return tuple(row[name] for name in _RUN)


def _or_zero(cell: Cell) -> float:
    return float(cell) if isinstance(cell, float) and not math.isnan(cell) else 0.0


def _comparisons(console: Console, analysis: Analysis) -> None:
    """Nothing where there is nothing to compare."""
    if not analysis.pairs:
        return
    console.print()
    console.print(plain("Comparisons", "bold"))
    for line in _sentences(analysis):
        console.print(plain(line))


def _sentences(analysis: Analysis) -> Iterator[str]:
    several = len({pair.dataset for pair in analysis.pairs}) > 1
    for pair in analysis.pairs:
        yield f"{pair.dataset}: {pair.sentence}" if several else pair.sentence


def _usage(console: Console, table: Table) -> Grid:
    rows = list(table.dicts())
    names = _names(rows)
    kinds = _kinds(table)
    heads = {
        "input_tokens": "tokens\nin",
        "output_tokens": "tokens\nout",
        "output_mean": "out,\nmean",
        "seconds_mean": "seconds,\nmean",
        "cost": "dollars",
        "parse_failures": "parse\nfailures",
    }
    known = [name for name in heads if any(row[name] is not None for row in rows)]
    headers = ["data set" if name == "dataset" else name for name in names]
    grid = _grid(console, [*headers, *(heads[name] for name in known)], len(names))
    for row in rows:
        grid.add_row(
            *(plain(str(row[name])) for name in names),
            *(shown(row[name], kinds[name]) for name in known),
            style=_style(row),
        )
    return grid


def _left_out(console: Console, analysis: Analysis) -> None:
    """Nothing where everything counts."""
    if not analysis.reading.left_out:
        return
    console.print()
    console.print(plain("Left out", "bold"))
    for one in analysis.reading.left_out:
        count = f" ({one.count:,} sample{'s' * (one.count != 1)})" if one.count else ""
        console.print(plain(f"{one.log}: {one.reason}{count}"), soft_wrap=True)
