"""One slot over the rows of a group: on which rows a test holds and fails, for many tests quickly.

Ordered tests are answered from the numbers of the rows, tests of words from the rows of each word, and what
is neither by asking the kind for every value. The kind's own semantics stay the reference. What is kept grows
with the rows, not with rows times values: a mask is made when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import define, field

from cocoa_core.domain import Scalar, Test, Value
from cocoa_core.domain.kinds import ORDERED_OPS, Kind

__all__ = ["Column", "Places"]

_FEW: Final = 16
_Rows: TypeAlias = npt.NDArray[np.int64]


class Places(Mapping[Value, int]):
    """The mask of the rows of each value, made when it is asked for; values as they first appear."""

    def __init__(self, known: Mapping[Value, int], codes: _Rows) -> None:
        """known: values by code, from 0 on; codes: that of each row, -1 for a row that is not there."""
        self._known, self.codes = known, codes
        self._order = np.argsort(codes, kind="stable")
        self._ends = np.cumsum(np.bincount(codes + 1, minlength=len(known) + 1))

    @classmethod
    def of(cls, values: Sequence[Value]) -> Places:
        """Of the values of the rows, in their order."""
        known: dict[Value, int] = {}
        codes = [known.setdefault(value, len(known)) for value in values]
        return cls(known, np.array(codes, dtype=np.int64))

    @classmethod
    def of_masks(cls, masks: Mapping[Value, int]) -> Places:
        """Of the mask of each value."""
        if isinstance(masks, cls):
            return masks
        codes = np.full(max((mask.bit_length() for mask in masks.values()), default=0), -1, dtype=np.int64)
        for code, mask in enumerate(masks.values()):
            codes[[place for place, bit in enumerate(reversed(f"{mask:b}")) if bit == "1"]] = code
        return cls({value: code for code, value in enumerate(masks)}, codes)

    def __getitem__(self, value: Value) -> int:
        """The mask of a value's rows; KeyError for one that no row has."""
        code = self._known[value]
        places = self._order[self._ends[code] : self._ends[code + 1]]
        if len(places) > _FEW:
            return mask_of(self.codes == code)
        mask = 0
        for place in places.tolist():
            mask |= 1 << place
        return mask

    def __iter__(self) -> Iterator[Value]:
        """The values."""
        return iter(self._known)

    def __len__(self) -> int:
        """How many values there are."""
        return len(self._known)


def mask_of(chosen: npt.NDArray[np.bool_]) -> int:
    """The mask with a bit for each place that is chosen."""
    return int.from_bytes(np.packbits(chosen, bitorder="little").tobytes(), "little")


def _places(masks: Mapping[Value, int]) -> Places:
    return Places.of_masks(masks)


@define(eq=False)
class _Numbers:
    """Sorted numbers, each once, and that of each row, where it has one. defined: rows that have one."""

    points: list[int]
    of_rows: npt.NDArray[np.int64]
    has: npt.NDArray[np.bool_]
    defined: int = field(init=False)
    _below: dict[int, int] = field(factory=dict, init=False)

    @defined.default
    def _with_number(self) -> int:
        return mask_of(self.has)

    def below(self, number: int) -> int:
        """Rows whose number is less."""
        known = self._below.get(number)
        if known is None:
            known = self._below[number] = mask_of(self.has & (self.of_rows < number))
        return known


@define(eq=False)
class Column:
    """rows: for each value that occurs, the mask of its rows."""

    kind: Kind
    rows: Places = field(converter=_places)
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
        if self.kind.name != "set":
            return sorted((value for value in self.rows if isinstance(value, str | int)), key=str)
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
            self._present = mask_of(self.rows.codes >= 0) & ~self.rows.get(None, 0)
        return self._present

    def _word_masks(self) -> dict[Scalar, int]:
        """Of a set: the rows that have each word."""
        if not self._words:
            for value, mask in self.rows.items():
                for word in value if isinstance(value, tuple) else ():
                    self._words[word] = self._words.get(word, 0) | mask
        return self._words

    def _table(self, over: str | None) -> _Numbers:
        known = self._numbers.get(over)
        if known is None:
            found = {value: self.kind.measure(over, value) for value in self.rows}
            points = sorted({number for number in found.values() if number is not None})
            numbers = np.array([number or 0 for number in found.values()], dtype=np.int64)
            has = np.array([number is not None for number in found.values()], dtype=np.bool_)
            codes = self.rows.codes
            known = self._numbers[over] = _Numbers(points, numbers[codes], has[codes] & (codes >= 0))
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
