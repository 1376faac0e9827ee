"""Defines the kind of durations, in whole minutes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar, Final

from attrs import evolve, field, frozen

from cocoa_core.domain.kinds.cells import misconfigured, mismatch
from cocoa_core.domain.kinds.ordered import OrderedKind, say_count, spoken_count, whole_number, wider_bounds
from cocoa_core.domain.primitives import Scalar

LONGEST_DURATION: Final = 599_999
"""The longest duration in minutes: just under ten thousand hours."""


@frozen(cache_hash=True)
class Duration(OrderedKind):
    """The kind of lengths of time in minutes: the multiples of `step` from `minimum` to `maximum`."""

    name: ClassVar[str] = "duration"
    distance_units: ClassVar[str] = "mh"
    summable: ClassVar[bool] = True

    minimum: int
    maximum: int
    step: int = 1
    missing: bool = field(default=False, kw_only=True)
    days: bool = field(default=False, kw_only=True)
    """Whether days and whole weeks are written and shown as such: 30 hours are 1 day and 6 hours."""

    def __attrs_post_init__(self) -> None:
        """Refuses bounds without values, below zero or above LONGEST_DURATION."""
        super().__attrs_post_init__()
        if self.minimum < 0 or self.maximum > LONGEST_DURATION:
            raise misconfigured(
                f"bounds from 0 to {LONGEST_DURATION} minutes", f"{self.minimum} and {self.maximum}"
            )

    def noun(self) -> str:
        """Returns what errors call a text of this kind."""
        return "a duration such as 2h 15m"

    def limits(self) -> tuple[int, int, int]:
        """Returns the bounds and the step in minutes."""
        return self.minimum, self.maximum, self.step

    def parse(self, text: str) -> int:
        """Returns the minutes of "2h 15m", "45m", "1d 6h" or "2w".

        Raises:
            ValueError: the text is malformed, or has as much of a shorter unit as one of the next longer
                unit.
        """
        match = re.fullmatch(_WRITTEN, text)
        if match is None or not text or text != text.strip() or "  " in text:
            raise mismatch(self.noun(), text)
        components = [(int(part), *unit) for part, unit in zip(match.groups(), _UNITS, strict=True) if part]
        if any(number >= most for number, _, most in components[1:]):
            raise mismatch(self.noun(), text)
        return sum(number * minutes for number, minutes, _ in components)

    def format(self, number: int) -> str:
        """Returns the units that are not zero: "2h 15m", "45m", "0m"; with `days` "1d 6h", "2w"."""
        return _parts(number, self.days, ("w", "d", "h", "m"))

    def display(self, number: int) -> str:
        """Returns the units in words: "2 hr 15 min", "1 day 6 hr", "2 weeks"."""
        text = _parts(number, self.days, (" weeks", " days", " hr", " min"))
        return re.sub(r"\b1 (week|day)s", r"1 \1", text)

    def wider(self) -> Duration:
        """Returns the kind with wider bounds from zero to LONGEST_DURATION."""
        low, high = wider_bounds(self.minimum, self.maximum)
        return evolve(self, minimum=max(0, low), maximum=min(LONGEST_DURATION, high))

    def unbounded(self) -> Duration:
        """Returns the kind with all durations and without step and missing values."""
        return evolve(self, minimum=0, maximum=LONGEST_DURATION, step=1, missing=False)

    def say(self, arg: Scalar) -> str:
        """Returns "45 minutes", "13 hours 15 minutes"; with `days` "a week", "1 day 6 hours"."""
        minutes = whole_number(arg)
        days, rest = divmod(minutes, _DAY) if self.days else (0, minutes)
        if not days:
            return _say_hours(minutes)
        if not rest:
            number, unit = (days, "day") if days % 7 else (days // 7, "week")
            return f"a {unit}" if number == 1 else f"{say_count(number)} {unit}s"
        parts = [(days, "day"), (rest // 60, "hour"), (rest % 60, "minute")]
        return " ".join(f"{part} {unit}{'s' * (part != 1)}" for part, unit in parts if part)

    def spoken_numbers(self, tokens: tuple[str, ...], position: int) -> Iterator[int]:
        """Yields the minutes of the durations that may begin there."""
        ahead = [*tokens[position : position + 6], *[""] * 6][:6]
        if ahead[0] == "a" and ahead[1] in _SPOKEN_DAYS:
            yield _SPOKEN_DAYS[ahead[1]]
            return
        if ahead[:2] == ["an", "hour"]:
            yield 60
            yield 90
            return
        number = spoken_count(ahead[0])
        if number is None:
            return
        if ahead[1] == "and":
            yield number * 60 + 30
        elif ahead[1] in ("minutes", "minute"):
            yield number
        elif ahead[1] in _SPOKEN_DAYS:
            day_minutes = number * _SPOKEN_DAYS[ahead[1]]
            yield day_minutes
            hours = spoken_count(ahead[2]) if ahead[3] in ("hours", "hour") else None
            minutes = spoken_count(ahead[2 if hours is None else 4])
            yield day_minutes + (hours or 0) * 60
            yield day_minutes + (hours or 0) * 60 + (minutes or 0)
        elif ahead[1] in ("hours", "hour"):
            yield number * 60
            minutes_beyond = spoken_count(ahead[2]) if ahead[3] in ("minutes", "minute") else None
            if minutes_beyond is not None:
                yield number * 60 + minutes_beyond


_DAY: Final = 24 * 60
_WRITTEN: Final = r" ?".join(rf"(?:(0|[1-9][0-9]{{0,6}}){unit})?" for unit in "wdhm")
_UNITS: Final = ((7 * _DAY, 0), (_DAY, 7), (60, 24), (1, 60))
"""The minutes in a week, a day, an hour and a minute, and how many of each make the next longer unit."""
_SPOKEN_DAYS: Final = {"day": _DAY, "days": _DAY, "week": 7 * _DAY, "weeks": 7 * _DAY}


def _say_hours(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    if rest == 30 and hours == 1:
        return "an hour and a half"
    if rest == 30 and hours >= 2:
        return f"{say_count(hours)} and a half hours"
    if not rest and hours:
        return "an hour" if hours == 1 else f"{say_count(hours)} hours"
    parts = [f"{hours} hour{'s' * (hours != 1)}"] if hours else []
    return " ".join([*parts, f"{rest} minute{'s' * (rest != 1)}"])


def _parts(number: int, days: bool, units: tuple[str, str, str, str]) -> str:
    """Returns the units that are not zero, or zero minutes; weeks only if the duration is whole weeks."""
    if days and number and number % (7 * _DAY) == 0:
        return f"{number // (7 * _DAY)}{units[0]}"
    hours, minutes = divmod(number, 60)
    day_count, hours = divmod(hours, 24) if days else (0, hours)
    components = zip((day_count, hours, minutes), units[1:], strict=True)
    return " ".join(f"{part}{unit}" for part, unit in components if part) or f"0{units[3]}"
