"""Durations in minutes: shown as `2 hr 15 min`, written as `2h 15m`, said as "an hour and a half"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from cocoa_core.independent.kinds.base import (
    COUNT,
    DAY,
    NumberKind,
    matched,
    read_count,
    read_step,
    wider_from_zero,
)
from cocoa_core.independent.slots import Numbers
from cocoa_core.independent.yaml_files import flag
from cocoa_core.lexicon import NUMBER_WORDS

_WRITTEN: Final = re.compile(
    r"(?=\d)(?:(\d{1,7})w)?(?: (?=\d))?(?:(\d{1,7})d)?(?: (?=\d))?(?:(\d{1,7})h)?(?: (?=\d))?(?:(\d{1,7})m)?",
    re.ASCII,
)
_SHOWN: Final = re.compile(
    r"(?:(\d{1,7}) weeks?)?(?:(\d{1,7}) days?)?(?: (?=\d))?(?:(\d{1,7}) hr)?(?: (?=\d))?(?:(\d{1,7}) min)?",
    re.ASCII,
)
_HOURS: Final = re.compile(rf"(?:{COUNT} hours?)?(?: (?=[0-9a-z]))?(?:{COUNT} minutes?)?", re.ASCII)
_HALF: Final = re.compile(rf"{COUNT} and a half hours", re.ASCII)
_DAYS: Final = re.compile(
    rf"(?:(a|\d[\d,]*|{'|'.join(NUMBER_WORDS)}) )(?:(weeks?)|days?)(?: (.+))?", re.ASCII
)


class VerifierDuration(NumberKind):
    """Durations in minutes."""

    name = "duration"

    def numbers(self, name: str, given: Mapping[str, Any]) -> Numbers:
        """Reads bounds, step, and whether days are counted."""
        days = flag(given.get("days", "false"), f"days of {name}")
        return Numbers(self.name, *self.bounds(name, given), read_step(name, given), days=days)

    def read(self, numbers: Numbers, text: str) -> int:
        """Returns the minutes of "2h 15m" or "1d 6h"."""
        return _minutes(matched(_WRITTEN, text))

    def write(self, numbers: Numbers, number: int) -> str:
        """Returns the units that are not zero, or zero minutes."""
        if numbers.days and number >= DAY:
            if number % (7 * DAY) == 0:
                return f"{number // (7 * DAY)}w"
            rest = number % DAY
            return f"{number // DAY}d{f' {self.write(numbers, rest)}' if rest else ''}"
        hours, minutes = number // 60, number % 60
        if not hours:
            return f"{minutes}m"
        return f"{hours}h {minutes}m" if minutes else f"{hours}h"

    def parse_shown(self, numbers: Numbers, text: str) -> int:
        """Returns the minutes of "2 hr 15 min" or "1 day 6 hr"."""
        return _minutes(matched(_SHOWN, text))

    def show(self, numbers: Numbers, number: int) -> str:
        """Returns the units that are not zero, or zero minutes."""
        if numbers.days and number >= DAY:
            weeks, days, rest = number // (7 * DAY), number // DAY, number % DAY
            if number == weeks * 7 * DAY:
                return "1 week" if weeks == 1 else f"{weeks} weeks"
            whole_days = "1 day" if days == 1 else f"{days} days"
            return f"{whole_days} {self.show(numbers, rest)}" if rest else whole_days
        hours, minutes = number // 60, number % 60
        if not hours:
            return f"{minutes} min"
        return f"{hours} hr {minutes} min" if minutes else f"{hours} hr"

    def wider(self, numbers: Numbers) -> Numbers:
        """Returns the numbers with wider bounds from zero."""
        return wider_from_zero(numbers)

    def read_spoken(self, numbers: Numbers, text: str) -> int:
        """Returns the minutes of "45 minutes" or "two and a half hours"; of "a week" where days count."""
        return _spoken_days(text) if numbers.days else _spoken_hours(text)


def _minutes(match: re.Match[str]) -> int:
    weeks, days, hours, minutes = (int(part or 0) for part in match.groups())
    return (weeks * 7 + days) * DAY + hours * 60 + minutes


def _spoken_days(text: str) -> int:
    """Returns the minutes of a duration that is counted in days; whole weeks are said as weeks."""
    match = _DAYS.fullmatch(text)
    if match is None:
        minutes = _spoken_hours(text)
        if minutes >= DAY:
            raise ValueError(f"{text!r} holds a day")
        return minutes
    amount, week, rest = match.groups()
    number = 1 if amount == "a" else read_count(amount)
    if rest is None:
        if (amount == "a") != (number == 1) or (not week and number % 7 == 0):
            raise ValueError(f"{text!r} is not how that is said")
        return number * (7 if week else 1) * DAY
    if (
        week
        or not amount.isdigit()
        or not rest[0].isdigit()
        or not 0 < (minutes := _spoken_hours(rest)) < DAY
    ):
        raise ValueError(f"{text!r} is not a duration")
    return number * DAY + minutes


def _spoken_hours(text: str) -> int:
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


KIND: Final = VerifierDuration()
