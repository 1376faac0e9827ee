"""A draft of a domain from a table that nobody prepared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import evolve, frozen

from cocoa_core.domain.reading.folder_files import shown_path
from cocoa_core.domain.suggestions import quoted
from cocoa_core.errors import DomainError, Place
from cocoa_core.scaffolding.columns.cells import TOLERATED
from cocoa_core.scaffolding.columns.roles import Column, Columns, read_columns
from cocoa_core.scaffolding.drafts import Draft, DraftSlot
from cocoa_core.scaffolding.english import is_plural
from cocoa_core.scaffolding.naming import fitting_phrase, noun_of
from cocoa_core.scaffolding.proposals.checks import checked_draft
from cocoa_core.scaffolding.proposals.groups import FEWEST_IN_GROUP, Grouping, proposed_grouping
from cocoa_core.scaffolding.proposals.rules import proposed_rules
from cocoa_core.scaffolding.tables.files import FEWEST_ROWS, read_table
from cocoa_core.scaffolding.tables.rows import RawTable

__all__ = ["draft_from_table"]

_MOST_LOST: Final = 0.2
_EXAMPLES: Final = 3
_FEWEST_RULED: Final = 2


def draft_from_table(
    path: Path, name: str, noun: str | None = None, seed: int = 0, most_rows: int = 2000
) -> Draft:
    """The domain that a table's columns suggest, checked as a whole; see the notes for every guess.

    noun: what a row is called, singular; without it the singular of the name, or "entry". Of more rows than
    `most_rows` a sample is taken that depends on the seed only. UsageError where there is no such file,
    DomainError with the line for a file without a table, or a table of which no question can be asked.
    """
    table = read_table(path, seed, most_rows)
    columns = read_columns(table, TOLERATED)
    kept = _readable(table, columns)
    if len(kept.ids) < (1 - _MOST_LOST) * len(table.rows):
        columns = read_columns(table, 0)
        kept = _readable(table, columns)
    _check_columns(path, columns, kept)
    called = noun or _noun(name)
    grouping = proposed_grouping(columns.columns, kept.cells, called)
    kept = _in_groups(columns, kept, grouping)
    return checked_draft(_draft(path, name, called, table, columns, kept, grouping))


@frozen
class _Kept:
    """Rows that become options: ids, canonical cells in the order of the columns, notes on the others."""

    ids: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]


def _readable(table: RawTable, columns: Columns) -> _Kept:
    """The rows all of whose cells can be read."""
    lost: dict[int, Column] = {}
    for column in columns.columns:
        for place, cell in enumerate(column.reading.cells):
            if cell is None:
                lost.setdefault(place, column)
    places = [place for place in range(len(table.rows)) if place not in lost]
    return _Kept(
        tuple(_id(columns, table, place) for place in places),
        tuple(tuple(column.reading.cells[place] or "" for column in columns.columns) for place in places),
        _unreadable(table, lost),
    )


def _unreadable(table: RawTable, lost: Mapping[int, Column]) -> tuple[str, ...]:
    """A note on the rows that are lost, each with the first column that it is lost by."""
    if not lost:
        return ()
    examples = [
        f"{column.header.label} in line {table.rows[place][0]} ({quoted(table.rows[place][1][column.place])})"
        for place, column in list(lost.items())[:_EXAMPLES]
    ]
    rows = "1 row" if len(lost) == 1 else f"{len(lost)} rows"
    return (f"{rows} left out, with a cell that cannot be read: {', '.join(examples)}.",)


def _check_columns(path: Path, columns: Columns, kept: _Kept) -> None:
    ruled = [column for column in columns.columns if column.ruled]
    if len(ruled) < _FEWEST_RULED or len(kept.ids) < FEWEST_ROWS:
        what = "1 such column" if len(ruled) == 1 else f"{len(ruled)} such columns"
        raise DomainError(
            "no question can be asked about this table",
            got=f"{what}, {len(kept.ids)} readable rows. " + " ".join(columns.notes[:8]),
            expected=f"{_FEWEST_RULED} columns or more whose values differ and repeat: numbers, dates, words",
            place=Place(shown_path(path)),
        )


def _noun(name: str) -> str:
    """The singular of the name, where it is a plural: a table `iris` holds entries."""
    words = fitting_phrase(name.replace("-", " ").replace("_", " "))
    return noun_of(name) if words and _counts(words.split()[-1]) else "entry"


def _counts(word: str) -> bool:
    return is_plural(word) and not word.casefold().endswith(("ics", "ings"))


def _in_groups(columns: Columns, kept: _Kept, grouping: Grouping) -> _Kept:
    """Those of the rows that are in groups which are large enough."""
    if not grouping.slot:
        return evolve(kept, notes=(*kept.notes, grouping.note))
    place = next(place for place, column in enumerate(columns.columns) if column.name == grouping.slot)
    sizes = Counter(row[place] for row in kept.cells)
    large = [number for number, row in enumerate(kept.cells) if sizes[row[place]] >= FEWEST_IN_GROUP]
    return _Kept(
        tuple(kept.ids[number] for number in large),
        tuple(kept.cells[number] for number in large),
        (*kept.notes, grouping.note, *_small_groups(len(kept.ids) - len(large))),
    )


def _draft(
    path: Path, name: str, noun: str, table: RawTable, columns: Columns, kept: _Kept, grouping: Grouping
) -> Draft:
    ruled = [one if one.name != grouping.slot else evolve(one, ruled=False) for one in columns.columns]
    return Draft(
        name=name,
        noun=noun,
        description=f"Made from the table {path.name}.",
        group_by=(grouping.slot,) if grouping.slot else (),
        request=grouping.request,
        slots=tuple(_slot(one, kept.cells, at) for at, one in enumerate(columns.columns)),
        rules=proposed_rules(ruled, kept.cells),
        axioms=(),
        header=("id", *(one.name for one in columns.columns)),
        rows=tuple((one, *row) for one, row in zip(kept.ids, kept.cells, strict=True)),
        origin=_origin(path, table, columns, len(kept.ids)),
        notes=(*_sample_note(table), *table.notes, *columns.notes, *kept.notes),
    )


def _id(columns: Columns, table: RawTable, place: int) -> str:
    return columns.ids[place] if columns.ids else f"r{table.rows[place][0]}"


def _slot(column: Column, rows: Sequence[Sequence[str]], place: int) -> DraftSlot:
    missing = any(not row[place] for row in rows) and not column.empty_items
    settings: dict[str, Any] = {"label": column.header.label, **column.reading.settings}
    if missing or column.missing:
        settings["missing"] = True
    return DraftSlot(column.name, settings, f"Guessed: {column.reading.why}.")


def _origin(path: Path, table: RawTable, columns: Columns, kept: int) -> str:
    named = "Ids are the table's own." if columns.ids else "Ids are the lines of the file."
    rows = f"{kept:,} of the {table.count:,} rows" if kept < table.count else f"All {kept:,} rows"
    return f"{rows} of the table {quoted(path.name)}, as `cocoa new-domain --from` read them. {named}"


def _sample_note(table: RawTable) -> tuple[str, ...]:
    if len(table.rows) == table.count:
        return ()
    return (f"A sample of {len(table.rows):,} of the table's {table.count:,} rows, by the seed.",)


def _small_groups(lost: int) -> tuple[str, ...]:
    if not lost:
        return ()
    rows = "1 row" if lost == 1 else f"{lost} rows"
    return (f"{rows} left out, in groups of fewer than {FEWEST_IN_GROUP}.",)
