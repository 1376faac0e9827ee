"""Reads the options in a table as the domain's import.yaml says, with everything that is wrong with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final

from attrs import evolve, field, frozen

from cocoa_core.domain import Schema, Value, axiom_text, broken_axioms, broken_text
from cocoa_core.errors import DomainError, Place
from cocoa_core.importing.column_types import NUMBERED_TYPES
from cocoa_core.importing.columns.header import read_headers
from cocoa_core.importing.file_conventions import AmbiguousValueError, day_order_of, decimal_of
from cocoa_core.importing.findings import (
    RecordFinding,
    Widening,
    left_out,
    needed,
    refusal,
    shown_text,
    widening_text,
)
from cocoa_core.importing.import_file import IMPORT
from cocoa_core.importing.recipe import Recipe
from cocoa_core.importing.report import ColumnReport
from cocoa_core.importing.slot_values import GAP, SlotReader, UnreadableValueError
from cocoa_core.importing.tables.files import MOST_RECORDS, read_table
from cocoa_core.importing.tables.records import KeyIndex, RawTable, folded_key
from cocoa_core.importing.tables.totals import without_repeats, without_total
from cocoa_core.loading import catalogue_text, read_catalogue, shown_path
from cocoa_core.suggestions import closest, listed, quoted
from cocoa_core.text import counted

_LONGEST_ID: Final = 100
_ALIKE: Final = 0.7
_Values = dict[str, Value]


@frozen
class OptionRow:
    """A row of a table as an option of the domain."""

    line: int
    id: str
    """The id that the table gives the row; empty where it gives none."""
    cells: tuple[str, ...]
    """Canonical cells in the order of `schema.given`."""


@frozen
class TableOptions:
    """The options that a table holds for a domain, with what is wrong in it."""

    file: str
    records: int
    """The number of records that were read."""
    rows: tuple[OptionRow, ...] = field(repr=False)
    """The rows that can be used, in the order of the file."""
    findings: tuple[RecordFinding, ...]
    """What is wrong with the other rows."""
    reports: tuple[ColumnReport, ...]
    """One report for each slot."""
    notes: tuple[str, ...]
    """Sentences that concern several slots or rows."""

    def catalogue(self, ids: Sequence[str], schema: Schema, *, skip_bad: bool = False) -> str:
        """Returns the text of the catalogue, which loads with the schema.

        Args:
            skip_bad: whether rows that cannot be used are left out.

        Raises:
            FindingsError: rows cannot be used, and are not to be left out; or no row can be used.
        """
        if self.findings and (not skip_bad or not self.rows):
            leave = "" if skip_bad else "; --skip-bad leaves such rows out"
            hint = f"correct the table, {IMPORT} or schema.yaml{leave}"
            raise refusal(self.file, self.findings, self.records, hint)
        header = ("id", *(slot.name for slot in schema.given))
        text = catalogue_text(header, [(name, *row.cells) for name, row in zip(ids, self.rows, strict=True)])
        read_catalogue("catalogue.csv", text.encode("utf-8"), self.file, schema)
        return text

    def left_out(self) -> Mapping[str, int]:
        """Returns the number of records left out by reason: see `findings.left_out`."""
        return left_out(self.findings)


def read_options(recipe: Recipe, path: Path, words: Mapping[str, frozenset[str]]) -> TableOptions:
    """Reads the rows of a table as the recipe says.

    Args:
        words: the words that open vocabularies hold so far, by slot; they set the spelling of words that
            differ only in capitals.

    Raises:
        UsageError: there is no such file.
        DomainError: the file holds no table; a column is missing; or a text can be read in two ways and
            import.yaml does not say in which.
    """
    most = recipe.rows or MOST_RECORDS
    read = read_table(path, recipe.seed, most, recipe.at, recipe.fits, fewest=1)
    table = without_repeats(without_total(read))
    file, index = shown_path(path), KeyIndex(table.header)
    readers = [_reader(recipe, name, words, table.header) for name in recipe.sources]
    id_column = _id_column(recipe, index, readers)
    _check_columns(recipe, readers, id_column, table, file)
    headers = read_headers(table.header)
    for reader in readers:
        reader.add_rows(table.rows, headers, recipe.missing)
        _refuse_doubt(reader, file)
    _settle(recipe, readers, table, file)
    rows, findings = _read_rows(recipe, readers, table, id_column, file)
    grouped = _in_groups(recipe, rows)
    notes = [*table.notes, *_unused(recipe, readers, id_column, table)]
    if len(table.rows) < table.count:
        notes.append(f"A sample of {len(table.rows):,} of {table.count:,} rows, by the seed in {IMPORT}.")
    if dropped := len(rows) - len(grouped):
        notes.append(f"{counted(dropped, 'row')} left out, in groups of fewer than {recipe.least_group}.")
    reports = tuple(reader.report() for reader in readers)
    return TableOptions(file, len(table.rows), tuple(grouped), tuple(findings), reports, tuple(notes))


def _reader(
    recipe: Recipe, name: str, words: Mapping[str, frozenset[str]], header: tuple[str, ...]
) -> SlotReader:
    used = words.get(name, frozenset())
    spelled = {word.casefold(): word for word in used} | {word: word for word in used}
    return SlotReader(recipe.schema.slot(name), recipe.sources[name], spelled, header)


def _id_column(recipe: Recipe, index: KeyIndex, readers: Sequence[SlotReader]) -> int | None:
    """Returns the index of the column with the ids of rows; None where ids are made."""
    rule = recipe.id
    columns = index.find(rule.columns)
    if not columns or rule.declared:
        return columns[0] if columns else None
    left_out_keys = set(map(folded_key, recipe.left_out))
    free = [
        column
        for column in columns
        if folded_key(index.names[column]) not in left_out_keys
        and not any(column in reader.columns for reader in readers)
    ]
    return free[0] if free else None


def _check_columns(
    recipe: Recipe, readers: Sequence[SlotReader], id_column: int | None, table: RawTable, file: str
) -> None:
    """Refuses a table without a column for ids, or for a slot that needs one; the error names all. A slot
    needs none if it may be missing, has a value `otherwise`, is counted, or holds items in numbered columns
    and may have none.
    """
    lacking = {
        reader.slot.name: [*reader.source.columns, *reader.source.numbered] or [f"column {reader.source.nth}"]
        for reader in readers
        if not reader.columns and not reader.dispensable
    }
    if recipe.id.declared and recipe.id.columns and id_column is None:
        lacking["id"] = list(recipe.id.columns)
    if not lacking:
        return
    used = {column for reader in readers for column in reader.columns}
    free = [name for column, name in enumerate(table.header) if column not in used]
    lines = []
    for slot, names in lacking.items():
        like = _alike(names[-1], free)
        wanted = " or ".join(map(quoted, dict.fromkeys(names)))
        lines.append(f"{wanted} for {slot}" + (f"; is it {quoted(like)} now?" if like else ""))
    slot = next(iter(lacking))
    entry = "`id: ...`" if slot == "id" else f"`columns: {{{slot}: {{column: ...}}}}`"
    raise DomainError(
        f"the table lacks {'a column' if len(lacking) == 1 else f'{len(lacking)} columns'} of the domain",
        got=f"the columns {listed(map(quoted, table.header))}",
        expected=lines[0] if len(lines) == 1 else "\n    ".join(["", *lines]),
        fix=f"write what the table calls it, {entry}, in {IMPORT}; or, if options may lack it, "
        "`missing: true` for the slot in schema.yaml",
        place=Place(file, 1 if table.by_line else 0),
    )


def _refuse_doubt(reader: SlotReader, file: str) -> None:
    """Refuses cells that have several readings where import.yaml does not say which is meant."""
    doubt = reader.doubt()
    if doubt is None:
        return
    example = doubt.examples[0]
    choices = " or ".join(f"`read_as: {answer.column_type}`" for answer in doubt.answers)
    now = f"; {IMPORT} has `read_as: {reader.source.declared_type}`" if reader.source.declared_type else ""
    raise DomainError(
        f"the column {doubt.column} could be read in two ways",
        got=f"{quoted(example.cell)}: {doubt.reason}{now}",
        fix=f"write {choices} for {reader.slot.name} in {IMPORT}",
        place=Place(file, example.line),
    )


def _settle(recipe: Recipe, readers: Sequence[SlotReader], table: RawTable, file: str) -> None:
    """Passes the decimal sign and the order of day and month to each reader; refuses a table that settles
    neither.
    """
    numbers, days = [], []
    for reader in readers:
        column_type = reader.source.declared_type
        if column_type is not None and reader.columns:
            if column_type.name in NUMBERED_TYPES and not reader.source.decimal:
                numbers.append(reader.cells)
            if str(column_type) in ("date", "date:year"):
                days.append(reader.cells)
    try:
        decimal, _ = decimal_of(numbers, recipe.decimal)
        order, _ = day_order_of(days, recipe.order)
    except AmbiguousValueError as error:
        fix = f"write `decimal: comma` or `dates: dmy`, or what it is, in {IMPORT}"
        raise error.of(table, file, fix) from None
    for reader in readers:
        if reader.source.declared_type is None:
            reader.settle(recipe.decimal, recipe.order)  # cells read by kind are not compared with each other
        else:
            reader.settle(decimal, order)


def _read_rows(
    recipe: Recipe, readers: Sequence[SlotReader], table: RawTable, id_column: int | None, file: str
) -> tuple[list[OptionRow], list[RecordFinding]]:
    schema = recipe.schema
    ordered = sorted(readers, key=lambda reader: bool(reader.source.count_of))
    families = _families(readers)
    rows: list[OptionRow] = []
    findings: list[RecordFinding] = []
    used: set[str] = set()
    for number, (line, row) in enumerate(table.rows):
        place = Place(file, line * table.by_line)
        blank = RecordFinding(problem="", place=place, record=number + 1)
        values, mistakes = _values(ordered, number, blank)
        mistakes += _uneven_numbered_columns(families, row, blank, {mistake.slot for mistake in mistakes})
        if not mistakes:
            whole = tuple(values.get(slot.name) for slot in schema.slots)
            mistakes += _axiom_findings(schema, whole, blank) or _missing_words(schema, values, blank)
        name = ""
        if not mistakes and id_column is not None:
            name = row[id_column].strip()
            mistakes += _bad_id(name, used, table.header[id_column], blank)
        findings += mistakes
        if not mistakes:
            used.add(name)
            cells = tuple(slot.kind.write(values[slot.name]) for slot in schema.given)
            rows.append(OptionRow(line, name, cells))
    return rows, findings


def _values(
    readers: Sequence[SlotReader], number: int, blank: RecordFinding
) -> tuple[_Values, list[RecordFinding]]:
    """Returns the values of a row, without slots with mistakes; slots that count others come last."""
    values: _Values = {}
    findings: list[RecordFinding] = []
    for reader in readers:
        several, slot = reader.source.count_of, reader.slot
        if several and several not in values:
            continue
        try:
            values[slot.name] = reader.counted(values[several]) if several else reader.value(number)
        except UnreadableValueError as error:
            findings.append(_unreadable(error, slot.name, blank, needed(slot.name, slot.kind, error.value)))
    return values, findings


def _unreadable(
    error: UnreadableValueError, slot: str, blank: RecordFinding, widenings: tuple[Widening, ...] = ()
) -> RecordFinding:
    return evolve(
        blank,
        problem=error.reason,
        key=error.key,
        slot=slot,
        got=shown_text(error.text),
        expected=error.expected,
        fix=error.fix or widening_text(widenings),
        widenings=widenings,
    )


def _families(readers: Iterable[SlotReader]) -> list[list[SlotReader]]:
    """Returns the readers whose numbered columns begin alike."""
    families: dict[str, list[SlotReader]] = {}
    for reader in readers:
        if reader.numbered_prefix:
            families.setdefault(reader.numbered_prefix, []).append(reader)
    return [family for family in families.values() if len(family) > 1]


def _uneven_numbered_columns(
    families: Sequence[Sequence[SlotReader]], row: Sequence[str], blank: RecordFinding, bad: set[str]
) -> Iterator[RecordFinding]:
    """Yields a finding where fields whose numbered columns begin alike have different numbers of values."""
    for family in families:
        readers = [reader for reader in family if reader.slot.name not in bad]
        numbers = [reader.filled(row) for reader in readers]
        if len(set(numbers)) > 1:
            least, most = readers[numbers.index(min(numbers))], readers[numbers.index(max(numbers))]
            full, empty = (reader.named(min(numbers) + 1) for reader in (most, least))
            error = UnreadableValueError(empty, "", f"a value beside {full!r}, which has one", None, GAP)
            yield _unreadable(error, least.slot.name, blank)


def _axiom_findings(schema: Schema, values: tuple[Value, ...], blank: RecordFinding) -> list[RecordFinding]:
    """Returns a finding for each axiom that the values break."""
    return [
        evolve(
            blank,
            problem="broken axiom",
            got=broken_text(schema, axiom, values),
            expected=f"{axiom_text(schema, axiom)} (schema.yaml)",
        )
        for _, axiom in broken_axioms(schema, [values])
    ]


def _missing_words(schema: Schema, values: _Values, blank: RecordFinding) -> list[RecordFinding]:
    """Returns a finding for each word that the table of a derived slot does not list."""
    findings: dict[tuple[str, str], RecordFinding] = {}
    for slot in schema.derived:
        derived = slot.derived
        if derived is None or schema.slot(derived.source).derived is not None:
            continue
        value = values[derived.source]
        for word in map(str, value if isinstance(value, tuple) else () if value is None else (value,)):
            if word not in derived.known:
                findings[derived.path, word] = evolve(
                    blank,
                    problem="word that a table lacks",
                    slot=derived.source,
                    got=quoted(word),
                    expected=f"a word of the column {derived.key!r} of {derived.path}",
                    fix=f"add it to {derived.path}{_other_spelling(word, derived.known)}",
                )
    return list(findings.values())


def _other_spelling(word: str, known: Iterable[str]) -> str:
    """Advises that a word may be another spelling of one in the table; empty where it is like none."""
    like = _alike(word, known)
    if like is None:
        return ""
    return f", or say `words: {{{quoted(word)}: {like}}}` in {IMPORT} if that is what it means"


def _alike(word: str, choices: Iterable[str]) -> str | None:
    """Returns the choice that is most like the word; None where neither is a part of the other and they share
    too few letters to be the same in another spelling, as "class" and "cordless" do.
    """
    like = closest(word, choices)
    if like is None:
        return None
    like_key, word_key = folded_key(like), folded_key(word)
    within = like_key in word_key or word_key in like_key
    return like if within or SequenceMatcher(None, word_key, like_key).ratio() >= _ALIKE else None


def _bad_id(name: str, used: set[str], key: str, blank: RecordFinding) -> list[RecordFinding]:
    if name and len(name) <= _LONGEST_ID and name.isprintable() and name not in used:
        return []
    reason, expected = "no id", f"an id of 1 to {_LONGEST_ID} printable characters"
    if name in used:
        reason, expected = "id used twice", "an id of its own for every option"
    return [evolve(blank, problem=reason, key=key, slot="id", got=shown_text(name), expected=expected)]


def _in_groups(recipe: Recipe, rows: list[OptionRow]) -> list[OptionRow]:
    """Returns the rows of groups that are large enough."""
    names = [slot.name for slot in recipe.schema.given]
    if not recipe.least_group or not set(recipe.schema.group_by) <= set(names):
        return rows
    indexes = [names.index(name) for name in recipe.schema.group_by]
    groups = [tuple(row.cells[index] for index in indexes) for row in rows]
    sizes = Counter(groups)
    return [row for row, group in zip(rows, groups, strict=True) if sizes[group] >= recipe.least_group]


def _unused(
    recipe: Recipe, readers: Sequence[SlotReader], id_column: int | None, table: RawTable
) -> Iterator[str]:
    """Yields notes on columns from which nothing was read, and on slots for which there is none."""
    used = {column for reader in readers for column in reader.columns} | {id_column}
    left_out_keys = set(map(folded_key, recipe.left_out))
    unused = [
        name
        for column, name in enumerate(table.header)
        if name and column not in used and folded_key(name) not in left_out_keys
    ]
    if unused:
        yield f"Columns from which no slot is read: {listed(map(quoted, unused))}."
    absent = [reader.slot.name for reader in readers if not reader.columns and not reader.source.count_of]
    if absent:
        yield f"The table has no column for {listed(absent)}."
