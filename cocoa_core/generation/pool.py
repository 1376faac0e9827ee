"""The primitives that can be drawn in one group of a catalogue, and the rows on which each holds or fails."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import define, field, frozen
from cocoa_core.domain.catalogue import Group
from cocoa_core.domain.domain import Domain
from cocoa_core.domain.rules import Rule

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.primitives import GroundedLiteral, Primitive, Scalar, Test, Value
from cocoa_core.language.realizer import Realizer
from cocoa_core.seeds import stream

__all__ = ["Candidate", "Pool"]

Table: TypeAlias = npt.NDArray[np.int64]

_MOST_PAIRS: Final = 48
"""Intervals and lists of several values tried per test; single values are all tried."""
_MOST_POINTS: Final = 24
"""Points tried per rule, spread evenly over those that the rule can draw."""


@frozen(eq=False)
class Candidate:
    """A primitive that splits the group. Masks have bit i for the i-th row of the group.

    holds, fails: rows on which it is true, and false; on the others it is undefined.
    """

    primitive: Primitive
    holds: int
    fails: int
    weight: float


@define(eq=False)
class Pool:
    """All candidates of one group by slot, made when first asked for: a function of the domain alone."""

    domain: Domain
    group: Group
    realizer: Realizer
    _slots: dict[str, tuple[Candidate, ...]] = field(factory=dict, init=False)
    _tables: dict[str, tuple[Table, Table]] = field(factory=dict, init=False)

    def candidates(self, slot: str) -> tuple[Candidate, ...]:
        """The candidates of a slot, in the order of its rules."""
        known = self._slots.get(slot)
        if known is None:
            known = self._slots[slot] = tuple(self._draw(slot))
        return known

    def seen_by(self, slot: str, rows: Sequence[int]) -> tuple[list[int], list[int]]:
        """For each candidate the masks over `rows`, in their order, on which it holds and on which it fails."""
        tables = self._tables.get(slot)
        if tables is None:
            found = self.candidates(slot)
            tables = self._tables[slot] = (
                _table([one.holds for one in found], len(self.group.rows)),
                _table([one.fails for one in found], len(self.group.rows)),
            )
        bits = 1 << np.arange(len(rows))
        holds, fails = (table[:, list(rows)] @ bits for table in tables)
        return holds.tolist(), fails.tolist()

    def usable(self) -> tuple[str, ...]:
        """Slots with at least one candidate, in the order of the schema."""
        return tuple(slot.name for slot in self.domain.schema.slots if self.candidates(slot.name))

    def _draw(self, slot: str) -> Iterator[Candidate]:
        kind = self.domain.schema.slot(slot).kind
        position = self.domain.schema.position(slot)
        rows: dict[Value, int] = {}
        for place, row in enumerate(self.group.rows):
            value = self.domain.catalogue.rows[row][position]
            rows[value] = rows.get(value, 0) | 1 << place
        for rule in self.domain.rules_of(slot):
            splitting = []
            for test in _tests(kind, rule, list(rows), self._stream(rule)):
                primitive = Primitive(slot, test, rule.id)
                if self.realizer.sayable(GroundedLiteral(primitive)):
                    holds, fails = masks(kind, test, rows)
                    if holds and fails:
                        splitting.append((primitive, holds, fails))
            for primitive, holds, fails in splitting:
                yield Candidate(primitive, holds, fails, rule.weight / len(splitting))

    def _stream(self, rule: Rule) -> random.Random:
        return stream("pool", self.domain.digest, self.group.name, rule.id)


def _table(masks: Sequence[int], rows: int) -> Table:
    """Bits of the masks, shape (masks, rows)."""
    return np.array([[mask >> row & 1 for row in range(rows)] for mask in masks], dtype=np.int64)


def masks(kind: Kind, test: Test, rows: dict[Value, int]) -> tuple[int, int]:
    """Rows on which the test holds, and on which it fails, from the rows of each value."""
    holds = fails = 0
    for value, mask in rows.items():
        truth = kind.evaluate(test, value)
        if truth:
            holds |= mask
        elif truth is not None:
            fails |= mask
    return holds, fails


def _tests(kind: Kind, rule: Rule, values: Sequence[Value], rng: random.Random) -> Iterator[Test]:
    if kind.name == "boolean":
        yield Test("is", (True,))
        return
    points: Sequence[Scalar]
    if kind.name in ("category", "set") and rule.over is None:
        points = _words(values)
    else:
        points = _numbers(kind, rule, values)
    for op in rule.tests:
        for args in _arguments(op, rule, points, rng):
            yield Test(op, args, rule.over)


def _words(values: Iterable[Value]) -> list[Scalar]:
    words: set[str] = set()
    for value in values:
        if isinstance(value, str):
            words.add(value)
        elif isinstance(value, tuple):
            words.update(word for word in value if isinstance(word, str))
    return sorted(words)


def _arguments(
    op: str, rule: Rule, points: Sequence[Scalar], rng: random.Random
) -> Iterator[tuple[Scalar, ...]]:
    if op in ("less", "at_most", "more", "at_least", "is"):
        yield from ((point,) for point in points)
    elif op in ("between", "within"):
        low, high = rule.draw.width or (1, 10**12)
        numbers = [point for point in points if not isinstance(point, str)]
        pairs = [(one, two) for one, two in combinations(numbers, 2) if low <= two - one <= high]
        yield from _some(pairs, rng)
    else:
        fewest, most = rule.draw.items
        for size in range(max(fewest, 2 if op == "all" else 1), most + 1):
            lists = combinations(points, size)
            yield from _some(list(lists) if len(points) <= 24 else _drawn(points, size, rng), rng)


def _some(choices: list[tuple[Scalar, ...]], rng: random.Random) -> list[tuple[Scalar, ...]]:
    if len(choices) <= _MOST_PAIRS:
        return choices
    return rng.sample(choices, _MOST_PAIRS)


def _drawn(points: Sequence[Scalar], size: int, rng: random.Random) -> list[tuple[Scalar, ...]]:
    order = {point: place for place, point in enumerate(points)}
    lists = {tuple(sorted(rng.sample(points, size), key=order.__getitem__)): None for _ in range(_MOST_PAIRS)}
    return list(lists)


def _numbers(kind: Kind, rule: Rule, values: Sequence[Value]) -> list[Scalar]:
    """The points of a rule in a group, ascending, at most _MOST_POINTS of them."""
    draw = rule.draw
    if draw.source == "fixed":
        return list(draw.fixed)
    measured = sorted(number for number in _measured(kind, rule, values))
    if not measured:
        return []
    if draw.source == "grid" and draw.step:
        first = measured[0] // draw.step * draw.step + draw.step
        points = list(range(first, measured[-1], draw.step))
    elif draw.source == "quantiles" and draw.count:
        last = len(measured) - 1
        points = [measured[round(last * part / (draw.count + 1))] for part in range(1, draw.count + 1)]
    else:
        points = measured
    points = sorted(set(points))
    if len(points) > _MOST_POINTS:
        points = [points[place * len(points) // _MOST_POINTS] for place in range(_MOST_POINTS)]
    return list(points)


def _measured(kind: Kind, rule: Rule, values: Sequence[Value]) -> Iterator[int]:
    for value in values:
        if rule.over in ("each", "any"):
            if isinstance(value, tuple):
                yield from (item for item in value if isinstance(item, int))
        else:
            number = kind.measure(rule.over, value)
            if number is not None:
                yield number
