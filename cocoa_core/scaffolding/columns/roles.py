"""Which columns become slots: those that rules can be about, those that are only shown, the row's name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve, frozen

from cocoa_core.scaffolding.columns.cells import Cells, Reading
from cocoa_core.scaffolding.columns.header import Header, numbered, read_header, unmeasured
from cocoa_core.scaffolding.columns.reading import read_column
from cocoa_core.scaffolding.columns.words import shown_text
from cocoa_core.scaffolding.naming import slot_name
from cocoa_core.scaffolding.tables.rows import RawTable

__all__ = ["MOST_RULED", "MOST_SHOWN", "Column", "Columns", "read_columns"]

MOST_RULED: Final = 16
"""Columns that rules are about."""
MOST_SHOWN: Final = 20
"""Columns that an option shows, those included."""
_MOST_TRUTHS: Final = 4
"""Where there are too many columns: yes and no alone tell five options apart badly."""
_MOST_READ: Final = 200
_MOSTLY_MISSING: Final = 0.6
_ALL_BUT_MISSING: Final = 0.9
_ID_WORDS: Final = (
    "id ids code key uuid guid sku isbn ean zip zipcode postcode phone url link tailnum iata icao faa"
)
_ROW_ID_WORDS: Final = "id ids key uuid guid sku isbn ean code index"
_PLACES: Final = "latitude longitude lat lon lng long"
_PLACED: Final = "start end pickup dropoff origin destination departure arrival from to centre center geo"
_LONGEST_ID: Final = 60
_NAMED: Final = (
    "product item article listing model offer property course job hotel laptop notebook device phone car book"
    " movie film song track game recipe plan policy"
)
_REMARKS: Final = "note notes comment comments remark remarks description summary abstract bio"


@frozen
class Column:
    """A column that becomes a slot.

    ruled: whether rules may be about it
    place: of the column in the table, from 0
    """

    name: str
    header: Header
    reading: Reading
    ruled: bool
    place: int = 0

    @property
    def missing(self) -> bool:
        """Whether some row lacks the value."""
        return "" in self.reading.cells and not self.empty_items

    @property
    def empty_items(self) -> bool:
        """Whether empty cells are sets or lists without items."""
        least = self.reading.settings.get("min_items", 0) == 0
        return self.reading.kind in ("set", "list") and least and "none" not in self.reading.cells


@frozen
class Columns:
    """Slots in the order of the table, ids by row (empty: none of its own), and a note on every column."""

    columns: tuple[Column, ...]
    ids: tuple[str, ...]
    notes: tuple[str, ...]


def read_columns(table: RawTable, tolerated: float) -> Columns:
    """What becomes of every column of a table.

    tolerated: the share of rows that a column may lose because their cells cannot be read
    """
    headers = _distinct([read_header(text, place) for place, text in enumerate(table.header)])
    ids: tuple[str, ...] = ()
    found: list[Column] = []
    notes: list[str] = []
    for place, header in enumerate(headers[:_MOST_READ]):
        cells = Cells.of(header, [row[place] for _, row in table.rows], tolerated)
        problem = _problem(cells)
        if problem is None and not ids and _names_rows(cells):
            ids, problem = cells.texts, "names the rows: taken for their ids"
        if problem is None and _counts_rows(cells):
            problem = "counts the rows: left out"
        column = None if problem else _column(cells, [one.name for one in found])
        if column is not None and any(_same(column, one) for one in found):
            column, problem = None, "the same as a column before it: left out"
        if column is None:
            notes.append(f"{_called(header)}: {problem or 'nothing that an option could show: left out'}.")
            continue
        found.append(evolve(column, place=place))
        notes.append(f"{column.header.label}: {_told(column, cells)}.")
    if len(headers) > _MOST_READ:
        notes.append(f"Only the first {_MOST_READ} of {len(headers)} columns were read.")
    kept, quiet, dropped = _limited(found)
    if quiet:
        notes.append(f"Too many columns to ask about: shown without rules: {_labels(quiet)}.")
    if dropped:
        notes.append(f"Too many columns to show: left out: {_labels(dropped)}.")
    return Columns(kept, ids, tuple(notes))


def _labels(columns: Sequence[Column]) -> str:
    return ", ".join(one.header.label for one in columns)


def _distinct(headers: Sequence[Header]) -> list[Header]:
    """The headers with numbers after labels that stand twice."""
    taken: set[str] = set()
    found = []
    for header in headers:
        number, one = 1, header
        while one.label.casefold() in taken or one.phrase.casefold() in taken:
            number += 1
            one = numbered(header, number)
        taken |= {one.label.casefold(), one.phrase.casefold()}
        found.append(one)
    return found


def _called(header: Header) -> str:
    return header.text[:60] or header.label


def _problem(cells: Cells) -> str | None:
    """Why the column tells nothing; None if it may."""
    if not cells.present:
        return "without values: left out"
    if len(cells.counts) == 1:
        return f"always {next(iter(cells.counts))[:40]}: left out"
    if cells.present < (1 - _ALL_BUT_MISSING) * len(cells.texts):
        return "hardly any values: left out"
    return None


def _unique(cells: Cells) -> bool:
    return len(cells.counts) == len(cells.texts)


def _names_rows(cells: Cells) -> bool:
    words = cells.header.words
    named = bool(words) and words[-1] in _ROW_ID_WORDS.split()
    return (
        named
        and _unique(cells)
        and all(text.isprintable() and len(text) <= _LONGEST_ID for text in cells.counts)
    )


def _counts_rows(cells: Cells) -> bool:
    """Whether the column holds whole numbers that rise from row to row, and its name says no more."""
    if not _unique(cells) or not all(text.isdecimal() and len(text) < 12 for text in cells.counts):
        return False
    numbers = [int(text) for text in cells.texts]
    rising = numbers == sorted(numbers)
    words = cells.header.words
    named = not words or words[-1] in (
        *_ROW_ID_WORDS.split(),
        "x",
        "number",
        "no",
        "nr",
        "row",
        "rownames",
        "obs",
    )
    return rising and (named or numbers == list(range(numbers[0], numbers[0] + len(numbers))))


def _column(cells: Cells, taken: Sequence[str]) -> Column | None:
    header = cells.header
    coded = bool(header.words) and header.words[-1] in _ID_WORDS.split()
    reading = shown_text(cells) if coded else None
    reading = reading or read_column(cells)
    if reading is None:
        return None
    if not header.text and reading.kind == "category" and "name" not in taken:
        header = read_header("Name", 0)
    if header.unit and reading.kind not in ("quantity", "duration", "list"):
        header = unmeasured(header)
    ruled = reading.ruled and not _silent(header, reading, cells)
    name = slot_name(header.phrase, taken)
    return Column(name, header, reading, ruled)


def _silent(header: Header, reading: Reading, cells: Cells) -> str:
    """Why nobody would ask for the column's values; "" where they may."""
    if _of_place(header, reading):
        return "a place on the map"
    if reading.kind in ("category", "set") and header.ends(*_REMARKS.split()):
        return "remarks"
    named = header.ends("name", "title") and (len(header.words) == 1 or header.words[-2] in _NAMED.split())
    if named and reading.kind == "category":
        return "what options are called"
    return "missing in most rows" if _mostly_missing(cells) else ""


def _of_place(header: Header, reading: Reading) -> bool:
    placed = header.ends(*_PLACES.split()) and (len(header.words) == 1 or header.words[0] in _PLACED.split())
    return reading.kind == "quantity" and placed and reading.settings["unit"] == "number"


def _mostly_missing(cells: Cells) -> bool:
    return cells.present < (1 - _MOSTLY_MISSING) * len(cells.texts)


def _same(one: Column, other: Column) -> bool:
    return one.reading.settings == other.reading.settings and one.reading.cells == other.reading.cells


def _told(column: Column, cells: Cells) -> str:
    if column.ruled or not column.reading.ruled:
        return column.reading.why
    return f"{column.reading.why}; {_silent(column.header, column.reading, cells)}, so shown without rules"


def _is_bare(column: Column) -> bool:
    """Whether all that is known of the column is that it holds numbers."""
    return column.reading.settings.get("unit") == "number"


def _limited(
    found: Sequence[Column],
) -> tuple[tuple[Column, ...], tuple[Column, ...], tuple[Column, ...]]:
    """The columns that an option shows, those of them that are too many to ask about, and the rest."""
    truths = [one.name for one in found if one.ruled and one.reading.kind == "boolean"]
    late = frozenset(truths[_MOST_TRUTHS:])
    ruled = sorted((one for one in found if one.ruled), key=lambda one: (one.name in late, _is_bare(one)))
    asked, quiet = ruled[:MOST_RULED], ruled[MOST_RULED:]
    rest = [*quiet, *(one for one in found if not one.ruled)]
    shown = {one.name for one in (*asked, *rest[: MOST_SHOWN - len(asked)])}
    silent = {one.name for one in quiet}
    kept = tuple(
        evolve(one, ruled=one.ruled and one.name not in silent) for one in found if one.name in shown
    )
    told = tuple(one for one in found if one.name in silent & shown)
    return kept, told, tuple(one for one in found if one.name not in shown)
