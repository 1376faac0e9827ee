"""Number words, month names, and units of which there is one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["MONTHS", "NUMBER_WORDS", "UNITS_OF_ONE"]

NUMBER_WORDS: Final = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
"""Counts and whole hours up to twelve are written as words."""

MONTHS: Final = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
"""Dates are said with the month's name."""

_PLURALS: Final = (
    "acres=acre beds=bed days=day hours=hour miles=mile minutes=minute months=month nights=night"
    " pages=page pieces=piece points=point rooms=room seconds=second weeks=week years=year"
)
UNITS_OF_ONE: Final[Mapping[str, str]] = MappingProxyType(
    {many: one for many, _, one in (pair.partition("=") for pair in _PLURALS.split())}
)
"""Units of quantities that are words, and what they are called behind a 1: "1 month"."""
