"""Defines the kind of categories: one text of a vocabulary, which is closed or open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import ClassVar, Final, Literal

from attrs import evolve, field, frozen

from cocoa_core.domain.kinds.base import NOT_GIVEN
from cocoa_core.domain.kinds.cells import check_op
from cocoa_core.domain.kinds.vocabulary import VocabularyKind, vocabulary_problem
from cocoa_core.domain.primitives import Test, Value

_OPS: Final = frozenset({"is", "one_of"})


@frozen(cache_hash=True)
class Category(VocabularyKind):
    """The kind of values that are one text of a vocabulary."""

    name: ClassVar[str] = "category"

    closed: bool
    """Whether `values` are the only values. Otherwise every text without a `vocabulary_problem` is one."""
    values: tuple[str, ...]
    """The vocabulary; of an open one, the texts that are known."""
    missing: bool = field(default=False, kw_only=True)
    best: Literal["first", "last", ""] = field(default="", kw_only=True)
    """Which end of the vocabulary is the best grade; empty where the values are no grades."""

    @property
    def comparison_row(self) -> str:
        """`grade` where the values are grades."""
        return "grade" if self.grades else self.name

    @property
    def grades(self) -> tuple[str, ...]:
        """The values from the best to the worst; empty where they are no grades."""
        return {"first": self.values, "last": self.values[::-1], "": ()}[self.best]

    def derived(self, words: Iterable[str]) -> Category:
        """Returns the kind of one of these words, which are no grades."""
        return evolve(self, closed=True, values=tuple(sorted(words)), best="")

    def word_problem(self, word: str) -> str | None:
        """Returns why a text cannot be a value, as `vocabulary_problem`."""
        return vocabulary_problem(word)

    def shape(self) -> tuple[int, ...]:
        """Returns whether the value may be missing."""
        return (self.missing,)

    def wider(self) -> Category:
        """Returns the kind with an open vocabulary."""
        return evolve(self, closed=False)

    def read(self, text: str) -> Value:
        """Returns the text without the blanks around it.

        Raises:
            ValueError: the text is no value.
        """
        if self.missing and not text.strip(" "):
            return None
        return self.read_word(text)

    def write(self, value: Value) -> str:
        """Returns the text itself; an empty text for a missing value."""
        return "" if value is None else str(value)

    def show(self, value: Value) -> str:
        """Returns the text itself, or the text for a missing value."""
        return NOT_GIVEN if value is None else str(value)

    def ops(self, over: str | None) -> frozenset[str]:
        """Returns the tests `is` and `one_of`."""
        return _OPS if over is None else frozenset()

    def evaluate(self, test: Test, value: Value) -> bool | None:
        """Returns whether the value is among the arguments; None for a missing value."""
        if test.op not in _OPS or test.over is not None:
            check_op(test.op, self.ops(test.over), test.over)
        return None if value is None else value in test.args

    def witnesses(self, tests: Sequence[Test]) -> Iterator[Value]:
        """Yields a value of each class that the tests name alike, one that none names, None if missing."""
        named: dict[str, int] = {}
        for position, test in enumerate(tests):
            for arg in test.args:
                named[str(arg)] = named.get(str(arg), 0) | 1 << position
        first: dict[int, str] = {}
        for value, positions in named.items():
            if not self.closed or value in self.values:
                first.setdefault(positions, value)
        yield from first.values()
        yield from islice(self.unnamed(named), 1)
        if self.missing:
            yield None
