"""Reads times of day as they are printed, and columns of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from cocoa_core.domain.kinds import mismatch
from cocoa_core.importing.columns.cells import Cells, ColumnReading
from cocoa_core.importing.kinds.duration import DURATION_WORDS

_TIME: Final = re.compile(
    r"(?:(?P<hour>[0-9]{1,2})(?::(?P<minute>[0-5][0-9])(?::00(?:\.0+)?)?)? ?(?P<half>am|pm|a\.m\.|p\.m\.)?"
    r"|(?P<noon>noon|12 noon))(?P<day> ?\(?(?P<offset>[+-] ?[1-9])(?: ?(?:days?|d))?\)?)?"
)
_DAY: Final = 1440
_LONGEST: Final = 40
_WORDS: Final = (
    "time departure arrival start end opens closes opening closing departs arrives depart arrive checkin"
    " checkout sunrise sunset"
)
CLOCK_WORDS: Final = tuple(_WORDS.split())
"""Words of a header below which 14:05 is a time of day."""
_LATE: Final = re.compile(r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-5][0-9])(?::00)?")
_POINT: Final = re.compile(r"(?P<hour>[0-9]{1,2}) ?[.h] ?(?P<minute>[0-5][0-9])")
_WRITTEN_OUT: Final = re.compile(
    r"(?P<hour>[01]?[0-9]|2[0-3]):(?P<minute>[0-5][0-9]) ?uhr"
    r"|(?P<hours>[01][0-9]|2[0-3])(?P<minutes>[0-5][0-9]) ?(?:hrs?|hours|h|uhr)\.?"
)
HOURS_AS_ONE: Final = re.compile(r"(?:[01][0-9]|2[0-3])[0-5][0-9] ?(?:hrs?|hours|h)\.?", re.IGNORECASE)
"""Times such as "0615hrs", which are no 615 hours."""
_HHMM: Final = re.compile(r"[0-9]{1,4}")
_FEWEST_TIMES: Final = 20


def read_time(text: str, day_offset: bool = False) -> int:
    """Returns minutes after midnight of the reference day, for "7:40 PM", "14:05", "2 pm", "noon" or "7:40
    PM+1".

    12:30 AM is half past midnight.

    Args:
        day_offset: whether the text may name a day, as in "+1", "(+1 day)" or "(-1 day)"; each adds 1440
            minutes or takes them off.

    Raises:
        ValueError: the text is no time, a bare hour ("14"), or has seconds other than 00; or is "midnight" or
            "24:00", which can be either end of the day.
    """
    cell = " ".join(unicodedata.normalize("NFKC", text).replace("−", "-").split()).casefold()
    if (written_out := _WRITTEN_OUT.fullmatch(cell)) is not None:
        cell = ":".join(part for part in written_out.groups() if part)
    match = _TIME.fullmatch(cell) if len(text) <= _LONGEST else None
    minutes = None if match is None else _minutes(match)
    if match is None or minutes is None or (match["day"] and not day_offset):
        example = "7:40 PM or 7:40 PM (+1 day)" if day_offset else "7:40 PM or 19:40"
        raise mismatch(f"a time such as {example}", text.strip())
    return minutes + _DAY * int((match["offset"] or "0").replace(" ", ""))


def _minutes(match: re.Match[str]) -> int | None:
    if match["noon"]:
        return _DAY // 2
    hour, half = int(match["hour"]), (match["half"] or "").replace(".", "")
    if half:
        return hour % 12 * 60 + int(match["minute"] or 0) + 720 * (half == "pm") if 1 <= hour <= 12 else None
    return hour * 60 + int(match["minute"]) if hour < 24 and match["minute"] else None


def read_clocks(cells: Cells) -> ColumnReading | None:
    """Returns the column as times of day; None where it holds none."""
    minutes_of = cells.readings(lambda text: read_time(text, day_offset=True))
    if minutes_of is None or not all(-_DAY <= minutes < 4 * _DAY for minutes in minutes_of.values()):
        return None
    return _reading(cells, minutes_of, "a time of day, by its cells", "time")


def read_as_time(cells: Cells, detail: str) -> ColumnReading | None:
    """Returns the column as times of day; None where no cell can be read.

    Args:
        detail: "hhmm": 517 is 5:17 AM, 2400 is the midnight after the day; "late": 24:05 is 0:05 on the next
            day; "point": 9.30 and 9h30 are 9:30 AM; any other: usual times.
    """
    readers = {
        "hhmm": (_hour_and_minute_or_midnight, "517 is 5:17 AM"),
        "late": (_late, "24:05 is 0:05 AM on the next day"),
        "point": (_point, "9.30 is 9:30 AM"),
    }
    if detail not in readers:
        return read_clocks(cells)
    read, example = readers[detail]
    minutes_of = cells.readings(read)
    if minutes_of is None:
        return None
    return _reading(cells, minutes_of, f"a time of day, as told: {example}", f"time:{detail}")


def _reading(cells: Cells, minutes_of: Mapping[str, int], why: str, taken: str) -> ColumnReading:
    """Returns the column as times of day, which name their day where some are on another than the first."""
    offset = any(not 0 <= minutes < _DAY for minutes in minutes_of.values())
    written = {}
    for text, minutes in minutes_of.items():
        day, rest = divmod(minutes, _DAY)
        written[text] = f"{rest // 60:02d}:{rest % 60:02d}" + (f"{day:+d}" if day else "")
    settings: dict[str, object] = {"kind": "clock"} | ({"day_offset": True} if offset else {})
    return ColumnReading(settings, cells.written(written), why, taken=taken)


def read_hours_and_minutes(cells: Cells) -> ColumnReading | None:
    """Returns numbers such as 517 and 2130 as times of day; None unless the header says so and hardly any
    number contradicts it.
    """
    if not cells.header.has(*CLOCK_WORDS) or cells.header.has(*DURATION_WORDS) or cells.header.unit:
        return None
    minutes_of = cells.readings(_hour_and_minute, 0.01)
    if minutes_of is None or len(minutes_of) < _FEWEST_TIMES or max(minutes_of.values()) < 12 * 60:
        return None
    why = "a time of day, by its name: every number is hours and minutes, 517 is 5:17 AM"
    return _reading(cells, minutes_of, why, "time:hhmm")


def _hour_and_minute(text: str) -> int:
    plain = text.removesuffix(".0")
    if _HHMM.fullmatch(plain) is None:
        raise ValueError("expected up to four digits")
    hour, minute = divmod(int(plain), 100)
    if hour > 23 or minute > 59:
        raise ValueError("expected hours and minutes")
    return hour * 60 + minute


def _hour_and_minute_or_midnight(text: str) -> int:
    return _DAY if text.removesuffix(".0") == "2400" else _hour_and_minute(text)


def _late(text: str) -> int:
    match = _LATE.fullmatch(text)
    if match is None:
        return read_time(text)
    hour = int(match["hour"])
    if hour > 47:
        raise ValueError("expected hours up to 47")
    return hour * 60 + int(match["minute"])


def _point(text: str) -> int:
    match = _POINT.fullmatch(text)
    if match is None or int(match["hour"]) > 23:
        raise ValueError("expected a time such as 9.30")
    return int(match["hour"]) * 60 + int(match["minute"])
