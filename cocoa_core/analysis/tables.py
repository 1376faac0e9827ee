"""Tables as data: named columns of one kind each, and rows; as CSV and as JSON."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, TypeAlias

from attrs import frozen

from cocoa_core.text import visible

__all__ = ["Cell", "Column", "Kind", "Row", "Table", "shown"]

Cell: TypeAlias = str | int | float | bool | None
Row: TypeAlias = dict[str, Cell]
"""Of a table, by the names of its columns."""

Kind: TypeAlias = Literal["text", "count", "share", "points", "number", "p"]


_LATEX: Final = {
    **{letter: f"\\{letter}" for letter in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\\": r"\textbackslash{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
}
_FORMULA: Final = re.compile(r"[=@\t\r]|[+-].*[(|!]", re.DOTALL)
"""Cells that a spreadsheet works out; after a sign only those that call or lead to something, as labels of
structures are signs."""
_SIGNED: Final = re.compile(r"[+-][\d.,]+")


@frozen
class Column:
    """One column."""

    name: str
    """Of the CSV column."""
    title: str
    """For people."""
    kind: Kind = "text"
    """`text`; `count`; `share` (0 to 1); `points` (a difference of shares, -1 to 1); `number`; `p`."""


@frozen
class Table:
    """One table; a cell is None where there is nothing to say."""

    name: str
    """Of its file."""
    title: str
    """For people."""
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    """How to read it, in a sentence or two."""
    by: tuple[str, ...] = ()
    """The columns that part a run's answers, in a breakdown; none in other tables."""

    @property
    def of_runs(self) -> bool:
        """Tells whether each row is of one run."""
        return {"dataset", "model", "strategy", "role"} <= {column.name for column in self.columns}

    def dicts(self) -> Iterator[Row]:
        """Yields the rows as mappings by column name."""
        names = [column.name for column in self.columns]
        for row in self.rows:
            yield dict(zip(names, row, strict=True))

    def csv(self) -> str:
        """As CSV with a line of column names; numbers unrounded, shares from 0 to 1, nothing for None.

        A text that a spreadsheet would take for a formula has an apostrophe before it.
        """
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([column.name for column in self.columns])
        writer.writerows([_text(cell) for cell in row] for row in self.rows)
        return out.getvalue()

    def latex(self) -> str:
        """As a `tabular` for the package booktabs: texts left, numbers right, as people see them.

        Columns that say nothing in any row are left out.
        """
        kept = [
            index for index, _ in enumerate(self.columns) if any(row[index] is not None for row in self.rows)
        ]
        sides = "".join("l" if self.columns[index].kind == "text" else "r" for index in kept)
        lines = [
            " ".join(visible(f"% {self.title}. {self.note}").split()),
            f"\\begin{{tabular}}{{{sides}}}",
            "\\toprule",
            _latex_row(self.columns[index].title for index in kept),
            "\\midrule",
            *(_latex_row(shown(row[index], self.columns[index].kind) for index in kept) for row in self.rows),
            "\\bottomrule",
            "\\end{tabular}",
        ]
        return "\n".join(lines) + "\n"

    def to_json(self) -> dict[str, Any]:
        """Returns the table as JSON data; null for an empty cell."""
        return {
            "title": self.title,
            "note": self.note,
            "columns": [column.name for column in self.columns],
            "rows": [[_plain(cell) for cell in row] for row in self.rows],
        }


def shown(cell: Cell, kind: Kind) -> str:
    """Formats a cell for people; "" for None and for what is no number.

    A plain number has three digits that count and all before the point; an exact one no zeros at its end.
    """
    if cell is None or (isinstance(cell, float) and not math.isfinite(cell)):
        return ""
    if isinstance(cell, str):
        return cell
    if kind == "share":
        return f"{cell:.1%}"
    if kind == "points":
        return f"{100 * cell:+z.1f}"
    if kind == "p":
        return "< 0.001" if cell < 0.001 else f"{cell:.3f}"
    if kind == "count" or cell == 0:
        return f"{cell:,}" if kind == "count" else "0"
    rounded = float(f"{cell:.3g}")
    digits = min(6, max(0, 2 - math.floor(math.log10(abs(rounded)))))
    text = f"{cell:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if digits and rounded == cell else text


def _latex_row(texts: Iterable[str]) -> str:
    return " & ".join(_latex(text) for text in texts) + r" \\"


def _latex(text: str) -> str:
    """Text that LaTeX prints as it is; a minus before a number is one."""
    escaped = "".join(_LATEX.get(letter, letter) for letter in " ".join(visible(text).split()))
    return f"${escaped}$" if _SIGNED.fullmatch(escaped) else escaped


def _plain(cell: Cell) -> Cell:
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell


def _text(cell: Cell) -> str:
    cell = _plain(cell)
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, str) and _FORMULA.match(cell):
        return f"'{cell}"
    return repr(cell) if isinstance(cell, float) else str(cell)
