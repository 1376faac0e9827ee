"""Defines kinds whose values are made of the words of a vocabulary, and which texts may be such words."""

from __future__ import annotations

import unicodedata
from abc import abstractmethod
from collections.abc import Container, Iterable, Iterator
from itertools import count
from typing import Any, ClassVar, Final

from attrs import evolve

from cocoa_core.domain.kinds.base import NOT_GIVEN, Kind
from cocoa_core.domain.kinds.cells import NO_ITEMS, check_op, misconfigured, mismatch, read_whole_number
from cocoa_core.domain.primitives import Scalar

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

    def closed_to(self, words: Iterable[str]) -> VocabularyKind:
        """Returns the same kind with a closed vocabulary of these words, sorted."""
        configured: Any = self
        closed: VocabularyKind = evolve(configured, closed=True, values=tuple(sorted(words)))
        return closed

    @abstractmethod
    def derived(self, words: Iterable[str]) -> VocabularyKind:
        """Returns the kind of what follows from a value by a table that leads to these words."""

    @abstractmethod
    def word_problem(self, word: str) -> str | None:
        """Returns what is expected where a text cannot be a word; None where it can."""

    @abstractmethod
    def shape(self) -> tuple[int, ...]:
        """Returns the settings on which the truth of tests depends, apart from the vocabulary."""

    def __attrs_post_init__(self) -> None:
        """Refuses an empty closed vocabulary, repeated values, and texts that cannot be values."""
        if self.closed and not self.values:
            raise misconfigured("at least one value in a closed vocabulary", "none")
        seen: set[str] = set()
        for value in self.values:
            fault = self.word_problem(value)
            if fault is not None:
                raise misconfigured(fault, repr(value[:_LONGEST]))
            if value in seen:
                raise misconfigured("each value once", value)
            seen.add(value)

    def read_word(self, text: str) -> str:
        """Returns the text without the blanks around it.

        Raises:
            ValueError: the text cannot be in the vocabulary, or a closed one lacks it.
        """
        word = text.strip(" ")
        if self.closed:
            if word not in self.values:
                remark = f" ({len(self.values)} in all)" if len(self.values) > _LISTED else ""
                raise mismatch(f"one of {', '.join(self.values[:_LISTED])}{remark}", word)
            return word
        fault = self.word_problem(word)
        if fault is not None:
            raise mismatch(fault, word)
        return word

    def read_arg(self, op: str, over: str | None, text: str) -> Scalar:
        """Returns a word, or over `count` a whole number."""
        check_op(op, self.ops(over), over)
        return read_whole_number(text) if over == "count" else self.read_word(text)

    def write_arg(self, op: str, over: str | None, arg: Scalar) -> str:
        """Returns the word, or the number in plain digits."""
        check_op(op, self.ops(over), over)
        return str(arg)

    def unnamed(self, named: Container[str]) -> Iterator[str]:
        """Yields words that are not in `named`: always the same, without end if the vocabulary is open."""
        if self.closed:
            yield from (word for word in self.values if word not in named)
            return
        for number in count(1):
            word = "other" if number == 1 else f"other {number}"
            if word not in named:
                yield word


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
