"""Columns of durations, times of day and days."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Final

from cocoa_core.domain.printed.clocks import read_time
from cocoa_core.domain.printed.dates import DayOrder, read_day
from cocoa_core.domain.printed.durations import read_minutes
from cocoa_core.scaffolding.columns.cells import Cells, Reading
from cocoa_core.scaffolding.columns.numbers import LONGEST_DURATION, duration_reading

__all__ = ["read_times"]

_DURATION_WORDS: Final = ("duration", "length", "runtime", "elapsed", "layover", "journey", "lasting", "span")
_CLOCK_WORDS: Final = (
    "time",
    "departure",
    "arrival",
    "start",
    "end",
    "opens",
    "closes",
    "opening",
    "closing",
)
_HHMM: Final = re.compile(r"[0-9]{1,4}")
_TIMED: Final = re.compile(
    r"[0-9][Tt ][0-9]{1,2}:(?!00(?::00(?:\.0+)?)?(?:[zZ]|$))|[0-9][Tt ](?!00)[0-9]{1,2}:"
)
_DAY: Final = 1440
_FEWEST_TIMES: Final = 20


def read_times(cells: Cells) -> Reading | None:
    """The column as durations, times of day, days or years; None where it is none of them."""
    return _durations(cells) or _clocks(cells) or _hhmm(cells) or _days(cells)


def _durations(cells: Cells) -> Reading | None:
    found = cells.readings(read_minutes)
    if found is not None and max(found.values()) <= LONGEST_DURATION:
        return duration_reading(cells, found, "a duration, by its cells")
    if not any(":" in text for text in cells.counts):
        return None
    found = cells.readings(lambda text: read_minutes(text, colon=True))
    if found is None or max(found.values()) > LONGEST_DURATION:
        return None
    if cells.header.has(*_DURATION_WORDS):
        return duration_reading(cells, found, "a duration in hours and minutes, by its name")
    if max(found.values()) >= _DAY:
        return duration_reading(cells, found, "a duration in hours and minutes: no time of day reaches 24:00")
    return None


def _clocks(cells: Cells) -> Reading | None:
    found = cells.readings(lambda text: read_time(text, day_offset=True))
    if found is None or not all(-_DAY <= minutes < 4 * _DAY for minutes in found.values()):
        return None
    offset = any(not 0 <= minutes < _DAY for minutes in found.values())
    settings: dict[str, object] = {"kind": "clock", **({"day_offset": True} if offset else {})}
    return Reading(settings, cells.written(_times(found)), "a time of day, by its cells")


def _times(found: Mapping[str, int]) -> dict[str, str]:
    written = {}
    for text, minutes in found.items():
        day, rest = divmod(minutes, _DAY)
        written[text] = f"{rest // 60:02d}:{rest % 60:02d}" + (f"{day:+d}" if day else "")
    return written


def _hhmm(cells: Cells) -> Reading | None:
    """Numbers such as 517 and 2130, where the name says time and none of them could not be one."""
    if not cells.header.has(*_CLOCK_WORDS) or cells.header.has(*_DURATION_WORDS) or cells.header.unit:
        return None
    found = cells.readings(_hour_and_minute, min(0.01, cells.tolerated))
    if found is None or len(found) < _FEWEST_TIMES or max(found.values()) < 12 * 60:
        return None
    why = "a time of day, by its name: every number is hours and minutes, 517 is 5:17 AM"
    return Reading({"kind": "clock"}, cells.written(_times(found)), why)


def _hour_and_minute(text: str) -> int:
    plain = text.removesuffix(".0")
    if _HHMM.fullmatch(plain) is None:
        raise ValueError("expected up to four digits")
    hour, minute = divmod(int(plain), 100)
    if hour > 23 or minute > 59:
        raise ValueError("expected hours and minutes")
    return hour * 60 + minute


def _days(cells: Cells) -> Reading | None:
    found = cells.readings(read_day) or _ordered(cells)
    if found is None:
        return None
    days = {text: date.fromordinal(day) for text, day in found.items()}
    if len(days) > 1 and all((day.month, day.day) == (1, 1) for day in days.values()):
        low, high = min(days.values()).year, max(days.values()).year
        settings = {"kind": "quantity", "unit": "year", "min": low // 10 * 10, "max": high // 10 * 10 + 10}
        canonical = {text: str(day.year) for text, day in days.items()}
        return Reading(settings, cells.written(canonical), "a year: every date is January 1")
    timed = any(_TIMED.search(text) for text in days)
    if timed and len(set(days.values())) < 5:
        return None
    low_day, high_day = min(days.values()), max(days.values())
    settings = {"kind": "date", "min": low_day.isoformat(), "max": high_day.isoformat()}
    why = "a date, its time of day left out" if timed else "a date, by its cells"
    return Reading(settings, cells.written({text: day.isoformat() for text, day in days.items()}), why)


def _ordered(cells: Cells) -> dict[str, int] | None:
    """Days as 03/04/2026, where the column allows one order of day and month only."""
    orders: tuple[DayOrder, DayOrder] = ("mdy", "dmy")
    found = [cells.readings(lambda text, order=order: read_day(text, order), 0) for order in orders]  # type: ignore[misc]
    fitting = [one for one in found if one is not None]
    return fitting[0] if len(fitting) == 1 else None
