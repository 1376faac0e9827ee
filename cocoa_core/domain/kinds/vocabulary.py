"""Defines which texts may be values of a category or elements of a set."""

from __future__ import annotations

import unicodedata
from abc import abstractmethod
from collections.abc import Callable, Container, Iterable, Iterator
from itertools import count
from typing import ClassVar, Final

from cocoa_core.domain.kinds.base import NOT_GIVEN, Kind
from cocoa_core.domain.kinds.cells import NO_ITEMS, misconfigured, mismatch

__all__ = [
    "VocabularyKind",
    "check_vocabulary",
    "element_problem",
    "read_member",
    "unnamed",
    "vocabulary_problem",
]

_LONGEST: Final = 200
"""The number of characters in the longest value."""
_LISTED: Final = 12
"""The number of values that an error lists."""


class VocabularyKind(Kind):
    """A kind whose values are made of the texts of a vocabulary."""

    worded: ClassVar[bool] = True
    closed: bool
    """Whether `values` are the only texts."""
    values: tuple[str, ...]
    """The vocabulary; of an open one, the texts that are known."""

    @property
    @abstractmethod
    def most_words(self) -> int:
        """The largest number of texts in a value."""

    @abstractmethod
    def closed_to(self, words: Iterable[str]) -> VocabularyKind:
        """Returns the same kind with a closed vocabulary of these words, sorted."""

    @abstractmethod
    def derived(self, words: Iterable[str]) -> VocabularyKind:
        """Returns the kind of what follows from a value by a table that leads to these words."""

    @abstractmethod
    def word_problem(self, word: str) -> str | None:
        """Returns what is expected of a text of the vocabulary where a text cannot be one; None where it
        can.
        """

    @abstractmethod
    def shape(self) -> tuple[int, ...]:
        """Returns the settings on which the truth of tests depends, apart from the vocabulary."""


def vocabulary_problem(value: str) -> str | None:
    """Returns what is expected of a value of a category where a text cannot be one; None where it can.

    A value is printed as it is, fits in a cell (without blanks around it or ";", which separates elements)
    and looks like no other value: it has no control, invisible or unusual blank characters, and its accents
    are in composed form (Unicode NFC).
    """
    if not value or value != value.strip(" "):
        return "a text without blanks around it"
    if len(value) > _LONGEST:
        return f"at most {_LONGEST} characters"
    if ";" in value:
        return 'a text without ";", which separates the elements of a set'
    if not value.isprintable():
        return "printable characters and plain blanks only"
    if "  " in value:
        return "single blanks between words"
    if not unicodedata.is_normalized("NFC", value):
        return "accented letters in composed form (Unicode NFC)"
    if value.casefold() == NOT_GIVEN:
        return f'another text than "{NOT_GIVEN}", which shows that a value is missing'
    return None


def element_problem(value: str) -> str | None:
    """Returns what is expected of an element of a set where a text cannot be one; None where it can."""
    if value.casefold() == NO_ITEMS:
        return f'another text than "{NO_ITEMS}", which shows that a set is empty'
    return vocabulary_problem(value)


def check_vocabulary(closed: bool, values: tuple[str, ...], problem: Callable[[str], str | None]) -> None:
    """Refuses a vocabulary that no kind can have.

    Args:
        closed: whether the vocabulary is closed.
        values: its values.
        problem: returns what is expected of a text that cannot be a value.

    Raises:
        ValueError: the vocabulary is closed and empty, a value is repeated, or a text cannot be a value.
    """
    if closed and not values:
        raise misconfigured("at least one value in a closed vocabulary", "none")
    seen: set[str] = set()
    for value in values:
        fault = problem(value)
        if fault is not None:
            raise misconfigured(fault, repr(value[:_LONGEST]))
        if value in seen:
            raise misconfigured("each value once", value)
        seen.add(value)


def read_member(
    text: str, closed: bool, values: tuple[str, ...], problem: Callable[[str], str | None]
) -> str:
    """Returns the text without the blanks around it.

    Raises:
        ValueError: the text cannot be a value, or a closed vocabulary lacks it.
    """
    value = text.strip(" ")
    if closed:
        if value not in values:
            remark = f" ({len(values)} in all)" if len(values) > _LISTED else ""
            raise mismatch(f"one of {', '.join(values[:_LISTED])}{remark}", value)
        return value
    fault = problem(value)
    if fault is not None:
        raise mismatch(fault, value)
    return value


def unnamed(closed: bool, values: tuple[str, ...], named: Container[str]) -> Iterator[str]:
    """Yields legal values that are not in `named`: always the same, without end if the vocabulary is open."""
    if closed:
        yield from (value for value in values if value not in named)
        return
    for number in count(1):
        value = "other" if number == 1 else f"other {number}"
        if value not in named:
            yield value
