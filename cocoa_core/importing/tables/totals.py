"""Rows of a table that are no options: totals, subtotals, averages, footnotes, fragments."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final

from attrs import evolve

from cocoa_core.importing.kinds.amounts import read_amount
from cocoa_core.importing.tables.records import RawTable, Row
from cocoa_core.suggestions import quoted

__all__ = ["without_total"]

_WORDS: Final = (
    r"(?:grand |sub[- ]?|running )?totals?|sum|sums|average|averages|mean|median|gesamt(?:summe)?|summe"
    r"|zwischensumme|mittelwert|durchschnitt|total g[eé]n[eé]ral|sous[- ]total|moyenne"
)
_TOTAL: Final = re.compile(rf"(?:{_WORDS})\b.{{0,60}}|.{{1,60}}\b(?:{_WORDS}):?", re.IGNORECASE)
_ALONE: Final = re.compile(rf"(?:{_WORDS}):?", re.IGNORECASE)
_USUALLY: Final = 0.9
"""The share of rows that have a value in a column which a total leaves empty."""
_FEWEST: Final = 2
"""Rows that a subtotal adds up."""
_SCRAP: Final = 4
"""Of so many values that rows usually have a fragment has one at most."""
_EXAMPLES: Final = 3


def without_total(table: RawTable) -> RawTable:
    """Returns the table without rows that add others up, footnotes and fragments; its notes name them.

    A row is a total where its first text says so and it leaves cells empty that rows usually have, or holds
    the sum of the rows above it, or is the last one. A footnote is a row of one cell in a table whose rows
    have more; a fragment has hardly any of the values that rows usually have, as where a line was broken off.
    A word that other rows begin with, too, is a value: the brand Total.
    """
    if not table.rows:
        return table
    filled = _filled(table.rows)
    firsts = Counter(_first(cells) for _, cells in table.rows)
    totals: list[Row] = []
    footnotes: list[Row] = []
    scraps: list[Row] = []
    kept: list[Row] = []
    counted = 0  # rows kept before the last total: the next one may add up those after it
    for number, row in enumerate(table.rows):
        first, cells = _first(row[1]), row[1]
        once = firsts[first] == 1
        last = number == len(table.rows) - 1 and once and _ALONE.fullmatch(first)
        if sum(map(bool, map(str.strip, cells))) == 1 and len(filled) > 1 and not _ALONE.fullmatch(first):
            footnotes.append(row)
        elif last or (
            _TOTAL.fullmatch(first)
            and (_lacks(cells, filled) or (once and _adds_up(cells, kept[counted:], kept)))
        ):
            totals.append(row)
            counted = len(kept)
        elif _SCRAP * sum(bool(cells[place].strip()) for place in filled) <= len(filled) >= _SCRAP:
            scraps.append(row)
        else:
            kept.append(row)
    found = {"total": totals, "footnote": footnotes, "fragment": scraps}
    lost = sum(map(len, found.values()))
    if not lost:
        return table
    notes = [note for what, rows in found.items() for note in _notes(rows, f"taken for a {what}")]
    return evolve(table, rows=tuple(kept), count=table.count - lost, notes=(*table.notes, *notes))


def _first(cells: Sequence[str]) -> str:
    return next((cell.strip() for cell in cells if cell.strip()), "")


def _filled(rows: Sequence[Row]) -> tuple[int, ...]:
    """Returns the columns that nearly every row has a value in."""
    width = len(rows[0][1])
    times = [sum(bool(cells[place].strip()) for _, cells in rows) for place in range(width)]
    return tuple(place for place, number in enumerate(times) if number >= _USUALLY * len(rows))


def _lacks(cells: Sequence[str], filled: Sequence[int]) -> bool:
    return any(not cells[place].strip() for place in filled)


def _adds_up(cells: Sequence[str], *blocks: Sequence[Row]) -> bool:
    return any(len(block) >= _FEWEST and _is_sum(cells, block) for block in blocks)


def _is_sum(cells: Sequence[str], block: Sequence[Row]) -> bool:
    """Returns whether some number of the row is the sum, or the mean, of those above it, and is not zero."""
    for place, cell in enumerate(cells):
        whole = _number(cell)
        numbers = [_number(row[place]) for _, row in block]
        if not whole or None in numbers:
            continue
        total = sum((number for number in numbers if number is not None), Decimal(0))
        if whole in (total, total / len(numbers)):
            return True
    return False


def _number(cell: str) -> Decimal | None:
    try:
        return read_amount(cell).number
    except ValueError:
        return None


def _notes(rows: Sequence[Row], what: str) -> Iterator[str]:
    if len(rows) == 1:
        yield f"Line {rows[0][0]} begins with {quoted(_first(rows[0][1])[:60])}: {what}, left out."
    elif rows:
        shown = ", ".join(f"line {line} ({quoted(_first(cells)[:40])})" for line, cells in rows[:_EXAMPLES])
        yield f"{len(rows)} rows {what.replace('taken for a', 'taken for')}s, left out: {shown}."
