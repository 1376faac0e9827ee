"""How texts are read with care: what is settled about them, and what a kind's reader is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, Literal, TypeAlias

from attrs import field, frozen

from cocoa_core.domain import Value

__all__ = ["Conventions", "DayOrder", "DecimalSign", "Lenient", "is_missing"]

DecimalSign: TypeAlias = Literal[".", ","]
DayOrder: TypeAlias = Literal["mdy", "dmy", "ymd"]
"""Which comes first in 03/04/2026: the month or the day; with "ymd" dates begin with the year."""
_WORDS: Final = frozenset(
    (
        *("", "-", "--", "---", "–", "—", ".", "?", "n/a", "n.a.", "na", "#n/a", "<na>", "nan", "nat"),
        *("null", "none", "nil", "not given", "not available", "not applicable", "missing"),
    )
)


def is_missing(text: str, words: Collection[str] | None = None) -> bool:
    """Returns whether a text stands for a value that is not there: "", "-", "n/a", "NaN", "null", "not given"
    ...

    Capitals and blanks around it do not matter. "none" counts too: who reads a set asks for that before.

    Args:
        words: in small letters, instead of the usual ones; the empty text is one of them always.
    """
    word = text.strip().casefold()
    return word in _WORDS if words is None else not word or word in words


@frozen
class Conventions:
    """How to read texts that could be taken in several ways. The defaults settle nothing."""

    decimal: DecimalSign | None = None
    """The sign before decimals."""
    order: DayOrder | None = None
    """What 03/04/2026 means."""
    colon: bool = False
    """Whether "2:15" is a duration of hours and minutes."""
    unit: str = ""
    """A unit's text that is taken too, beside the kind's own."""


@frozen
class Lenient:
    """The lenient reader of a slot kind."""

    name: str
    """Of the kind."""
    read: Callable[[Any, str, Conventions], Value]
    """The value that a text without blanks around it stands for; what can be taken in two ways, and what the
    kind cannot hold, is a ValueError ("expected ..."), though the kind may refuse more.
    """
    wide: Mapping[str, int] = field(factory=dict)
    """Attributes of the kind without bounds and steps: it reads what it could hold if it were wider."""
    shown: Callable[[Any, str], str] = lambda _, cell: cell
    """The canonical text of what `kind.show` would show like this; something illegal where nothing is."""
