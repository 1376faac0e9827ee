"""Reads durations as they are printed, and columns of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from cocoa_core.domain.kinds import LONGEST_DURATION, mismatch
from cocoa_core.importing.columns.cells import Cells, ColumnReading
from cocoa_core.importing.columns.header import Header

_PARTS: Final = re.compile(
    r"(?:(?P<w>[0-9]{1,3}(?:\.[0-9]{1,4})?) ?(?:weeks?|wks?|w)(?![a-z]),? ?(?:and )?)?"
    r"(?:(?P<d>[0-9]{1,4}(?:\.[0-9]{1,4})?) ?(?:days?|d)(?![a-z]),? ?(?:and )?)?"
    r"(?:(?P<h>[0-9]{1,6}(?:\.[0-9]{1,4})?) ?(?:hours?|hrs?\.?|h)(?![a-z]),? ?(?:and )?)?"
    r"(?:(?P<m>[0-9]{1,7}(?:\.[0-9]{1,4})?) ?(?:minutes?|mins?\.?|m)(?![a-z]),? ?)?"
    r"(?:(?P<s>[0-9]{1,7}(?:\.[0-9]{1,4})?) ?(?:seconds?|secs?\.?|s))?"
)
_SHORT: Final = re.compile(r"(?P<h>[0-9]{1,4}) ?h ?(?P<m>[0-5][0-9])")
_ISO: Final = re.compile(
    r"p(?:(?P<d>[0-9]{1,4})d)?(?:t(?:(?P<h>[0-9]{1,6})h)?(?:(?P<m>[0-9]{1,7})m)?(?:(?P<s>[0-9]{1,7})s)?)?"
)
_CLOCK: Final = re.compile(
    r"(?:(?P<d>[0-9]{1,4}) ?days?,? )?(?P<h>[0-9]{1,6}):(?P<m>[0-5][0-9])(?::(?P<s>[0-5][0-9])(?:\.0+)?)?"
)
_DAYS: Final = re.compile(r"[0-9.]+ ?(?:days?|weeks?)", re.IGNORECASE)
_SECONDS: Final = {"w": 604_800, "d": 86_400, "h": 3600, "m": 60, "s": 1}
"""The seconds of a unit, by its group in the patterns above."""
_NEXT_UNIT: Final = {"d": "w", "h": "d", "m": "h", "s": "m"}
"""For each unit the next larger one: where both are written, the smaller one has to be less than it."""
_LONGEST_TEXT: Final = 60
"""The most characters of a text that is read as a duration."""
WITH_SECONDS: Final = "durations with seconds, and a duration counts minutes: shown as text, without rules"
_WORDS: Final = (
    "duration length runtime running playing elapsed layover journey lasting span cooking baking prep lap"
)
DURATION_WORDS: Final = tuple(_WORDS.split())
_BEFORE_TIME: Final = (
    "travel travelling traveling flight train bus driving drive walking walk riding ride cycling commute trip"
    " transfer waiting wait preparation cook total rest reading study screen stop connection"
).split()
"""Words with which "time" names a duration, as in "travel time"."""
_GERMAN_NAMES: Final = frozenset(("dauer", "fahrzeit", "reisezeit", "laufzeit", "flugzeit", "fahrtdauer"))
_DAY: Final = 1440
"""The minutes of a day."""


def read_minutes(text: str, colon: bool = False) -> int:
    """Returns the minutes of a duration such as "1 hr 45 min", "2h 15m", "135 min", "1 day 3 hr", "2 weeks"
    or "PT2H15M".

    Args:
        colon: whether "2:15" means two hours and a quarter; without it, only texts such as "0 days 02:15:00"
            may have colons.

    Raises:
        ValueError: there is no unit, a part overflows ("1 hr 75 min"), or the minutes would not be whole.
    """
    seconds = _seconds(text, colon=colon)
    if seconds is None or seconds % _SECONDS["m"]:
        raise mismatch("a duration such as 2 hr 15 min", text.strip())
    return seconds // _SECONDS["m"]


def read_seconds(text: str) -> int:
    """Returns the seconds of a duration such as "1 hr 45 min 20 s", "0 days 02:15:07" or "02:15:07".

    Raises:
        ValueError: as for `read_minutes`, or the seconds would not be whole.
    """
    seconds = _seconds(text, colon=True)
    if seconds is None:
        raise mismatch("a duration such as 2 hr 15 min 20 s", text.strip())
    return seconds


def _seconds(text: str, *, colon: bool) -> int | None:
    cell = " ".join(text.split()).casefold() if len(text) <= _LONGEST_TEXT else ""
    match = None
    if ":" in cell:
        match = _CLOCK.fullmatch(cell)
        match = match if match is None or colon or match["d"] else None
    elif cell.startswith("p"):
        match = _ISO.fullmatch(cell)
    elif not re.fullmatch(r"[0-9.]*", cell):
        match = _SHORT.fullmatch(cell) or _PARTS.fullmatch(cell)
    return _total({name: Decimal(part) for name, part in match.groupdict().items() if part} if match else {})


def _total(parts: dict[str, Decimal]) -> int | None:
    """Returns the seconds; None where a part overflows into the next, or they are not whole."""
    if not parts:
        return None
    for name, part in parts.items():
        larger = _NEXT_UNIT.get(name, "")
        if larger in parts and part * _SECONDS[name] >= _SECONDS[larger]:
            return None
        if part != int(part) and name != next(reversed(parts)):
            return None
    seconds = sum((part * _SECONDS[name] for name, part in parts.items()), Decimal(0))
    return int(seconds) if seconds == int(seconds) else None


def read_durations(cells: Cells) -> ColumnReading | None:
    """Returns the column as durations; None for none, or for whole days and weeks, which are numbers."""
    if all(map(_DAYS.fullmatch, cells.counts)):
        return None
    minutes_of = cells.readings(read_minutes)
    if minutes_of is not None and max(minutes_of.values()) <= LONGEST_DURATION:
        return duration_reading(cells, minutes_of, "a duration, by its cells", "duration")
    if not any(":" in text for text in cells.counts):
        return None
    minutes_of = cells.readings(lambda text: read_minutes(text, colon=True))
    if minutes_of is None or max(minutes_of.values()) > LONGEST_DURATION:
        return None
    if cells.header.has(*DURATION_WORDS) or _names_duration(cells.header):
        why = "a duration in hours and minutes, by its name"
    elif max(minutes_of.values()) >= _DAY:
        why = "a duration in hours and minutes: no time of day reaches 24:00"
    else:
        return None
    return duration_reading(cells, minutes_of, why, "duration:colon")


def _names_duration(header: Header) -> bool:
    """Returns whether the header names a duration: "travel time", but not "train times" or "start time"."""
    before, last = (("", "", *header.words))[-2:]
    return (last == "time" and before in _BEFORE_TIME) or last in _GERMAN_NAMES


def counts_seconds(cells: Cells) -> bool:
    """Returns whether the texts are durations most of which are no whole number of minutes."""
    seconds_of = cells.readings(read_seconds) or {}
    rows = sum(cells.counts[text] for text, seconds in seconds_of.items() if seconds % _SECONDS["m"])
    return 2 * rows > cells.present


_SAYS_DAYS: Final = re.compile(r"[0-9] ?(d|w)|^p[0-9]+[dw]", re.IGNORECASE)


def duration_reading(cells: Cells, minutes: Mapping[str, int], why: str, taken: str) -> ColumnReading:
    """Returns the column as durations.

    Args:
        minutes: the minutes of each readable text.
        why: the reason, for the report.
        taken: the type, written as for `--types`.
    """
    highest = max(minutes.values())
    wanted = min(highest * 11 // 10, LONGEST_DURATION)
    bounds = (60, 120, 180, 360, 720, 1440, 2880, 10_080, LONGEST_DURATION)
    most = next(bound for bound in bounds if bound >= wanted)
    settings: dict[str, object] = {"kind": "duration", "min": "0m", "max": minutes_text(most)}
    if highest >= _DAY and any(map(_SAYS_DAYS.search, minutes)):
        settings["days"] = True
    canonical = {text: minutes_text(duration) for text, duration in minutes.items()}
    return ColumnReading(settings, cells.written(canonical), why, taken=taken)


def minutes_text(minutes: int) -> str:
    """Returns minutes as a cell has them: "2h 15m"."""
    hours, rest = divmod(minutes, 60)
    return f"{hours}h {rest}m" if hours and rest else f"{hours}h" if hours else f"{rest}m"
