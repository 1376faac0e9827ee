"""Prints the analysis of some logs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from attrs import evolve
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from cocoa_core.text import counted

from .analysis_grid import (
    ROOMY,
    RUN,
    Row,
    broken_name,
    empty_grid,
    ends,
    fitted_grid,
    heads_of,
    interval,
    names_in,
    run_cells,
    shown,
    style_of,
)
from .terminal import plain

if TYPE_CHECKING:
    from cocoa_core.analysis import Analysis, ReportTable, TableColumn

_MOST_SENTENCES: Final = 6
_NARROW: Final = 72
"""Columns of a terminal below which the number of questions and the mean output are left out."""
_NARROWEST: Final = 60
"""Columns of a terminal below which a summary has no room for both names and intervals."""
_USUAL: Final = (
    "several_answers",
    "variation",
    "deliveries",
    "metrics",
    "generalization",
    "structures",
    "demonstrations",
    "rank_scores",
    "relation_rankings",
    "corpus",
    "typicality",
    "typicality_paper",
    "odd_pairs",
    "by_setting",
    "by_family",
    "by_ask",
    "by_side",
)
_USAGE: Final = ("input_tokens", "output_tokens", "output_mean", "seconds_mean", "cost", "parse_failures")
"""Columns of the usage that the terminal shows, where a log states them."""


def print_analysis(
    console: Console, analysis: Analysis, chosen: Sequence[str], *, alone: bool = False
) -> None:
    """Prints the accuracy, then the usual tables and those that were chosen, each under its title.

    Args:
        alone: whether the usual tables, comparisons and usage are left out.
    """
    tables = analysis.tables
    runs = len(analysis.runs)
    answers = len(analysis.reading.results)
    questions = len({(result.dataset, result.sample) for result in analysis.reading.results})
    overview = f"{counted(answers, 'answer')} to {counted(questions, 'question')} in {counted(runs, 'run')}"
    console.print(plain(overview))
    _table(console, tables["summary"], lambda room: _summary(console, tables["summary"], room))
    _defects(console, analysis)
    usual = [name for name in _USUAL if name in tables and _is_informative(analysis, tables[name])]
    names = dict.fromkeys(chosen if alone else (*usual, *chosen))
    for table in (tables[name] for name in names if tables[name].rows):
        _model_table(console, table)
    if not alone:
        _comparisons(console, analysis)
        _table(console, tables["usage"], lambda room: _usage(console, tables["usage"], room))
    _left_out(console, analysis)


def _is_informative(analysis: Analysis, table: ReportTable) -> bool:
    """Returns whether a usual table is worth printing.

    A table that compares regular with atypical questions is worth it if both kinds have answers and the
    questions of some run are divided in this table's way. Every other usual table is always worth it.
    """
    if not table.name.startswith("typicality"):
        return True
    kinds = {row["questions"] for row in table.dicts() if row["answers"]}
    counting = {analysis.typicality(run.dataset)[0] for run in analysis.runs}
    return {"regular", "atypical"} <= kinds and table.name in counting


def _table(console: Console, table: ReportTable, make_grid: Callable[[int], Grid], remark: str = "") -> None:
    """Prints a table between its title and its note, before which a remark may stand."""
    _title(console, table.title)
    console.print(fitted_grid(console, make_grid))
    for text in filter(None, (remark, table.note)):
        console.print(plain(text, "dim"))


def _model_table(console: Console, table: ReportTable) -> None:
    """Prints a row for every run and part, or every row of a table that is not about runs.

    Reference models are left out where there are others, which would be too many lines.
    """
    rows = list(table.dicts())
    model_rows = [row for row in rows if row.get("role", "model") == "model"] or rows
    fewer = len(model_rows) < len(rows)
    remark = "Without the reference models, which --json and --out have, too." if fewer else ""
    _table(console, table, lambda room: _rows(console, table, model_rows, room), remark)


def _rows(console: Console, table: ReportTable, rows: Sequence[Row], room: int) -> Grid:
    """Returns the grid of some rows: text first, then numbers. A run is named in its first row."""
    names = names_in(rows) if table.of_runs else []
    same_data_set = len({row.get("dataset") for row in rows}) < 2
    stated = RUN if table.of_runs else ("dataset",) if same_data_set else ()
    columns = [column for column in table.columns if column.printed and column.name not in stated]
    texts = [column for column in columns if column.kind == "text"]
    numbers = [column for column in columns if column.kind != "text"]
    heads = [column.title.replace(" ", "\n") for column in (*texts, *numbers)]
    grid = empty_grid(console, [*heads_of(names), *heads], len(names) + len(texts))
    before: list[Text] = []
    for row in rows:
        run = run_cells(row, names, room)
        cells = (_cell(console, row, column) for column in (*texts, *numbers))
        named = [Text()] * len(run) if run == before else run
        grid.add_row(*named, *cells, style=style_of(row) if table.of_runs else "")
        before = run
    return grid


def _cell(console: Console, row: Row, column: TableColumn) -> Text:
    if column.name == "accuracy" and console.width >= ROOMY:
        return interval(row, with_share=True)
    return shown(row[column.name], column.kind)


def _title(console: Console, title: str) -> None:
    console.print()
    console.print(plain(title, "bold"))


def _defects(console: Console, analysis: Analysis) -> None:
    several = len({run.dataset for run in analysis.runs}) > 1
    for check in analysis.checks:
        if check.defect:
            console.print()
            console.print(plain(f"{check.dataset}: {check.text}" if several else check.text, "bold yellow"))


def _summary(console: Console, table: ReportTable, room: int) -> Grid:
    rows = list(table.dicts())
    names = names_in(rows)
    several = any((row["epochs"] or 1) != 1 for row in rows)
    counts = ["questions", "answers"] if several else ["questions"]
    counts = ["answers"] if console.width < _NARROW else counts
    intervals = ["95 % interval"] if console.width >= _NARROWEST else []
    heads = [*heads_of(names), *counts, "accuracy", *intervals, "parse\nfailures"]
    grid = empty_grid(console, heads, len(names))
    for row in rows:
        grid.add_row(
            *run_cells(row, names, room),
            *(shown(row[name], "count") for name in counts),
            shown(row["accuracy"], "share"),
            *(interval(row) for _ in intervals),
            shown(row["parse_failures"], "count"),
            style=style_of(row),
        )
    return grid


def _comparisons(console: Console, analysis: Analysis) -> None:
    if not analysis.pairs:
        return
    _title(console, "Comparisons")
    if len(analysis.pairs) > _MOST_SENTENCES:
        console.print(fitted_grid(console, lambda room: _compared(console, analysis, room)))
        note = "First less second, in points; intervals and p adjusted for all comparisons by Holm."
        console.print(plain(note, "dim"))
        return
    several = len({pair.dataset for pair in analysis.pairs}) > 1
    for pair in analysis.pairs:
        console.print(plain(f"{pair.dataset}: {pair.sentence}" if several else pair.sentence))


def _compared(console: Console, analysis: Analysis, room: int) -> Grid:
    several = len({pair.dataset for pair in analysis.pairs}) > 1
    heads = ["of", "first", "second", "first\nless\nsecond", "95 % interval", "p"]
    grid = empty_grid(console, ["data set", *heads] if several else heads, 3 + several)
    for pair in analysis.pairs:
        comparison = pair.comparison
        names = (pair.dataset, pair.same, pair.first, pair.second)
        grid.add_row(
            *(plain(broken_name(name, room)) for name in names[not several :]),
            shown(comparison.difference, "points"),
            ends(*pair.ends),
            shown(pair.adjusted, "p"),
        )
    return grid


def _usage(console: Console, table: ReportTable, room: int) -> Grid:
    rows = list(table.dicts())
    columns = {column.name: column for column in table.columns}
    stated = (
        name
        for name in _USAGE
        if any(row[name] is not None for row in rows) and (name != "output_mean" or console.width >= _NARROW)
    )
    return _rows(console, evolve(table, columns=tuple(columns[name] for name in (*RUN, *stated))), rows, room)


def _left_out(console: Console, analysis: Analysis) -> None:
    if not analysis.left_out:
        return
    _title(console, "Left out")
    for omission in analysis.left_out:
        count = f" ({counted(omission.count, 'sample')})" if omission.count else ""
        console.print(plain(f"{omission.log}: {omission.reason}{count}"), soft_wrap=True)
