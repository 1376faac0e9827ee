"""One slot over the rows of a group: the rows on which a test holds and fails, for many tests quickly.

Ordered tests are answered from the numbers of the rows, tests of words from the rows of each word, and others
by asking the kind for every value. The kind's own semantics stay the reference. Memory grows with the rows,
not with rows times values: a mask is made when it is asked for.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import define, field

from cocoa_core.domain import Rule, Scalar, Test, Value
from cocoa_core.domain.kinds import ORDERED_OPS, Kind, VocabularyKind

_FEW: Final = 16
_Rows: TypeAlias = npt.NDArray[np.int64]


class RowsByValue(Mapping[Value, int]):
    """The mask of the rows with each value, made on demand; values in the order of first appearance."""

    def __init__(self, code_by_value: Mapping[Value, int], codes: _Rows) -> None:
        """Args: the code of each value, from 0; and the code of the value that each row has."""
        self._known, self.codes = code_by_value, codes
        self._order = np.argsort(codes, kind="stable")
        self._ends = np.cumsum(np.bincount(codes + 1, minlength=len(code_by_value) + 1))

    @classmethod
    def of(cls, values: Sequence[Value]) -> RowsByValue:
        """Returns the masks of these values of the rows, in order."""
        codes_by_value: dict[Value, int] = {}
        codes = [codes_by_value.setdefault(value, len(codes_by_value)) for value in values]
        return cls(codes_by_value, np.array(codes, dtype=np.int64))

    def __getitem__(self, value: Value) -> int:
        """Returns the mask of a value's rows.

        Raises:
            KeyError: no row has the value.
        """
        code = self._known[value]
        rows = self._order[self._ends[code] : self._ends[code + 1]]
        if len(rows) > _FEW:
            return mask_of(self.codes == code)
        mask = 0
        for row in rows.tolist():
            mask |= 1 << row
        return mask

    def __iter__(self) -> Iterator[Value]:
        """Yields the values."""
        return iter(self._known)

    def __len__(self) -> int:
        """Returns the number of values."""
        return len(self._known)


def mask_of(chosen: npt.NDArray[np.bool_]) -> int:
    """Returns the mask of the rows that are chosen."""
    return int.from_bytes(np.packbits(chosen, bitorder="little").tobytes(), "little")


@define(eq=False)
class _Numbers:
    """The distinct numbers of a column, sorted, and the number of each row that has one."""

    points: list[int]
    of_rows: npt.NDArray[np.int64]
    has: npt.NDArray[np.bool_]
    defined: int = field(init=False)
    """The rows that have a number."""
    _below: dict[int, int] = field(factory=dict, init=False)

    @defined.default
    def _with_number(self) -> int:
        return mask_of(self.has)

    def below(self, number: int) -> int:
        """Returns the rows whose number is smaller."""
        cached = self._below.get(number)
        if cached is None:
            cached = self._below[number] = mask_of(self.has & (self.of_rows < number))
        return cached


@define(eq=False)
class SlotMasks:
    """A slot over the rows of a group: the mask of the rows with each value."""

    kind: Kind
    rows: RowsByValue
    _numbers: dict[str | None, _Numbers] = field(factory=dict, init=False)
    _words: dict[Scalar, int] = field(factory=dict, init=False)
    _present: int | None = field(default=None, init=False)

    def masks(self, test: Test) -> tuple[int, int]:
        """Returns the rows on which the test holds, and those on which it fails; else it is undefined."""
        kind = self.kind
        if kind.worded and test.over is None:
            return self._words_of_sets(test) if kind.several else self._member(test.args)
        if kind.numeric and test.op in ORDERED_OPS:
            return self._ordered(test)
        return self.asked(test)

    def asked(self, test: Test) -> tuple[int, int]:
        """Returns the masks of `masks`, by evaluating the test on every value."""
        holds = fails = 0
        for value, mask in self.rows.items():
            truth = self.kind.evaluate(test, value)
            if truth:
                holds |= mask
            elif truth is not None:
                fails |= mask
        return holds, fails

    def words(self) -> list[Scalar]:
        """Returns the words that occur, sorted."""
        if not (self.kind.worded and self.kind.several):
            return sorted((value for value in self.rows if isinstance(value, str | int)), key=str)
        return sorted(self._word_masks(), key=str)

    def numbers(self, over: str | None) -> list[int]:
        """Returns the sorted numbers that tests over `over` compare; for `each`, `any` those of items."""
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
        holds = 0
        for arg in args:
            holds |= self.rows.get(arg, 0)
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
        """Returns the rows whose words are all among the arguments, going through the shorter list."""
        masks = self._word_masks()
        rows = 0
        if len(masks) <= len(self.rows):
            for word, mask in masks.items():
                if word not in args:
                    rows |= mask
            return defined & ~rows
        for value, mask in self.rows.items():
            if isinstance(value, tuple) and args.issuperset(value):
                rows |= mask
        return rows & defined

    def _given(self) -> int:
        """Returns the rows that have a value."""
        if self._present is None:
            self._present = mask_of(self.rows.codes >= 0) & ~self.rows.get(None, 0)
        return self._present

    def _word_masks(self) -> dict[Scalar, int]:
        """Returns for a set slot the rows that have each word."""
        if not self._words:
            for value, mask in self.rows.items():
                for word in value if isinstance(value, tuple) else ():
                    self._words[word] = self._words.get(word, 0) | mask
        return self._words

    def _table(self, over: str | None) -> _Numbers:
        table = self._numbers.get(over)
        if table is None:
            measures = {value: self.kind.measure(over, value) for value in self.rows}
            points = sorted({number for number in measures.values() if number is not None})
            numbers = np.array([number or 0 for number in measures.values()], dtype=np.int64)
            has = np.array([number is not None for number in measures.values()], dtype=np.bool_)
            codes = self.rows.codes
            table = self._numbers[over] = _Numbers(points, numbers[codes], has[codes] & (codes >= 0))
        return table

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


_MOST_PAIRS: Final = 32
"""The most intervals, and lists of several values, tried for each test; single values are all tried."""
_MOST_POINTS: Final = 16
"""The most points tried for each rule, spread over those that it can draw."""
_DAY: Final = 24 * 60
_LISTED: Final = 24
"""Up to this number of words, lists of them are enumerated before some are drawn."""


def drawable(column: SlotMasks, rule: Rule, rng: random.Random) -> Iterator[Test]:
    """Yields tests that may split the group, in a fixed order; few enough to try them all."""
    if column.kind.yes_or_no:
        yield Test("is", (True,))
        return
    points: Sequence[Scalar]
    if column.kind.worded and rule.over is None:
        points = rule.draw.fixed if rule.draw.source == "fixed" else column.words()
        if rule.draw.adjacent:  # neighbours of those that the group has, and of the one that is always there
            points = [point for point in points if point in column.words() or point == rule.draw.including]
    else:
        points = _points(column, rule)
    for op in rule.tests:
        for args in _arguments(op, rule, column.kind, points, rng):
            yield Test(op, args, rule.over)


def splitting_tests(kind: Kind, values: Sequence[Value], rule: Rule, rng: random.Random) -> list[Test]:
    """Returns the tests of the rule that hold for some of these values and fail for others."""
    column = SlotMasks(kind, RowsByValue.of(values))
    return [test for test in drawable(column, rule, rng) if all(column.masks(test))]


def _arguments(
    op: str, rule: Rule, kind: Kind, points: Sequence[Scalar], rng: random.Random
) -> Iterator[tuple[Scalar, ...]]:
    if op in ("less", "at_most", "more", "at_least", "is"):
        yield from ((point,) for point in points)
    elif op in ("between", "within"):
        low, high = rule.draw.width or (1, 10**12)
        numbers = [point for point in points if not isinstance(point, str)]
        pairs = [pair for pair in combinations(numbers, 2) if low <= pair[1] - pair[0] <= high]
        yield from _sampled(pairs, rng)
    else:
        fewest, most = rule.draw.items
        for size in range(max(fewest, 2 if op == "all" else 1), min(most, len(points)) + 1):
            if rule.draw.adjacent:
                yield from _neighbours(kind, points, size, rule.draw.including)
                continue
            few = len(points) <= _LISTED and size <= 3
            yield from _sampled(list(combinations(points, size)) if few else _lists(points, size, rng), rng)


def _neighbours(
    kind: Kind, points: Sequence[Scalar], size: int, including: Scalar | None
) -> Iterator[tuple[Scalar, ...]]:
    """Yields runs of this many values of the group, with all that lie between them in the vocabulary; one
    value is always included.
    """
    values = list(kind.values) if isinstance(kind, VocabularyKind) else []
    ordered = [value for value in values if value in points]
    for first, last in zip(ordered, ordered[size - 1 :], strict=False):
        run = values[values.index(first) : values.index(last) + 1]
        if including is None or including in run:
            yield tuple(sorted(run))


def _sampled(choices: Sequence[tuple[Scalar, ...]], rng: random.Random) -> Sequence[tuple[Scalar, ...]]:
    return choices if len(choices) <= _MOST_PAIRS else rng.sample(choices, _MOST_PAIRS)


def _lists(points: Sequence[Scalar], size: int, rng: random.Random) -> list[tuple[Scalar, ...]]:
    indices = range(len(points))
    lists = {tuple(sorted(rng.sample(indices, size))): None for _ in range(_MOST_PAIRS)}
    return [tuple(points[index] for index in chosen) for chosen in lists]


def _points(column: SlotMasks, rule: Rule) -> list[Scalar]:
    """Returns the points of a rule in a group, ascending, at most `_MOST_POINTS`."""
    draw = rule.draw
    if draw.source == "fixed":
        return list(draw.fixed)
    measured = column.numbers(rule.over)
    sayable = column.kind.sayable
    if sayable is not None:
        measured = [number for number in measured if number in sayable]
    if not measured:
        return []
    points: Sequence[int] = measured
    if draw.source == "grid" and draw.step:
        points = range(measured[0] // draw.step * draw.step + draw.step, measured[-1], draw.step)
        if len(points) > _MOST_POINTS:
            points = _on_grid(measured, draw.step, points)
    elif draw.source == "quantiles" and draw.count:
        points = _quantiles(measured, draw.count)
    if len(points) > _MOST_POINTS:
        points = _quantiles(points, _MOST_POINTS)
    return list(points)


def _quantiles(numbers: Sequence[int], count: int) -> list[int]:
    """Returns inner quantiles of sorted numbers, without repetition."""
    last = len(numbers) - 1
    return sorted({numbers[round(last * part / (count + 1))] for part in range(1, count + 1)})


def _on_grid(measured: Sequence[int], step: int, points: range) -> list[int]:
    """Returns points of the grid just above quantiles, so that most of them split the group."""
    above = (-(-number // step) * step for number in _quantiles(measured, _MOST_POINTS))
    return sorted({point for point in above if point in points})
