"""Lists the readers of printed texts by kind, and of columns, in the order in which kinds are guessed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from shlex import quote
from typing import Any, Final

from attrs import evolve

from cocoa_core.domain import Value
from cocoa_core.domain.kinds import NOT_GIVEN, Kind, mismatch
from cocoa_core.errors import MismatchError
from cocoa_core.importing.columns.cells import Cells, ColumnReading
from cocoa_core.importing.conventions import Conventions
from cocoa_core.importing.kinds.boolean import read_truth, read_truths
from cocoa_core.importing.kinds.category import member, read_codes, read_months, read_words, shown_text
from cocoa_core.importing.kinds.clock import read_clocks, read_hours_and_minutes, read_time
from cocoa_core.importing.kinds.date import iso_of_shown, read_day, read_days
from cocoa_core.importing.kinds.duration import WITH_SECONDS, counts_seconds, read_durations, read_minutes
from cocoa_core.importing.kinds.list import list_of_shown, read_list
from cocoa_core.importing.kinds.number_columns import (
    TOO_FINE,
    TOO_LARGE,
    currencies,
    read_numbers,
    unheld_numbers,
)
from cocoa_core.importing.kinds.printed_amounts import read_amount
from cocoa_core.importing.kinds.quantity import number_of_shown, read_quantity
from cocoa_core.importing.kinds.set import read_elements, read_items_column
from cocoa_core.suggestions import quoted

_GUESSES: Final[tuple[Callable[[Cells], ColumnReading | None], ...]] = (
    read_truths,
    read_months,
    read_codes,
    read_durations,
    read_clocks,
    read_hours_and_minutes,
    read_days,
    read_numbers,
    read_items_column,
    read_words,
    shown_text,
)
"""The readers of columns, those whose cells are the most distinctive first."""


UNHELD: Final[Mapping[str, str]] = {
    TOO_FINE: "A column per thousand or per million would be asked about.",
    TOO_LARGE: "A column in millions or in billions would be asked about.",
    WITH_SECONDS: "--types {column}=seconds reads them as numbers of seconds.",
}
"""Why amounts are kept as text, and what to do about it; {column} is the column as a flag names it."""
UNLIKE_OTHERS: Final = "some cells cannot be read like the others"
"""The beginning of why a column is kept as text of which most cells are numbers, days or durations."""
_PLAIN: Final = Conventions()
_PRINTED: Final[Mapping[str, Callable[[Any, str, Conventions], Value]]] = {
    "boolean": lambda _kind, cell, _conventions: read_truth(cell),
    "category": lambda kind, cell, _conventions: member(cell, kind.closed, kind.values),
    "clock": lambda kind, cell, _conventions: read_time(cell, kind.day_offset),
    "date": lambda _kind, cell, conventions: read_day(cell, conventions.order),
    "duration": lambda _kind, cell, _conventions: read_minutes(cell),
    "list": lambda kind, cell, conventions: read_list(kind, cell, conventions.decimal),
    "quantity": lambda kind, cell, conventions: read_quantity(kind, cell, conventions.decimal),
    "set": lambda kind, cell, _conventions: read_elements(kind, cell),
}
"""The lenient readers by kind. A kind without one is read by its canonical texts alone."""
_OF_SHOWN: Final[Mapping[str, Callable[[Any, str], str]]] = {
    "date": lambda _kind, cell: iso_of_shown(cell),
    "list": list_of_shown,
    "quantity": number_of_shown,
}
"""Functions that turn a text that `kind.show` writes back into canonical text, where the two differ. For any
other text the result is one that the kind refuses.
"""


def read_column(cells: Cells) -> ColumnReading | None:
    """Returns the first reading that fits a column with values; None where none can be shown in an option."""
    reading = _guessed(cells)
    if reading is None:
        return None
    if reading.kind == "category":
        why = unheld_numbers(cells) or (WITH_SECONDS if counts_seconds(cells) else "")
        if len(codes := currencies(cells)) > 1:
            why = f"amounts in {' and '.join(codes)}, which cannot be compared: shown, without rules"
        why = why or (_unlike_others(cells) if reading.taken == "text" else "")
        if why:
            return evolve(reading, why=why, ruled=False)
    with_none = cells.with_none() if reading.worded else None
    return reading if with_none is None else _guessed(with_none)


def _unlike_others(cells: Cells) -> str:
    """Returns which cells keep a column from being numbers, days or durations, which half of its cells are at
    least, and the flag that takes them for missing; empty for other columns.
    """
    for read in (read_amount, read_day, read_minutes):
        unread = [text for text in cells.counts if not _reads(read, text)]
        rows = sum(cells.counts[text] for text in unread)
        reading = _guessed(cells.without(unread)) if 0 < 2 * rows <= cells.present else None
        rated = reading is not None and reading.settings.get("unit") == "rating"  # "5/20" of seats is none
        if reading is not None and reading.kind in ("quantity", "date", "duration") and not rated:
            flag = f"--types {quote(f'{cells.header.column}={reading.taken}')}"
            return (
                f"{UNLIKE_OTHERS}, {rows:,} of {cells.present:,} cells, such as {quoted(unread[0][:40])}:"
                f" shown, without rules; {flag} takes them for missing"
            )
    return ""


def _reads(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except (ValueError, OverflowError):
        return False
    return True


def _guessed(cells: Cells) -> ColumnReading | None:
    return next((reading for guess in _GUESSES if (reading := guess(cells)) is not None), None)


def read_printed(kind: Kind, text: str, conventions: Conventions = _PLAIN) -> Value:
    """Returns the value of the kind that a printed text stands for; it is legal for the kind.

    What `kind.show` and `kind.write` return is read back exactly, whatever else it looks like. In other
    texts, amounts may have no currency or unit except their own, and capitals do not matter in closed
    vocabularies.

    Args:
        conventions: settle what could be read in several ways.

    Raises:
        ValueError: the text cannot be read, can be read in two ways, or gives a value that is not legal.
    """
    cell = text.strip()
    if kind.missing and cell == NOT_GIVEN:
        return None
    own_value = _own(kind, cell)
    if own_value:
        return own_value[0]
    read = _PRINTED.get(kind.name)
    return _legal(kind, read(kind, cell, conventions) if read else kind.read(cell), cell)


def _own(kind: Kind, cell: str) -> tuple[Value] | None:
    """Returns, in a tuple, the value that the kind shows or writes as this text; None where there is none."""
    of_shown = _OF_SHOWN.get(kind.name)
    for candidate in (of_shown(kind, cell), cell) if of_shown else (cell,):
        try:
            value = kind.read(candidate)
        except ValueError:
            continue
        if candidate == cell or kind.show(value) == cell:
            return (value,)
    return None


def _legal(kind: Kind, value: Value, cell: str) -> Value:
    """Returns the value; raises a ValueError if it is not legal for the kind."""
    try:
        if kind.read(kind.write(value)) == value:
            return value
    except MismatchError as error:
        raise mismatch(error.expected, cell) from None
    except (OverflowError, ValueError):
        pass
    raise mismatch(f"a value of the kind {kind.name}", cell)
