"""Typed values of a known kind from what is printed."""

from __future__ import annotations

from typing import Final

from cocoa_core.domain.kinds.base import NOT_GIVEN, Kind
from cocoa_core.domain.kinds.boolean import Boolean
from cocoa_core.domain.kinds.category import Category
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.kinds.clock import Clock
from cocoa_core.domain.kinds.date import Date
from cocoa_core.domain.kinds.duration import Duration
from cocoa_core.domain.kinds.items import NO_ITEMS
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.kinds.quantity import Quantity
from cocoa_core.domain.kinds.reading import mismatch
from cocoa_core.domain.primitives import Value
from cocoa_core.domain.printed.clocks import read_time
from cocoa_core.domain.printed.conventions import PLAIN, Conventions
from cocoa_core.domain.printed.dates import read_day
from cocoa_core.domain.printed.durations import read_minutes
from cocoa_core.domain.printed.lists import split_items
from cocoa_core.domain.printed.missing import is_missing
from cocoa_core.domain.printed.own_form import read_own
from cocoa_core.domain.printed.quantities import read_number
from cocoa_core.domain.printed.truths import read_truth

__all__ = ["read_printed"]

_SEPARATOR: Final = ";"


def read_printed(kind: Kind, text: str, conventions: Conventions = PLAIN) -> Value:
    """The value of the kind that a printed text stands for, legal for the kind.

    What `kind.show` and `kind.write` give is read back exactly, whatever else it looks like (unless
    `conventions` name a separator). Other texts are read as they say: amounts with their own currency or unit
    only, texts of closed vocabularies whatever their capitals. ValueError ("expected ...") for the rest, and
    for what can be taken in two ways.
    """
    cell = text.strip()
    if kind.missing and (
        cell == NOT_GIVEN or (conventions.missing and is_missing(cell) and cell != NO_ITEMS)
    ):
        return None
    own = read_own(kind, cell) if conventions.separator is None else None
    return own[0] if own else _legal(kind, _lenient(kind, cell, conventions), cell)


def _lenient(kind: Kind, cell: str, conventions: Conventions) -> Value:
    if isinstance(kind, CategorySet):
        return _set(kind, cell, conventions)
    if isinstance(kind, NumberList):
        items = _split(cell, conventions)
        return tuple(_number(kind.items, item, conventions) for item in items)
    if isinstance(kind, Category):
        return _member(cell, kind.closed, kind.values)
    if isinstance(kind, Boolean):
        return read_truth(cell)
    return _number(kind, cell, conventions)


def _number(kind: Kind, cell: str, conventions: Conventions) -> int:
    if isinstance(kind, Quantity):
        return read_number(kind, cell, conventions)
    if isinstance(kind, Duration):
        return read_minutes(cell, conventions.colon)
    if isinstance(kind, Clock):
        return read_time(cell, kind.day_offset)
    if isinstance(kind, Date):
        return read_day(cell, conventions.order)
    raise mismatch(f"a value of the kind {kind.name}", cell)


def _split(cell: str, conventions: Conventions) -> tuple[str, ...]:
    """Items; without a separator in the conventions a comma parts them inside brackets only."""
    separator = conventions.separator
    if separator is None and not cell.startswith(("[", "{")):
        separator = _SEPARATOR
    return split_items(cell, separator)


def _set(kind: CategorySet, cell: str, conventions: Conventions) -> Value:
    items = [_member(item, kind.closed, kind.values) for item in _split(cell, conventions)]
    if len(set(items)) < len(items):
        raise mismatch("each element once", cell)
    return tuple(sorted(items))


def _member(cell: str, closed: bool, values: tuple[str, ...]) -> str:
    """The text; of a closed vocabulary the one value that is the same but for capitals and blanks."""
    if not closed or cell in values:
        return " ".join(cell.split())
    folded = " ".join(cell.split()).casefold()
    found = [value for value in values if value.casefold() == folded]
    if len(found) != 1:
        raise mismatch(f"one of {', '.join(values[:12])}", cell)
    return found[0]


def _legal(kind: Kind, value: Value, cell: str) -> Value:
    """The value, if it is one of the kind: within bounds, on a step, of its vocabulary."""
    try:
        if kind.read(kind.write(value)) == value:
            return value
    except (OverflowError, ValueError) as error:
        raise mismatch(str(error).removeprefix("expected ").partition(", got ")[0], cell) from None
    raise mismatch(f"a value of the kind {kind.name}", cell)
