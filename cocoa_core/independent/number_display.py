"""Numbers as options show them: `$1,299`, `2 hr 15 min`, `7:40 PM (+1 day)`, `Apr 17, 2027`.

Written a second time on purpose: the slot kinds of a domain do the same, and the verifier shares no code with
them.
"""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from typing import Final

from cocoa_core.independent.number_writing import DAY, matched
from cocoa_core.independent.slots import Numbers
from cocoa_core.lexicon import UNITS_OF_ONE

__all__ = ["displayed_number", "read_displayed", "read_number_shown"]

_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DURATION: Final = re.compile(
    r"(?:(\d{1,7}) weeks?)?(?:(\d{1,7}) days?)?(?: (?=\d))?(?:(\d{1,7}) hr)?(?: (?=\d))?(?:(\d{1,7}) min)?",
    re.ASCII,
)
_CLOCK: Final = re.compile(r"(\d{1,2}):(\d\d) ([AP]M)(?: \(([+-]\d) days?\))?", re.ASCII)
_DATE: Final = re.compile(r"([A-Z][a-z]{2}) (\d{1,2}), (\d{1,4})", re.ASCII)
_DIGITS: Final = re.compile(r"(\d{1,3}(?:,\d{3})*)(?:\.(\d{1,4}))?", re.ASCII)
_YEAR: Final = re.compile(r"(\d{1,15})()", re.ASCII)


def read_number_shown(numbers: Numbers, text: str) -> int:
    """Returns the number that a text shows, whether it is legal or not.

    Raises:
        ValueError: the text is not exactly how a number of the slot is shown.
    """
    number = _READERS[numbers.look](numbers, text)
    if displayed_number(numbers, number) != text:
        raise ValueError(f"{text!r} is not how {displayed_number(numbers, number)!r} is shown")
    return number


@lru_cache(maxsize=1 << 13)
def read_displayed(numbers: Numbers, text: str) -> int:
    """Returns the legal number that a text shows.

    Raises:
        ValueError: the text is not exactly how a number is shown, or the number is out of bounds or between
            steps.
    """
    number = read_number_shown(numbers, text)
    if not numbers.low <= number <= numbers.high or number % numbers.step:
        low, high = displayed_number(numbers, numbers.low), displayed_number(numbers, numbers.high)
        raise ValueError(f"{text!r} is not a legal value from {low} to {high}")
    return number


def displayed_number(numbers: Numbers, number: int) -> str:
    """Returns the only text that shows a number."""
    return _WRITERS[numbers.look](numbers, number)


def _affixes(numbers: Numbers, digits: str) -> tuple[str, str]:
    """Returns what stands before and after the digits. The unit is in the singular for one: "1 month", "2
    months".
    """
    if numbers.unit == "money":
        return numbers.symbol + " " * numbers.symbol[-1:].isalpha(), ""
    if numbers.unit == "percent":
        return "", "%"
    if numbers.unit == "rating":
        return "", f"/{numbers.out_of}" if numbers.out_of else ""
    if numbers.unit in ("", "count", "number", "year"):
        return "", ""
    return "", f" {UNITS_OF_ONE.get(numbers.unit, numbers.unit) if digits == '1' else numbers.unit}"


def _read_quantity(numbers: Numbers, text: str) -> int:
    sign = -1 if text[:1] == "-" else 1
    body = text[1:] if text[:1] in ("-", "+") else text
    before, after = _affixes(numbers, body.partition(" ")[0])
    if not body.startswith(before) or not body.endswith(after):
        raise ValueError(f"{text!r} has not the unit of its slot")
    digits_of = _YEAR if numbers.unit == "year" else _DIGITS
    whole, part = matched(digits_of, body[len(before) : len(body) - len(after)]).groups()
    digits = part or ""
    if len(digits) > numbers.places:
        raise ValueError(f"{text!r} has too many decimals")
    return sign * int(whole.replace(",", "") + digits.ljust(numbers.places, "0"))


def _read_duration(_numbers: Numbers, text: str) -> int:
    weeks, days, hours, minutes = (int(part or 0) for part in matched(_DURATION, text).groups())
    return (weeks * 7 + days) * DAY + hours * 60 + minutes


def _read_clock(_numbers: Numbers, text: str) -> int:
    hour, minute, half, days = matched(_CLOCK, text).groups()
    noon = 12 * 60 if half == "PM" else 0
    return int(days or 0) * DAY + noon + int(hour) % 12 * 60 + int(minute)


def _read_date(_numbers: Numbers, text: str) -> int:
    month, day, year = matched(_DATE, text).groups()
    if month not in _MONTHS:
        raise ValueError(f"{text!r} names no month")
    return date(int(year), 1 + _MONTHS.index(month), int(day)).toordinal()


def _write_quantity(numbers: Numbers, number: int) -> str:
    whole, part = divmod(abs(number), 10**numbers.places)
    cents = f".{str(part).rjust(numbers.places, '0')}" if numbers.places else ""
    if numbers.unit == "money" and not part:
        cents = ""
    sign = "-" if number < 0 else "+" if number and numbers.signed else ""
    digits = (str(whole) if numbers.unit == "year" else f"{whole:,}") + cents
    before, after = _affixes(numbers, digits)
    return f"{sign}{before}{digits}{after}"


def _write_duration(numbers: Numbers, number: int) -> str:
    if numbers.days and number >= DAY:
        weeks, days, rest = number // (7 * DAY), number // DAY, number % DAY
        if number == weeks * 7 * DAY:
            return "1 week" if weeks == 1 else f"{weeks} weeks"
        whole = "1 day" if days == 1 else f"{days} days"
        return f"{whole} {_write_duration(numbers, rest)}" if rest else whole
    hours, minutes = number // 60, number % 60
    if not hours:
        return f"{minutes} min"
    return f"{hours} hr {minutes} min" if minutes else f"{hours} hr"


def _write_clock(_numbers: Numbers, number: int) -> str:
    days, hour, minute = number // DAY, number % DAY // 60, number % 60
    time = f"{(hour + 11) % 12 + 1}:{minute:02} {'AM' if hour < 12 else 'PM'}"
    if not days:
        return time
    return f"{time} ({days:+} {'day' if days in (1, -1) else 'days'})"


def _write_date(_numbers: Numbers, number: int) -> str:
    day = date.fromordinal(number)
    return f"{_MONTHS[day.month - 1]} {day.day}, {day.year}"


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
