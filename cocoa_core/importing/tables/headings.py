"""Headers of two rows: names of groups above names of columns, and units below names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cocoa_core.importing.columns.units import UNITS
from cocoa_core.lexicon import CURRENCIES

__all__ = ["grouped_header", "rows_of_kinds", "with_units"]

_Line = tuple[int, list[str]]
_NUMBER: Final = re.compile(r"[-+(]?[$€£]?[0-9][0-9.,:/-]*%?\)?")
_SPELLED: Final = (
    "bool boolean c cat categorical category char character class continuous d date datetime discrete double"
    " factor float float64 i ignore int int64 integer logical m meta numeric object s str string t target"
    " text time varchar"
)
_KINDS: Final = frozenset(_SPELLED.split())
"""What tools write below a header to say what a column holds, or what it is for."""
_SPACE: Final = re.compile(r"(?<!\\) ")
_SIGNS: Final = frozenset(("%", "$", "€", "£", "-", "–"))


def grouped_header(
    lines: Sequence[_Line], start: int, width: int
) -> tuple[tuple[str, ...], int, int, str] | None:
    """Names of the columns where groups stand above them; None where the header is one row.

    Args:
        start: the index of the line that holds most names: the row of groups or that below it.

    Returns:
        The joined names, the index of the first row, how many titles stand before, and a note.
    """
    for top in (start - 1, start):
        if top < 0 or top + 2 >= len(lines):
            continue
        groups, names = _padded(lines[top][1], width), _padded(lines[top + 1][1], width)
        if groups is None or names is None or not _are_groups(groups, names):
            continue
        if not _is_body([row for _, row in lines[top + 2 :]], names, width):
            continue
        joined, group = [], ""
        for above, below in zip(groups, names, strict=True):
            group = above or (group if below else "")
            joined.append(f"{group} {below}".strip() if below else above)
        if len(set(joined)) < len(joined):
            continue
        note = f"Lines {lines[top][0]} and {lines[top + 1][0]} are one header: their names are joined."
        return tuple(joined), top + 2, top, note
    return None


def _padded(cells: Sequence[str], width: int) -> list[str] | None:
    texts = [cell.strip() for cell in cells]
    if len(texts) > width:
        return None
    return texts + [""] * (width - len(texts))


def _are_groups(groups: Sequence[str], names: Sequence[str]) -> bool:
    """Returns whether the upper row has gaps that the lower one fills, and more than a title in it."""
    gaps = [place for place, text in enumerate(groups) if not text]
    named = [place for place, text in enumerate(groups) if text]
    if not gaps or not named or named == [0]:
        return False
    behind = any(index - 1 in named and names[index] and names[index - 1] for index in gaps)
    whole = all(above or below for above, below in zip(groups, names, strict=True))
    return behind and whole and not any(map(_NUMBER.fullmatch, names))


def _is_body(rows: Sequence[Sequence[str]], names: Sequence[str], width: int) -> bool:
    """Returns whether some column under a name holds numbers: what is below is no third row of names."""
    fitting = [row for row in rows if len(row) >= width]
    for index in range(width):
        cells = [row[index].strip() for row in fitting if row[index].strip()]
        if names[index] and cells and 2 * sum(map(bool, map(_NUMBER.match, cells))) > len(cells):
            return True
    return False


def with_units(names: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[str, ...] | None:
    """Returns the names with the units of the first row in brackets; None where that row holds no units."""
    if len(rows) < 2:
        return None
    units = [cell.strip().strip("()[]") for cell in rows[0]]
    named = [unit for unit in units if unit and unit not in ("-", "–")]
    if not named or not all(map(_is_unit, named)):
        return None
    numeric = [
        place
        for place, unit in enumerate(units)
        if unit and any(_NUMBER.match(row[place].strip()) for row in rows[1:])
    ]
    if not numeric:
        return None
    return tuple(
        f"{name} ({unit})" if unit and unit not in ("-", "–") else name
        for name, unit in zip(names, units, strict=True)
    )


def rows_of_kinds(rows: Sequence[Sequence[str]]) -> int:
    """Returns how many rows below the header say what the columns hold: "string, c, d", and "class, meta".

    Read as a row they would be an option called "string", and numbers below them words. A cell may also list
    the values of its column, as Orange writes them: "female male".
    """
    first, *below = rows or [()]
    told = [cell.strip() for cell in first]
    words = sum(cell.casefold() in _KINDS for cell in told)
    if len(below) < 2 or len(told) < 2 or not all(told) or 2 * words <= len(told):
        return 0
    for place, cell in enumerate(told):
        values = {row[place].strip().casefold() for row in below}
        named = [item.replace("\\", "").casefold() for item in _SPACE.split(cell)]
        if cell.casefold() not in _KINDS and not (len(named) > 1 and values & {*named}):
            return 0
        if cell.casefold() in values:
            return 0
    roles = [cell.strip().casefold() for cell in below[0] if cell.strip()]
    return 2 if _KINDS.issuperset(roles) and len(roles) < len(told) else 1


def _is_unit(text: str) -> bool:
    return text in _SIGNS or text.casefold() in UNITS or text.upper() in CURRENCIES
