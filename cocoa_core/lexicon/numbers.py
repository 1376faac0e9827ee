"""Lists number words, month names, and the singular of units."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

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
"""The words for counts and whole hours up to twelve."""

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
"""The names of the months, in order."""

_PLURALS: Final = (
    "acres=acre beds=bed days=day hours=hour inches=inch miles=mile minutes=minute months=month nights=night"
    " pages=page pieces=piece points=point rooms=room seconds=second weeks=week years=year"
)
UNITS_OF_ONE: Final[Mapping[str, str]] = MappingProxyType(
    {many: one for many, _, one in (pair.partition("=") for pair in _PLURALS.split())}
)
"""By unit of a quantity that is a word, its singular, which follows a 1: "1 month"."""
