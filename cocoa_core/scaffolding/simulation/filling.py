"""Simulated rows as a catalogue: for a schema that has none yet, or that was edited since."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import count, islice
from pathlib import Path
from typing import Final

from attrs import frozen

from cocoa_core.atomic_files import whole_beside
from cocoa_core.domain import Schema, Slot, Value
from cocoa_core.domain.kinds import Category, CategorySet
from cocoa_core.errors import DomainError, UsageError
from cocoa_core.importing import check_target
from cocoa_core.loading import (
    CATALOGUE_FILES,
    SCHEMA,
    catalogue_text,
    find_domain,
    open_table,
    readable_files,
    schema_among,
    shown_path,
)
from cocoa_core.scaffolding.simulation.rows import ROWS_OF_A_GROUP, simulated_rows
from cocoa_core.scaffolding.writing import kept_aside, next_backup, put_in_place

__all__ = [
    "DEFAULT_ROWS",
    "SIMULATED",
    "Simulated",
    "checked_rows",
    "simulate_catalogue",
    "simulated_cells",
    "vocabularies",
]

DEFAULT_ROWS: Final = 240
_MOST_SIMULATED: Final = 100_000
SIMULATED: Final = "sim"
"""How the ids of simulated rows begin."""
_CATALOGUE: Final = "catalogue.csv"
_FEWEST_WORDS: Final = 5
_INVENTED: Final = (
    *("Alder", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Juniper", "Larch"),
    *("Maple", "Oak", "Pine", "Rowan", "Sorrel", "Willow", "Yew"),
)
"""Neutral words for a vocabulary that nobody knows yet."""


@frozen
class Simulated:
    """The file that was written, how many rows it has, and where what was there before is kept."""

    file: Path
    rows: int
    backup: Path | None


@frozen
class _Before:
    """The catalogue that is there: its file's name ("" for none), its columns, its rows of texts."""

    name: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[Sequence[str], ...] = ()

    def simulated(self) -> bool:
        """Whether every row of it was simulated."""
        ids = self.column("id")
        return bool(ids) and all(name.startswith(f"{SIMULATED}-") for name in ids)

    def column(self, name: str) -> list[str]:
        if name not in self.columns:
            return []
        place = self.columns.index(name)
        return [row[place] for row in self.rows if place < len(row)]


def simulate_catalogue(
    domain: str | Path, rows: int | None = None, seed: int = 0, force: bool = False, out: Path | None = None
) -> Simulated:
    """Write simulated rows for the schema.yaml of a domain, which is all that has to be there.

    rows: as many as the catalogue has, or 240, without it. out: another file than the domain's catalogue.csv.
    Open vocabularies keep the words of the catalogue that is there. What is replaced is kept as
    FILE.backup-1, or the next free number; without `force` only a catalogue of simulated rows is replaced,
    else UsageError. DomainError where no row can meet the schema. The same arguments and words give the same
    bytes.
    """
    found = find_domain(domain)
    if out is None and found.origin not in ("path", "working folder"):
        raise UsageError(
            f"the domain {found.name!r} is installed, and no place to write to",
            got=shown_path(found.folder),
            fix="pass --out FILE, or copy its folder first",
        )
    files, mistakes = readable_files(found.folder)
    if SCHEMA not in files:
        raise next(iter(mistakes))
    before = _before(files)
    target = out or found.folder / _CATALOGUE
    _check_target(target, before if out is None else _Before(), force)
    place = shown_path(found.folder / SCHEMA)
    schema = schema_among(files, found.folder)
    usual = len(before.rows) if before.simulated() else DEFAULT_ROWS
    count = checked_rows(usual if rows is None else rows)
    cells = simulated_cells(schema, _known_words(schema, before), count, seed, place)
    header = ("id", *(slot.name for slot in schema.given))
    if out is None and before.name not in ("", _CATALOGUE):
        kept_aside(found.folder / before.name)
    return Simulated(target, count, _replace(target, catalogue_text(header, cells)))


def _before(files: Mapping[str, bytes]) -> _Before:
    """The catalogue as far as it can be read."""
    name = next((name for name in CATALOGUE_FILES if name in files), "")
    if not name:
        return _Before()
    rows: list[Sequence[str]] = []
    columns: tuple[str, ...] = ()
    with suppress(DomainError, UsageError):
        table = open_table(name, files[name], name)
        columns = table.columns
        rows.extend(cells for _, cells in table.rows)
    return _Before(name, columns, tuple(rows))


def _check_target(target: Path, before: _Before, force: bool) -> None:
    check_target(target, force=True)
    there = before.name or (target.name if os.path.lexists(target) else "")
    if there and not force and not before.simulated():
        raise UsageError(
            f"{shown_path(target.with_name(there))} is there, and not all of its rows are simulated",
            expected=f"no catalogue, or one whose ids begin with {SIMULATED}-",
            fix=f"pass --force, which keeps it as {next_backup(target.with_name(there)).name}; or --out FILE",
        )


def checked_rows(count: int) -> int:
    """So many rows; UsageError for a number of rows that cannot be."""
    if not 1 <= count <= _MOST_SIMULATED:
        raise UsageError(
            "the number of rows is out of range",
            got=str(count),
            expected=f"a whole number from 1 to {_MOST_SIMULATED:,}",
        )
    return count


def _known_words(schema: Schema, before: _Before) -> dict[str, tuple[str, ...]]:
    """The words of open vocabularies in the catalogue that is there, sorted."""
    found: dict[str, set[str]] = {}
    for slot in schema.given:
        if isinstance(slot.kind, Category | CategorySet) and not slot.kind.closed:
            for cell in before.column(slot.name):
                with suppress(ValueError):
                    value: Value = slot.kind.read(cell)
                    words = value if isinstance(value, tuple) else () if value is None else (value,)
                    found.setdefault(slot.name, set()).update(map(str, words))
    return {name: tuple(sorted(words)) for name, words in found.items() if words}


def _replace(target: Path, text: str) -> Path | None:
    """Write the file whole, what was there kept aside; nothing where it has this text already."""
    content = text.encode("utf-8")
    if target.is_file() and target.read_bytes() == content:
        return None
    with whole_beside(target, content) as passing:
        return put_in_place(passing, target)


def simulated_cells(
    schema: Schema, known: dict[str, tuple[str, ...]], rows: int, seed: int, file: str = "schema.yaml"
) -> tuple[tuple[str, ...], ...]:
    """Rows of canonical cells: the id, then `schema.given`. known: words of open vocabularies.

    DomainError where no row meets the axioms.
    """
    words = vocabularies(schema, known, max(1, rows // ROWS_OF_A_GROUP))
    table = simulated_rows(schema, words, rows, seed, file)
    digits = max(4, len(str(rows)))
    return tuple(
        (
            f"{SIMULATED}-{number:0{digits}d}",
            *(slot.kind.write(value) for slot, value in zip(schema.given, row, strict=True)),
        )
        for number, row in enumerate(table, start=1)
    )


def vocabularies(
    schema: Schema, known: Mapping[str, tuple[str, ...]], groups: int = 1
) -> dict[str, tuple[str, ...]]:
    """The words of every category and set slot that a catalogue holds, in the order of their author.

    Closed: the schema's. Open: those that are known, else invented ones; for slots that group options as many
    as there are to be groups.
    """
    found: dict[str, tuple[str, ...]] = {}
    for slot in schema.closed.given:
        kind = slot.kind
        if isinstance(kind, Category | CategorySet):
            least = groups if slot.name in schema.group_by else _FEWEST_WORDS
            words = kind.values if kind.closed else known.get(slot.name) or _invented(slot, least)
            found[slot.name] = words
    return found


def _invented(slot: Slot, least: int) -> tuple[str, ...]:
    """Neutral words; a set gets as many as its smallest one needs."""
    if isinstance(slot.kind, CategorySet):
        least = max(least, slot.kind.min_items + 2)
    if least <= _FEWEST_WORDS:
        start = sum(map(ord, slot.label)) % len(_INVENTED)  # so that two slots look different
        return tuple(sorted((_INVENTED * 2)[start : start + _FEWEST_WORDS]))
    numbered = (f"{word} {number}" for number in count(2) for word in _INVENTED)
    return tuple(sorted([*_INVENTED[:least], *islice(numbered, max(0, least - len(_INVENTED)))]))
