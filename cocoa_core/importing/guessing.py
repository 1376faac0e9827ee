"""Decides which columns become slots with rules, slots that are only shown, and the ids of the rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, TypeVar

from attrs import define, evolve, field, frozen

from cocoa_core.errors import UsageError
from cocoa_core.importing.choices import Choices, column_index
from cocoa_core.importing.column_types import NUMBERED_TYPES, ColumnType, read_as, with_type_words
from cocoa_core.importing.columns.cells import Cells, ColumnReading
from cocoa_core.importing.columns.header import (
    HEADER_HUNDREDTHS,
    HEADER_SCALE,
    HUNDREDTH_WORDS,
    Header,
    distinct,
    read_header,
    read_headers,
    renamed,
    unmeasured,
)
from cocoa_core.importing.columns.measures import names_money
from cocoa_core.importing.conventions import DayOrder, DecimalSign
from cocoa_core.importing.doubts import (
    Doubt,
    DoubtAnswer,
    Example,
    doubt_of,
    hundredths,
    settled_type,
    values_of_examples,
)
from cocoa_core.importing.file_conventions import AmbiguousValueError, day_order_of, decimal_of
from cocoa_core.importing.kinds.boolean import is_marked
from cocoa_core.importing.kinds.category import LONGEST_TEXT, shown_text
from cocoa_core.importing.kinds.date import serial_days
from cocoa_core.importing.kinds.registry import read_column
from cocoa_core.importing.naming import slot_name
from cocoa_core.importing.report import ColumnReport
from cocoa_core.importing.shown_columns import (
    MOST_SHOWN,
    SlotColumn,
    limited,
    newest,
    reason_without_rules,
    worth_of_name,
)
from cocoa_core.importing.spoken_values import in_speech
from cocoa_core.importing.tables.records import RawTable
from cocoa_core.lexicon import CURRENCIES
from cocoa_core.suggestions import quoted

_T = TypeVar("_T")
_CURRENCY_WORDS: Final = "currency währung waehrung devise moneda moeda valuta".split()
"""Words of headers above codes of currencies."""
_MOST_READ: Final = 200
_MOST_CHOSEN: Final = 64
_ALL_BUT_MISSING: Final = 0.9
_ID_WORDS: Final = (
    "id ids code key uuid guid sku isbn ean zip zipcode postcode phone url link tailnum iata icao faa"
).split()
_ROW_ID_WORDS: Final = "id ids key uuid guid sku isbn ean code index".split()
_NUMBERING: Final = "x number no nr row rownames obs".split()
_ROW_NAMES: Final = (("rownames",), ("row", "names"), ("row",), ("index",), ("unnamed", "0"))
"""Headers that programs give to row numbers, which are out of order in a sample of the rows."""
_LONGEST_ID: Final = 60
_SHORTEST_NUMBER: Final = 7
"""The least number of digits of a number that may be an id, where all have as many."""


@frozen
class GuessedColumns:
    """The slots, ids and reports that the columns of a table become."""

    columns: tuple[SlotColumn, ...]
    """The columns that become slots, in the order of the table."""
    ids: tuple[str, ...]
    """The id of each row; empty where the table has none of its own."""
    reports: tuple[ColumnReport, ...]
    """One report for each column that was read."""
    notes: tuple[str, ...]
    """Sentences that concern several columns."""
    decimal: DecimalSign | None = None
    """The decimal sign of the whole file; None where it is not settled."""
    order: DayOrder | None = None
    """The order of day and month in the whole file; None where it is not settled."""
    id: str = ""
    """The header of the column that holds the ids; empty where there is none."""
    doubts: tuple[Doubt, ...] = ()
    """Cells with several readings, those of the greatest weight first; their columns are kept as text."""


def _paid_in(columns: Iterable[Cells]) -> tuple[tuple[str, ...], str]:
    """Returns the currencies that a column names row by row, and its label; empty without such a column."""
    for cells in columns:
        codes = {text.upper() for text in cells.counts}
        if codes and codes <= CURRENCIES.keys() and cells.header.has(*_CURRENCY_WORDS):
            return tuple(sorted(codes)), cells.header.label
    return (), ""


_UNIT_BEHIND: Final = re.compile(r"[._ ]?units?$", re.IGNORECASE)
_AMOUNT_BEHIND: Final = re.compile(r"[._ ]?(?:amount|value)$", re.IGNORECASE)


def _in_hundredths(columns: Iterable[Cells]) -> frozenset[str]:
    """Returns the names of the amounts of which another column says that they are cents: "price.amount"
    beside "price.unit".
    """
    cells_by_name = {cells.header.text: cells for cells in columns}
    stems = {
        _UNIT_BEHIND.sub("", name)
        for name, cells in cells_by_name.items()
        if _UNIT_BEHIND.search(name)
        and cells.counts
        and {*map(str.casefold, cells.counts)} <= HUNDREDTH_WORDS
    }
    return frozenset(name for name in cells_by_name if _AMOUNT_BEHIND.sub("", name) in stems)


@define
class _Results:
    """The slots, reports, ids and doubts collected so far."""

    table: RawTable
    named: bool
    """Whether a column is labelled "name"."""
    codes: tuple[str, ...]
    """The currencies that a column names row by row."""
    code_column: str
    """The label of that column."""
    in_hundredths: frozenset[str] = frozenset()
    """The names of the columns of which another says that they are in cents."""
    columns: list[SlotColumn] = field(factory=list)
    reports: list[ColumnReport] = field(factory=list)
    ids: tuple[str, ...] = ()
    id: str = ""
    doubts: list[Doubt] = field(factory=list)

    def left_out(self, cells: Cells, why: str, taken: str = "") -> None:
        name = cells.header.text[:60] or cells.header.label
        self.reports.append(ColumnReport(name, "", taken, why, cells.present, _missing(cells)))

    def add(self, column: SlotColumn, cells: Cells, why: str) -> None:
        header, reading = column.header, column.reading
        unreadable = tuple(
            (line, text)
            for (line, _), text, cell in zip(self.table.rows, cells.texts, reading.cells, strict=True)
            if cell is None
        )
        missing = 0 if reading.taken == "yes-no:mark" else _missing(cells)
        words = _words_for_missing(column, cells)
        missing -= sum(cells.missing.values()) - sum(words.values())
        read = len(cells.texts) - missing - len(unreadable)
        numbers = (read, missing, unreadable, words, header.label)
        self.columns.append(column)
        self.reports.append(ColumnReport(header.column, column.name, reading.taken, why, *numbers))

    def limited(self, most: int, notes: list[str]) -> tuple[tuple[SlotColumn, ...], tuple[ColumnReport, ...]]:
        """Returns the columns that an option shows, and the reports on all of them; notes on it are added.

        Args:
            most: the number of columns that an option shows.
        """
        columns, earlier = newest(self.columns)
        if earlier:
            notes.append(f"Of the same in several years the latest is asked for, without {_labels(earlier)}.")
        shown, unruled, dropped = limited(columns, most)
        if unruled:
            notes.append(f"Too many columns to ask about: shown without rules: {_labels(unruled)}.")
        if dropped:
            names = _labels(dropped)
            notes.append(f"Too many columns to show: left out: {names}; --columns says which to read.")
        dropped_slots = {column.name for column in dropped}
        why = "too many columns to show: left out"
        reports = tuple(
            evolve(report, slot="", taken="", why=why) if report.slot in dropped_slots else report
            for report in self.reports
        )
        return shown, reports


def _missing(cells: Cells) -> int:
    return len(cells.texts) - cells.present


def read_columns(table: RawTable, choices: Choices | None = None) -> GuessedColumns:
    """Decides what every column of a table becomes. A cell that cannot be read counts as missing.

    A column whose cells could be read in several ways, where neither another column nor a choice settles it,
    is kept as text and reported as a doubt.

    Raises:
        UsageError: a choice does not fit the table.
    """
    choices = choices or Choices()
    headers = _labelled_headers(table, choices)
    types = {column_index(name, headers, "types"): choice for name, choice in choices.types.items()}
    chosen = {column_index(name, headers, "columns") for name in choices.columns}
    id_index = column_index(choices.id, headers, "id") if choices.id else None
    id_indexes = set() if id_index is None else {id_index}
    named = types.keys() | id_indexes
    by_worth = sorted(
        range(len(headers)), key=lambda index: (index not in named, -worth_of_name(headers[index]), index)
    )
    indexes = sorted(chosen | id_indexes if chosen else by_worth[:_MOST_READ])
    cells_of = {index: _cells(table, headers[index], index, choices) for index in indexes}
    guessed = [cells for index, cells in cells_of.items() if index not in types and index != id_index]
    numbers = [
        cells
        for index, cells in cells_of.items()
        if index not in types or types[index].name in NUMBERED_TYPES
    ]
    doubts: list[Doubt] = []
    decimal: DecimalSign | None
    order: DayOrder | None
    decimal, decimal_notes = _whole_file(
        table, partial(decimal_of, numbers, choices.decimal), cells_of, doubts
    )
    order, order_notes = _whole_file(table, partial(day_order_of, guessed, choices.order), cells_of, doubts)
    codes, code_column = _paid_in(cells_of.values())
    currency = choices.currency or (codes[0] if len(codes) == 1 else "")
    has_name = any(header.label.casefold() == "name" for header in headers)
    cents = _in_hundredths(cells_of.values())
    results = _Results(table, has_name, codes, code_column, cents, doubts=doubts)
    cells_of = {index: evolve(cells, decimal=decimal, order=order) for index, cells in cells_of.items()}
    for index, cells in cells_of.items():
        if index != id_index and _problem(cells) is None:
            # What is doubtful rests on the currency that the author named, not on that of another column.
            as_told = evolve(cells, currency=choices.currency)
            doubts += _doubts(results, as_told, index, types.get(index), choices)
    for index, without_currency in cells_of.items():
        cells = evolve(without_currency, currency=currency)
        if index == id_index:
            results.ids, results.id = _ids_of(table, index, cells.header.text), cells.header.text
            results.left_out(cells, "names the rows, as told: taken for their ids", "id")
        else:
            _read(results, cells, index, types.get(index), choices)
    ranked = tuple(sorted(doubts, key=lambda doubt: -doubt.weight))
    notes = [*_not_guessed(ranked), *decimal_notes, *order_notes]
    if currency and not choices.currency:
        notes.append(f"Money that does not say its currency is in {currency}, as {code_column} does.")
    if not chosen and len(headers) > _MOST_READ:
        notes.append(f"Only {_MOST_READ} of {len(headers)} columns were read, by their names.")
    shown, reports = results.limited(_MOST_CHOSEN if chosen else MOST_SHOWN, notes)
    return GuessedColumns(shown, results.ids, reports, tuple(notes), decimal, order, results.id, ranked)


def _labelled_headers(table: RawTable, choices: Choices) -> list[Header]:
    """Returns the headers with the labels that an author gives them."""
    headers = read_headers(table.header)
    for name, label in choices.labels.items():
        index = column_index(name, headers, "labels")
        headers[index] = renamed(headers[index], label)
    return distinct(headers)


_MOST_DOUBTS: Final = 5
"""The number of doubts that the first note names; the report of each column has its flags."""


def _not_guessed(doubts: Sequence[Doubt]) -> Iterator[str]:
    """Yields one sentence that names the doubts of the greatest weight; none without doubts."""
    if doubts:
        named = "; ".join(f"{doubt.column} ({doubt.reason})" for doubt in doubts[:_MOST_DOUBTS])
        more = f"; and {len(doubts) - _MOST_DOUBTS} more" if len(doubts) > _MOST_DOUBTS else ""
        yield f"Not guessed, and kept as text: {named}{more}. The flags stand beside each column."


def _whole_file(
    table: RawTable,
    decide: Callable[[], tuple[_T | None, tuple[str, ...]]],
    cells_of: Mapping[int, Cells],
    doubts: list[Doubt],
) -> tuple[_T | None, tuple[str, ...]]:
    """Returns what `decide` settles for the whole file, and its notes; else None, and a doubt is added."""
    try:
        return decide()
    except AmbiguousValueError as error:
        indexes = {cells.header.label: index for index, cells in cells_of.items()}
        columns = [cells_of[indexes[label]] for label in error.labels]
        cells = columns[0]
        answers = tuple(_of_file(cells, error.text, decimal=sign, order=order) for sign, order in error.ways)
        doubts.append(
            Doubt(
                cells.header.column,
                error.reason,
                _example(table, cells, error.text),
                answers,
                sum(column.present for column in columns),
                tuple(column.header.column for column in columns),
            )
        )
        return None, ()


def _example(table: RawTable, cells: Cells, text: str) -> tuple[Example]:
    """Returns the first row whose cell in the column has this text."""
    index = cells.texts.index(text)
    line, row = table.rows[index]
    return (Example(line, text, row),)


def _of_file(cells: Cells, text: str, *, decimal: DecimalSign | None, order: DayOrder | None) -> DoubtAnswer:
    """Returns the answer that settles a sign or an order for the whole file, with one text as it reads it."""
    single = evolve(cells, texts=(text,), counts={text: 1}, missing={}, decimal=decimal, order=order)
    column_type = ColumnType("date", order) if order else ColumnType("number")
    reading = read_as(single, column_type) or read_column(single)
    return DoubtAnswer((reading.cells[0] or "",) if reading else ("",), decimal=decimal, order=order)


def _doubts(
    results: _Results, cells: Cells, index: int, column_type: ColumnType | None, choices: Choices
) -> Iterator[Doubt]:
    """Yields the doubt of a column that no decision about the whole file has raised already."""
    column = cells.header.column
    if any(column in earlier.columns for earlier in results.doubts):
        return
    coded = cells.header.ends(*_ID_WORDS)
    numbered = _names_rows(cells) or _counts_rows(cells, results.table.count)
    if column_type is None and not choices.id and numbered:
        return
    if column_type is None and not coded and (text := serial_days(cells)):
        examples = _example(results.table, cells, text)
        answers = tuple(
            DoubtAnswer(values_of_examples(cells, reading, examples) if reading else ("",), answer_type)
            for answer_type in (ColumnType("date", "excel"), ColumnType("number"))
            for reading in (read_as(cells, answer_type),)
        )
        reason = "the number of a day, as Excel keeps dates, or a plain number"
        yield Doubt(column, reason, examples, answers, cells.present, (column,))
        return
    guess: Callable[[Cells], ColumnReading | None] = shown_text if coded else read_column
    doubt = doubt_of(cells, guess, results.table.rows, column_type)
    if doubt is not None:
        yield doubt


_NUMBER_OF: Final = re.compile(r"[Nn]o(?:[ _.](?!of\b)(?=\w)|(?=[A-Z][a-z]))")


def _cells(table: RawTable, header: Header, index: int, choices: Choices) -> Cells:
    texts = [row[index] for _, row in table.rows]
    return Cells.of(header, texts, choices.currency, choices.missing).unrated()


def _read(
    results: _Results, cells: Cells, index: int, column_type: ColumnType | None, choices: Choices
) -> None:
    """Adds the column to the results: as a slot, as the ids, or as left out."""
    doubt = next((earlier for earlier in results.doubts if cells.header.column in earlier.columns), None)
    if doubt is not None:
        column_type, cells = None, cells.having([example.cell for example in doubt.examples])
    told = column_type is not None
    if column_type is None and doubt is None and _problem(cells) is None:
        cents = cells.header.text in results.in_hundredths
        column_type = hundredths(cells) if cents else settled_type(cells)
    cells = with_type_words(cells, column_type) if column_type else cells
    problem = _problem(cells)
    guessed = problem is None and column_type is None and doubt is None
    if guessed and not results.ids and not choices.id and _names_rows(cells):
        results.ids, results.id = cells.texts, cells.header.text
        results.left_out(cells, "names the rows: taken for their ids", "id")
        return
    if guessed and _counts_rows(cells, results.table.count):
        problem = "counts the rows: left out"
    taken = [earlier.name for earlier in results.columns]
    if problem:
        column = None
    elif doubt is not None:
        column = _doubtful_column(cells, doubt, taken)
    elif column_type:
        column = _typed_column(cells, column_type, taken)
        if not told:
            why = f"{column.reading.why.partition(', as told')[0]}, by its name: {column_type}"
            if column_type.name == "hundredths" and not column_type.detail:
                why += "; no currency is named: --currency says it"
            column = evolve(column, reading=evolve(column.reading, why=why))
    else:
        column = _guessed_column(cells, taken, results.named)
    if column is not None and not told and not choices.currency and len(results.codes) > 1:
        paid = names_money(column.header) or column.header.has("amount")
        if paid and column.reading.settings.get("unit") == "number":
            why = f"amounts in {' and '.join(results.codes)}, as {results.code_column} says"
            why += ", which cannot be compared: shown, without rules"
            column = evolve(column, reading=evolve(column.reading, why=why, ruled=False), ruled=False)
    if column is not None and any(_values(column) == _values(earlier) for earlier in results.columns):
        column, problem = None, "the same as a column before it: left out"
    if column is None:
        results.left_out(cells, problem or _unshown(cells))
        return
    column = _with_rate(column, cells.per) if cells.per and column.reading.kind == "quantity" else column
    header = distinct([*(earlier.header for earlier in results.columns), column.header])[-1]
    column = evolve(column, index=index, header=header, reading=in_speech(header, column.reading))
    results.add(column, cells, column.reading.why if column_type else _why(column, cells))


def _with_rate(column: SlotColumn, per: str) -> SlotColumn:
    """Returns the column with what its amounts are paid for in its type, and in its name if it was not there:
    "Price per night" for "$99/night" under "price".
    """
    header, reading = column.header, evolve(column.reading, taken=f"{column.reading.taken} per {per}")
    if not header.told and not header.has(per, f"{per}ly"):
        label = f"{header.label} per {per}"
        header = evolve(read_header(label, 0), text=header.text, unit=header.unit)
    return evolve(column, header=header, reading=reading)


def _words_for_missing(column: SlotColumn, cells: Cells) -> Mapping[str, int]:
    """Returns how often each word was taken for a missing value, without "none" where it is a value."""
    valued = column.reading.worded and cells.with_none() is not None
    return {text: count for text, count in cells.missing.items() if not valued or text.casefold() != "none"}


def _unshown(cells: Cells) -> str:
    """Returns why an option cannot show the column."""
    longest = max(map(len, cells.counts))
    if longest > LONGEST_TEXT:
        return f"texts of up to {longest:,} characters, and {LONGEST_TEXT} can be shown: left out"
    return "nothing that an option could show: left out"


def _labels(columns: Sequence[SlotColumn]) -> str:
    return ", ".join(column.header.label for column in columns)


def _problem(cells: Cells) -> str | None:
    """Returns why the column cannot tell options apart; None if it may."""
    if not cells.present:
        return "without values: left out"
    if is_marked(cells):
        return None
    if len(cells.counts) == 1 and not (cells.with_none()):
        return f"always {next(iter(cells.counts))[:40]}: left out"
    if cells.present < (1 - _ALL_BUT_MISSING) * len(cells.texts):
        return "hardly any values: left out"
    return None


def _names_rows(cells: Cells) -> bool:
    different = len(cells.counts) == len(cells.texts)
    fitting = all(text.isprintable() and len(text) <= _LONGEST_ID for text in cells.counts)
    return cells.header.ends(*_ROW_ID_WORDS) and different and fitting


def _ids_of(table: RawTable, column: int, name: str) -> tuple[str, ...]:
    """Returns the ids in a column; refuses a cell that is none, and an id that occurs twice."""
    lines: dict[str, int] = {}
    for line, row in table.rows:
        text = row[column].strip()
        problem = "nothing" if not text else quoted(text[:_LONGEST_ID])
        if text in lines:
            problem = f"{problem} in line {lines[text]} and in line {line}"
        elif not text or len(text) > _LONGEST_ID or not text.isprintable():
            problem = f"{problem} in line {line}"
        else:
            lines[text] = line
            continue
        expected = f"a text of 1 to {_LONGEST_ID} characters in every row, each once"
        message = f"the column {quoted(name)} cannot hold ids"
        fix = "name another column, or leave --id out: ids are made then"
        raise UsageError(message, got=problem, expected=expected, fix=fix)
    return tuple(lines)


def _counts_rows(cells: Cells, count: int) -> bool:
    """Returns whether the column holds different whole numbers that number the `count` rows of the file. The
    name says so; or the numbers rise from row to row, and either the name is one that row numbers have or the
    numbers are no more than the rows.
    """
    whole = all(text.isdecimal() and len(text) < 12 for text in cells.counts)
    if not whole or len(cells.counts) < len(cells.texts):
        return False
    numbers = [int(text) for text in cells.texts]
    rising = numbers == sorted(numbers)
    words = cells.header.words
    if words and words[-1] == "year":  # one row a year
        return False
    named = not words or words[-1] in (*_ROW_ID_WORDS, *_NUMBERING)
    if words in _ROW_NAMES:
        return True
    return rising and (named or numbers[-1] - numbers[0] < count)


def _is_long_number(cells: Cells) -> bool:
    """Returns whether every row has another number of as many digits, as parcels and accounts have."""
    widths = {len(text) for text in cells.counts if text.isdecimal()}
    different = len(cells.counts) == cells.present and all(map(str.isdecimal, cells.counts))
    measured = cells.header.unit or names_money(cells.header)
    return different and len(widths) == 1 and min(widths) >= _SHORTEST_NUMBER and not measured


def _doubtful_column(cells: Cells, doubt: Doubt, taken: Sequence[str]) -> SlotColumn | None:
    """Returns the column as text without rules until its doubt is settled; None if it cannot be shown."""
    reading = shown_text(cells.with_none() or cells)
    if reading is None:
        return None
    reading = evolve(reading, why=doubt.sentence())
    header = unmeasured(cells.header) if cells.header.unit else cells.header
    return SlotColumn(slot_name(header.phrase, taken), header, reading, False)


def _typed_column(cells: Cells, column_type: ColumnType, taken: Sequence[str]) -> SlotColumn:
    """Returns the column as the type that the author gives it, which has to read most of its cells."""
    reading = read_as(cells, column_type)
    read = reading.cells if reading is not None else [None] * len(cells.texts)
    unread = [text for text, cell in zip(cells.texts, read, strict=True) if cell is None]
    if reading is None or len(unread) > 0.5 * cells.present:
        examples = list(cells.counts)[:3] if reading is None else unread[:3]
        name = cells.header.column
        raise UsageError(
            f"the column {quoted(name)} is not {column_type}",
            got=", ".join(quoted(text[:60]) for text in examples),
            expected=f"cells that can be read as {column_type}, more than half of them",
            fix=f"leave {quoted(name)} out of --types, or name another type",
        )
    header = cells.header
    if column_type.name in ("hundredths", "thousands", "millions"):
        scale = HEADER_HUNDREDTHS if column_type.name == "hundredths" else HEADER_SCALE
        header = evolve(read_header(scale.sub("", header.text), 0), text=header.text)
    return SlotColumn(slot_name(header.phrase, taken), _header(header, reading), reading, reading.ruled)


def _header(header: Header, reading: ColumnReading) -> Header:
    """Returns the header, made clearer by what the cells hold: "no_gears" above numbers counts gears."""
    if header.told:
        return header
    if reading.kind == "quantity" and (counted := _NUMBER_OF.match(header.text)):
        return read_header(f"number of {header.text[counted.end() :]}", 0)
    measured = reading.kind in ("quantity", "duration", "list")
    return unmeasured(header) if header.unit and not measured else header


def _guessed_column(cells: Cells, taken: Sequence[str], named: bool) -> SlotColumn | None:
    """Returns the column as its cells suggest; None where it cannot be shown."""
    header = cells.header
    coded = header.ends(*_ID_WORDS) or _is_long_number(cells)
    reading = shown_text(cells.with_none() or cells) if coded else None
    reading = reading or read_column(cells)
    if reading is None:
        return None
    unnamed = not header.text or header.words in _ROW_NAMES
    if unnamed and reading.kind == "category" and not named and "name" not in taken:
        header = read_header("Name", 0)
    header = _header(header, reading)
    ruled = reading.ruled and not reason_without_rules(header, reading, cells)
    return SlotColumn(slot_name(header.phrase, taken), header, reading, ruled)


def _values(column: SlotColumn) -> tuple[object, ...]:
    return column.reading.settings, column.reading.cells


def _why(column: SlotColumn, cells: Cells) -> str:
    if column.ruled or not column.reading.ruled:
        return column.reading.why
    without_rules = reason_without_rules(column.header, column.reading, cells)
    return f"{column.reading.why}; {without_rules}, so shown without rules"
