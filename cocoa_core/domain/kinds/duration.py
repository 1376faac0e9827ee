"""Durations: whole minutes."""

from __future__ import annotations

import re
from typing import ClassVar, Final

from attrs import field, frozen

from cocoa_core.domain.kinds.ordered import OrderedKind
from cocoa_core.domain.kinds.reading import misconfigured, mismatch

__all__ = ["LONGEST_DURATION", "Duration"]

LONGEST_DURATION: Final = 599_999
"""Minutes: just under ten thousand hours."""


@frozen(cache_hash=True)
class Duration(OrderedKind):
    """A length of time in minutes, not negative: the multiples of `step` from `minimum` to `maximum`."""

    name: ClassVar[str] = "duration"

    minimum: int
    maximum: int
    step: int = 1
    missing: bool = field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Refuse bounds without values, below zero or beyond ten thousand hours."""
        super().__attrs_post_init__()
        if self.minimum < 0 or self.maximum > LONGEST_DURATION:
            raise misconfigured(
                f"bounds from 0 to {LONGEST_DURATION} minutes", f"{self.minimum} and {self.maximum}"
            )

    def noun(self) -> str:
        """What errors call a text of this kind."""
        return "a duration such as 2h 15m"

    def limits(self) -> tuple[int, int, int]:
        """Bounds and step in minutes."""
        return self.minimum, self.maximum, self.step

    def parse(self, text: str) -> int:
        """Minutes of "2h 15m", "2h" or "45m"; minutes beside hours must be below 60, alone they need not."""
        match = re.fullmatch(r"(?:(0|[1-9][0-9]{0,6})h)?( ?)(?:(0|[1-9][0-9]{0,6})m)?", text)
        if match is None:
            raise mismatch(self.noun(), text)
        hours, blank, minutes = match.groups()
        both = hours is not None and minutes is not None
        if (hours is None and minutes is None) or (blank and not both) or (both and int(minutes) >= 60):
            raise mismatch(self.noun(), text)
        return 60 * int(hours or 0) + int(minutes or 0)

    def format(self, number: int) -> str:
        """Hours and minutes, without the part that is zero: "2h 15m", "45m", "2h", "0m"."""
        return _parts(number, "h", "m")

    def display(self, number: int) -> str:
        """Hours and minutes in words: "2 hr 15 min"."""
        return _parts(number, " hr", " min")


def _parts(number: int, hour: str, minute: str) -> str:
    hours, minutes = divmod(number, 60)
    if hours and minutes:
        return f"{hours}{hour} {minutes}{minute}"
    return f"{hours}{hour}" if hours else f"{minutes}{minute}"
