"""Defines the kind of durations, in whole minutes."""

from __future__ import annotations

import re
from typing import ClassVar, Final

from attrs import field, frozen

from cocoa_core.domain.kinds.cells import misconfigured, mismatch
from cocoa_core.domain.kinds.ordered import OrderedKind

__all__ = ["LONGEST_DURATION", "Duration"]

LONGEST_DURATION: Final = 599_999
"""The longest duration in minutes: just under ten thousand hours."""


@frozen(cache_hash=True)
class Duration(OrderedKind):
    """The kind of lengths of time in minutes: the multiples of `step` from `minimum` to `maximum`."""

    name: ClassVar[str] = "duration"

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


_DAY: Final = 24 * 60
_WRITTEN: Final = r" ?".join(rf"(?:(0|[1-9][0-9]{{0,6}}){unit})?" for unit in "wdhm")
_UNITS: Final = ((7 * _DAY, 0), (_DAY, 7), (60, 24), (1, 60))
"""The minutes in a week, a day, an hour and a minute, and how many of each make the next longer unit."""


def _parts(number: int, days: bool, units: tuple[str, str, str, str]) -> str:
    """Returns the units that are not zero, or zero minutes; weeks only if the duration is whole weeks."""
    if days and number and number % (7 * _DAY) == 0:
        return f"{number // (7 * _DAY)}{units[0]}"
    hours, minutes = divmod(number, 60)
    day_count, hours = divmod(hours, 24) if days else (0, hours)
    components = zip((day_count, hours, minutes), units[1:], strict=True)
    return " ".join(f"{part}{unit}" for part, unit in components if part) or f"0{units[3]}"
