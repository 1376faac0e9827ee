"""Defines the kind of dates: days of the proleptic Gregorian calendar."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from typing import ClassVar, Final

from attrs import evolve, field, frozen

from cocoa_core.domain.kinds.cells import misconfigured, mismatch
from cocoa_core.domain.kinds.ordered import OrderedKind, whole_number, wider_bounds
from cocoa_core.domain.primitives import Scalar
from cocoa_core.lexicon import MONTHS

LAST_DAY: Final = 3_652_059
"""The ordinal of 31 December 9999, the last day that Python's dates can represent."""

_SHORT_MONTHS: Final = tuple([month[:3] for month in MONTHS])


@frozen(cache_hash=True)
class Date(OrderedKind):
    """The kind of days from `minimum` to `maximum`, as proleptic ordinals (1 January of year 1 is day 1)."""

    name: ClassVar[str] = "date"
    distance_units: ClassVar[str] = "d"
    rounded: ClassVar[bool] = False

    minimum: int
    maximum: int
    missing: bool = field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Refuses bounds without values or outside of the calendar."""
        super().__attrs_post_init__()
        if self.minimum < 1 or self.maximum > LAST_DAY:
            raise misconfigured("days of the years 1 to 9999", f"{self.minimum} and {self.maximum}")

    def noun(self) -> str:
        """Returns what errors call a text of this kind."""
        return "a date such as 2027-04-17"

    def limits(self) -> tuple[int, int, int]:
        """Returns the bounds in days, and the step 1."""
        return self.minimum, self.maximum, 1

    def parse(self, text: str) -> int:
        """Returns the ordinal of a day that is written as in ISO 8601, with hyphens.

        Raises:
            ValueError: the text is no such day.
        """
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) is None:
            raise mismatch(self.noun(), text)
        try:
            return datetime.date.fromisoformat(text).toordinal()
        except ValueError:
            raise mismatch("a day of the calendar", text) from None

    def format(self, number: int) -> str:
        """Returns the day as in ISO 8601: "2027-04-17"."""
        return datetime.date.fromordinal(number).isoformat()

    def display(self, number: int) -> str:
        """Returns the day in English, whatever the locale: "Apr 17, 2027"."""
        day = datetime.date.fromordinal(number)
        return f"{_SHORT_MONTHS[day.month - 1]} {day.day}, {day.year}"

    def wider(self) -> Date:
        """Returns the kind with wider bounds within the calendar."""
        low, high = wider_bounds(self.minimum, self.maximum)
        return evolve(self, minimum=max(1, low), maximum=min(LAST_DAY, high))

    def unbounded(self) -> Date:
        """Returns the kind with all days of the calendar and without missing values."""
        return evolve(self, minimum=1, maximum=LAST_DAY, missing=False)

    def _only_year(self) -> int | None:
        """Returns the year of all days, which a request may leave out; None where they lie in several."""
        first, last = (datetime.date.fromordinal(bound).year for bound in (self.minimum, self.maximum))
        return first if first == last else None

    def say(self, arg: Scalar) -> str:
        """Returns "April 17", with the year where the days lie in several."""
        day = datetime.date.fromordinal(whole_number(arg))
        return f"{MONTHS[day.month - 1]} {day.day}" + (f", {day.year}" * (self._only_year() is None))

    def spoken_numbers(self, tokens: tuple[str, ...], position: int) -> Iterator[int]:
        """Yields the ordinal of a month and a day, with a year where one is needed."""
        if (
            position + 1 >= len(tokens)
            or tokens[position] not in MONTHS
            or not tokens[position + 1].isdigit()
        ):
            return
        year = self._only_year()
        if year is None and position + 3 < len(tokens) and tokens[position + 3].isdigit():
            year = int(tokens[position + 3][:4])
        if year is None:
            return
        try:
            day = datetime.date(year, MONTHS.index(tokens[position]) + 1, int(tokens[position + 1][:2]))
        except ValueError:
            return
        yield day.toordinal()
