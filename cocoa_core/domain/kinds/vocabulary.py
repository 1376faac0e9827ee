"""Vocabularies: which texts may be values of a category or elements of a set."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Container, Iterator
from itertools import count
from typing import Final

from cocoa_core.domain.kinds.base import NOT_GIVEN
from cocoa_core.domain.kinds.items import NO_ITEMS
from cocoa_core.domain.kinds.reading import misconfigured, mismatch

__all__ = ["check_vocabulary", "element_problem", "read_member", "unnamed", "vocabulary_problem"]

_LONGEST: Final = 200
_LISTED: Final = 12


def vocabulary_problem(value: str) -> str | None:
    """Why a text cannot be a value of a category, as "expected ..."; None if it can.

    What can is printed as it stands, survives a cell (blanks around it, ";" between elements) and looks like
    no other value: no control, invisible or unusual blank characters; accents in composed form (Unicode NFC).
    """
    if not value or value != value.strip(" "):
        return "expected a text without blanks around it"
    if len(value) > _LONGEST:
        return f"expected at most {_LONGEST} characters"
    if ";" in value:
        return 'expected a text without ";", which separates the elements of a set'
    if not value.isprintable():
        return "expected printable characters and plain blanks only"
    if "  " in value:
        return "expected single blanks between words"
    if not unicodedata.is_normalized("NFC", value):
        return "expected accented letters in composed form (Unicode NFC)"
    if value.casefold() == NOT_GIVEN:
        return f'expected another text than "{NOT_GIVEN}", which shows that a value is missing'
    return None


def element_problem(value: str) -> str | None:
    """Why a text cannot be an element of a set, as "expected ..."; None if it can."""
    if value.casefold() == NO_ITEMS:
        return f'expected another text than "{NO_ITEMS}", which shows that a set is empty'
    return vocabulary_problem(value)


def check_vocabulary(closed: bool, values: tuple[str, ...], problem: Callable[[str], str | None]) -> None:
    """Refuse with ValueError an empty closed vocabulary, a value that stands twice, one with a problem."""
    if closed and not values:
        raise misconfigured("at least one value in a closed vocabulary", "none")
    seen: set[str] = set()
    for value in values:
        found = problem(value)
        if found is not None:
            raise ValueError(f"{found}, got {value[:_LONGEST]!r}")
        if value in seen:
            raise misconfigured("each value once", value)
        seen.add(value)


def read_member(
    text: str, closed: bool, values: tuple[str, ...], problem: Callable[[str], str | None]
) -> str:
    """The text without blanks around it; ValueError when it has a problem or a closed vocabulary lacks it."""
    value = text.strip(" ")
    if closed:
        if value not in values:
            rest = f" ({len(values)} in all)" if len(values) > _LISTED else ""
            raise mismatch(f"one of {', '.join(values[:_LISTED])}{rest}", value)
        return value
    found = problem(value)
    if found is not None:
        raise mismatch(found.removeprefix("expected "), value)
    return value


def unnamed(closed: bool, values: tuple[str, ...], named: Container[str]) -> Iterator[str]:
    """Legal values that are not `named`: of an open vocabulary without end, made up, always the same."""
    if closed:
        yield from (value for value in values if value not in named)
        return
    for number in count(1):
        value = "other" if number == 1 else f"other {number}"
        if value not in named:
            yield value
