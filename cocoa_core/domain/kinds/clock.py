"""Defines the kind of clock times: local minutes after the midnight that begins the reference day."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from attrs import evolve, field, frozen

from cocoa_core.domain.kinds.base import schema_key
from cocoa_core.domain.kinds.cells import misconfigured, mismatch
from cocoa_core.domain.kinds.ordered import OrderedKind, whole_number
from cocoa_core.domain.primitives import Scalar, Test, Value

_DAY: Final = 1440
_NOON: Final = 720
_FURTHEST_DAY: Final = 9


@frozen(cache_hash=True)
class Clock(OrderedKind):
    """The kind of times of day, in minutes; with `day_offset` also of the days around the reference day (+1,
    -1).

    Each day after the reference day adds 1440 minutes, and tests compare the sum. Whether a time before the
    reference day is early or late is a convention, so every test of it is undefined.
    """

    name: ClassVar[str] = "clock"
    says: ClassVar[str] = "A time of day."
    distance_units: ClassVar[str] = "mh"
    bounded: ClassVar[bool] = False
    sayable: ClassVar[range | None] = range(_DAY)
    """Times of the reference day."""

    day_offset: bool = field(
        default=False, metadata=schema_key("Whether a time may be on another day, as in 00:30+1.")
    )
    step: int = field(
        default=1,
        metadata=schema_key("Values are multiples of so many minutes; 1 without it.", least=1, most=_DAY),
    )
    """The legal times are multiples of this number of minutes."""
    earliest_day: int = -1
    """The first day that may be named, counted from the reference day; used only with `day_offset`."""
    latest_day: int = 3
    """The last day that may be named, counted from the reference day; used only with `day_offset`."""
    missing: bool = field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Refuses a range of days without values, and days that need more than one digit."""
        super().__attrs_post_init__()
        if self.earliest_day < -_FURTHEST_DAY or self.latest_day > _FURTHEST_DAY:
            raise misconfigured("days from -9 to +9", f"{self.earliest_day} and {self.latest_day}")

    def noun(self) -> str:
        """Returns what errors call a text of this kind."""
        return "a time such as 07:40 or 00:30+1" if self.day_offset else "a time such as 07:40 or 19:40"

    def limits(self) -> tuple[int, int, int]:
        """Returns the bounds and the step in minutes after midnight."""
        if not self.day_offset:
            return 0, _DAY - 1, self.step
        return self.earliest_day * _DAY, (self.latest_day + 1) * _DAY - 1, self.step

    def steps(self) -> str:
        """Returns the step in minutes, as errors name it."""
        return f"{self.step} minutes"

    def parse(self, text: str) -> int:
        """Returns the minutes of a time on the 24-hour clock, with two digits each, and of its day where that
        is not 0.

        Raises:
            ValueError: the text is no such time, or names a day without `day_offset`.
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

    @property
    def comparison_row(self) -> str:
        """`clock with day` where a time may be of another day."""
        return "clock with day" if self.day_offset else self.name

    def say(self, arg: Scalar) -> str:
        """Returns a time of the reference day: "noon", "6 AM", "7:45 PM", "12:30 AM"."""
        minutes = whole_number(arg)
        if minutes == _NOON:
            return "noon"
        hour, minute = divmod(minutes, 60)
        half = "AM" if hour < 12 else "PM"
        return f"{(hour - 1) % 12 + 1}:{minute:02d} {half}" if minute else f"{(hour - 1) % 12 + 1} {half}"

    def spoken_numbers(self, tokens: tuple[str, ...], position: int) -> Iterator[int]:
        """Yields the minutes after midnight of "noon" or of a time with AM or PM."""
        if position < len(tokens) and tokens[position] == "noon":
            yield _NOON
            return
        if position + 1 >= len(tokens) or tokens[position + 1] not in ("AM", "PM"):
            return
        hour, _, minute = tokens[position].partition(":")
        if hour.isascii() and hour.isdigit() and len(hour) < 3 and (not minute or minute.isdigit()):
            yield int(hour) % 12 * 60 + int(minute or 0) + _NOON * (tokens[position + 1] == "PM")

    def evaluate(self, test: Test, value: Value) -> bool | None:
        """Returns whether the test holds; None for a missing time and for one before the reference day."""
        return super().evaluate(test, None if isinstance(value, int) and value < 0 else value)

    @property
    def wraps(self) -> bool:
        """Whether times do not name their day."""
        return not self.day_offset

    def measures(self, over: str | None) -> tuple[range, ...]:
        """Returns the legal times from the reference day on."""
        if over is not None:
            return super().measures(over)
        _, high, step = self.span()
        return (range(max(self.span()[0], 0), high + 1, step),)

    def unbounded(self) -> Clock:
        """Returns the kind with every day that a text can name, and without step and missing values."""
        furthest = _FURTHEST_DAY
        return evolve(self, step=1, earliest_day=-furthest, latest_day=furthest, missing=False)

    def boundaries(self, tests: Sequence[Test]) -> list[int]:
        """Returns where the truth of a test can change; times before the reference day are one class."""
        return [max(point, 0) for point in super().boundaries(tests)] + [0]

    def measure(self, over: str | None, value: Value) -> int | None:
        """Returns the minutes after midnight; None before the reference day."""
        minutes = super().measure(over, value)
        return None if minutes is None or minutes < 0 else minutes
