"""Lays out the tables of an analysis on a terminal: columns, names of runs, formats of numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.table import Column as GridColumn
from rich.table import Table as Grid
from rich.text import Text

from cocoa_core import analysis
from cocoa_core.intervals import ends_text

from .terminal import ENDLESS, plain, table

if TYPE_CHECKING:
    from cocoa_core.analysis import Cell, Kind

Row = Mapping[str, "Cell"]

ROOMY: Final = 90
"""The width of a terminal, in columns, from which on more is shown than what is needed."""

RUN: Final = ("dataset", "model", "strategy", "role")
"""The columns that name a run."""


def empty_grid(console: Console, columns: Sequence[str], texts: int) -> Grid:
    """Makes a grid whose first `texts` columns hold words and may fold; the others hold numbers."""
    return table(*columns, words=texts, gap=int(console.width >= ROOMY))


def fitted_grid(console: Console, make_grid: Callable[[int], Grid]) -> Grid:
    """Returns the grid, with long names of models broken if it would otherwise be too wide.

    Args:
        make_grid: makes the grid, given the number of columns for the names of models; see `broken_name`.
    """
    grid = make_grid(ENDLESS)
    natural_width = Measurement.get(console, console.options.update_width(ENDLESS), grid).maximum
    widths = [_width(column) for column in grid.columns if not column.no_wrap]
    room, over = max(widths, default=0), natural_width - console.width
    if over <= 0:
        return grid
    while over > 0 and room > 1:  # as rich does: the widest columns give way first
        room -= 1
        over -= sum(width > room for width in widths)
    return make_grid(room)


def _width(column: GridColumn) -> int:
    texts = (cell.plain if isinstance(cell, Text) else str(cell) for cell in (column.header, *column.cells))
    return max((cell_len(line) for text in texts for line in text.splitlines()), default=0)


def broken_name(model: str, room: int) -> str:
    """Returns the name of a model, on two lines if it is longer than `room`: it is broken after the last
    slash.

    The settings in brackets behind a blank wrap by themselves.
    """
    full_name, blank, settings = model.partition(" ")
    provider, slash, name = full_name.rpartition("/")
    if len(full_name) <= room or not slash or not name:
        return model
    return f"{provider}{slash}\n{name}{blank}{settings}"


def names_in(rows: Iterable[Row]) -> list[str]:
    """Returns the columns that tell the runs apart: the model, and those with several values."""
    runs = [row for row in rows if row["role"] != "theory"]
    several = [name for name in RUN[:3] if len({row[name] for row in runs if row[name] is not None}) > 1]
    return [name for name in RUN[:3] if name == "model" or name in several]


def heads_of(names: Sequence[str]) -> list[str]:
    """Returns the heads of these columns."""
    return ["data set" if name == "dataset" else name for name in names]


def run_cells(row: Row, names: Sequence[str], room: int) -> list[Text]:
    """Returns the cells of these columns.

    Args:
        room: the number of columns for the model's name; see `broken_name`.
    """
    texts = {name: str(row[name] or "") for name in names}
    return [plain(broken_name(texts[name], room) if name == "model" else texts[name]) for name in names]


def style_of(row: Row) -> str:
    """Returns the style of a row; reference models and theory are dim."""
    return "" if row["role"] == "model" else "dim"


def shown(cell: Cell, kind: Kind) -> Text:
    """Formats a cell of a kind; empty for None and for what is not a number."""
    return plain(analysis.shown(cell, kind))


def interval(row: Mapping[str, Cell], *, with_share: bool = False) -> Text:
    """Formats an interval in percent: `58.1 to 66.3`, with the share `62.3% (58.1 to 66.3)`."""
    share, low, high = row["accuracy"], row["low"], row["high"]
    if low is None or high is None:
        return Text() if not with_share else shown(share, "share")
    between = ends_text(float(low), float(high))
    if not with_share:
        return Text(between)
    return Text(f"{shown(share, 'share')} ({between})" if share is not None else "")


def ends(low: float, high: float) -> Text:
    """Formats the ends of an interval in points: `-3.1 to +0.4`; empty where there is none."""
    return Text() if math.isnan(low) else Text(f"{100 * low:+z.1f} to {100 * high:+z.1f}")
