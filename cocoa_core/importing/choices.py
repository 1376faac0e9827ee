"""Holds what an author says about a table, so that it is not guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar

from attrs import field, frozen

from cocoa_core.errors import UsageError
from cocoa_core.importing.column_types import TYPES, ColumnType, column_type
from cocoa_core.importing.columns.header import LONGEST_LABEL, Header
from cocoa_core.importing.conventions import DayOrder, DecimalSign
from cocoa_core.importing.tables.records import folded_key
from cocoa_core.suggestions import closest, did_you_mean, listed, quoted

_T = TypeVar("_T")
DECIMALS: Final[Mapping[str, DecimalSign]] = {"comma": ",", "point": ".", ",": ",", ".": "."}
ORDERS: Final[Mapping[str, DayOrder]] = {"dmy": "dmy", "mdy": "mdy", "ymd": "ymd"}
_ENTRY: Final = re.compile(r",(?![0-9]{3}(?:[^0-9=]|$))(?=[^=]*=)")
"""Matches a comma between two entries, but not the one in "price=money:USD without from $1,299"."""


@frozen
class Choices:
    """What an author says about a table; with the defaults everything is guessed."""

    columns: tuple[str, ...] = ()
    """The columns to read, as the header names them; empty for all."""
    types: Mapping[str, ColumnType] = field(factory=dict)
    """The types of columns, by their names in the header."""
    decimal: DecimalSign | None = None
    """The decimal sign in the whole file."""
    missing: tuple[str, ...] | None = None
    """The words that stand for missing values, in small letters, instead of the usual ones."""
    order: DayOrder | None = None
    """The order of day and month in the whole file."""
    id: str = ""
    """The column that holds the ids of rows; empty where none is named."""
    currency: str = ""
    """The currency of money that does not name its own; may be empty."""
    labels: Mapping[str, str] = field(factory=dict)
    """The labels that columns get, by their names in the header."""


def choices_of(
    columns: str | None = None,
    types: str | None = None,
    decimal: str | None = None,
    missing: str | None = None,
    dates: str | None = None,
    labels: str | None = None,
) -> Choices:
    """Parses the values of the command-line options of a table; None means that an option was not given.

    Raises:
        UsageError: an option cannot be read.
    """
    sign = _chosen(decimal, DECIMALS, "decimal sign", "--decimal comma or --decimal point")
    order = _chosen(dates, ORDERS, "order of a date", f"--dates {listed(ORDERS)}")
    return Choices(
        _words("columns", columns) if columns is not None else (),
        _types(types) if types is not None else {},
        sign,
        tuple(word.casefold() for word in _words("missing", missing)) if missing is not None else None,
        order,
        labels=_labels(labels) if labels is not None else {},
    )


def _chosen(text: str | None, choices: Mapping[str, _T], what: str, expected: str) -> _T | None:
    if text is not None and text not in choices:
        raise UsageError(f"{quoted(text)} is no {what}", expected=expected, fix=did_you_mean(text, choices))
    return None if text is None else choices[text]


def _words(option: str, text: str) -> tuple[str, ...]:
    words = tuple(filter(None, (word.strip() for word in text.split(","))))
    if not words:
        raise UsageError(f"--{option} names nothing", got=quoted(text), expected="names with commas between")
    return words


def _pairs(option: str, text: str, example: str) -> Iterator[tuple[str, str]]:
    """Yields the entries of an option as pairs of column and value."""
    for entry in _ENTRY.split(text):
        name, equals, choice = (part.strip() for part in entry.rpartition("="))
        if not equals or not name or not choice:
            raise UsageError(
                f"--{option} cannot be read",
                got=quoted(entry),
                expected=f"COLUMN={option.upper().removesuffix('S')}, with commas between: {example}",
            )
        yield name, choice


def _labels(text: str) -> dict[str, str]:
    labels = dict(_pairs("labels", text, "trtan=Treatment,tdp=Heat output (W)"))
    for name, label in labels.items():
        if not any(map(str.isalpha, label)) or not label.isprintable() or len(label) > LONGEST_LABEL:
            raise UsageError(
                f"the column {quoted(name)} cannot be called {quoted(label[:80])}",
                expected=f"1 to {LONGEST_LABEL} printable characters, letters among them",
            )
    return labels


def _types(text: str) -> dict[str, ColumnType]:
    types_of = {}
    for name, type_text in _pairs("types", text, "price=money:EUR,weight=number:kg"):
        try:
            types_of[name] = column_type(type_text)
        except ValueError as error:
            like = closest(type_text.partition(":")[0], TYPES)
            raise UsageError(
                f"the column {quoted(name)} cannot be {quoted(type_text)}",
                expected=str(error).removeprefix("expected "),
                fix=f"did you mean {TYPES[like].example}?" if like else None,
            ) from None
    return types_of


def column_index(name: str, headers: Sequence[Header], option: str) -> int:
    """Returns the index of the column that an option names, by its text or label, exact or folded.

    Raises:
        UsageError: no column has this name, or several have it.
    """
    for key in (str, folded_key):
        matches = [
            index
            for index, candidate in enumerate(headers)
            if key(name) in (key(candidate.text), key(candidate.label))
        ]
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise UsageError(f"--{option} names {quoted(name)}, as {len(matches)} columns are called")
    names = [header.column for header in headers]
    raise UsageError(
        f"--{option} names {quoted(name)}, which is no column",
        expected=f"one of {listed(map(quoted, names))}",
        fix=did_you_mean(name, names),
    )
