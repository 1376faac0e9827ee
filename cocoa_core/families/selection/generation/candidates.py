"""Which tests of a slot can be drawn in one group of a catalogue, on which rows each holds or fails, how
often it is drawn, and how far apart two tests of a slot have to be.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache, reduce
from operator import and_
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import define, field, frozen

from cocoa_core.domain import Domain, GroundedLiteral, Group, Primitive, Rule, Test, Unclear, effective_test
from cocoa_core.errors import DomainError
from cocoa_core.families.selection.generation.columns import RowsByValue, SlotMasks, drawable
from cocoa_core.language import Wordings
from cocoa_core.seeds import stream

if TYPE_CHECKING:
    from cocoa_core.families.selection.generation.structure import FormParts

FAILING: Final = 7
"""The bit from which truth bits say on which rows a candidate fails; twice this number fits into 16 bits."""

_APART: Final = 0.15
"""The share of the range of a rule's tests in a group from which on two of them clearly differ. With a tenth
of the range of the values requests of `paper` had limits like "no more than 58% if ..., no more than 56% if
...", which both of two readers marked down. With a third, 200 questions of `paper` take 19 s in diamonds (4 s
before), and of small tables no question is found.
"""
_ROUND: Final = ((10, 6), (5, 4), (2, 2))
"""Multiples of a grid's step, and how much more often they are drawn than other points."""
_FEWEST: Final = 28
"""The fewest tests that are tried for one rule in a group."""
_OVERALL: Final = 3_000
"""The number of tests that are tried for one rule over all groups, if that gives each `_FEWEST` or more."""

_MOST_WORDS: Final = 100_000
"""The most words of one slot in one group; each test of a word takes two bits for every row."""
MOST_DISTINCT: Final = 8
"""Up to this number it is counted how many candidates of a slot clearly differ: a slot occurs in so many sum
terms of a product, seldom in more.
"""
_LARGEST_TABLE: Final = 4_000_000
"""The most entries of a table that is unpacked for speed; a larger one is kept as bits."""

Table: TypeAlias = npt.NDArray[np.int16]
Bits: TypeAlias = npt.NDArray[np.uint8]


@define(eq=False)
class Candidate:
    """A primitive that splits the group. Masks have bit i for the i-th row of the group."""

    slot: str
    rule: str
    test: Test
    holds: int
    fails: int
    """The rows on which it is false; it is true on `holds`, and on the others undefined."""
    weight: float
    direction: int = 0
    """The direction of the primitive as it is, see `Rule.direction`."""
    step: float = 0.0
    """How far the numbers of another test over the same must be from its own to differ clearly, or how many
    words of neighbours only one of both may have; 0 where words have no order, so that no list may hold the
    other.
    """
    _literal: GroundedLiteral | None = field(default=None, init=False, repr=False)
    _numbers: tuple[int, ...] | None = field(default=None, init=False, repr=False)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that the test compares with."""
        cached = self._numbers
        if cached is None:
            cached = self._numbers = tuple([arg for arg in self.test.args if isinstance(arg, int)])
        return cached

    def near(self, other: Candidate) -> bool:
        """Returns whether it is another test than that one, but does not clearly differ from it."""
        if self is other or self.test.over != other.test.over:
            return False
        step = max(self.step, other.step)
        if self.numbers and other.numbers:
            return any(abs(number - compared) < step for number in self.numbers for compared in other.numbers)
        words, other_words = set(self.test.args), set(other.test.args)
        return len(words ^ other_words) < step if step else words <= other_words or other_words <= words

    @property
    def literal(self) -> GroundedLiteral:
        """The primitive as it is; `literal.negated()` is its negation."""
        cached = self._literal
        if cached is None:
            cached = self._literal = GroundedLiteral(Primitive(self.slot, self.test, self.rule))
        return cached


@define(eq=False)
class CandidatePool:
    """All candidates of one group by slot, made when first asked for: a function of the domain alone."""

    domain: Domain
    group: Group
    wordings: Wordings
    forms: dict[tuple[Hashable, ...], FormParts] = field(factory=dict, init=False)
    """A cache of `structure`. Its keys are what the values were computed from."""
    _slots: dict[str, tuple[Candidate, ...]] = field(factory=dict, init=False)
    _tables: dict[str, Table] = field(factory=dict, init=False)
    _direction_of_each: dict[str, Sequence[int]] = field(factory=dict, init=False)
    _directions: dict[str, frozenset[int]] = field(factory=dict, init=False)
    _all_directions: frozenset[tuple[str, frozenset[int]]] | None = field(default=None, init=False)
    _distinct: dict[str, int] = field(factory=dict, init=False)
    _usable: tuple[str, ...] | None = field(default=None, init=False)
    _packed: dict[str, tuple[Bits, ...]] = field(factory=dict, init=False)
    _evaluated: dict[str, tuple[SlotMasks, _UnclearRows]] = field(factory=dict, init=False)

    def masks(self, literal: GroundedLiteral) -> tuple[int, int]:
        """Returns the rows where a literal, perhaps no candidate, is true, and those where it is false."""
        slot = literal.primitive.slot
        evaluated = self._evaluated.get(slot)
        if evaluated is None:
            unclear = _UnclearRows.of(slot, self.domain.schema.unclear, self._column)
            evaluated = self._evaluated[slot] = self._column(slot), unclear
        column, unclear = evaluated
        holds, fails = unclear.without(literal.primitive.test, *column.masks(literal.primitive.test))
        return (holds, fails) if literal.positive else (fails, holds)

    def candidates(self, slot: str) -> tuple[Candidate, ...]:
        """Returns the candidates of a slot, in the order of its rules."""
        cached = self._slots.get(slot)
        if cached is None:
            cached = self._slots[slot] = tuple(self._draw(slot))
        return cached

    def direction_of_each(self, slot: str) -> Sequence[int]:
        """Returns the direction of each candidate of a slot."""
        cached = self._direction_of_each.get(slot)
        if cached is None:
            cached = [candidate.direction for candidate in self.candidates(slot)]
            self._direction_of_each[slot] = cached
        return cached

    def directions(self, slot: str) -> frozenset[int]:
        """Returns the directions of a slot's candidates."""
        cached = self._directions.get(slot)
        if cached is None:
            cached = self._directions[slot] = frozenset(self.direction_of_each(slot))
        return cached

    @property
    def all_directions(self) -> frozenset[tuple[str, frozenset[int]]]:
        """The usable slots with the directions of their candidates."""
        cached = self._all_directions
        if cached is None:
            usable = self.usable()
            cached = self._all_directions = frozenset([(slot, self.directions(slot)) for slot in usable])
        return cached

    def distinct(self, slot: str) -> int:
        """Returns in how many sum terms a slot can occur with another primitive each, counted up to
        `MOST_DISTINCT`.

        Candidates that clearly differ are taken greedily in the order of their numbers, which gives the most
        where each test has one number. Only a boolean may have the same primitive again.
        """
        cached = self._distinct.get(slot)
        if cached is None:
            chosen: list[Candidate] = []
            for candidate in sorted(self.candidates(slot), key=lambda candidate: candidate.numbers):
                if len(chosen) < MOST_DISTINCT and not any(map(candidate.near, chosen)):
                    chosen.append(candidate)
            boolean = any(isinstance(candidate.test.args[0], bool) for candidate in chosen)
            cached = self._distinct[slot] = MOST_DISTINCT if boolean else len(chosen)
        return cached

    def truth_bits(self, slot: str, rows: Sequence[int]) -> list[int]:
        """Returns for each candidate a bit for each of `rows` on which it holds, and from bit FAILING on
        those on which it fails.

        Args:
            rows: at most FAILING rows, in the order of the bits.
        """
        if len(self.candidates(slot)) * len(self.group.rows) > _LARGEST_TABLE:
            return self._bits_of(slot, rows)
        table = self._tables.get(slot)
        if table is None:
            table = self._tables[slot] = self._table(slot)
        truths: list[int] = (_bits(len(rows)) @ table.take(rows, axis=0)).tolist()
        return truths

    def _bits_of(self, slot: str, rows: Sequence[int]) -> list[int]:
        """Returns `truth_bits` from packed bits, eight rows a byte, by row and candidate."""
        packed = self._packed.get(slot)
        if packed is None:
            candidates, width = self.candidates(slot), len(self.group.rows)
            holds = [candidate.holds for candidate in candidates]
            fails = [candidate.fails for candidate in candidates]
            packed = tuple(np.ascontiguousarray(_packed(masks, width).T) for masks in (holds, fails))
            self._packed[slot] = packed
        truth_bits = np.zeros(packed[0].shape[1], dtype=np.int64)
        for shift, bits in zip((0, FAILING), packed, strict=True):
            for bit, row in enumerate(rows):
                truth_bits |= ((bits[row >> 3] >> (row & 7)) & 1).astype(np.int64) << (bit + shift)
        truths: list[int] = truth_bits.tolist()
        return truths

    def _table(self, slot: str) -> Table:
        """Returns by row and candidate what the row adds to its truth bits, in units of the row's bit."""
        candidates, rows = self.candidates(slot), len(self.group.rows)
        table = _unpacked([candidate.holds for candidate in candidates], rows)
        table += _unpacked([candidate.fails for candidate in candidates], rows) << FAILING
        return np.ascontiguousarray(table.T)

    def usable(self) -> tuple[str, ...]:
        """Returns the slots with at least one candidate, in the order of the schema."""
        if self._usable is None:
            self._usable = tuple(slot.name for slot in self.domain.schema.slots if self.candidates(slot.name))
        return self._usable

    def _draw(self, slot: str) -> Iterator[Candidate]:
        rules = self.domain.rules_of(slot)
        if not rules:
            return
        column = self._column(slot)
        unclear = _UnclearRows.of(slot, self.domain.schema.unclear, self._column)
        for rule in rules:
            rng = stream("pool", self.domain.digest, self.group.name, rule.id)
            splitting = []
            for test in self._some(list(drawable(column, rule, rng)), rng):
                holds, fails = unclear.without(test, *column.masks(test))
                if holds and fails and self.wordings.sayable(rule.id, slot, test):
                    splitting.append((test, holds, fails))
            step = _step(rule, [test for test, _, _ in splitting])
            direction_of = {op: rule.direction(effective_test(op, rule.over, True)) for op in rule.tests}
            rounded = rule.draw.source == "grid" and column.kind.rounded
            for test, holds, fails in splitting:
                weight = rule.weight / len(splitting) * (_roundness(rule.draw.step, test) if rounded else 1)
                yield Candidate(slot, rule.id, test, holds, fails, weight, direction_of[test.op], step)

    def _some(self, tests: list[Test], rng: random.Random) -> list[Test]:
        """Samples as many tests as a rule gets in one group: more where there are fewer groups."""
        most = max(_FEWEST, _OVERALL // len(self.domain.catalogue.groups))
        return tests if len(tests) <= most else rng.sample(tests, most)

    def _column(self, slot: str) -> SlotMasks:
        position, rows = self.domain.schema.position(slot), self.domain.catalogue.rows
        values = [rows[row][position] for row in self.group.rows]
        column = SlotMasks(self.domain.schema.slot(slot).kind, RowsByValue.of(values))
        words = len(column.words()) if column.kind.worded else 0
        if words > _MOST_WORDS:
            raise DomainError(
                f"the slot {slot!r} has too many different words in one group",
                got=f"{words:,} words in {len(self.group.rows):,} rows",
                expected=f"at most {_MOST_WORDS:,}",
                fix=f"take the rules of {slot!r} out of rules.yaml: it is only shown then; or group the rows",
            )
        return column


@frozen
class _UnclearRows:
    """The rows of a group on which tests of one slot are undefined, see `Unclear`."""

    always: int
    """The rows on which every test is undefined."""
    rivals: tuple[SlotMasks, ...]
    """Columns whose answer must not be the opposite."""

    @classmethod
    def of(cls, slot: str, unclear: Iterable[Unclear], column: Callable[[str], SlotMasks]) -> _UnclearRows:
        """Returns the rows on which the tests of a slot are undefined.

        Args:
            column: returns the column of a slot over the rows of the group.
        """
        always, rivals = 0, []
        for item in unclear:
            if item.slot != slot:
                continue
            if item.rival is not None:
                rivals.append(column(item.rival))
                continue
            always |= reduce(and_, [column(part.slot).masks(part.test)[0] for part in item.where])
        return cls(always, tuple(rivals))

    def without(self, test: Test, holds: int, fails: int) -> tuple[int, int]:
        """Removes the rows on which a test is undefined from those where it holds, and where it fails."""
        undefined = self.always
        for rival in self.rivals:
            rival_holds, rival_fails = rival.masks(test)
            undefined |= holds & rival_fails | fails & rival_holds
        return holds & ~undefined, fails & ~undefined


def _packed(masks: Sequence[int], rows: int) -> Bits:
    """Returns the bits of masks, eight rows a byte, shape (masks, bytes)."""
    width = (rows + 7) // 8
    raw = b"".join([mask.to_bytes(width, "little") for mask in masks])
    return np.frombuffer(raw, dtype=np.uint8).reshape(len(masks), width)


def _step(rule: Rule, tests: Sequence[Test]) -> float:
    """Returns the step between tests of an ordered slot that clearly differ, which never have a number in
    common; 0 where there is none.
    """
    if rule.draw.adjacent:
        return len({word for test in tests for word in test.args}) * _APART
    numbers = [arg for test in tests for arg in test.args if type(arg) is int]
    return max(1.0, (max(numbers) - min(numbers)) * _APART) if numbers else 0.0


def _roundness(step: int | None, test: Test) -> int:
    """Returns a factor for the weight of a test on a grid: above 1 where people say its numbers more readily
    than others of the grid, such as "$1,000" or "$900".
    """
    if not step:
        return 1
    return min(
        [
            next((worth for size, worth in _ROUND if not arg % (size * step)), 1)
            for arg in test.args
            if isinstance(arg, int)
        ],
        default=1,
    )


def _unpacked(masks: Sequence[int], rows: int) -> Table:
    """Returns the bits of masks, shape (masks, rows)."""
    packed = _packed(masks, rows)
    return np.unpackbits(packed, axis=1, count=rows, bitorder="little").astype(np.int16)


@cache
def _bits(number: int) -> Table:
    return (1 << np.arange(number)).astype(np.int16)
