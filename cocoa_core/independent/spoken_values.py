"""Reads values as requests say them: "an hour and a half", "7:45 PM", "noon", "April 17", "two", "$400"."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from typing import Final

from cocoa_core.independent.number_display import read_number_shown
from cocoa_core.independent.number_writing import read_canonical
from cocoa_core.independent.slots import Numbers
from cocoa_core.lexicon import MONTHS, NUMBER_WORDS, UNITS_OF_ONE

__all__ = ["read_count", "read_spoken"]

_COUNTS: Final = {word: number for number, word in enumerate(NUMBER_WORDS)}
_NUMBER: Final = rf"(\d{{1,9}}|{'|'.join(NUMBER_WORDS)})"
_HOURS: Final = re.compile(rf"(?:{_NUMBER} hours?)?(?: (?=[0-9a-z]))?(?:{_NUMBER} minutes?)?", re.ASCII)
_DAY: Final = 24 * 60
_WHOLE: Final = re.compile(
    rf"(?:(a|\d[\d,]*|{'|'.join(NUMBER_WORDS)}) )(?:(weeks?)|days?)(?: (.+))?", re.ASCII
)
_HALF: Final = re.compile(rf"{_NUMBER} and a half hours", re.ASCII)
_CLOCK: Final = re.compile(r"(1[0-2]|[1-9])(?::([0-5]\d))? (AM|PM)", re.ASCII)
_DECIMAL: Final = re.compile(r"([^\d.,]*[\d,]+)(?:\.(\d*))?", re.ASCII)
_DATE: Final = re.compile(rf"({'|'.join(MONTHS)}) ([1-9]\d?)(?:, (\d{{1,4}}))?", re.ASCII)


def read_count(text: str) -> int:
    """Returns a whole number, in digits or in words up to twelve.

    Raises:
        ValueError: the text is no such number.
    """
    word_value = _COUNTS.get(text)
    if word_value is not None:
        return word_value
    digits = text.replace(",", "")
    if digits.isascii() and digits.isdigit() and text == f"{int(digits):,}":
        return int(digits)
    raise ValueError(f"{text!r} is not a count")


def read_spoken(numbers: Numbers, text: str) -> int:
    """Returns a number of a slot as a request says it.

    Raises:
        ValueError: the text is no number of the slot.
    """
    number = _number_or_none(numbers, text)
    if number is None:
        raise ValueError(f"{text!r} is not a number as it is said")
    return number


@lru_cache(maxsize=1 << 13)
def _number_or_none(numbers: Numbers, text: str) -> int | None:
    """Returns the number, or None: most texts that are tried are none, and this keeps them too."""
    try:
        return _spoken(numbers, text)
    except ValueError:
        return None


def _spoken(numbers: Numbers, text: str) -> int:
    if numbers.look == "duration":
        return _days(text) if numbers.days else _duration(text)
    if numbers.look == "clock":
        return _clock(text)
    if numbers.look == "date":
        return _date(numbers, text)
    if numbers.unit == "count":
        return read_count(text)
    if numbers.unit == "rating":
        return read_canonical(numbers, text)
    if numbers.places and numbers.unit != "money":
        text = _of_one(numbers.unit, text)
        return read_number_shown(numbers, _with_zeros(text, numbers.places))
    return read_number_shown(numbers, text)


def _of_one(unit: str, text: str) -> str:
    """Returns the text with the unit in the form that it has after other numbers than one.

    Raises:
        ValueError: the text says "1 months".
    """
    singular = UNITS_OF_ONE.get(unit)
    if singular is not None and text == f"1 {unit}":
        raise ValueError(f"{text!r} is not how that is said")
    return f"1 {unit}" if singular is not None and text == f"1 {singular}" else text


def _with_zeros(text: str, places: int) -> str:
    """Returns the number with all its decimals.

    Raises:
        ValueError: it ends in a zero already.
    """
    match = _DECIMAL.match(text)
    if match is None or (match[2] or "").endswith("0") or match[2] == "":
        raise ValueError(f"{text!r} is no number as it is said")
    digits = match[2] or ""
    return f"{match[1]}.{digits}{'0' * (places - len(digits))}{text[match.end() :]}"


def _days(text: str) -> int:
    """Returns the minutes of a duration that is counted in days; whole weeks are said as weeks."""
    match = _WHOLE.fullmatch(text)
    if match is None:
        minutes = _duration(text)
        if minutes >= _DAY:
            raise ValueError(f"{text!r} holds a day")
        return minutes
    amount, week, rest = match.groups()
    number = 1 if amount == "a" else read_count(amount)
    if rest is None:
        if (amount == "a") != (number == 1) or (not week and number % 7 == 0):
            raise ValueError(f"{text!r} is not how that is said")
        return number * (7 if week else 1) * _DAY
    if week or not amount.isdigit() or not rest[0].isdigit() or not 0 < (minutes := _duration(rest)) < _DAY:
        raise ValueError(f"{text!r} is not a duration")
    return number * _DAY + minutes


def _duration(text: str) -> int:
    if text in ("an hour", "an hour and a half"):
        return 60 if text == "an hour" else 90
    half = _HALF.fullmatch(text)
    if half is not None:
        return read_count(half[1]) * 60 + 30
    match = _HOURS.fullmatch(text)
    if match is None or not any(match.groups()):
        raise ValueError(f"{text!r} is not a duration")
    hours, minutes = (read_count(part) if part else 0 for part in match.groups())
    if match[1] and match[2] and not 0 < minutes < 60:
        raise ValueError(f"{text!r} is not a duration")
    return hours * 60 + minutes


def _clock(text: str) -> int:
    if text == "noon":
        return 12 * 60
    match = _CLOCK.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a time")
    hour, minute, half = match.groups()
    return int(hour) % 12 * 60 + int(minute or 0) + (12 * 60 if half == "PM" else 0)


def _date(numbers: Numbers, text: str) -> int:
    match = _DATE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a day")
    month, day, year = match.groups()
    first, last = date.fromordinal(numbers.low).year, date.fromordinal(numbers.high).year
    if year is None and first != last:
        raise ValueError(f"{text!r} could be of several years")
    return date(int(year or first), MONTHS.index(month) + 1, int(day)).toordinal()
