"""Defines what is settled about texts that are read, and the interface of a kind's reader."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final, Literal, TypeAlias

from attrs import frozen

from cocoa_core.domain import Value

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
    colon: bool = False
    """Whether "2:15" is a duration of hours and minutes."""
    unit: str = ""
    """A unit that is accepted beside the kind's own; may be empty."""


@frozen
class LenientReader:
    """The lenient reader of a slot kind."""

    name: str
    """The name of the kind."""
    read: Callable[[Any, str, Conventions], Value]
    """Returns the value that a text without blanks around it stands for; the kind may still refuse it. The
    reader raises a ValueError ("expected ...") for a text that can be read in two ways or that the kind
    cannot hold.
    """
    shown: Callable[[Any, str], str] = lambda _, cell: cell
    """Turns a text that `kind.show` writes back into canonical text. For any other text the result is one
    that the kind refuses.
    """
