"""Canonical texts of numbers, as records write them: `399.50`, `2h 15m`, `19:40+1`, `2027-04-17`.

Written a second time on purpose: the slot kinds of a domain do the same, and the verifier shares no code with
them.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from cocoa_core.independent.slots import Numbers

__all__ = ["DAY", "canonical_number", "matched", "read_canonical", "read_number"]

DAY: Final = 24 * 60
"""The number of minutes in a day."""

_DURATION: Final = re.compile(
    r"(?=\d)(?:(\d{1,7})w)?(?: (?=\d))?(?:(\d{1,7})d)?(?: (?=\d))?(?:(\d{1,7})h)?(?: (?=\d))?(?:(\d{1,7})m)?",
    re.ASCII,
)
_CLOCK: Final = re.compile(r"(\d\d):(\d\d)(?:([+-])(\d))?", re.ASCII)
_DATE: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_DECIMAL: Final = re.compile(r"(-?)(\d{1,15})(?:\.(\d{1,4}))?", re.ASCII)


def read_canonical(numbers: Numbers, text: str) -> int:
    """Returns the number of a canonical text.

    Raises:
        ValueError: the text is not exactly how a number of the slot is written.
    """
    number = read_number(numbers, text)
    if canonical_number(numbers, number) != text:
        raise ValueError(f"{text!r} is not how {canonical_number(numbers, number)!r} is written")
    return number


def read_number(numbers: Numbers, text: str) -> int:
    """Returns the number of a text, which need not be canonical (`90m`, `4.50`).

    Raises:
        ValueError: the text cannot be read.
    """
    return _READERS[numbers.look](numbers, text)


def canonical_number(numbers: Numbers, number: int) -> str:
    """Returns the only canonical text of a number."""
    return _WRITERS[numbers.look](numbers, number)


def matched(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    """Matches a pattern with a whole text.

    Raises:
        ValueError: it does not match.
    """
    match = pattern.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} cannot be read")
    return match


def _read_quantity(numbers: Numbers, text: str) -> int:
    sign, whole, part = matched(_DECIMAL, text).groups()
    digits = part or ""
    if len(digits) > numbers.places:
        raise ValueError(f"{text!r} has too many decimals")
    size = int(whole + digits.ljust(numbers.places, "0"))
    return -size if sign else size


def _read_duration(_numbers: Numbers, text: str) -> int:
    weeks, days, hours, minutes = (int(part or 0) for part in matched(_DURATION, text).groups())
    return (weeks * 7 + days) * DAY + hours * 60 + minutes


def _read_clock(_numbers: Numbers, text: str) -> int:
    hour, minute, sign, days = matched(_CLOCK, text).groups()
    offset = int(days or 0) * (-DAY if sign == "-" else DAY)
    return offset + int(hour) * 60 + int(minute)


def _read_date(_numbers: Numbers, text: str) -> int:
    year, month, day = matched(_DATE, text).groups()
    return date(int(year), int(month), int(day)).toordinal()


def _write_quantity(numbers: Numbers, number: int) -> str:
    sign = "-" if number < 0 else ""
    if not numbers.places:
        return f"{number}"
    whole, part = divmod(abs(number), 10**numbers.places)
    if numbers.unit == "money" and not part:
        return f"{sign}{whole}"
    return f"{sign}{whole}.{str(part).rjust(numbers.places, '0')}"


def _write_duration(numbers: Numbers, number: int) -> str:
    if numbers.days and number >= DAY:
        if number % (7 * DAY) == 0:
            return f"{number // (7 * DAY)}w"
        rest = number % DAY
        return f"{number // DAY}d{f' {_write_duration(numbers, rest)}' if rest else ''}"
    hours, minutes = number // 60, number % 60
    if not hours:
        return f"{minutes}m"
    return f"{hours}h {minutes}m" if minutes else f"{hours}h"


def _write_clock(_numbers: Numbers, number: int) -> str:
    days = number // DAY
    time = f"{number % DAY // 60:02}:{number % 60:02}"
    return f"{time}{days:+}" if days else time


def _write_date(_numbers: Numbers, number: int) -> str:
    return date.fromordinal(number).isoformat()


_READERS: Final = {
    "quantity": _read_quantity,
    "duration": _read_duration,
    "clock": _read_clock,
    "date": _read_date,
}
_WRITERS: Final = {
    "quantity": _write_quantity,
    "duration": _write_duration,
    "clock": _write_clock,
    "date": _write_date,
}
