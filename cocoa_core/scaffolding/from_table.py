"""Drafts a domain from a table that nobody prepared."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

from attrs import evolve, frozen

from cocoa_core.english import with_article
from cocoa_core.errors import DomainError, Place
from cocoa_core.importing import (
    FEWEST_ROWS,
    OTHER_SHEETS,
    Choices,
    Doubt,
    DoubtAnswer,
    GuessedColumns,
    Header,
    RawTable,
    SlotColumn,
    checked_phrase,
    read_columns,
    read_table,
    related_columns,
    repeated_rows,
    settled,
    short_forms,
    without_repeats,
    without_total,
    worth,
)
from cocoa_core.loading import shown_path
from cocoa_core.scaffolding.drafts import (
    LONGEST_NOUN,
    DomainDraft,
    DraftSlot,
    TablePart,
    checked_currency,
)
from cocoa_core.scaffolding.proposals.checks import checked_draft
from cocoa_core.scaffolding.proposals.doubtful import labels_flag, to_check, without_currency
from cocoa_core.scaffolding.proposals.nouns import RECORD, is_made, proposed_noun
from cocoa_core.scaffolding.proposals.openings import proposed_openings
from cocoa_core.scaffolding.proposals.people import about_people
from cocoa_core.scaffolding.proposals.records import is_chosen, noun_of_rows, of_plain_numbers
from cocoa_core.scaffolding.proposals.rules import proposed_rules
from cocoa_core.scaffolding.proposals.wishes import topic_of
from cocoa_core.scaffolding.proposals.wordings import ease, is_long, is_misread, unsayable_reason
from cocoa_core.scaffolding.yaml_text import import_text
from cocoa_core.suggestions import quoted
from cocoa_core.text import counted, visible

_FEWEST_RULED: Final = 2
_MOST_ASKED: Final = 8
"""The number of columns that get rules if some could only be worded as "its X should be"; those with the best
wordings are kept. With rules for 16 columns, blind readers gave the requests over ten tables 2.6 to 3.0 of 5.
"""
_FEWEST_ASKED: Final = 5
"""Columns with weak wordings get rules only until this many columns have rules."""
_UNRULED: Final = "shown and has no rules"
_FEWEST_NAMED: Final = 4
"""The least number of columns of records with names that say much, for which those with short forms are left
out: of a record one may ask by a header as it stands.
"""
_MOST_LABELS: Final = 6
"""The most names of columns that an author is asked about."""
_Rows = list[tuple[str, tuple[str, ...]]]
"""Ids, each with canonical cells in the order of the columns; a cell that cannot be read is empty."""

_FEWEST_IN_GROUP: Final = 12
_USUAL: Final = 20
_KEPT: Final = 0.8
_FEWEST_OTHERS: Final = 3
_PREPOSITIONS: Final = {
    "origin": "from",
    "destination": "to",
    **dict.fromkeys("city town location resort region".split(), "in"),
    "island": "on",
    **dict.fromkeys("state province county country continent market".split(), "in"),
    **dict.fromkeys("store branch venue site airport".split(), "at"),
}
"""Names of columns by which people narrow a search before they ask, each with its preposition."""
_UNITS_IN_WORDS: Final = {"in": "inches", "mi": "miles"}
"""Units that a request spells out."""
_NO_PLACE: Final = re.compile(
    r"^(?:[Nn]on|NON|[Nn]ot|[Oo]thers?|[Uu]nknown|[Vv]arious|[Nn]/[Aa])\b"
    r"|^[A-Z][a-z]+ (?!upon\b|della\b|unter\b|sous\b|über\b)[a-z]{4}"
)
"""Matches a value that names no place: "a car from non-USA", "a car in Airport terminal"."""


@frozen
class _Grouping:
    """The column that groups the rows, and what requests and notes say of it."""

    slot: str = ""
    """The name of the column; empty where all rows are one group."""
    request: tuple[object, ...] = ()
    """The opening of requests that names the group."""
    parts: tuple[str, ...] = ()
    """Categories each of whose values occurs in one group only, such as the regions of a continent. They get
    no rules, since within a group most of their values cannot be met.
    """
    where: str = ""
    """How other openings name the group: "in {city}"."""
    note: str = "All rows are one group: no column groups them naturally."


def _ignore_stage(_stage: str) -> None:
    """Reports nothing; the default of `Dialogue.progress`."""


@frozen
class Dialogue:
    """Callbacks that involve a person in reading a table; the defaults report and ask nothing."""

    noun: Callable[[str], str] | None = None
    """Returns the noun for a row, given the one that names suggest, which is the default."""
    settle: Callable[[Doubt], DoubtAnswer | None] | None = None
    """Answers a doubt; without it, or where it returns None, the column is text."""
    label: Callable[[SlotColumn], str] | None = None
    """Returns what to call a column whose header is an abbreviation; it is called for those that are worth
    most. Without it, or where it returns an empty text, no request speaks of the column.
    """
    currency: Callable[[Sequence[str]], str] | None = None
    """Returns the code of the currency in which the columns with these labels are, or an empty text."""
    progress: Callable[[str], None] = _ignore_stage
    """Is called with a few words on what is done next."""


_DEFAULT_PART: Final = TablePart()
_NO_CHOICES: Final = Choices()
_NOBODY: Final = Dialogue()


def draft_from_table(
    path: Path,
    name: str,
    noun: str | None = None,
    *,
    part: TablePart = _DEFAULT_PART,
    choices: Choices = _NO_CHOICES,
    dialogue: Dialogue = _NOBODY,
) -> DomainDraft:
    """Returns the domain that a table's columns suggest, checked as a whole; its notes name every guess.

    Args:
        noun: the singular noun for a row; None where it is asked for or proposed.
        part: the part of the file that is read.
        choices: what the author said about columns.
        dialogue: asks the author, where there is one, and shows the progress.

    Raises:
        UsageError: there is no such file, or the currency of `choices` is unknown.
        DomainError: the file has no table (with the line), or no question can be asked about the table.
    """
    if choices.currency:
        choices = evolve(choices, currency=checked_currency(choices.currency))
    dialogue.progress(f"reading {path.name}")
    table = without_repeats(without_total(read_table(path, part.seed, part.rows, part.at)))
    dialogue.progress("reading its columns")
    columns = read_columns(table, choices)
    if dialogue.settle is not None and columns.doubts:
        choices = settled(columns.doubts, choices, dialogue.settle)
        columns = read_columns(table, choices)
    if dialogue.label is not None and (labels := _labels(columns.columns, dialogue.label)):
        choices = evolve(choices, labels={**choices.labels, **labels})
        columns = read_columns(table, choices)
    if dialogue.currency is not None and not choices.currency and (priced := without_currency(columns)):
        choices = evolve(choices, currency=dialogue.currency(priced))
        columns = read_columns(table, choices)
    _check_columns(path, table, columns)
    proposed = ""
    has_author = noun is not None or dialogue.noun is not None
    if noun is None:
        names = (name, part.at.rpartition(".")[2], part.table, path.stem)
        proposed = noun_of_rows(proposed_noun(names, table.header, columns), columns.columns)
        noun = dialogue.noun(proposed) if dialogue.noun is not None else proposed
    called = checked_phrase(noun, "what an option is called", LONGEST_NOUN)
    rows_are_offers = is_chosen(called, columns.columns, told=has_author and called != proposed)
    asked_columns = columns if rows_are_offers else of_plain_numbers(columns)
    file = " ".join(visible(path.name).split())  # it stands in the description, and in README.md
    draft = _draft(file, name, called, "offers" if rows_are_offers else "facts", table, asked_columns)
    imported = import_text(table, columns, choices, part, _FEWEST_IN_GROUP if draft.group_by else 0)
    dialogue.progress("looking for what can be asked")
    draft = checked_draft(evolve(draft, columns=columns.reports, imported=imported))
    unreviewed = (evolve(rule, settings={**rule.settings, "proposed": True}) for rule in draft.rules)
    checks = to_check(draft, table, columns, told=has_author)
    return about_people(evolve(draft, rules=tuple(unreviewed), to_check=checks))


def _labels(columns: Sequence[SlotColumn], label: Callable[[SlotColumn], str]) -> dict[str, str]:
    """Returns the labels that an author gives to columns with abbreviated headers, by header."""
    unclear = [
        column
        for column in columns
        if column.ruled
        and (column.header.nameless or (short_forms(column.header) and unsayable_reason(column)))
    ]
    asked = sorted(unclear, key=worth, reverse=True)[:_MOST_LABELS]
    return {column.header.text: text for column in asked if (text := label(column).strip())}


def _check_columns(path: Path, table: RawTable, columns: GuessedColumns) -> None:
    ruled = [column for column in columns.columns if column.ruled]
    named = [column for column in ruled if not column.header.nameless]
    rows, place = len(table.rows), Place(shown_path(path))
    if len(named) < _FEWEST_RULED <= len(ruled):
        raise DomainError(
            "the columns have no names",
            got=f"a first line with numbers, {quoted(', '.join(table.rows[0][1])[:60])}",
            expected="names above the columns, by which requests speak of them",
            fix="write a first line with a name for each column;"
            f" or {labels_flag(ruled[0].header)} for two or more",
            place=place,
        )
    if len(ruled) < _FEWEST_RULED or rows < FEWEST_ROWS:
        others = next((note for note in table.notes if note.startswith(OTHER_SHEETS)), None)
        raise DomainError(
            "no question can be asked about this table",
            got=f"{counted(len(ruled), 'such column')}, {counted(rows, 'readable row')}. "
            + " ".join(report.sentence() for report in columns.reports[:8]),
            expected=f"{_FEWEST_RULED} columns or more whose values differ and repeat: numbers, dates, words",
            fix=f"settle what {columns.doubts[0].column} is: {columns.doubts[0].flags()}"
            if columns.doubts
            else others and f"name another sheet with --at. {others}",
            place=place,
        )


def _in_groups(columns: GuessedColumns, rows: _Rows, grouping: _Grouping) -> _Rows:
    """Returns the rows whose groups are large enough."""
    if not grouping.slot:
        return rows
    position = [column.name for column in columns.columns].index(grouping.slot)
    sizes = Counter(cells[position] for _, cells in rows)
    return [(name, cells) for name, cells in rows if sizes[cells[position]] >= _FEWEST_IN_GROUP]


def _draft(
    file: str, name: str, noun: str, speech: str, table: RawTable, columns: GuessedColumns
) -> DomainDraft:
    texts = zip(*(column.reading.cells for column in columns.columns), strict=True)
    every = [tuple([cell or "" for cell in row]) for row in texts]
    grouping = _proposed_grouping(columns.columns, every, noun)
    ids = columns.ids or [f"r{line}" for line, _ in table.rows]
    rows = _in_groups(columns, list(zip(ids, every, strict=True)), grouping)
    ruled = [
        evolve(column, ruled=column.ruled and column.name not in (grouping.slot, *grouping.parts))
        for column in columns.columns
    ]
    ruled, hardly_said = _sayable(ruled, noun, speech)
    related = related_columns(ruled)
    if sum(column.ruled and column.name not in related.repeat for column in ruled) >= _FEWEST_RULED:
        ruled = [evolve(column, ruled=column.ruled and column.name not in related.repeat) for column in ruled]
    cells = [row for _, row in rows]
    words = {item for column in columns.columns if column.reading.worded for item in column.reading.items}
    sampled, read, lost = len(table.rows) < table.count, len(table.rows), len(table.rows) - len(rows)
    notes = (
        f"A sample of {read:,} of the table's {table.count:,} rows, by the seed." if sampled else "",
        *table.notes,
        *columns.notes,
        *repeated_rows(table, columns.columns, columns.id),
        *related.notes,
        *hardly_said,
        grouping.note,
        f"{counted(lost, 'row')} left out, in groups of fewer than {_FEWEST_IN_GROUP}." if lost else "",
    )
    return DomainDraft(
        name=name,
        noun=noun,
        speech=speech,
        description=f"Made from the table {file}.",
        group_by=(grouping.slot,) if grouping.slot else (),
        request=grouping.request,
        slots=tuple(_slot(column, cells, index) for index, column in enumerate(columns.columns)),
        rules=proposed_rules(ruled, cells, noun, speech),
        rows=tuple((row_id, *row) for row_id, row in rows),
        origin=_origin(file, table, columns, len(rows)),
        notes=tuple(filter(None, notes)),
        axioms=related.axioms,
        openings=proposed_openings(noun, grouping.where, words, speech),
    )


def _sayable(
    columns: Sequence[SlotColumn], noun: str, speech: str
) -> tuple[list[SlotColumn], tuple[str, ...]]:
    """Returns the columns, without rules for those that cannot be said well, and a sentence about each.

    If hardly another column would be left, all keep their rules: nothing could be asked otherwise.
    """
    ruled = [column for column in columns if column.ruled]
    reasons = {column.name: reason for column in ruled if (reason := unsayable_reason(column, noun))}
    clear = [column for column in ruled if column.name not in reasons]
    if len(clear) > _FEWEST_ASKED:
        reasons |= _weaker_columns(clear, noun)
    unruled = set(reasons)
    if speech == "facts" and len(clear) < _FEWEST_NAMED:
        unruled -= {column.name for column in ruled if short_forms(column.header) and not is_misread(column)}
    if len(clear) + len(reasons.keys() - unruled) < _FEWEST_RULED:
        unruled = {column.name for column in ruled if is_misread(column) or _is_unnamed(column.header)}
    notes = tuple(
        f"{column.header.label} is {_UNRULED if column.name in unruled else 'hardly said well'}:"
        f" {reasons[column.name]}."
        for column in columns
        if column.name in reasons
    )
    return [evolve(column, ruled=column.ruled and column.name not in unruled) for column in columns], notes


def _weaker_columns(columns: Sequence[SlotColumn], noun: str) -> dict[str, str]:
    """Returns the columns that are said worse than enough others, by name, each with the reason."""
    best = sorted(columns, key=lambda column: (-ease(column, noun), -worth(column)))
    why = "other columns make better requests; copy a rule of rules.yaml to ask about it too"
    return {
        column.name: why
        for number, column in enumerate(best)
        if (number >= _MOST_ASKED and ease(column, noun) < ease(best[0], noun) and not _is_price(column))
        or (number >= _FEWEST_ASKED and not ease(column, noun))
    }


def _is_price(column: SlotColumn) -> bool:
    """Returns whether the column is an amount to pay: people ask for it, even where no currency is named."""
    return column.reading.kind == "quantity" and column.header.ends("price", "cost", "rent", "fare")


def _is_unnamed(header: Header) -> bool:
    """Returns whether only a number tells the column's phrase from that of another."""
    return header.nameless or (is_long(header) and header.phrase[-1:].isdigit())


def _slot(column: SlotColumn, rows: Sequence[Sequence[str]], position: int) -> DraftSlot:
    missing = any(not row[position] for row in rows) and not column.empty_items
    settings: dict[str, Any] = {"label": column.header.label, **column.reading.settings}
    if missing or column.missing:
        settings["missing"] = True
    if column.reading.settings.get("unit") in _UNITS_IN_WORDS:
        settings["unit"] = _UNITS_IN_WORDS[str(settings["unit"])]
    topic = topic_of(column) if column.ruled else ""
    if topic:
        settings["topic"] = topic
    return DraftSlot(column.name, settings, f"Guessed: {column.reading.why}.")


def _origin(file: str, table: RawTable, columns: GuessedColumns, kept: int) -> str:
    named = "Ids are the table's own." if columns.ids else "Ids are the lines of the file."
    rows = f"{kept:,} of the {table.count:,} rows" if kept < table.count else f"All {kept:,} rows"
    return f"{rows} of the table {quoted(file)}, as `cocoa new-domain --from` read them. {named}"


def _proposed_grouping(columns: Sequence[SlotColumn], rows: Sequence[Sequence[str]], noun: str) -> _Grouping:
    """Returns a grouping by a category that many rows share and people name first; else one of no slot."""
    ruled = sum(column.ruled for column in columns)
    for word, preposition in _PREPOSITIONS.items():
        for position, column in enumerate(columns):
            named = column.header.ends(word) and len(column.header.words) <= 2
            if not named or not column.ruled or column.reading.kind != "category" or column.missing:
                continue
            if any(_NO_PLACE.search(cell) for cell in column.reading.cells if cell):
                continue
            parts = _parts_of(columns, rows, position)
            if ruled - 1 - len(parts) >= _FEWEST_OTHERS and _makes_groups([row[position] for row in rows]):
                preposition = "for" if noun == RECORD else preposition
                preposition = "from" if word == "country" and is_made(noun) else preposition
                request = (f"I'm looking for {with_article(noun)} {preposition}", {"slot": column.name})
                note = f"Options of one question share their {column.header.phrase}: it groups the rows."
                if parts:
                    note += f" Shown without rules, since one group has a value alone: {', '.join(parts)}."
                return _Grouping(column.name, request, parts, f"{preposition} {{{column.name}}}", note)
    return _Grouping()


def _parts_of(columns: Sequence[SlotColumn], rows: Sequence[Sequence[str]], group: int) -> tuple[str, ...]:
    """Returns the names of the categories with rules, of which each value is in one group, several in one."""
    groups, parts = {row[group] for row in rows}, []
    for position, column in enumerate(columns):
        if column.ruled and column.reading.kind == "category" and position != group:
            pairs = {(row[position], row[group]) for row in rows if row[position]}
            values = {value for value, _ in pairs}
            parts += [column.name] * (len(pairs) == len(values) > len(groups))
    return tuple(parts)


def _makes_groups(cells: Sequence[str]) -> bool:
    """Returns whether the values make several groups, nearly all of them large enough for many questions."""
    sizes = [size for size in Counter(cells).values() if size >= _FEWEST_IN_GROUP]
    return len(sizes) > 1 and sum(sizes) >= _KEPT * len(cells) and median(sizes) >= _USUAL
