"""Number words and month names."""

from __future__ import annotations

from typing import Final

__all__ = ["MONTHS", "NUMBER_WORDS"]

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
