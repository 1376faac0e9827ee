"""A domain's catalogue made anew from the next export of the table that it was made from."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import Any, Final

from attrs import frozen

from cocoa_core.domain import Schema
from cocoa_core.domain.kinds import Kind
from cocoa_core.errors import MismatchError, UsageError
from cocoa_core.importing import IMPORT, AgainRow, ColumnReport, read_again, read_recipe
from cocoa_core.loading import (
    CATALOGUE_FILES,
    RULES,
    SCHEMA,
    open_table,
    read_definition,
    readable_files,
    shown_path,
)
from cocoa_core.scaffolding.writing import next_backup
from cocoa_core.suggestions import listed, quoted
from cocoa_core.whole_files import write_whole

__all__ = ["Change", "Refreshed", "refresh", "write_refreshed"]

_CATALOGUE: Final = "catalogue.csv"
_EXAMPLES: Final = 3
_Old = Mapping[str, tuple[str, ...]]
"""The cells of the catalogue that is there, by ids, in the order of `schema.given`."""


@frozen
class Change:
    """A row that is there before and after, with other values: slots with their old and new cells."""

    id: str
    slots: Mapping[str, tuple[str, str]]


@frozen
class Refreshed:
    """What a newer table makes of a domain.

    text:    the new catalogue; rows and records: how many it has, and how many the file holds
    by_id:   whether rows are told apart by ids of the table; else a row with other values is another row
    new, gone: ids; changed: in the order of the table; kept: how many rows are as they were
    words:   by slot, the words that the catalogue did not have before
    left_out: by reason, how many rows could not be used, where they may be left out
    """

    file: str
    folder: Path
    text: str
    records: int
    rows: int
    by_id: bool
    new: tuple[str, ...]
    gone: tuple[str, ...]
    changed: tuple[Change, ...]
    kept: int
    words: Mapping[str, tuple[str, ...]]
    left_out: Mapping[str, int]
    reports: tuple[ColumnReport, ...]
    notes: tuple[str, ...]

    def data(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "file": self.file,
            "records": self.records,
            "rows": self.rows,
            "by_id": self.by_id,
            "new": list(self.new),
            "gone": list(self.gone),
            "changed": [
                {"id": one.id, "slots": {name: list(pair) for name, pair in one.slots.items()}}
                for one in self.changed
            ],
            "kept": self.kept,
            "new_words": {name: list(words) for name, words in self.words.items()},
            "left_out": dict(self.left_out),
            "columns": [one.data() for one in self.reports],
            "notes": list(self.notes),
        }

    def column_notes(self) -> Iterator[str]:
        """A sentence for each column of which cells are missing or cannot be read."""
        for one in self.reports:
            if one.unreadable or one.words:
                yield one.sentence()

    def lines(self) -> Iterator[str]:
        """What changed, a line each."""
        yield f"{self.kept:,} rows as they were, {len(self.new):,} new, {len(self.gone):,} gone" + (
            f", {len(self.changed):,} changed" if self.by_id else " (a row with other values is another row)"
        )
        yield from filter(None, (_shown("new", self.new), _shown("gone", self.gone)))
        for one in self.changed[:_EXAMPLES]:
            cells = (f"{name} {quoted(old)} -> {quoted(new)}" for name, (old, new) in one.slots.items())
            yield f"changed: {one.id}: {', '.join(cells)}"
        if len(self.changed) > _EXAMPLES:
            yield f"changed: {len(self.changed) - _EXAMPLES:,} more"
        for name, words in self.words.items():
            yield f"new words of {name}: {listed(map(quoted, words))}"


def _shown(what: str, ids: Sequence[str]) -> str:
    more = f" and {len(ids) - _EXAMPLES:,} more" if len(ids) > _EXAMPLES else ""
    return f"{what}: {', '.join(ids[:_EXAMPLES])}{more}" if ids else ""


def refresh(folder: Path, path: Path, *, skip_bad: bool = False) -> Refreshed:
    """What a newer table makes of the domain in a folder. Nothing is written.

    The table is read as the folder's import.yaml says. UsageError where there is none; DomainError for a
    broken domain, for columns that are missing and for what could be read in two ways; FindingsError for rows
    that cannot be used, unless they are left out: their cells cannot be read or lack and the slot may not,
    are out of bounds, or hold words that schema.yaml does not list.
    """
    if not (folder / IMPORT).is_file():
        raise UsageError(
            f"{shown_path(folder)} has no {IMPORT}",
            expected="a domain that `cocoa new-domain NAME --from TABLE` made",
            fix=f"cocoa import-options --domain {quote(shown_path(folder))} {quote(shown_path(path))}",
        )
    schema, old = _domain(folder)
    names = _names(schema)
    recipe = read_recipe(folder, schema)
    again = read_again(recipe, path, _words(schema, old.values()))
    ids = [row.id for row in again.rows] if recipe.id else _kept_ids(again.rows, old)
    text = again.catalogue(ids, schema, skip_bad=skip_bad)
    now = {name: row.cells for name, row in zip(ids, again.rows, strict=True)}
    changed = tuple(
        Change(name, {slot: (a, b) for slot, a, b in zip(names, old[name], cells, strict=True) if a != b})
        for name, cells in now.items()
        if name in old and old[name] != cells
    )
    before = _words(schema, old.values())
    return Refreshed(
        file=again.file,
        folder=folder,
        text=text,
        records=again.records,
        rows=len(now),
        by_id=bool(recipe.id),
        new=tuple(name for name in now if name not in old),
        gone=tuple(name for name in old if name not in now),
        changed=changed,
        kept=sum(old.get(name) == cells for name, cells in now.items()),
        words={
            name: tuple(sorted(new))
            for name, words in _words(schema, now.values()).items()
            if old and (new := words - before[name])
        },
        left_out=again.left_out(),
        reports=again.reports,
        notes=again.notes,
    )


def write_refreshed(done: Refreshed) -> Path | None:
    """Write the catalogue into its folder; where the one that was there went, or None."""
    path = done.folder / _CATALOGUE
    backup = None
    if os.path.lexists(path):
        backup = next_backup(path)
        write_whole(backup, path.read_bytes())
    write_whole(path, done.text.encode("utf-8"))
    return backup


def _domain(folder: Path) -> tuple[Schema, dict[str, tuple[str, ...]]]:
    """The schema, checked with its rules, and the cells of the catalogue, which may lack."""
    files, mistakes = readable_files(folder)
    others = [one for one in CATALOGUE_FILES if one in files and one != _CATALOGUE]
    if others:
        raise UsageError(
            f"the catalogue of {shown_path(folder)} is {others[0]}",
            expected=_CATALOGUE,
            fix=f"move {others[0]} away; the refreshed catalogue is a CSV file",
        )
    if SCHEMA not in files or RULES not in files:
        raise mistakes[0]
    schema, _, _ = read_definition(files, folder)
    if _CATALOGUE not in files:
        return schema, {}
    table = open_table(_CATALOGUE, files[_CATALOGUE], shown_path(folder / _CATALOGUE))
    wanted = [table.columns.index(name) if name in table.columns else -1 for name in ("id", *_names(schema))]
    rows = ([cells[place] if place >= 0 else "" for place in wanted] for _, cells in table.rows)
    kinds = [slot.kind for slot in schema.given]
    return schema, {row[0]: tuple(map(_canonical, kinds, row[1:])) for row in rows}


def _canonical(kind: Kind, cell: str) -> str:
    """The cell as the refreshed catalogue would have it; as it is where the kind refuses it."""
    try:
        return kind.write(kind.read(cell))
    except MismatchError:
        return cell


def _names(schema: Schema) -> tuple[str, ...]:
    return tuple(slot.name for slot in schema.given)


def _words(schema: Schema, rows: Any) -> dict[str, frozenset[str]]:
    """The words that each slot of words has in these rows."""
    rows = list(rows)
    found: dict[str, frozenset[str]] = {}
    for place, slot in enumerate(schema.given):
        if slot.kind.name in ("category", "set"):
            cells = {row[place] for row in rows} - {""}
            several = slot.kind.name == "set"
            words = {word for cell in cells for word in (cell.split("; ") if several else (cell,))}
            found[slot.name] = frozenset(words - ({"none"} if several else set()))
    return found


def _kept_ids(rows: Sequence[AgainRow], old: _Old) -> list[str]:
    """Ids for rows without their own: that of an old row with the same values, else a new one by the line."""
    free: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name, cells in reversed(list(old.items())):
        free[cells].append(name)
    kept = [free[row.cells].pop() if free.get(row.cells) else "" for row in rows]
    taken = {*old, *kept}
    times = Counter[int]()
    for place, row in enumerate(rows):
        if kept[place]:
            continue
        name = f"r{row.line}"
        while name in taken:
            times[row.line] += 1
            name = f"r{row.line}-{times[row.line] + 1}"
        kept[place] = name
        taken.add(name)
    return kept
