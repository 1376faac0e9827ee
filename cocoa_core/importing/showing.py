"""Which columns an option shows, and which of them rules may be about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve, frozen

from cocoa_core.importing.columns.cells import Cells, Reading
from cocoa_core.importing.columns.header import Header

__all__ = ["MOST_RULED", "MOST_SHOWN", "Column", "limited", "silent"]

MOST_RULED: Final = 16
"""Columns that rules are about."""
MOST_SHOWN: Final = 20
"""Columns that an option shows, those included."""
_MOST_TRUTHS: Final = 4
"""Where there are too many columns: yes and no alone tell five options apart badly."""
_MOSTLY_MISSING: Final = 0.6
_PLACES: Final = "latitude longitude lat lon lng long"
_PLACED: Final = "start end pickup dropoff origin destination departure arrival from to centre center geo"
_NAMED: Final = (
    "product item article listing model offer property course job hotel laptop notebook device phone car book"
    " movie film song track game recipe plan policy"
)
_REMARKS: Final = "note notes comment comments remark remarks description summary abstract bio"


@frozen
class Column:
    """A column that becomes a slot.

    ruled: whether rules may be about it
    place: in the table, from 0
    """

    name: str
    header: Header
    reading: Reading
    ruled: bool
    place: int = 0

    @property
    def missing(self) -> bool:
        """Whether some row lacks the value."""
        unread = None in self.reading.cells
        return unread or ("" in self.reading.cells and not self.empty_items)

    @property
    def empty_items(self) -> bool:
        """Whether empty cells are sets or lists without items."""
        least = self.reading.settings.get("min_items", 0) == 0
        return self.reading.kind in ("set", "list") and least and "none" not in self.reading.cells


def silent(header: Header, reading: Reading, cells: Cells) -> str:
    """Why nobody would ask for the column's values; "" where they may."""
    if _of_place(header, reading):
        return "a place on the map"
    if reading.kind in ("category", "set") and header.ends(*_REMARKS.split()):
        return "remarks"
    if _is_name(header) and reading.kind == "category":
        return "what options are called"
    marks = reading.taken == "yes-no:mark"
    sparse = not marks and cells.present < (1 - _MOSTLY_MISSING) * len(cells.texts)
    return "missing in most rows" if sparse else ""


def _is_name(header: Header) -> bool:
    """Whether the column says what options are called."""
    return header.ends("name", "title") and (len(header.words) == 1 or header.words[-2] in _NAMED.split())


def _of_place(header: Header, reading: Reading) -> bool:
    placed = header.ends(*_PLACES.split()) and (len(header.words) == 1 or header.words[0] in _PLACED.split())
    return reading.kind == "quantity" and placed and reading.settings["unit"] == "number"


def limited(
    found: Sequence[Column], most: int = MOST_SHOWN
) -> tuple[tuple[Column, ...], tuple[Column, ...], tuple[Column, ...]]:
    """The columns that an option shows, those of them that are too many to ask about, and the rest.

    most: how many an option shows
    """
    truths = [one.name for one in found if one.ruled and one.reading.kind == "boolean"]
    late = frozenset(truths[_MOST_TRUTHS:])

    def telling(one: Column) -> tuple[bool, bool]:
        return one.name in late, one.reading.settings.get("unit") == "number"  # nothing else is known of it

    ruled = sorted((one for one in found if one.ruled), key=telling)
    asked, quiet = ruled[:MOST_RULED], ruled[MOST_RULED:]
    unasked = sorted((one for one in found if not one.ruled), key=lambda one: not _is_name(one.header))
    named = sum(_is_name(one.header) for one in unasked[:1])
    rest = [*unasked[:named], *quiet, *unasked[named:]]
    shown = {one.name for one in (*asked, *rest[: most - len(asked)])}
    silent = {one.name for one in quiet}
    kept = tuple(
        evolve(one, ruled=one.ruled and one.name not in silent) for one in found if one.name in shown
    )
    told = tuple(one for one in found if one.name in silent & shown)
    return kept, told, tuple(one for one in found if one.name not in shown)
