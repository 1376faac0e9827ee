"""Makes a catalogue of a domain from options as other systems print them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from attrs import evolve, frozen

from cocoa_core.atomic_files import write_whole
from cocoa_core.domain import Schema, Slot
from cocoa_core.errors import DomainError, Place, UsageError
from cocoa_core.importing.column_types import column_type
from cocoa_core.importing.columns.cells import Cells
from cocoa_core.importing.columns.header import read_header
from cocoa_core.importing.doubts import doubt_of
from cocoa_core.importing.findings import RecordFinding, left_out, refusal
from cocoa_core.importing.import_file import IMPORT, read_recipe
from cocoa_core.importing.kinds import read_column
from cocoa_core.importing.printed.declaration import (
    Declaration,
    PrintedField,
    plain_declaration,
    read_declaration,
)
from cocoa_core.importing.printed.printed_file import PRINTED, printed_root
from cocoa_core.importing.printed.rows import PrintedRowReader
from cocoa_core.importing.reimport import read_again
from cocoa_core.importing.tables.files import read_records
from cocoa_core.importing.tables.records import KeyIndex, TableRecords, folded_text
from cocoa_core.loading import (
    SCHEMA,
    catalogue_text,
    read_catalogue,
    readable_files,
    schema_among,
    shown_path,
)
from cocoa_core.suggestions import closest, listed, quoted

__all__ = [
    "Imported",
    "catalogue_from",
    "check_target",
    "import_options",
    "printed_findings",
    "read_printed_definition",
    "write_catalogue",
]


def read_printed_definition(folder: Path) -> Declaration:
    """Reads how options are read for the schema in a folder: by its printed.yaml, or by the names of slots.

    The folder may lack rules and a catalogue, as one does whose first catalogue is yet to be imported.

    Raises:
        DomainError: the schema is missing, or the schema or printed.yaml cannot be used.
    """
    schema, root = _schema(folder), printed_root(folder)
    return plain_declaration(schema) if root is None else read_declaration(root, schema)


def _schema(folder: Path) -> Schema:
    files, mistakes = readable_files(folder)
    if SCHEMA not in files:
        raise mistakes[0]
    return schema_among(files, folder)


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
    """What was not used: keys of the file, and slots that no record has."""

    def left_out(self) -> Mapping[str, int]:
        """Returns the number of records that are left out for each reason, which is that of their first
        finding; the most frequent reason comes first.
        """
        return left_out(self.findings)


def import_options(folder: Path, path: Path, at: str = "", *, skip_bad: bool = False) -> Imported:
    """Makes a catalogue for the domain in a folder from a file of printed options, such as CSV, JSON or JSON
    lines.

    The file is read as printed.yaml says, else as import.yaml says of the first table, else by names and
    labels.

    Args:
        at: the path of keys to the options in a JSON file; without it that of printed.yaml or import.yaml.
        skip_bad: whether records that cannot be used are left out instead of refusing the file.

    Raises:
        UsageError: there is no such file.
        DomainError: the schema, printed.yaml, import.yaml or the file is broken, or the file has no key for a
            slot.
        FindingsError: records cannot be used; the error shows the first ten mistakes: values that cannot be
            read or are out of bounds, broken axioms, repeated rows and ids.
    """
    if (folder / IMPORT).is_file() and not os.path.lexists(folder / PRINTED):
        return _as_first_imported(folder, path, at, skip_bad)
    return catalogue_from(*_printed(folder, path, at), skip_bad=skip_bad)


def printed_findings(folder: Path, path: Path, at: str = "") -> tuple[Schema, tuple[RecordFinding, ...]]:
    """Returns the schema of a domain, and all that is wrong with the records of a file of printed options.

    Raises:
        UsageError: there is no such file.
        DomainError: as for `import_options`.
    """
    declaration, records = _printed(folder, path, at)
    reader = _row_reader(declaration, records)
    return declaration.schema, tuple(
        finding for record in records.records for finding in reader.read(record)[2]
    )


def _printed(folder: Path, path: Path, at: str) -> tuple[Declaration, TableRecords]:
    """Returns the declaration of the domain in a folder, and the records of a file that has a key for each
    slot.
    """
    declaration = read_printed_definition(folder)

    def score(names: tuple[str, ...]) -> int:
        index = KeyIndex(names)
        return sum(_keys(field, index) for field in declaration.fields.values())

    records = read_records(path, at or declaration.at, score)
    _check_keys(declaration, records, shown_path(folder))
    return declaration, records


def _row_reader(declaration: Declaration, records: TableRecords) -> PrintedRowReader:
    rule = declaration.id
    printed = any(index.find(rule.keys) for index in records.indexes())
    return PrintedRowReader(declaration, printed or (rule.declared and bool(rule.keys)))


def _as_first_imported(folder: Path, path: Path, at: str, skip_bad: bool) -> Imported:
    """Returns the catalogue that a table gives as import.yaml says; ids are made where no column holds
    them.
    """
    schema = _schema(folder)
    recipe = read_recipe(folder, schema)
    again = read_again(evolve(recipe, at=at or recipe.at), path, {})
    text = again.catalogue([row.id or f"r{row.line}" for row in again.rows], schema, skip_bad=skip_bad)
    incomplete = [report for report in again.reports if report.unreadable]
    notes = (*again.notes, *(report_.sentence() for report_ in incomplete))
    return Imported(again.file, text, again.records, len(again.rows), again.findings, notes)


def catalogue_from(declaration: Declaration, records: TableRecords, *, skip_bad: bool = False) -> Imported:
    """Returns the catalogue that records give.

    Raises:
        DomainError: a column of values has two readings.
        FindingsError: as for `import_options`.
    """
    _refuse_doubts(declaration, records)
    schema, reader = declaration.schema, _row_reader(declaration, records)
    rows: list[list[str]] = []
    findings: list[RecordFinding] = []
    positions = [schema.position(slot.name) for slot in schema.given]
    for record in records.records:
        name, values, mistakes = reader.read(record)
        findings += mistakes
        if not mistakes:
            rows.append([name, *(schema.slots[index].kind.write(values[index]) for index in positions)])
    if findings and (not skip_bad or not rows):
        raise refusal(records.file, findings, len(records.records), _hint(declaration, skip_bad))
    text = catalogue_text(("id", *(slot.name for slot in schema.given)), rows)
    read_catalogue("catalogue.csv", text.encode("utf-8"), records.file, schema)
    return Imported(
        file=records.file,
        text=text,
        records=len(records.records),
        rows=len(rows),
        findings=tuple(findings),
        notes=(*records.notes, *_unused_keys(declaration, records)),
    )


_KIND_TYPES: Final[Mapping[str, str]] = MappingProxyType({"date": "date", "category": "words"})


def _refuse_doubts(declaration: Declaration, records: TableRecords) -> None:
    """Refuses a column of printed values with two readings that the kind of its slot leaves open.

    These are percentages beside fractions, days in several zones, and NA among codes of two letters; the kind
    settles all others: "35M" printed for a duration is minutes.

    Raises:
        DomainError: there is such a column.
    """
    for slot in declaration.schema.given:
        kind, field = slot.kind, declaration.fields[slot.name]
        percent = getattr(kind, "unit", "") == "percent"
        type_name = "percent" if percent else _KIND_TYPES.get(kind.name, "")
        known_texts = {folded_text(word) for word in (*(field.words or {}), *getattr(kind, "values", ()))}
        if not type_name or not field.keys:
            continue
        rows = []
        for record in records.records:
            indexes = record.keys.find(field.keys)
            text = record.text(indexes[0]).strip() if len(indexes) == 1 else ""
            if text and folded_text(text) not in known_texts:
                rows.append((record.line or record.number, (text,)))
        cells = Cells.of(read_header(field.keys[0], 0), [text for _, (text,) in rows])
        doubt = doubt_of(cells, read_column, rows, column_type(type_name), _LEFT_OPEN) if rows else None
        if doubt is not None:
            example = doubt.examples[0]
            raise DomainError(
                f"the key {field.keys[0]!r} of the slot {slot.name} could be read in two ways",
                got=f"{quoted(example.cell)}: {doubt.reason}",
                fix=f"print all of them in one way, or say in {PRINTED} by `words` what each text is",
                place=Place(records.file, example.line),
            )


_LEFT_OPEN: Final = frozenset(("percent beside fractions", "zones", "word for missing values"))
"""The names of the patterns of doubts that the kind of a slot leaves open."""


def _hint(declaration: Declaration, skip_bad: bool) -> str:
    where = PRINTED if declaration.declared else f"a {PRINTED} in the domain's folder"
    leave = "" if skip_bad else "; --skip-bad leaves such records out"
    return f"correct the file, or say in {where} how it is read{leave}"


def _check_keys(declaration: Declaration, records: TableRecords, folder: str) -> None:
    """Checks that the file has a key for every slot that needs one.

    A slot needs none if it may be missing, has a value `otherwise`, is counted, or holds items under numbered
    keys and may have none.

    Raises:
        DomainError: slots have no key; the error names all of them.
    """
    lacking = [slot.name for slot in _absent(declaration, records) if not _dispensable(declaration, slot)]
    if not lacking:
        return
    free = [key for key in records.all_keys() if not _used(key, declaration)]
    lines = [_line(declaration.fields[name], free) for name in lacking]
    raise DomainError(
        f"the file has no key for the slot{'s' * (len(lacking) > 1)} {listed(lacking)}",
        got=f"the keys {listed(map(repr, records.all_keys()))}",
        expected="\n    ".join(["", *lines]) if len(lines) > 1 else lines[0],
        fix=f"write `slots: {{{lacking[0]}: {{key: ...}}}}` in {folder}/{PRINTED}, or, if options may "
        "lack it, `missing: true` for the slot in schema.yaml",
        place=Place(records.file),
    )


def _unused_keys(declaration: Declaration, records: TableRecords) -> Iterator[str]:
    """Yields notes on keys of the file that nothing was read from, and on slots that no record has."""
    unused = [key for key in records.all_keys() if not _used(key, declaration)]
    if unused:
        yield f"not used: {listed(map(repr, unused))}"
    if absent := [slot.name for slot in _absent(declaration, records)]:
        yield f"no record has a key for {listed(absent)}"


def _absent(declaration: Declaration, records: TableRecords) -> list[Slot]:
    """Returns the slots whose values are printed and for which no record has a key."""
    fields = declaration.fields
    return [
        slot
        for slot in declaration.schema.given
        if not fields[slot.name].count_of
        and not any(_keys(fields[slot.name], index) for index in records.indexes())
    ]


def _keys(field: PrintedField, index: KeyIndex) -> bool:
    """Returns whether one of these keys belongs to the field."""
    return bool(index.find(field.keys) or index.numbered(field.numbered))


def _dispensable(declaration: Declaration, slot: Slot) -> bool:
    field = declaration.fields[slot.name]
    unneeded = bool(field.numbered) and not getattr(slot.kind, "min_items", 1)
    return slot.kind.missing or field.otherwise is not None or unneeded


def _used(key: str, declaration: Declaration) -> bool:
    index = KeyIndex((key,))
    fields = declaration.fields.values()
    return bool(index.find(declaration.id.keys)) or any(_keys(field, index) for field in fields)


def _line(field: PrintedField, free: list[str]) -> str:
    spelled = [*field.keys, *field.numbered]
    like = closest(spelled[-1], free)
    wanted = " or ".join(map(quoted, dict.fromkeys(spelled)))
    hint = f"; did you mean {like!r}?" if like else ""
    return f"{field.slot}: a key such as {wanted}{hint}"


def check_target(path: Path, *, force: bool) -> None:
    """Checks that a file can be written.

    Args:
        force: whether an existing file may be replaced.

    Raises:
        UsageError: the path is a folder or in no folder, or the file exists and may not be replaced.
    """
    if path.is_dir():
        raise UsageError(f"{path} is a folder", expected="a file", fix=f"--out {path / 'catalogue.csv'}")
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {path.parent}", fix="make it first, or write elsewhere")
    if os.path.lexists(path) and not force:
        raise UsageError(
            f"{path} is there already", expected="a new file", fix="--force replaces it; or write elsewhere"
        )


def write_catalogue(path: Path, text: str, *, force: bool) -> None:
    """Writes the file so that it is either complete or as it was before.

    Raises:
        UsageError: as for `check_target`.
    """
    check_target(path, force=force)
    write_whole(path, text.encode("utf-8"))
