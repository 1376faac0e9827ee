"""Days, as they are printed."""

from __future__ import annotations

import re
from datetime import date
from typing import Final, Literal, TypeAlias

from cocoa_core.domain.kinds.reading import mismatch

__all__ = ["DayOrder", "read_day"]

DayOrder: TypeAlias = Literal["mdy", "dmy"]
"""Which comes first in 03/04/2026: the month or the day."""

_NAMES: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_WEEKDAY: Final = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? )?"
_CLOCK: Final = (
    r"(?:(?:t|,? )[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?: ?(?:am|pm))?"
    r"(?: ?(?:z|utc|gmt|[+-][0-9]{2}:?[0-9]{2}))?)?"
)
_YEAR: Final = r"(?P<year>[0-9]{4})"
_DAY: Final = r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?"
_NAMED: Final = (
    re.compile(rf"{_WEEKDAY}{_MONTH} {_DAY},? {_YEAR}{_CLOCK}"),
    re.compile(rf"{_WEEKDAY}{_DAY}(?: | of |-|\. ){_MONTH}(?:,? |-){_YEAR}{_CLOCK}"),
    re.compile(rf"{_YEAR}(?: |-){_MONTH}(?: |-){_DAY}{_CLOCK}"),
)
_YEAR_FIRST: Final = re.compile(
    rf"{_YEAR}(?P<sign>[-/.])(?P<number>[0-9]{{1,2}})(?P=sign)(?P<day>[0-9]{{1,2}}){_CLOCK}"
)
_NUMBERS: Final = re.compile(
    rf"(?P<first>[0-9]{{1,2}})(?P<sign>[-/.])(?P<second>[0-9]{{1,2}})(?P=sign){_YEAR}{_CLOCK}"
)
_LONGEST: Final = 60


def read_day(text: str, order: DayOrder | None = None) -> int:
    """The proleptic ordinal of "2026-03-01", "Mar 1, 2026", "1 March 2026", "2026-03-01T14:05:00" ...

    A time of day after it is left out. order: what 03/04/2026 means; without it such a text is read only
    where one of the numbers cannot be a month, or both are the same. ValueError for everything else: years of
    two digits, months without a day, days that the calendar does not have.
    """
    cell = " ".join(text.split()).casefold() if len(text) <= _LONGEST else ""
    parts = _parts(cell, order)
    if parts is None:
        raise mismatch("a date such as 2026-03-01 or Mar 1, 2026", text.strip())
    try:
        return date(*parts).toordinal()
    except ValueError:
        raise mismatch("a day of the calendar", text.strip()) from None


def _parts(cell: str, order: DayOrder | None) -> tuple[int, int, int] | None:
    for pattern in _NAMED:
        match = pattern.fullmatch(cell)
        if match is not None:
            return int(match["year"]), _NAMES.index(match["month"][:3]) + 1, int(match["day"])
    match = _YEAR_FIRST.fullmatch(cell)
    if match is not None:
        return int(match["year"]), int(match["number"]), int(match["day"])
    match = _NUMBERS.fullmatch(cell)
    return None if match is None else _ordered(match, order)


def _ordered(match: re.Match[str], order: DayOrder | None) -> tuple[int, int, int] | None:
    first, second = int(match["first"]), int(match["second"])
    if order is None:
        if first <= 12 and second <= 12 and first != second:
            return None
        order = "dmy" if first > 12 else "mdy"
    month, day = (first, second) if order == "mdy" else (second, first)
    return int(match["year"]), month, day
