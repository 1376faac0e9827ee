"""Times of day in minutes: shown as `7:40 PM (+1 day)`, written as `19:40+1`, said as "7:40 PM" or "noon"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from cocoa_core.independent.kinds.base import DAY, NumberKind, matched, read_step
from cocoa_core.independent.slots import Numbers
from cocoa_core.independent.yaml_files import flag

_EARLIEST_DAY: Final = -1
_LATEST_DAY: Final = 3
_WRITTEN: Final = re.compile(r"(\d\d):(\d\d)(?:([+-])(\d))?", re.ASCII)
_SHOWN: Final = re.compile(r"(\d{1,2}):(\d\d) ([AP]M)(?: \(([+-]\d) days?\))?", re.ASCII)
_SPOKEN: Final = re.compile(r"(1[0-2]|[1-9])(?::([0-5]\d))? (AM|PM)", re.ASCII)


class VerifierClock(NumberKind):
    """Times of day in minutes after the midnight that begins the reference day."""

    name = "clock"

    def numbers(self, name: str, given: Mapping[str, Any]) -> Numbers:
        """Reads the step, and whether times name their day."""
        days = flag(given.get("day_offset", "false"), f"day_offset of {name}")
        first, last = (_EARLIEST_DAY, _LATEST_DAY) if days else (0, 0)
        return Numbers(self.name, first * DAY, (last + 1) * DAY - 1, read_step(name, given), days=days)

    def read(self, numbers: Numbers, text: str) -> int:
        """Returns the minutes of a time on the 24-hour clock."""
        hour, minute, sign, days = matched(_WRITTEN, text).groups()
        offset = int(days or 0) * (-DAY if sign == "-" else DAY)
        return offset + int(hour) * 60 + int(minute)

    def write(self, numbers: Numbers, number: int) -> str:
        """Returns the time on the 24-hour clock."""
        days = number // DAY
        time = f"{number % DAY // 60:02}:{number % 60:02}"
        return f"{time}{days:+}" if days else time

    def parse_shown(self, numbers: Numbers, text: str) -> int:
        """Returns the minutes of a time with AM or PM."""
        hour, minute, half, days = matched(_SHOWN, text).groups()
        noon = 12 * 60 if half == "PM" else 0
        return int(days or 0) * DAY + noon + int(hour) % 12 * 60 + int(minute)

    def show(self, numbers: Numbers, number: int) -> str:
        """Returns the time with AM or PM, and with its day where that is not the reference day."""
        days, hour, minute = number // DAY, number % DAY // 60, number % 60
        time = f"{(hour + 11) % 12 + 1}:{minute:02} {'AM' if hour < 12 else 'PM'}"
        if not days:
            return time
        return f"{time} ({days:+} {'day' if days in (1, -1) else 'days'})"

    def read_spoken(self, numbers: Numbers, text: str) -> int:
        """Returns the minutes of "noon" or of a time of the reference day."""
        if text == "noon":
            return 12 * 60
        match = _SPOKEN.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is not a time")
        hour, minute, half = match.groups()
        return int(hour) % 12 * 60 + int(minute or 0) + (12 * 60 if half == "PM" else 0)

    def row_of(self, numbers: Numbers) -> str:
        """Returns `clock with day` where times name their day."""
        return "clock with day" if numbers.days else self.name


KIND: Final = VerifierClock()
