"""One slot over the rows of a group: on which rows a test holds and fails, for many tests quickly.

Ordered tests are answered from prefix masks over sorted numbers, tests of words from a mask for each word,
and what is neither by asking the kind for every value. The kind's own semantics stay the reference.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from attrs import define, field

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.ordered import ORDERED_OPS
from cocoa_core.domain.primitives import Scalar, Test, Value

__all__ = ["Column"]


@define(eq=False)
class _Numbers:
    """Sorted numbers; before[i]: rows of the first i of them."""

    points: list[int]
    before: list[int]

    def below(self, number: int) -> int:
        """Rows whose number is less."""
        return self.before[bisect_left(self.points, number)]

    @property
    def defined(self) -> int:
        return self.before[-1]


@define(eq=False)
class Column:
    """rows: for each value that occurs, the mask of its rows."""

    kind: Kind
    rows: Mapping[Value, int]
    _numbers: dict[str | None, _Numbers] = field(factory=dict, init=False)
    _words: dict[Scalar, int] = field(factory=dict, init=False)
    _present: int | None = field(default=None, init=False)

    def masks(self, test: Test) -> tuple[int, int]:
        """Rows on which the test holds, and rows on which it fails; on the others it is undefined."""
        name = self.kind.name
        if name == "category":
            return self._member(test.args)
        if name == "set" and test.over is None:
            return self._words_of_sets(test)
        if test.op in ORDERED_OPS and name not in ("boolean", "set"):
            return self._ordered(test)
        return self.asked(test)

    def asked(self, test: Test) -> tuple[int, int]:
        """The same by evaluating the test on every value."""
        holds = fails = 0
        for value, mask in self.rows.items():
            truth = self.kind.evaluate(test, value)
            if truth:
                holds |= mask
            elif truth is not None:
                fails |= mask
        return holds, fails

    def words(self) -> list[Scalar]:
        """The words that occur, sorted."""
        return sorted(self._word_masks(), key=str)

    def numbers(self, over: str | None) -> list[int]:
        """The numbers that tests over `over` compare, sorted, each once: for `each` and `any` every item."""
        if over in ("each", "any"):
            return sorted(
                {
                    item
                    for value in self.rows
                    if isinstance(value, tuple)
                    for item in value
                    if isinstance(item, int)
                }
            )
        return self._table(over).points

    def _member(self, args: Sequence[Scalar]) -> tuple[int, int]:
        masks = self._word_masks()
        holds = 0
        for arg in args:
            holds |= masks.get(arg, 0)
        return holds, self._given() & ~holds

    def _words_of_sets(self, test: Test) -> tuple[int, int]:
        masks = self._word_masks()
        defined = self._given()
        if test.op == "only":
            defined &= ~self.rows.get((), 0)
            holds = self._within(frozenset(test.args), defined)
            return holds, defined & ~holds
        holds = defined if test.op == "all" else 0
        for arg in test.args:
            holds = holds & masks.get(arg, 0) if test.op == "all" else holds | masks.get(arg, 0)
        return (defined & ~holds, holds) if test.op == "none" else (holds, defined & ~holds)

    def _within(self, args: frozenset[Scalar], defined: int) -> int:
        """Rows whose words are all among the arguments, by words or by values, whichever are fewer."""
        masks = self._word_masks()
        found = 0
        if len(masks) <= len(self.rows):
            for word, mask in masks.items():
                if word not in args:
                    found |= mask
            return defined & ~found
        for value, mask in self.rows.items():
            if isinstance(value, tuple) and args.issuperset(value):
                found |= mask
        return found & defined

    def _given(self) -> int:
        """Rows that do not lack the value."""
        if self._present is None:
            self._present = 0
            for value, mask in self.rows.items():
                self._present |= mask if value is not None else 0
        return self._present

    def _word_masks(self) -> dict[Scalar, int]:
        if not self._words:
            for value, mask in self.rows.items():
                for word in value if isinstance(value, tuple) else () if value is None else (value,):
                    self._words[word] = self._words.get(word, 0) | mask
        return self._words

    def _table(self, over: str | None) -> _Numbers:
        known = self._numbers.get(over)
        if known is None:
            rows: dict[int, int] = {}
            for value, mask in self.rows.items():
                number = self.kind.measure(over, value)
                if number is not None:
                    rows[number] = rows.get(number, 0) | mask
            points = sorted(rows)
            before = [0]
            for point in points:
                before.append(before[-1] | rows[point])
            known = self._numbers[over] = _Numbers(points, before)
        return known

    def _ordered(self, test: Test) -> tuple[int, int]:
        over = test.over
        if over in ("each", "any") and test.op in ("more", "at_least"):
            over = "any" if over == "each" else "each"  # the least item must pass, or the greatest
        table = self._table(over)
        defined = table.defined
        args = [arg for arg in test.args if isinstance(arg, int)]
        low = args[0]
        if test.op in ("less", "at_least"):
            below = table.below(low)
            return (below, defined & ~below) if test.op == "less" else (defined & ~below, below)
        if test.op in ("at_most", "more"):
            upto = table.below(low + 1)
            return (upto, defined & ~upto) if test.op == "at_most" else (defined & ~upto, upto)
        if test.op == "between":
            outside = table.below(low) | (defined & ~table.below(args[1] + 1))
            return table.below(args[1]) & ~table.below(low + 1), outside
        if test.op == "within":
            inside = table.below(args[1] + 1) & ~table.below(low)
            return inside, defined & ~inside
        equal = 0
        for arg in args:
            equal |= table.below(arg + 1) & ~table.below(arg)
        return equal, defined & ~equal
