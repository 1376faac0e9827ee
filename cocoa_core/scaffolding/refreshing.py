"""Makes a domain's catalogue anew from the next export of the table that it was made from."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from shlex import quote
from statistics import median
from typing import Any, Final

from attrs import frozen

from cocoa_core.atomic_files import write_whole
from cocoa_core.domain import Schema
from cocoa_core.domain.kinds import Kind, OrderedKind
from cocoa_core.errors import MismatchError, UsageError
from cocoa_core.importing import (
    IMPORT,
    ColumnReport,
    OptionRow,
    Recipe,
    made_ids,
    read_options,
    read_recipe,
    recipe_root,
)
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

_CATALOGUE: Final = "catalogue.csv"
_EXAMPLES: Final = 3
_ALIKE: Final = Fraction(1, 20)
"""How much a factor may differ from a power of ten: values are rounded when they are divided."""
_Old = Mapping[str, tuple[str, ...]]
"""The cells of the catalogue that is there, by ids, in the order of `schema.given`."""


@frozen
class RowChange:
    """A row that exists before and after, with other values."""

    id: str
    slots: Mapping[str, tuple[str, str]]
    """The old and the new cell of each slot that changed."""


@frozen
class Refreshed:
    """What a newer table makes of a domain."""

    file: str
    folder: Path
    text: str
    """The new catalogue."""
    records: int
    """How many rows the file holds."""
    rows: int
    """How many rows the new catalogue has."""
    by_id: bool
    """Whether an id or a key tells rows apart; else a row with other values is another row."""
    new: tuple[str, ...]
    """The ids of rows that the old catalogue lacks."""
    gone: tuple[str, ...]
    """The ids of rows that the new catalogue lacks."""
    changed: tuple[RowChange, ...]
    """In the order of the table."""
    kept: int
    """How many rows are as they were."""
    words: Mapping[str, tuple[str, ...]]
    """For each slot, the words that the catalogue did not have before."""
    left_out: Mapping[str, int]
    """For each reason, how many rows could not be used, if they were allowed to be left out."""
    reports: tuple[ColumnReport, ...]
    notes: tuple[str, ...]

    def data(self) -> dict[str, Any]:
        """Returns the object that is written as JSON."""
        return {
            "file": self.file,
            "records": self.records,
            "rows": self.rows,
            "by_id": self.by_id,
            "new": list(self.new),
            "gone": list(self.gone),
            "changed": [
                {"id": entry.id, "slots": {name: list(pair) for name, pair in entry.slots.items()}}
                for entry in self.changed
            ],
            "kept": self.kept,
            "new_words": {name: list(words) for name, words in self.words.items()},
            "left_out": dict(self.left_out),
            "columns": [entry.data() for entry in self.reports],
            "notes": list(self.notes),
        }

    def column_notes(self) -> Iterator[str]:
        """Yields a sentence for each column with cells that cannot be read, or with words to report."""
        for report in self.reports:
            if report.unreadable or report.words:
                yield report.sentence()

    def lines(self) -> Iterator[str]:
        """Yields what changed, a line each."""
        changed = (
            f", {len(self.changed):,} changed" if self.by_id else " (a row with other values is another row)"
        )
        yield f"{self.kept:,} rows as they were, {len(self.new):,} new, {len(self.gone):,} gone{changed}"
        for title, ids in (("new", self.new), ("gone", self.gone)):
            if ids:
                more = f" and {len(ids) - _EXAMPLES:,} more" if len(ids) > _EXAMPLES else ""
                yield f"{title}: {', '.join(ids[:_EXAMPLES])}{more}"
        for change in self.changed[:_EXAMPLES]:
            cells = (f"{name} {quoted(old)} -> {quoted(new)}" for name, (old, new) in change.slots.items())
            yield f"changed: {change.id}: {', '.join(cells)}"
        if len(self.changed) > _EXAMPLES:
            yield f"changed: {len(self.changed) - _EXAMPLES:,} more"
        for name, words in self.words.items():
            yield f"new words of {name}: {listed(map(quoted, words))}"


def refresh(folder: Path, path: Path, *, skip_bad: bool = False) -> Refreshed:
    """Returns what a newer table makes of the domain in a folder. Nothing is written.

    The table is read as the folder's import.yaml says.

    Args:
        skip_bad: leaves out rows that cannot be used.

    Raises:
        UsageError: the folder has no import.yaml, or its catalogue is not a CSV file.
        DomainError: the domain is broken, columns are missing, or a column can be read in two ways.
        FindingsError: rows cannot be used, and `skip_bad` is not set: a cell cannot be read, is out of
            bounds, is empty though the slot demands a value, or holds a word that schema.yaml does not list.
    """
    if not folder.is_dir():
        raise UsageError(
            f"there is no folder {shown_path(folder)}",
            expected="the folder of a domain that `cocoa new-domain NAME --from TABLE` made",
        )
    if recipe_root(folder) is None:
        raise UsageError(
            f"{shown_path(folder)} has no {IMPORT}",
            expected="a domain that `cocoa new-domain NAME --from TABLE` made",
            fix=f"cocoa import-options --domain {quote(shown_path(folder))} {quote(shown_path(path))}",
        )
    schema, old = _domain(folder)
    recipe = read_recipe(folder, schema)
    before = _words(schema, old.values())
    options = read_options(recipe, path, before)
    by_column = bool(options.rows) and bool(options.rows[0].id)
    ids = [row.id for row in options.rows] if by_column else _kept_ids(recipe, options.rows, old)
    text = options.catalogue(ids, schema, skip_bad=skip_bad)
    stable = by_column or bool(recipe.key) or not old
    current = {name: row.cells for name, row in zip(ids, options.rows, strict=True)}
    return Refreshed(
        file=options.file,
        folder=folder,
        text=text,
        records=options.records,
        rows=len(current),
        by_id=by_column or bool(recipe.key),
        new=tuple(name for name in current if name not in old),
        gone=tuple(name for name in old if name not in current),
        changed=tuple(_changes(schema, old, current)),
        kept=sum(old.get(name) == cells for name, cells in current.items()),
        words={
            name: tuple(sorted(new))
            for name, words in _words(schema, current.values()).items()
            if old and (new := words - before[name])
        },
        left_out=options.left_out(),
        reports=options.reports,
        notes=(*scale_warnings(schema, old, current), *(() if stable else (_UNSTABLE,)), *options.notes),
    )


_UNSTABLE: Final = (
    "Rows have no stable id: one of which a value changed is another row. `id: COLUMN` or"
    f" `key: [SLOT, ...]` in {IMPORT} says what tells rows apart."
)


def _changes(schema: Schema, old: _Old, current: _Old) -> Iterator[RowChange]:
    for name, cells in current.items():
        if name in old and old[name] != cells:
            pairs = zip(old[name], cells, strict=True)
            slots = zip(_names(schema), pairs, strict=True)
            yield RowChange(name, {slot: pair for slot, pair in slots if pair[0] != pair[1]})


def scale_warnings(schema: Schema, old: _Old, current: _Old) -> Iterator[str]:
    """Yields warnings about slots of numbers whose values now have another scale or range.

    A range has moved if one of its ends moved by more than half of its width. Values are on another scale if
    most of the rows that are in both catalogues differ by the same power of ten, or else the medians do.
    """
    for position, slot in enumerate(schema.given):
        kind = slot.kind
        if not isinstance(kind, OrderedKind):
            continue
        before, after = _numbers(kind, position, old), _numbers(kind, position, current)
        if not before or not after:
            continue
        factor = _factor(before, after)
        if factor:
            yield (
                f"{slot.label}: the values are {factor} what they were, as if in another unit: check the file"
                f" or `read_as` in {IMPORT} before you use them."
            )
            continue
        lows, highs = (min(before.values()), min(after.values())), (max(before.values()), max(after.values()))
        half = (highs[0] - lows[0]) / 2
        if half and (abs(lows[1] - lows[0]) > half or abs(highs[1] - highs[0]) > half):
            ranges = [f"{kind.show(low)} to {kind.show(high)}" for low, high in zip(lows, highs, strict=True)]
            yield f"{slot.label}: the range was {ranges[0]}, and is {ranges[1]}."


def _numbers(kind: Kind, position: int, rows: _Old) -> dict[str, int]:
    numbers = {}
    for name, cells in rows.items():
        try:
            value = kind.read(cells[position])
        except MismatchError:
            continue
        if isinstance(value, int) and not isinstance(value, bool):
            numbers[name] = value
    return numbers


def _factor(before: Mapping[str, int], after: Mapping[str, int]) -> str:
    """Returns "1/1000 of" or "100 times" where values changed by a power of ten; else an empty text."""
    pairs = [(before[name], after[name]) for name in before.keys() & after.keys()]
    changed = [(a, b) for a, b in pairs if a != b and a and b]
    if len(changed) < max(_EXAMPLES, len(pairs) / 2):
        changed = [(int(median(before.values())), int(median(after.values())))]
    for power in range(1, 7):
        for factor, sign in ((Fraction(10**power), "{} times"), (Fraction(1, 10**power), "1/{} of")):
            alike = sum(abs(Fraction(b) / a / factor - 1) < _ALIKE for a, b in changed if a and b)
            if alike > len(changed) / 2 and (len(changed) > 1 or power > 1):
                return sign.format(f"{10**power:,}")
    return ""


def write_refreshed(done: Refreshed) -> Path | None:
    """Writes the new catalogue into its folder.

    Returns:
        The copy of the catalogue that was there; None where there was none, or the same.
    """
    path, data = done.folder / _CATALOGUE, done.text.encode("utf-8")
    backup = None
    if os.path.lexists(path):
        if path.read_bytes() == data:
            return None
        backup = next_backup(path)
        write_whole(backup, path.read_bytes())
    write_whole(path, data)
    return backup


def _domain(folder: Path) -> tuple[Schema, dict[str, tuple[str, ...]]]:
    """Returns the schema, checked with its rules, and the cells of the catalogue, which need not exist."""
    files, mistakes = readable_files(folder)
    other_catalogues = [file for file in CATALOGUE_FILES if file in files and file != _CATALOGUE]
    if other_catalogues:
        raise UsageError(
            f"the catalogue of {shown_path(folder)} is {other_catalogues[0]}",
            expected=_CATALOGUE,
            fix=f"move {other_catalogues[0]} away; the refreshed catalogue is a CSV file",
        )
    if SCHEMA not in files or RULES not in files:
        raise mistakes[0]
    schema, _, _ = read_definition(files, folder)
    if _CATALOGUE not in files:
        return schema, {}
    table = open_table(_CATALOGUE, files[_CATALOGUE], shown_path(folder / _CATALOGUE))
    positions = [
        table.columns.index(name) if name in table.columns else -1 for name in ("id", *_names(schema))
    ]
    rows = ([cells[position] if position >= 0 else "" for position in positions] for _, cells in table.rows)
    kinds = [slot.kind for slot in schema.given]
    return schema, {row[0]: tuple(map(_canonical, kinds, row[1:])) for row in rows}


def _canonical(kind: Kind, cell: str) -> str:
    """Returns the cell as the refreshed catalogue would have it, or unchanged where the kind refuses it."""
    try:
        return kind.write(kind.read(cell))
    except MismatchError:
        return cell


def _names(schema: Schema) -> tuple[str, ...]:
    return tuple(slot.name for slot in schema.given)


def _words(schema: Schema, rows: Any) -> dict[str, frozenset[str]]:
    """Returns the words in these rows for each slot of categories or sets."""
    rows = list(rows)
    words_by_slot: dict[str, frozenset[str]] = {}
    for position, slot in enumerate(schema.given):
        if slot.kind.worded:
            cells = {row[position] for row in rows} - {""}
            several = slot.kind.several
            words = {word for cell in cells for word in (cell.split("; ") if several else (cell,))}
            words_by_slot[slot.name] = frozenset(words - ({"none"} if several else set()))
    return words_by_slot


def _kept_ids(recipe: Recipe, rows: Sequence[OptionRow], old: _Old) -> list[str]:
    """Returns an id for each row: that of an old row with the same values, else a new one.

    Of rows with the same values in the recipe's key, those that have all values in common are matched first,
    then the others in their order; without a key all values count.
    """
    ids = _matched([row.cells for row in rows], old)
    if recipe.key:
        key = [_names(recipe.schema).index(name) for name in recipe.key]
        unmatched = {name: cells for name, cells in old.items() if name not in set(ids)}
        by_key = {name: tuple(cells[position] for position in key) for name, cells in unmatched.items()}
        positions = [position for position, name in enumerate(ids) if not name]
        keys = [tuple(rows[position].cells[index] for index in key) for position in positions]
        for position, name in zip(positions, _matched(keys, by_key), strict=True):
            ids[position] = name
    new = [row for row, name in zip(rows, ids, strict=True) if not name]
    made = iter(made_ids(recipe.id, recipe.schema, new, {*old, *ids}))
    return [name or next(made) for name in ids]


def _matched(rows: Sequence[tuple[str, ...]], old: _Old) -> list[str]:
    """Returns for each row the id of an old row with the same cells, each id once; empty for no such row."""
    free: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name, cells in reversed(list(old.items())):
        free[cells].append(name)
    return [free[cells].pop() if free.get(cells) else "" for cells in rows]
