"""Removes rows of a table that are not options: totals, subtotals, averages, footnotes and fragments."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import takewhile
from typing import Final

from attrs import evolve

from cocoa_core.importing.kinds.printed_amounts import read_amount
from cocoa_core.importing.tables.records import RawTable, Row
from cocoa_core.suggestions import quoted

_WORDS: Final = (
    r"(?:grand |sub[- ]?|running )?totals?|sum|sums|average|averages|mean|median|gesamt(?:summe)?|summe"
    r"|zwischensumme|mittelwert|durchschnitt|total g[eé]n[eé]ral|sous[- ]total|moyenne"
)
_TOTAL: Final = re.compile(rf"(?:{_WORDS})\b.{{0,60}}|.{{1,60}}\b(?:{_WORDS}):?", re.IGNORECASE)
_ALONE: Final = re.compile(rf"(?:{_WORDS}):?", re.IGNORECASE)
_BEGUN: Final = re.compile(r"[-+(]?[$€£]? ?[0-9]")
_USUALLY: Final = 0.9
"""The share of rows that have a value in a column which a total leaves empty."""
_FEWEST: Final = 2
"""The least number of rows that a subtotal adds up, and of columns of numbers that show a remark."""
_FEWEST_FULL: Final = 6
"""The least number of rows of several cells beside which an odd row is a remark, and no broken record."""
_SCRAP: Final = 4
"""A fragment has at most one in this many of the values that rows usually have."""
_EXAMPLES: Final = 3


def without_total(table: RawTable) -> RawTable:
    """Returns the table without rows that add up others, footnotes and fragments; its notes name them.

    A row is a total where its first text says so and it leaves cells empty that rows usually fill, or holds
    the sum of the rows above it, or is the last row. A footnote is a row of one cell in a table whose rows
    have more, or stands below the table. A fragment has hardly any of the values that rows usually have, as
    where a line was broken off. A word with which other rows begin, too, is a value: the brand Total.
    """
    if not table.rows:
        return table
    filled = _filled(table.rows)
    below = len(table.rows) - _rows_below(table)
    firsts = Counter(_first(cells) for _, cells in table.rows)
    removed: dict[str, list[Row]] = {"total": [], "footnote": [], "fragment": []}
    options: list[Row] = []
    start = 0  # rows kept before the last total: the next one may add up those after it
    for number, row in enumerate(table.rows):
        first, cells = _first(row[1]), row[1]
        once = firsts[first] == 1
        last = number == len(table.rows) - 1 and once and _ALONE.fullmatch(first)
        alone = sum(map(bool, map(str.strip, cells))) == 1 and len(filled) > 1
        named = _TOTAL.fullmatch(first) is not None
        blocks = [options[start:], options] if named and once else []
        adds_up = any(len(block) >= _FEWEST and _is_sum(cells, block) for block in blocks)
        if (alone or number >= below) and not _ALONE.fullmatch(first):
            removed["footnote"].append(row)
        elif last or number >= below or (named and (adds_up or _lacks(cells, filled))):
            removed["total"].append(row)
            start = len(options)
        elif _SCRAP * sum(bool(cells[column].strip()) for column in filled) <= len(filled) >= _SCRAP:
            removed["fragment"].append(row)
        else:
            options.append(row)
    removed_count = sum(map(len, removed.values()))
    if not removed_count:
        return table
    notes = [note for role, rows in removed.items() for note in _notes(rows, role)]
    return evolve(table, rows=tuple(options), count=table.count - removed_count, notes=(*table.notes, *notes))


def without_repeats(table: RawTable) -> RawTable:
    """Returns the table without rows that have all cells in common with an earlier one; a note counts them.

    Nobody can tell such rows apart: whoever is asked for one of them names either.
    """
    first = {cells: line for line, cells in reversed(table.rows)}
    rows = tuple(row for row in table.rows if first[row[1]] == row[0])
    repeats = len(table.rows) - len(rows)
    if not repeats:
        return table
    notes = (*table.notes, repeats_note(repeats))
    return evolve(table, rows=rows, count=table.count - repeats, notes=notes)


def repeats_note(count: int) -> str:
    """Returns the sentence on so many rows that are left out because they repeat others."""
    subject = "1 record repeats another" if count == 1 else f"{count:,} records repeat others"
    return f"{subject}: left out."


def _first(cells: Sequence[str]) -> str:
    return next((cell.strip() for cell in cells if cell.strip()), "")


def _filled(rows: Sequence[Row]) -> tuple[int, ...]:
    """Returns the columns that nearly every row of several cells fills; named totals do not count."""
    options = [row for row in rows if not _ALONE.fullmatch(_first(row[1]))]
    several = [cells for _, cells in options if sum(map(bool, map(str.strip, cells))) > 1]
    if len(several) < _FEWEST_FULL:
        several = [cells for _, cells in rows]
    filled_counts = [
        sum(bool(cells[column].strip()) for cells in several) for column in range(len(rows[0][1]))
    ]
    return tuple(column for column, number in enumerate(filled_counts) if number >= _USUALLY * len(several))


def _rows_below(table: RawTable) -> int:
    """Returns how many of the last rows are none of the table's: remarks without a number in columns that
    usually hold one, or a smaller table behind an empty line, whose rows leave columns empty that all rows
    above fill.
    """
    rows = table.rows
    numeric = [column for column in range(len(table.header)) if _is_numeric(rows, column)]
    remarks = takewhile(
        lambda row: (
            not all(map(str.strip, row[1]))
            and not any(_BEGUN.match(row[1][column].strip()) for column in numeric)
        ),
        reversed(rows),
    )
    below = sum(1 for _ in remarks) if len(numeric) >= _FEWEST and len(rows) > _FEWEST_FULL else 0
    gaps = [at for at in range(1, len(rows)) if rows[at][0] > rows[at - 1][0] + 1]
    for start in gaps if table.count == len(rows) else ():  # in a sample of the rows every line is a gap
        above = [
            column
            for column in range(len(table.header))
            if all(cells[column].strip() for _, cells in rows[:start])
        ]
        if 2 * start > len(rows) and all(_lacks(cells, above) for _, cells in rows[start:]):
            return max(below, len(rows) - start)
    return below


def _is_numeric(rows: Sequence[Row], column: int) -> bool:
    """Returns whether most rows have a number, or a date, in the column."""
    return 2 * sum(_BEGUN.match(cells[column].strip()) is not None for _, cells in rows) > len(rows)


def _lacks(cells: Sequence[str], filled: Sequence[int]) -> bool:
    return any(not cells[column].strip() for column in filled)


def _is_sum(cells: Sequence[str], block: Sequence[Row]) -> bool:
    """Returns whether a number of the row is not zero and is the sum or the mean of those above it."""
    for column, cell in enumerate(cells):
        sum_or_mean = _number(cell)
        numbers = [_number(row[column]) for _, row in block]
        if not sum_or_mean or None in numbers:
            continue
        total = sum((number for number in numbers if number is not None), Decimal(0))
        if sum_or_mean in (total, total / len(numbers)):
            return True
    return False


def _number(cell: str) -> Decimal | None:
    try:
        return read_amount(cell).number
    except ValueError:
        return None


def _notes(rows: Sequence[Row], role: str) -> Iterator[str]:
    if len(rows) == 1:
        begin = quoted(_first(rows[0][1])[:60])
        yield f"Line {rows[0][0]} begins with {begin}: taken for a {role}, left out."
    elif rows:
        shown = ", ".join(f"line {line} ({quoted(_first(cells)[:40])})" for line, cells in rows[:_EXAMPLES])
        yield f"{len(rows)} rows taken for {role}s, left out: {shown}."
