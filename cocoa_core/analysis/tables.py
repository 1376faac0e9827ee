"""Holds tables as data, with named columns of one kind each, and writes them as CSV, LaTeX and JSON."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, TypeAlias, cast

from attrs import frozen

from cocoa_core.intervals import with_ends
from cocoa_core.text import visible

Cell: TypeAlias = str | int | float | bool | None
Row: TypeAlias = dict[str, Cell]
"""A row of a table, by the names of its columns."""

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
"""Cells that a spreadsheet evaluates; signs begin labels too, so only with a call or link after one."""
_SIGNED: Final = re.compile(r"[+-][\d.,]+")


@frozen
class TableColumn:
    """A column of a table."""

    name: str
    """The name in the CSV file."""
    title: str
    """The heading for readers."""
    kind: Kind = "text"
    """`text`; `count`; `share` (0 to 1); `points` (a difference of shares, -1 to 1); `number`; `p`."""
    printed: bool = True
    """Whether the terminal prints it. What it does not is left to the page and the CSV files."""


def columns_of(*specs: str | TableColumn) -> tuple[TableColumn, ...]:
    """Returns columns of specs such as `metric; -low share; group_share share of groups`.

    Args:
        specs: columns, or texts with a name, a kind (`text` by default) and a title (the name by default) for
            each, parted by semicolons. A minus before the name marks a column that the terminal does not
            print.
    """
    listed = (spec.split("; ") if isinstance(spec, str) else [spec] for spec in specs)
    return tuple(_column(spec) if isinstance(spec, str) else spec for part in listed for spec in part)


def _column(spec: str) -> TableColumn:
    name, _, rest = spec.partition(" ")
    kind, _, title = rest.partition(" ")
    name, printed = name.removeprefix("-"), not name.startswith("-")
    return TableColumn(name, title or name.replace("_", " "), cast(Kind, kind or "text"), printed)


@frozen
class ReportTable:
    """A table. A cell is None where there is nothing to report."""

    name: str
    """The name of its file."""
    title: str
    """The caption for readers."""
    columns: tuple[TableColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    """How to read the table, in a sentence or two."""
    by: tuple[str, ...] = ()
    """The columns that divide a run's answers, in a breakdown; empty in other tables."""

    @property
    def of_runs(self) -> bool:
        """Whether each row belongs to one run."""
        return {"dataset", "model", "strategy", "role"} <= {column.name for column in self.columns}

    def dicts(self) -> Iterator[Row]:
        """Yields the rows as mappings by column name."""
        names = [column.name for column in self.columns]
        for row in self.rows:
            yield dict(zip(names, row, strict=True))

    def csv(self) -> str:
        """Returns the table as CSV with a header line: numbers unrounded, shares from 0 to 1, empty fields
        for None.

        A text that a spreadsheet would take for a formula is prefixed with an apostrophe.
        """
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([column.name for column in self.columns])
        writer.writerows([_text(cell) for cell in row] for row in self.rows)
        return out.getvalue()

    def latex(self) -> str:
        """Returns the table as a `tabular` for the package booktabs: texts left-aligned, numbers
        right-aligned, formatted as by `shown`.

        Columns that are None in every row are left out.
        """
        filled = [
            index for index, _ in enumerate(self.columns) if any(row[index] is not None for row in self.rows)
        ]
        sides = "".join("l" if self.columns[index].kind == "text" else "r" for index in filled)
        lines = [
            " ".join(visible(f"% {self.title}. {self.note}").split()),
            f"\\begin{{tabular}}{{{sides}}}",
            "\\toprule",
            _latex_row(self.columns[index].title for index in filled),
            "\\midrule",
            *(
                _latex_row(shown(row[index], self.columns[index].kind) for index in filled)
                for row in self.rows
            ),
            "\\bottomrule",
            "\\end{tabular}",
        ]
        return "\n".join(lines) + "\n"

    def to_json(self) -> dict[str, Any]:
        """Returns the table as JSON data; an empty cell is null."""
        return {
            "title": self.title,
            "note": self.note,
            "columns": [column.name for column in self.columns],
            "rows": [[_plain(cell) for cell in row] for row in self.rows],
        }


def shown(cell: Cell, kind: Kind) -> str:
    """Formats a cell for readers; empty for None and for a number that is not finite.

    A number of kind `number` has three significant digits and all digits before the point; an exact one has
    no trailing zeros.
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


def row_interval(row: Row) -> str:
    """Returns the accuracy of a row with the ends of its interval."""
    return with_ends(*(float(row[name] or 0.0) for name in ("accuracy", "low", "high")))


def _latex_row(texts: Iterable[str]) -> str:
    return " & ".join(_latex(text) for text in texts) + r" \\"


def _latex(text: str) -> str:
    """Escapes a text so that LaTeX prints it as it is; a signed number is set in math mode."""
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
