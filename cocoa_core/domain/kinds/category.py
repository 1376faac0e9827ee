"""Categories: one text of a vocabulary, closed or open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import ClassVar, Final, Literal

from attrs import evolve, field, frozen

from cocoa_core.domain.kinds.base import NOT_GIVEN
from cocoa_core.domain.kinds.cells import check_op
from cocoa_core.domain.kinds.vocabulary import (
    VocabularyKind,
    check_vocabulary,
    read_member,
    unnamed,
    vocabulary_problem,
)
from cocoa_core.domain.primitives import Scalar, Test, Value

__all__ = ["Category"]

_OPS: Final = frozenset({"is", "one_of"})


@frozen(cache_hash=True)
class Category(VocabularyKind):
    """A text."""

    name: ClassVar[str] = "category"

    closed: bool
    """Whether `values` are all there are; otherwise every text without a `vocabulary_problem` is a value."""
    values: tuple[str, ...]
    """The vocabulary, or what is known of it."""
    missing: bool = field(default=False, kw_only=True)
    best: Literal["first", "last", ""] = field(default="", kw_only=True)
    """Whether values are grades: which end of the vocabulary holds the best one, "" where they are none."""

    @property
    def most_words(self) -> int:
        """One."""
        return 1

    @property
    def grades(self) -> tuple[str, ...]:
        """The values from the best to the worst; none where they are no grades."""
        return {"first": self.values, "last": self.values[::-1], "": ()}[self.best]

    def closed_to(self, words: Iterable[str]) -> Category:
        """Returns the same kind with these words for its vocabulary, sorted, and no others."""
        return evolve(self, closed=True, values=tuple(sorted(words)))

    def __attrs_post_init__(self) -> None:
        """Refuses an empty closed vocabulary, and values that stand twice or cannot be any."""
        check_vocabulary(self.closed, self.values, vocabulary_problem)

    def read(self, text: str) -> Value:
        """Returns the text without blanks around it.

        Raises:
            ValueError: one that is not a value.
        """
        if self.missing and not text.strip(" "):
            return None
        return read_member(text, self.closed, self.values, vocabulary_problem)

    def write(self, value: Value) -> str:
        """Returns the text itself."""
        return "" if value is None else str(value)

    def show(self, value: Value) -> str:
        """Returns the text itself."""
        return NOT_GIVEN if value is None else str(value)

    def overs(self) -> tuple[str | None, ...]:
        """Tests compare the value itself."""
        return (None,)

    def ops(self, over: str | None) -> frozenset[str]:
        """`is` and `one_of`."""
        return _OPS if over is None else frozenset()

    def evaluate(self, test: Test, value: Value) -> bool | None:
        """Returns whether the value is among the arguments; None for a missing one."""
        if test.op not in _OPS or test.over is not None:
            check_op(test.op, self.ops(test.over), test.over)
        return None if value is None else value in test.args

    def witnesses(self, tests: Sequence[Test]) -> Iterator[Value]:
        """Yields one value of each class that the tests name alike, one that no test names, and None if
        missing.
        """
        named: dict[str, int] = {}
        for position, test in enumerate(tests):
            for arg in test.args:
                named[str(arg)] = named.get(str(arg), 0) | 1 << position
        first: dict[int, str] = {}
        for value, places in named.items():
            if not self.closed or value in self.values:
                first.setdefault(places, value)
        yield from first.values()
        yield from islice(unnamed(self.closed, self.values, named), 1)
        if self.missing:
            yield None

    def measure(self, over: str | None, value: Value) -> int | None:
        """None: categories have no order."""
        return None

    def read_arg(self, op: str, over: str | None, text: str) -> Scalar:
        """Returns a value."""
        check_op(op, self.ops(over), over)
        return read_member(text, self.closed, self.values, vocabulary_problem)

    def write_arg(self, op: str, over: str | None, arg: Scalar) -> str:
        """Returns the value itself."""
        check_op(op, self.ops(over), over)
        return str(arg)
