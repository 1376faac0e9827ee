"""The grids of an analysis: their columns, and how a row says whose it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from .terminal import plain

if TYPE_CHECKING:
    from cocoa_core.analysis.tables import Cell

__all__ = ["ROOMY", "RUN", "Row", "empty_grid", "heads_of", "names_in", "run_cells", "run_key", "style_of"]

Row = Mapping[str, "Cell"]

ROOMY: Final = 90
"""Columns of a terminal from which on there is room for more than what is needed."""

RUN: Final = ("dataset", "model", "strategy", "role")


def empty_grid(console: Console, columns: Sequence[str], texts: int) -> Grid:
    """The first `texts` columns hold words and may fold, the others numbers."""
    gap = 1 if console.width >= ROOMY else 0
    grid = Grid(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, gap, 0, 0), header_style="dim")
    for place, column in enumerate(columns):
        if place < texts:
            grid.add_column(plain(column), overflow="fold")
        else:
            grid.add_column(plain(column), justify="right", no_wrap=True)
    return grid


def names_in(rows: Iterable[Row]) -> list[str]:
    """The columns that tell the runs apart; the model always, as a table has to say whose it is."""
    found = [row for row in rows if row["role"] != "theory"]
    several = [name for name in RUN[:3] if len({row[name] for row in found if row[name] is not None}) > 1]
    return [name for name in RUN[:3] if name == "model" or name in several]


def heads_of(names: Sequence[str]) -> list[str]:
    """The heads of those columns."""
    return ["data set" if name == "dataset" else name for name in names]


def run_cells(row: Row, names: Sequence[str]) -> list[Text]:
    """The cells of those columns."""
    return [plain(str(row[name] or "")) for name in names]


def run_key(row: Row) -> tuple[Cell, ...]:
    """What rows of one run have in common."""
    return tuple(row[name] for name in RUN)


def style_of(row: Row) -> str:
    """Reference models and theory stand back."""
    return "" if row["role"] == "model" else "dim"
