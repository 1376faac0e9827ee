"""Clock times, as they are printed."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from cocoa_core.domain.kinds.reading import mismatch

__all__ = ["read_time"]

_TIME: Final = re.compile(
    r"(?:(?P<hour>[0-9]{1,2})(?::(?P<minute>[0-5][0-9])(?::00(?:\.0+)?)?)? ?(?P<half>am|pm|a\.m\.|p\.m\.)?"
    r"|(?P<noon>noon|12 noon))(?P<day> ?\(?(?P<offset>[+-] ?[1-9])(?: ?(?:days?|d))?\)?)?"
)
_DAY: Final = 1440
_LONGEST: Final = 40


def read_time(text: str, day_offset: bool = False) -> int:
    """Minutes after the midnight of the reference day: of "7:40 PM", "14:05", "2 pm", "noon", "7:40 PM+1".

    day_offset: whether a day may be named: "+1", "(+1 day)", "(-1 day)"; each adds 1440.
    12:30 AM is half past midnight. ValueError for a bare hour ("14"), for seconds other than 00, and for
    "midnight" and "24:00", which can be either end of the day.
    """
    cell = " ".join(unicodedata.normalize("NFKC", text).replace("−", "-").split()).casefold()
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
