"""Reads days as they are printed, and columns of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from functools import partial
from typing import Final

from attrs import evolve

from cocoa_core.domain.kinds import mismatch
from cocoa_core.importing.columns.cells import Cells, ColumnReading
from cocoa_core.importing.conventions import DayOrder
from cocoa_core.lexicon import MONTHS
from cocoa_core.text import word_set

_NAMES: Final = tuple(name[:3].casefold() for name in MONTHS)
_MONTH: Final = (
    "(?P<month>" + "|".join(f"{name[:3]}(?:{name[3:]})?".casefold() for name in MONTHS) + r"|sept)\.?"
)
_WEEKDAY: Final = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? )?"
_CLOCK: Final = (
    r"(?:(?:t|,? )[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?: ?(?:am|pm))?"
    r"(?: ?(?:z|utc|gmt|[+-][0-9]{2}:?[0-9]{2}))?)?"
)
_YEAR: Final = r"(?P<year>[0-9]{4})"
_DAY: Final = r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?"
_SHORT: Final = "[0-2789][0-9](?![0-9])"
"""The last two digits of a year from 1970 to 2029, on which all programs agree; from 30 to 69 they differ."""
_NAMED: Final = (
    re.compile(rf"{_WEEKDAY}{_MONTH} {_DAY},? {_YEAR}{_CLOCK}"),
    re.compile(rf"{_WEEKDAY}{_DAY}(?: | of |[-/]|\. ){_MONTH}(?:,? |[-/]){_YEAR}{_CLOCK}"),
    re.compile(rf"{_DAY}(?P<sign>[-/]){_MONTH}(?P=sign)(?P<year>{_SHORT}){_CLOCK}"),
    re.compile(rf"{_YEAR}(?: |-){_MONTH}(?: |-){_DAY}{_CLOCK}"),
)
_YEAR_FIRST: Final = re.compile(
    rf"{_YEAR}(?P<sign>[-/.])(?P<number>[0-9]{{1,2}})(?P=sign)(?P<day>[0-9]{{1,2}}){_CLOCK}"
)
_EAST_ASIAN: Final = re.compile(
    rf"{_YEAR}(?:年|년) ?(?P<number>[0-9]{{1,2}})(?:月|월) ?(?P<day>[0-9]{{1,2}})(?:日|일)"
)
_NUMBERS: Final = re.compile(
    r"(?P<first>[0-9]{1,2})(?P<sign>[-/.])(?P<second>[0-9]{1,2})(?P=sign)"
    rf"(?P<year>[0-9]{{4}}|(?<=/){_SHORT}){_CLOCK}"
)
_LONGEST: Final = 60
_TIMED: Final = re.compile(
    r"[0-9][Tt ][0-9]{1,2}:(?!00(?::00(?:\.0+)?)?(?:[zZ]|$))|[0-9][Tt ](?!00)[0-9]{1,2}:"
)
_SERIAL: Final = re.compile(r"[1-7][0-9]{4}(?:\.[0-9]+)?")
"""A day from 1927 to January 2119 as Excel counts it: days since 1899-12-30, with a fraction."""
_FIRST_SERIAL: Final = date(1899, 12, 30).toordinal()
_FIRST_SECOND: Final = date(1970, 1, 1).toordinal()
_DATED: Final = frozenset(("date", "dates", "day", "birthday", "dob", "deadline"))
DATE_WORDS: Final = (*sorted(_DATED), "datum", "fecha")
"""Words of a header below which 20240301 is a day."""
COMPACT: Final = {
    "yyyymmdd": re.compile(r"(?P<year>[0-9]{4})(?P<month>[0-9]{2})(?P<day>[0-9]{2})"),
    "ddmmyyyy": re.compile(r"(?P<day>[0-9]{2})(?P<month>[0-9]{2})(?P<year>[0-9]{4})"),
    "mmddyyyy": re.compile(r"(?P<month>[0-9]{2})(?P<day>[0-9]{2})(?P<year>[0-9]{4})"),
    "yymmdd": re.compile(r"(?P<year>[0-9]{2})(?P<month>[0-9]{2})(?P<day>[0-9]{2})"),
    "ddmmyy": re.compile(r"(?P<day>[0-9]{2})(?P<month>[0-9]{2})(?P<year>[0-9]{2})"),
    "mmddyy": re.compile(r"(?P<month>[0-9]{2})(?P<day>[0-9]{2})(?P<year>[0-9]{2})"),
    "unix": re.compile(r"(?P<seconds>[0-9]{1,10})(?:[0-9]{3})?(?:\.0+)?"),
}
"""Days without signs between their parts, by the name that `--types` has for them. Years of two digits are
those from 1970 to 2069, as in POSIX; "unix" counts seconds, or milliseconds, since 1970 in UTC.
"""
_ZONED: Final = re.compile(
    r"(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ](?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::[0-9.]+)? ?"
    r"(?P<zone>[zZ]|UTC|GMT|[+-][0-9]{2}:?[0-9]{2})?"
)
_BORN: Final = ("birth", "birthdate", "birthday", "born", "dob")
_PUBLISHED: Final = (
    *("released", "published", "launched", "posted", "opened", "founded", "born", "updated"),
    *("start", "end", "begin", "expires"),
)
"""Headers that name days alone; "ordered" or "shipped" alone may count."""
_POINTED: Final = word_set(
    "since until till on from by after before ab seit bis am starts ends begins expires expiry due booked"
    " added updated posted released created signed joined registered opened closed ordered shipped delivered"
    " hired admitted discharged renewed born founded flight available"
)
"""Last words of headers that may name days, too, where the numbers lie in 1927 to 2050."""
_RECENT: Final = range(10_000, 55_153)
_FIRST_YEAR: Final = 1000
"""The first year that is read; before it a day has lost its century: a real export of 2015 has 0015-09-14."""
_MOSTLY: Final = 0.9
_ORDERS: Final[tuple[DayOrder, DayOrder]] = ("mdy", "dmy")
_SHOWN: Final = re.compile(r"([A-Z][a-z]{2}) ([0-9]{1,2}), ([0-9]{1,4})")


def read_day(text: str, order: DayOrder | None = None) -> int:
    """Returns the proleptic ordinal of a day such as "2026-03-01", "Mar 1, 2026", "1 March 2026" or
    "2026-03-01T14:05:00".

    A time of day after it is ignored.

    Args:
        order: what 03/04/2026 means. Without it such a text is read only where one of the numbers cannot be a
            month or both are equal; with "ymd" it is never read.

    Raises:
        ValueError: the text is anything else, such as a year of two digits that may be in either century, a
            month without a day, or a day that the calendar does not have.
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
            return _year(match["year"]), _NAMES.index(match["month"][:3]) + 1, int(match["day"])
    match = _YEAR_FIRST.fullmatch(cell) or _EAST_ASIAN.fullmatch(cell)
    if match is not None:
        return int(match["year"]), int(match["number"]), int(match["day"])
    match = _NUMBERS.fullmatch(cell)
    return None if match is None else _ordered(match, order)


def _ordered(match: re.Match[str], order: DayOrder | None) -> tuple[int, int, int] | None:
    first, second = int(match["first"]), int(match["second"])
    if order == "ymd":
        return None
    if order is None:
        if first <= 12 and second <= 12 and first != second:
            return None
        order = "dmy" if first > 12 else "mdy"
    month, day = (first, second) if order == "mdy" else (second, first)
    return _year(match["year"]), month, day


def _year(text: str) -> int:
    return int(text) if len(text) > 2 else int(text) + (1900 if text >= "70" else 2000)


def read_days(cells: Cells) -> ColumnReading | None:
    """Returns the column as days, or as years where every day is January 1; None where it holds none."""
    order = _own_order(cells)
    ordinals = cells.readings(partial(read_day, order=order))
    if ordinals is None:
        return None
    days = {text: date.fromordinal(day) for text, day in ordinals.items()}
    if cells.header.has(*_BORN) and not all(str(day.year) in text for text, day in days.items()):
        return None  # 01/02/15 may be a day of 1915
    if len(days) > 1 and all((day.month, day.day) == (1, 1) for day in days.values()):
        return _years(cells, days, "a year: every date is January 1")
    if min(days.values()).year < _FIRST_YEAR:
        return None
    timed = [text for text in days if _TIMED.search(text)]
    if len(timed) == len(days) and len(set(days.values())) < 5:
        return None
    return _days(cells, days, "a date, its time of day left out" if timed else "a date, by its cells", order)


def read_as_date(cells: Cells, detail: str) -> ColumnReading | None:
    """Returns the column as dates; None where no cell can be read as one.

    Args:
        detail: "dmy" or "mdy" for dates made of numbers, "excel" for numbers of days, "year" for the year of
            each date, a key of COMPACT, "utc" for the day in UTC of a time with a zone, "local" for the day
            in that zone; may be empty.
    """
    orders: dict[str, DayOrder] = {"dmy": "dmy", "mdy": "mdy"}
    order = orders.get(detail) or _own_order(cells)
    readers = {"excel": _serial_day, "utc": _day_in_utc}
    readers |= {layout: partial(_compact_day, layout=layout) for layout in COMPACT}
    ordinals = cells.readings(readers.get(detail) or partial(read_day, order=order))
    if ordinals is None:
        return None
    days = {text: date.fromordinal(day) for text, day in ordinals.items()}
    if detail == "year":
        return _years(cells, days, "the year of a date, as told")
    return evolve(_days(cells, days, "a date, as told", None), taken=f"date:{detail}" if detail else "date")


def _years(cells: Cells, days: Mapping[str, date], why: str) -> ColumnReading:
    low, high = min(days.values()).year, max(days.values()).year
    settings = {"kind": "quantity", "unit": "year", "min": low // 10 * 10, "max": high // 10 * 10 + 10}
    canonical = {text: str(day.year) for text, day in days.items()}
    return ColumnReading(settings, cells.written(canonical), why, taken="date:year")


def _days(cells: Cells, days: Mapping[str, date], why: str, order: DayOrder | None) -> ColumnReading:
    """Returns the column as days; `taken` names their order where texts of the column need one."""
    low, high = min(days.values()), max(days.values())
    settings = {"kind": "date", "min": low.isoformat(), "max": high.isoformat()}
    taken = f"date:{order}" if order and any(map(_NUMBERS.match, days)) else "date"
    canonical = {text: day.isoformat() for text, day in days.items()}
    return ColumnReading(settings, cells.written(canonical), why, taken=taken)


def day_orders(cells: Cells) -> tuple[tuple[DayOrder, ...], str, str]:
    """Returns the orders of day and month that the dates allow, and two texts.

    Returns:
        The orders, none where they make no difference; a text that can be read only in the one order that is
            allowed; a text that means two different days. Either text is empty where there is none.
    """
    if not any(_NUMBERS.match(text) for text in cells.counts):
        return (), "", ""
    months_first, days_first = (cells.readings(partial(read_day, order=order)) or {} for order in _ORDERS)
    rows = [sum(cells.counts[text] for text in ordinals) for ordinals in (months_first, days_first)]
    if rows[0] != rows[1]:
        better, worse = (months_first, days_first) if rows[0] > rows[1] else (days_first, months_first)
        return (_ORDERS[rows[0] < rows[1]],), next(text for text in better if text not in worse), ""
    differing = [text for text in months_first if months_first[text] != days_first.get(text)]
    return (_ORDERS, "", differing[0]) if differing else ((), "", "")


def serial_days(cells: Cells) -> str:
    """Returns a cell that may be a day in Excel, of a column that is named like a date; else empty."""
    words = cells.header.words
    if not words or cells.header.unit or "per" in words:
        return ""
    days = [text for text in cells.counts if _SERIAL.fullmatch(text)]
    if sum(cells.counts[text] for text in days) < _MOSTLY * cells.present:
        return ""
    named = words[-1] in _DATED or words[0] in _DATED or words[-1].endswith("datum")
    recent = all(int(text.partition(".")[0]) in _RECENT for text in days)
    pointed = words[-1] in _POINTED if len(words) > 1 else words[0] in _PUBLISHED
    return days[0] if named or (pointed and recent) else ""


def _own_order(cells: Cells) -> DayOrder | None:
    """Returns the only order that the column allows, else that of the file."""
    allowed = day_orders(cells)[0]
    return allowed[0] if len(allowed) == 1 else cells.order


def _compact_day(text: str, layout: str) -> int:
    match = COMPACT[layout].fullmatch(text)
    if match is None:
        raise mismatch(f"a day as {layout}", text)
    if layout == "unix":
        return _FIRST_SECOND + int(match["seconds"]) // 86_400
    return date(_year(match["year"]), int(match["month"]), int(match["day"])).toordinal()


def zone_days(text: str) -> tuple[str, int, int]:
    """Returns the zone of a time with a date, and its day there and in UTC, as ordinals.

    The zone is empty where the time has none, and "+0000" for UTC. For any other text the zone is empty and
    both days are 0.
    """
    match = _ZONED.fullmatch(text)
    try:
        local = date.fromisoformat(match["date"]) if match else None
    except ValueError:
        local = None
    if match is None or local is None:
        return "", 0, 0
    zone = (match["zone"] or "").replace(":", "")
    if zone.upper() in ("Z", "UTC", "GMT"):
        zone = "+0000"
    minutes = int(match["hour"]) * 60 + int(match["minute"])
    if zone:
        minutes -= (1 if zone[0] == "+" else -1) * (int(zone[1:3]) * 60 + int(zone[3:]))
    return zone, local.toordinal(), (local + timedelta(minutes // 1440)).toordinal()


def _day_in_utc(text: str) -> int:
    _, local, utc = zone_days(text)
    return utc if local else read_day(text)


def _serial_day(text: str) -> int:
    if not _SERIAL.fullmatch(text):
        raise mismatch("a number of days as Excel counts them, such as 45123", text)
    return _FIRST_SERIAL + int(text.partition(".")[0])


def iso_of_shown(cell: str) -> str:
    """Returns a day as `Date.show` writes it ("Mar 1, 2026") in ISO 8601; any other text unchanged."""
    match = _SHOWN.fullmatch(cell)
    if match is None or match[1].casefold() not in _NAMES:
        return cell
    try:
        return date(int(match[3]), _NAMES.index(match[1].casefold()) + 1, int(match[2])).isoformat()
    except ValueError:
        return cell
