"""Makes a catalogue of a domain from options as other systems print them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from cocoa_core.domain import Schema
from cocoa_core.importing.findings import RecordFinding, left_out
from cocoa_core.importing.option_rows import OptionRow, TableOptions, read_options
from cocoa_core.importing.recipe import IdRule, Recipe, read_recipe
from cocoa_core.importing.tables.totals import repeats_note
from cocoa_core.loading import SCHEMA, readable_files, schema_among

_LONGEST_STEM: Final = 80


@frozen
class Imported:
    """A catalogue made from a file."""

    file: str
    """The name of the file, as messages give it."""
    text: str
    """The catalogue as CSV with a header, in the canonical form of its domain; it loads with the domain."""
    records: int
    """The number of records in the file."""
    rows: int
    """The number of records that became rows."""
    findings: tuple[RecordFinding, ...]
    """What is wrong with the records that were left out, in their order."""
    notes: tuple[str, ...]
    """What was not used, and what was decided."""

    def left_out(self) -> Mapping[str, int]:
        """Returns the number of records left out by reason: see `findings.left_out`."""
        return left_out(self.findings)


def read_printed_options(folder: Path, path: Path, at: str = "") -> tuple[Recipe, TableOptions]:
    """Reads the options in a file for the domain in a folder, which may lack rules and a catalogue.

    Args:
        at: the path of keys to the options in a JSON file, or the name of a sheet; without it that of
            import.yaml.

    Raises:
        UsageError: there is no such file.
        DomainError: the schema, import.yaml or the file is broken, or the file has no column for a slot.
    """
    files, mistakes = readable_files(folder)
    if SCHEMA not in files:
        raise mistakes[0]
    recipe = read_recipe(folder, schema_among(files, folder))
    return recipe, read_options(evolve(recipe, at=at or recipe.at), path, {})


def import_options(folder: Path, path: Path, at: str = "", *, skip_bad: bool = False) -> Imported:
    """Makes a catalogue for the domain in a folder from a file of printed options, such as CSV, JSON or JSON
    lines. Of options with the same values the first is taken.

    Args:
        at: as for `read_printed_options`.
        skip_bad: whether records that cannot be used are left out instead of refusing the file.

    Raises:
        UsageError: as for `read_printed_options`.
        DomainError: as for `read_printed_options`.
        FindingsError: records cannot be used; the error shows the first ten mistakes: values that cannot be
            read or are out of bounds, broken axioms, ids that are missing or used twice.
    """
    return imported_options(*read_printed_options(folder, path, at), skip_bad=skip_bad)


def imported_options(recipe: Recipe, options: TableOptions, *, skip_bad: bool = False) -> Imported:
    """Makes a catalogue from options that `read_printed_options` has read, as `import_options` does.

    Raises:
        FindingsError: as for `import_options`.
    """
    first = {row.cells: row for row in reversed(options.rows)}
    rows = tuple(row for row in options.rows if first[row.cells] is row)
    ids = [row.id for row in rows] if rows and rows[0].id else made_ids(recipe.id, recipe.schema, rows)
    text = evolve(options, rows=rows).catalogue(ids, recipe.schema, skip_bad=skip_bad)
    repeats = len(options.rows) - len(rows)
    notes = [*options.notes, *(report.sentence() for report in options.reports if report.unreadable)]
    if repeats:
        notes.append(repeats_note(repeats))
    return Imported(options.file, text, options.records, len(rows), options.findings, tuple(notes))


def made_ids(
    rule: IdRule, schema: Schema, rows: Sequence[OptionRow], taken: Collection[str] = ()
) -> list[str]:
    """Makes ids for rows whose table has none.

    An id is the prefix and slot values that the rule names, with a running number; without a rule it is "r"
    and the line, with a number only if that id is taken.

    Args:
        taken: the ids of other rows.
    """
    names = [slot.name for slot in schema.given]
    by_line = not rule.prefix and not rule.parts
    numbers, used, ids = Counter[str](), {*taken}, []
    for row in rows:
        parts = [f"r{row.line}" if by_line else rule.prefix]
        parts += [row.cells[names.index(name)] for name in rule.parts]
        letters = (letter if letter.isalnum() else " " for letter in " ".join(parts))
        stem = "-".join("".join(letters).split())[:_LONGEST_STEM]
        name = stem if by_line else ""
        while not name or name in used:
            numbers[stem] += 1
            name = f"{stem}-{numbers[stem]:03d}"  # unique, since the last "-" separates stem and number
        used.add(name)
        ids.append(name)
    return ids
