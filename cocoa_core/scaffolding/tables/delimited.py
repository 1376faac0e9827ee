"""Tables of delimited text: CSV, TSV and their kin, with the delimiter and the header found out."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import Final

from attrs import define, field

from cocoa_core.domain.reading.folder_files import shown_path
from cocoa_core.domain.suggestions import quoted
from cocoa_core.errors import DomainError, Place
from cocoa_core.scaffolding.tables.rows import MOST_CELL, RawTable, Row, sampled
from cocoa_core.scaffolding.tables.text import TextFile

__all__ = ["read_delimited"]

_DELIMITERS: Final = (",", "\t", ";", "|")
_LOOKED_AT: Final = 200
_HEADING: Final = 10
_EXAMPLES: Final = 3
_NUMBER: Final = re.compile(r"[-+]?[0-9][0-9.,]*(?:[eE][-+]?[0-9]+)?%?")
_YEAR: Final = re.compile(r"1[5-9][0-9]{2}|2[01][0-9]{2}")
_MOSTLY: Final = 0.9
_Line = tuple[int, list[str]]


def read_delimited(path: Path, most_rows: int, seed: int) -> RawTable:
    """The table in a text file; DomainError with its line for what cannot be one."""
    file = TextFile(path)
    delimiter = _delimiter(path, list(islice(file.lines(), _LOOKED_AT)))
    file = TextFile(path)
    lines = _cells(path, file, delimiter)
    looked_at = list(islice(lines, _LOOKED_AT))
    header, first, notes = _header(path, looked_at)
    rows = _Rows(len(header))
    kept, count = sampled(rows.fitting(chain(looked_at[first:], lines)), most_rows, seed)
    return RawTable(header, kept, count, (*notes, *file.notes(), *rows.notes()))


def _delimiter(path: Path, lines: Sequence[str]) -> str:
    """The sign that cuts the first line and the most others into equally many cells, the most of them."""
    best, found = 0.0, ""
    for sign in _DELIMITERS:
        cells = [len(row) for row in _readable(lines, sign) if row]
        width, times = max(
            Counter(cells).items(), key=lambda item: (item[1] * (item[0] > 1), item[0]), default=(1, 0)
        )
        score = times / max(1, len(cells)) + (cells[:1] in ([width], [width - 1])) + width / 1000
        if width > 1 and score > best:
            best, found = score, sign
    if not found:
        raise DomainError(
            "the table has one column only",
            got=quoted(lines[0].strip()) if lines else "nothing",
            expected="two columns or more, with a comma, tab, semicolon or | between two cells",
            fix="save the table as CSV",
            place=Place(shown_path(path), 1),
        )
    return found


def _readable(lines: Sequence[str], delimiter: str) -> list[list[str]]:
    """The rows before the first that cannot be read."""
    rows = []
    with suppress(csv.Error):
        for row in csv.reader(lines, delimiter=delimiter):
            rows.append(row)  # noqa: PERF402 - those read before an error count
    return rows


def _cells(path: Path, file: TextFile, delimiter: str) -> Iterator[_Line]:
    """Lines that are not blank, as cells, each with its number."""
    reader = csv.reader(file.lines(), delimiter=delimiter)
    line = 0
    try:
        for cells in reader:
            if any(cells):
                yield line + 1, cells
            line = reader.line_num
    except csv.Error as error:
        raise DomainError(
            "the table cannot be read from this line on",
            got=quoted(str(error)),
            fix="close every quotation mark, and double those inside a cell",
            place=Place(shown_path(path), line + 1),
        ) from None


def _header(path: Path, lines: Sequence[_Line]) -> tuple[tuple[str, ...], int, tuple[str, ...]]:
    """Names of the columns, which line the first row is on, and what had to be decided."""
    widths = Counter(len(cells) for _, cells in lines[1:] or lines)
    width = max(widths, key=lambda one: (widths[one], one), default=0)
    fitting = (width, width - 1) if width > 2 else (width,)
    start = next((place for place, (_, cells) in enumerate(lines[:_HEADING]) if len(cells) in fitting), 0)
    cells = lines[start][1]
    lines_before = "1 line stands" if start == 1 else f"{start} lines stand"
    notes = (f"{lines_before} before the header: left out.",) if start else ()
    below = [row for _, row in lines[start + 1 :] if len(row) == width]
    if len(cells) == width - 1 and width > 2:
        return ("", *cells), start + 1, notes
    if below and _is_data(cells, below):
        names = tuple(f"Column {number}" for number in range(1, width + 1))
        return (
            names,
            start,
            (*notes, "The first line holds numbers: the columns have no names, so it is a row."),
        )
    if not below:
        raise DomainError(
            "the table has a header and no rows"
            if len(lines) == start + 1
            else "the rows do not fit the header",
            got=f"{len(cells)} columns",
            expected="a row for each option, with as many cells as the header",
            place=Place(shown_path(path), lines[start][0]),
        )
    return tuple(cells), start + 1, notes


def _is_data(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether what stands in the header's place holds numbers wherever the rows do (and not years)."""
    numeric = []
    for place, name in enumerate(header):
        filled = [row[place].strip() for row in rows if row[place].strip() not in ("", "NA")]
        numbers = sum(_NUMBER.fullmatch(cell) is not None for cell in filled)
        if filled and numbers >= _MOSTLY * len(filled):
            numeric.append(name.strip())
    named = [name for name in numeric if _NUMBER.fullmatch(name) is None]
    years = all(_YEAR.fullmatch(name) for name in numeric) and len(set(numeric)) == len(numeric) > 1
    counted = numeric == [str(number) for number in range(len(numeric))]
    return bool(numeric) and not named and not years and not counted


@define
class _Rows:
    """Rows of the right width; the others are counted."""

    width: int
    ragged: list[str] = field(factory=list)
    count: int = 0

    def fitting(self, lines: Iterator[_Line]) -> Iterator[Row]:
        for line, cells in lines:
            extra = cells[self.width :]
            if len(cells) < self.width or any(cell.strip() for cell in extra):
                self.count += 1
                if self.count <= _EXAMPLES:
                    self.ragged.append(f"line {line} has {len(cells)}")
                continue
            yield (
                line,
                tuple([cell if len(cell) <= MOST_CELL else cell[:MOST_CELL] for cell in cells[: self.width]]),
            )

    def notes(self) -> tuple[str, ...]:
        if not self.count:
            return ()
        rows = "1 row has" if self.count == 1 else f"{self.count:,} rows have"
        return (
            f"{rows} another number of cells than the header's {self.width}: left out"
            f" ({', '.join(self.ragged)}).",
        )
