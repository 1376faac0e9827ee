"""Days as ordinals: shown as `Apr 17, 2027`, written as `2027-04-17`, said as "April 17"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from cocoa_core.independent.kinds.base import NumberKind, matched, wider_from_zero
from cocoa_core.independent.slots import Numbers
from cocoa_core.lexicon import MONTHS

_SHORT: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_WRITTEN: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_SHOWN: Final = re.compile(r"([A-Z][a-z]{2}) (\d{1,2}), (\d{1,4})", re.ASCII)
_SPOKEN: Final = re.compile(rf"({'|'.join(MONTHS)}) ([1-9]\d?)(?:, (\d{{1,4}}))?", re.ASCII)


class VerifierDate(NumberKind):
    """Days of the proleptic Gregorian calendar."""

    name = "date"

    def numbers(self, name: str, given: Mapping[str, Any]) -> Numbers:
        """Reads the first and the last day."""
        return Numbers(self.name, *self.bounds(name, given))

    def read(self, numbers: Numbers, text: str) -> int:
        """Returns the ordinal of a day as in ISO 8601."""
        year, month, day = matched(_WRITTEN, text).groups()
        return date(int(year), int(month), int(day)).toordinal()

    def write(self, numbers: Numbers, number: int) -> str:
        """Returns the day as in ISO 8601."""
        return date.fromordinal(number).isoformat()

    def parse_shown(self, numbers: Numbers, text: str) -> int:
        """Returns the ordinal of "Apr 17, 2027"."""
        month, day, year = matched(_SHOWN, text).groups()
        if month not in _SHORT:
            raise ValueError(f"{text!r} names no month")
        return date(int(year), 1 + _SHORT.index(month), int(day)).toordinal()

    def show(self, numbers: Numbers, number: int) -> str:
        """Returns the day in English."""
        day = date.fromordinal(number)
        return f"{_SHORT[day.month - 1]} {day.day}, {day.year}"

    def wider(self, numbers: Numbers) -> Numbers:
        """Returns the numbers with wider bounds from zero."""
        return wider_from_zero(numbers)

    def read_spoken(self, numbers: Numbers, text: str) -> int:
        """Returns the ordinal of a day, which names its year unless all days of the slot lie in one."""
        match = _SPOKEN.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is not a day")
        month, day, year = match.groups()
        first, last = date.fromordinal(numbers.low).year, date.fromordinal(numbers.high).year
        if year is None and first != last:
            raise ValueError(f"{text!r} could be of several years")
        return date(int(year or first), MONTHS.index(month) + 1, int(day)).toordinal()


KIND: Final = VerifierDate()
