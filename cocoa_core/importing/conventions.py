"""Defines what is settled about texts that are read, and the words for missing values."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal, TypeAlias

from attrs import frozen

DecimalSign: TypeAlias = Literal[".", ","]
DayOrder: TypeAlias = Literal["mdy", "dmy", "ymd"]
"""What comes first in 03/04/2026: the month or the day; with "ymd" dates begin with the year."""
_WORDS: Final = frozenset(
    (
        *("", "-", "--", "---", "–", "—", ".", "?", "n/a", "n.a.", "na", "#n/a", "<na>", "nan", "nat"),
        *("#div/0!", "#name?", "#null!", "#num!", "#ref!", "#value!"),
        *("null", "none", "nil", "not given", "not available", "not applicable", "missing"),
        *("k.a.", "k. a.", "keine angabe"),
    )
)


def is_missing(text: str, words: Collection[str] | None = None) -> bool:
    """Returns whether a text stands for a missing value, such as "-", "n/a", "NaN", "null" or an empty text.

    Case and surrounding blanks are ignored. "none" counts as missing, so a reader of sets, for which it is
    the empty set, must check for it first.

    Args:
        words: the words to use instead of the usual ones, in small letters; the empty text is always one.
    """
    word = text.strip().casefold()
    return word in _WORDS if words is None else not word or word in words


@frozen
class Conventions:
    """How to read texts that could be read in several ways. The defaults settle nothing."""

    decimal: DecimalSign | None = None
    """The decimal sign."""
    order: DayOrder | None = None
    """What 03/04/2026 means."""
