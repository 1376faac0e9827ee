"""Clock times: minutes after the midnight that begins the reference day, in local time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Final

from attrs import field, frozen

from cocoa_core.domain.kinds.cells import misconfigured, mismatch
from cocoa_core.domain.kinds.ordered import OrderedKind
from cocoa_core.domain.primitives import Test, Value

__all__ = ["Clock"]

_DAY: Final = 1440
_FURTHEST_DAY: Final = 9


@frozen(cache_hash=True)
class Clock(OrderedKind):
    """A time of day, to the minute; with `day_offset` also of the days around the reference day (+1, -1).

    A day after the reference day adds 1440 minutes, and tests compare the sum. Of a time before the reference
    day it is a convention whether it is early or late, so every test of it is undefined.
    """

    name: ClassVar[str] = "clock"

    day_offset: bool = False
    step: int = 1
    """Legal are multiples of it, in minutes."""
    earliest_day: int = -1
    latest_day: int = 3
    """`earliest_day` and `latest_day`: the days that may be named, from the reference day; with `day_offset`
    only.
    """
    missing: bool = field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Refuses days without values and days that one digit does not name."""
        super().__attrs_post_init__()
        if self.earliest_day < -_FURTHEST_DAY or self.latest_day > _FURTHEST_DAY:
            raise misconfigured("days from -9 to +9", f"{self.earliest_day} and {self.latest_day}")

    def noun(self) -> str:
        """Returns what errors call a text of this kind."""
        return "a time such as 07:40 or 00:30+1" if self.day_offset else "a time such as 07:40 or 19:40"

    def limits(self) -> tuple[int, int, int]:
        """Returns bounds and step in minutes after midnight."""
        if not self.day_offset:
            return 0, _DAY - 1, self.step
        return self.earliest_day * _DAY, (self.latest_day + 1) * _DAY - 1, self.step

    def steps(self) -> str:
        """Returns the step in minutes."""
        return f"{self.step} minutes"

    def parse(self, text: str) -> int:
        """Returns a time on the 24-hour clock, two digits each; with `day_offset` the day too, unless it is
        day 0.
        """
        match = re.fullmatch(r"([01][0-9]|2[0-3]):([0-5][0-9])([+-][1-9])?", text)
        if match is None or (match[3] and not self.day_offset):
            raise mismatch(self.noun(), text)
        return int(match[3] or 0) * _DAY + int(match[1]) * 60 + int(match[2])

    def format(self, number: int) -> str:
        """Returns the time on the 24-hour clock: "19:40", "19:40+1"."""
        day, minutes = divmod(number, _DAY)
        offset = f"{day:+d}" if day else ""
        return f"{minutes // 60:02d}:{minutes % 60:02d}{offset}"

    def display(self, number: int) -> str:
        """Returns the time on the 12-hour clock: "7:40 PM", "12:30 AM (+1 day)"; noon is 12:00 PM."""
        day, minutes = divmod(number, _DAY)
        hour = minutes // 60
        time = f"{hour % 12 or 12}:{minutes % 60:02d} {'AM' if hour < 12 else 'PM'}"
        return f"{time} ({day:+d} day{'' if abs(day) == 1 else 's'})" if day else time

    def evaluate(self, test: Test, value: Value) -> bool | None:
        """Returns whether the test holds; None for a missing time and for one before the reference day."""
        return super().evaluate(test, None if isinstance(value, int) and value < 0 else value)

    def boundaries(self, tests: Sequence[Test]) -> list[int]:
        """As of every ordered kind; all times before the reference day are alike, and differ from it."""
        return [max(point, 0) for point in super().boundaries(tests)] + [0]

    def measure(self, over: str | None, value: Value) -> int | None:
        """Minutes after midnight; None before the reference day."""
        minutes = super().measure(over, value)
        return None if minutes is None or minutes < 0 else minutes
