"""Filling the catalogue of a domain that has none yet, or whose schema was edited, with simulated rows."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from attrs import frozen

from cocoa_core.domain.catalogue_text import catalogue_text
from cocoa_core.domain.discovery import find_domain
from cocoa_core.domain.kinds.category import Category
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.knowledge.tables import KnowledgeTables
from cocoa_core.domain.primitives import Value
from cocoa_core.domain.reading.catalogue_tables import CATALOGUE_FILES, open_table
from cocoa_core.domain.reading.folder_files import SCHEMA, readable_files, shown_path
from cocoa_core.domain.reading.schema import read_schema
from cocoa_core.domain.schema import Schema
from cocoa_core.domain.yaml.source import read_yaml
from cocoa_core.errors import DomainError, UsageError
from cocoa_core.scaffolding.files.backups import kept_aside, next_backup, put_in_place
from cocoa_core.scaffolding.from_answers import DEFAULT_ROWS, MOST_SIMULATED
from cocoa_core.scaffolding.simulation.draft import SIMULATED, simulated_cells
from cocoa_core.whole_files import whole_beside

__all__ = ["Simulated", "simulate_catalogue"]

_CATALOGUE: Final = "catalogue.csv"


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
    schema = read_schema(read_yaml(files[SCHEMA], place), KnowledgeTables(files, found.folder))
    count = _rows(rows, before)
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
        for _, cells in table.rows:
            rows.append(cells)
    return _Before(name, columns, tuple(rows))


def _check_target(target: Path, before: _Before, force: bool) -> None:
    if target.is_dir():
        raise UsageError(f"{target} is a folder", expected="a file", fix=f"--out {target / _CATALOGUE}")
    if not target.parent.is_dir():
        raise UsageError(f"there is no folder {target.parent}", fix="make it first, or write elsewhere")
    there = before.name or (target.name if os.path.lexists(target) else "")
    if there and not force and not before.simulated():
        raise UsageError(
            f"{shown_path(target.with_name(there))} is there, and not all of its rows are simulated",
            expected=f"no catalogue, or one whose ids begin with {SIMULATED}-",
            fix=f"pass --force, which keeps it as {next_backup(target.with_name(there)).name}; or --out FILE",
        )


def _rows(rows: int | None, before: _Before) -> int:
    count = rows if rows is not None else len(before.rows) if before.simulated() else DEFAULT_ROWS
    if not 1 <= count <= MOST_SIMULATED:
        raise UsageError(
            "the number of rows is out of range",
            got=str(count),
            expected=f"a whole number from 1 to {MOST_SIMULATED:,}",
        )
    return count


def _known_words(schema: Schema, before: _Before) -> dict[str, tuple[str, ...]]:
    """The words of open vocabularies in the catalogue that is there, sorted."""
    found: dict[str, tuple[str, ...]] = {}
    for slot in schema.given:
        if isinstance(slot.kind, Category | CategorySet) and not slot.kind.closed:
            words = {word for cell in before.column(slot.name) for word in _words(slot.kind, cell)}
            if words:
                found[slot.name] = tuple(sorted(words))
    return found


def _words(kind: Category | CategorySet, cell: str) -> tuple[str, ...]:
    try:
        value: Value = kind.read(cell)
    except ValueError:
        return ()
    if isinstance(value, tuple):
        return tuple(str(word) for word in value)
    return (value,) if isinstance(value, str) else ()


def _replace(target: Path, text: str) -> Path | None:
    """Write the file whole, what was there kept aside; nothing where it has this text already."""
    content = text.encode("utf-8")
    if target.is_file() and target.read_bytes() == content:
        return None
    with whole_beside(target, content) as passing:
        return put_in_place(passing, target)
