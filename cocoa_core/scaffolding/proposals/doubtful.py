"""Lists what an author should check first after a table was read, the most doubtful first."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote

from cocoa_core.english import with_article
from cocoa_core.importing import (
    NO_RESULTS,
    OTHER_WIDTH,
    UNHELD,
    UNLIKE_OTHERS,
    ColumnReport,
    GuessedColumns,
    Header,
    RawTable,
    in_another_language,
    short_forms,
)
from cocoa_core.scaffolding.drafts import DomainDraft
from cocoa_core.scaffolding.proposals.nouns import NAMELESS
from cocoa_core.scaffolding.proposals.wordings import is_long, lacks_unit
from cocoa_core.suggestions import listed, quoted


def to_check(
    draft: DomainDraft, table: RawTable, columns: GuessedColumns, *, told: bool = False
) -> tuple[str, ...]:
    """Returns sentences on what to check, the most important first.

    Args:
        told: whether an author said what an option is called.
    """
    doubts = [*_doubts(draft, table, columns), *(() if told else _of_noun(draft.noun))]
    return tuple(text for _, text in sorted(doubts, key=lambda doubt: -doubt[0]))


def without_currency(columns: GuessedColumns) -> list[str]:
    """Returns the labels of columns that requests speak of whose amounts of money name no currency."""
    return [
        column.header.label
        for column in columns.columns
        if column.ruled and "no currency is named" in column.reading.why
    ]


def labels_flag(*headers: Header, label: str = "...") -> str:
    """Returns the flag that gives columns a label."""
    return f"--labels {quote(','.join(f'{header.text}={label}' for header in headers))}"


def _of_noun(noun: str) -> Iterator[tuple[float, str]]:
    if noun in NAMELESS:
        yield 55, f"Nothing says what a row is, so requests call it {with_article(noun)}: --noun says it."
    else:
        yield 55, f"Requests call a row {with_article(noun)}: --noun says what else it is."


def _doubts(draft: DomainDraft, table: RawTable, columns: GuessedColumns) -> Iterator[tuple[float, str]]:
    """Yields sentences with a weight each; 100 would concern the meaning of every question."""
    ruled = {rule.slot for rule in draft.rules}
    for report in columns.reports:
        yield from _of_cells(report, asked=report.slot in ruled)
    for rank, doubt in enumerate(columns.doubts):
        yield 95 - rank, f"{doubt.column} is kept as text: {doubt.reason}. It is settled by {doubt.flags()}."
    priced = without_currency(columns)
    if priced:
        yield 50, f"No currency is named for {_some(priced)}: pass --currency USD, or whichever it is."
    bare = [column.header for column in columns.columns if column.ruled and lacks_unit(column)]
    if bare:
        flag = labels_flag(bare[0], label=f"{bare[0].phrase} (...)")
        named = _some([header.label for header in bare])
        yield 45, f"No unit is named for {named}, which requests speak of last: {flag} names it."
    yield from ((80, note) for note in table.notes if NO_RESULTS in note)
    yield from ((70, note) for note in table.notes if OTHER_WIDTH in note)
    if len(table.rows) < table.count:
        taken = f"{len(table.rows):,} of the table's {table.count:,} rows"
        yield 60, f"Only {taken} are in the catalogue, drawn by the seed: --rows says how many to take."
    left_out = len(table.rows) - len(draft.rows)
    if left_out:
        share = 100 * left_out / len(table.rows)
        group = next(iter(draft.group_by), "")
        rows = f"{left_out:,} of {len(table.rows):,} rows"
        yield share, f"{rows} are left out: too few share their {quoted(group)}."
    headers = [column.header for column in columns.columns]
    foreign = in_another_language(headers)
    if foreign:
        flag = labels_flag(*headers[:2])
        yield 97, f"No header has an English word, and requests speak of them: {flag} says each in English."
    silent = [column.header for column in columns.columns if column.name not in ruled]
    for unasked, why in (
        ([header for header in silent if short_forms(header) and not foreign], "short for something"),
        ([header for header in silent if is_long(header)], "too long for a sentence"),
    ):
        if unasked:
            headers_are = "its header is" if len(unasked) == 1 else "their headers are"
            named, flag = _some([header.label for header in unasked]), labels_flag(unasked[0])
            yield 25, f"Nobody asks for {named}: {headers_are} {why}; {flag} says what to call it."
    unseen = len(table.header) - len(columns.columns)
    reported = len(columns.columns) + sum(not report.slot for report in columns.reports)
    if len(table.header) > reported:
        yield 20, f"{unseen} of {len(table.header)} columns are left out: --columns says which to read."


def _of_cells(report: ColumnReport, *, asked: bool) -> Iterator[tuple[float, str]]:
    if report.unreadable and report.read:
        line, text = report.unreadable[0]
        number, taken = len(report.unreadable), report.taken or "readable"
        cells = "1 cell counts" if number == 1 else f"{number:,} cells count"
        weight = (40 if asked else 10) + 50 * number / (number + report.read)
        why = f"{cells} as missing, not being {taken}: line {line} has {quoted(text[:40])}"
        yield weight, f"{report.label}: {why}."
    for why, advice in UNHELD.items():
        if report.why.startswith(why):
            yield 60, f"{report.label}: {why}. {advice.format(column=quote(report.column))}"
    if report.why.startswith(UNLIKE_OTHERS):
        yield 65, f"{report.label}: {report.why}."
    if asked and "is a guess" in report.why:
        yield 35, f"{report.label}: {report.why}."


def _some(labels: list[str]) -> str:
    return listed(map(quoted, labels[:3])) + (f" and {len(labels) - 3} more" if len(labels) > 3 else "")
