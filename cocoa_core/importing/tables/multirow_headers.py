"""Reads headers of several rows: groups above the names of columns, units or types below them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cocoa_core.importing.columns.glued_words import PRICED
from cocoa_core.importing.columns.units import DIMENSIONS, UNITS
from cocoa_core.lexicon import CURRENCIES
from cocoa_core.text import word_set

_Line = tuple[int, list[str]]
_NUMBER: Final = re.compile(r"[-+(]?[$€£]?[0-9][0-9.,:/-]*%?\)?")
_KINDS: Final = word_set(
    "bool boolean c cat categorical category char character class continuous d date datetime discrete double"
    " factor float float64 i ignore int int64 integer logical m meta numeric object s str string t target"
    " text time varchar"
)
"""Words that tools write below a header to say what type a column has or what it is for."""
_SPACE: Final = re.compile(r"(?<!\\) ")
_SIGNS: Final = frozenset(("%", "$", "€", "£", "-", "–"))


def grouped_header(
    lines: Sequence[_Line], start: int, width: int
) -> tuple[tuple[str, ...], int, int, str] | None:
    """Returns the names of the columns where names of groups stand above them; None where the header is one
    row.

    Args:
        start: the index of the line with the most names, which is the row of groups or the row below it.

    Returns:
        The joined names, the index of the first row, the number of titles before the header, and a note.
    """
    for top in (start - 1, start):
        if top < 0 or top + 2 >= len(lines) or _is_remark(lines[top - 1 : top]):
            continue
        groups, names = _padded(lines[top][1], width), _padded(lines[top + 1][1], width)
        if groups is None or names is None or not _are_groups(groups, names):
            continue
        if not any(names[index] for index in numeric_columns([row for _, row in lines[top + 2 :]], width)):
            continue  # the rows may be a third row of names
        joined, group = [], ""
        for above, below in zip(groups, names, strict=True):
            group = above or (group if below else "")
            joined.append(_in_group(group, below) if below else above)
        if len(set(joined)) < len(joined):
            continue
        note = f"Lines {lines[top][0]} and {lines[top + 1][0]} are one header: their names are joined."
        return tuple(joined), top + 2, top, note
    return None


def _is_remark(above: Sequence[_Line]) -> bool:
    """Returns whether the line above supposed groups spans several columns too: both are remarks."""
    return any(sum(bool(cell.strip()) for cell in cells) > 1 for _, cells in above)


def _in_group(group: str, name: str) -> str:
    """Returns the name under a group as people say it: "Sale date", but "Living size (sq ft)" under Size."""
    if group == name:  # one cell that is merged over both rows
        return name
    if group.casefold() not in DIMENSIONS | PRICED or name.casefold() in UNITS:
        return f"{group} {name}".strip()
    own, bracket, unit = name.partition(" (")
    return f"{own} {group.casefold()}{bracket}{unit}"


def _padded(cells: Sequence[str], width: int) -> list[str] | None:
    texts = [cell.strip() for cell in cells]
    if len(texts) > width:
        return None
    return texts + [""] * (width - len(texts))


def _are_groups(groups: Sequence[str], names: Sequence[str]) -> bool:
    """Returns whether the upper row has gaps that the lower row fills, and holds more than a title."""
    gaps = [index for index, text in enumerate(groups) if not text]
    named = [index for index, text in enumerate(groups) if text]
    if not gaps or not named or named == [0]:
        return False
    behind = any(gap - 1 in named and names[gap] and names[gap - 1] for gap in gaps)
    whole = all(above or below for above, below in zip(groups, names, strict=True))
    return behind and whole and not any(map(_NUMBER.fullmatch, names))


def begins_with_number(cell: str) -> bool:
    """Returns whether a cell is a number, whatever follows it: "2 L", "$5 a day"."""
    return _NUMBER.match(cell) is not None


def numeric_columns(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """Returns the indices of the columns whose cells mostly begin with a number."""
    fitting = [row for row in rows if len(row) >= width]
    filled = [[cell for row in fitting if (cell := row[index].strip())] for index in range(width)]
    return [
        index for index, cells in enumerate(filled) if 2 * sum(map(begins_with_number, cells)) > len(cells)
    ]


def with_units(names: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[str, ...] | None:
    """Returns the names with the first row's units in brackets; None where it does not hold units."""
    if len(rows) < 2:
        return None
    units = [cell.strip().strip("()[]") for cell in rows[0]]
    named = [unit for unit in units if unit and unit not in ("-", "–")]
    if not named or not all(map(_is_unit, named)):
        return None
    measured = [index for index, unit in enumerate(units) if unit]
    if not any(begins_with_number(row[index].strip()) for index in measured for row in rows[1:]):
        return None
    return tuple(
        f"{name} ({unit})" if unit and unit not in ("-", "–") else name
        for name, unit in zip(names, units, strict=True)
    )


def rows_of_kinds(rows: Sequence[Sequence[str]]) -> int:
    """Returns how many rows below the header describe the columns: "string, c, d", and then "class, meta".

    Read as rows they would be an option called "string", and would make words of the numbers below. A cell
    may also list the values of its column, as Orange writes them: "female male".
    """
    first, *below = rows or [()]
    descriptions = [cell.strip() for cell in first]
    words = sum(cell.casefold() in _KINDS for cell in descriptions)
    if len(below) < 2 or len(descriptions) < 2 or not all(descriptions) or 2 * words <= len(descriptions):
        return 0
    for index, cell in enumerate(descriptions):
        values = {row[index].strip().casefold() for row in below}
        named = [item.replace("\\", "").casefold() for item in _SPACE.split(cell)]
        if cell.casefold() not in _KINDS and not (len(named) > 1 and values & {*named}):
            return 0
        if cell.casefold() in values:
            return 0
    roles = [cell.strip().casefold() for cell in below[0] if cell.strip()]
    return 2 if _KINDS.issuperset(roles) and len(roles) < len(descriptions) else 1


def _is_unit(text: str) -> bool:
    return text in _SIGNS or text.casefold() in UNITS or text.upper() in CURRENCIES
