"""The primitives that can be drawn in one group of a catalogue, and the rows on which each holds or fails."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import define, field, frozen

from cocoa_core.domain.catalogue import Group
from cocoa_core.domain.domain import Domain
from cocoa_core.domain.primitives import GroundedLiteral, Primitive, Test, Value
from cocoa_core.generation.columns import Column
from cocoa_core.generation.draws import drawable
from cocoa_core.language.wordings import Wordings
from cocoa_core.seeds import stream

__all__ = ["FAILING", "Candidate", "Pool"]

FAILING: Final = 7
"""The bit from which a look says on which rows a candidate fails: twice as many fit into 16 bits."""

_FEWEST: Final = 28
_OVERALL: Final = 3_000
"""Tests tried for one rule: at least so many in every group, and about so many over all groups."""

Table: TypeAlias = npt.NDArray[np.int16]


@frozen(eq=False)
class Candidate:
    """A primitive that splits the group. Masks have bit i for the i-th row of the group.

    holds, fails: rows on which it is true, and false; on the others it is undefined.
    """

    slot: str
    rule: str
    test: Test
    holds: int
    fails: int
    weight: float
    _literal: GroundedLiteral | None = field(default=None, init=False, repr=False)

    @property
    def literal(self) -> GroundedLiteral:
        """The primitive as it is; `literal.negated()` is the other one."""
        known = self._literal
        if known is None:
            known = GroundedLiteral(Primitive(self.slot, self.test, self.rule))
            object.__setattr__(self, "_literal", known)
        return known


@define(eq=False)
class Pool:
    """All candidates of one group by slot, made when first asked for: a function of the domain alone."""

    domain: Domain
    group: Group
    wordings: Wordings
    _slots: dict[str, tuple[Candidate, ...]] = field(factory=dict, init=False)
    _tables: dict[str, Table] = field(factory=dict, init=False)

    def candidates(self, slot: str) -> tuple[Candidate, ...]:
        """The candidates of a slot, in the order of its rules."""
        known = self._slots.get(slot)
        if known is None:
            known = self._slots[slot] = tuple(self._draw(slot))
        return known

    def looks(self, slot: str, rows: Sequence[int]) -> list[int]:
        """For each candidate a bit for each of `rows` on which it holds, and from FAILING on which it fails.

        rows: FAILING of them at most, in the order of the bits.
        """
        table = self._tables.get(slot)
        if table is None:
            table = self._tables[slot] = self._table(slot)
        found: list[int] = (_bits(len(rows)) @ table.take(rows, axis=0)).tolist()
        return found

    def _table(self, slot: str) -> Table:
        """By row and candidate: what the row adds to its look, in units of the row's bit."""
        some, rows = self.candidates(slot), len(self.group.rows)
        table = _unpacked([one.holds for one in some], rows)
        table += _unpacked([one.fails for one in some], rows) << FAILING
        return np.ascontiguousarray(table.T)

    def usable(self) -> tuple[str, ...]:
        """Slots with at least one candidate, in the order of the schema."""
        return tuple(slot.name for slot in self.domain.schema.slots if self.candidates(slot.name))

    def _draw(self, slot: str) -> Iterator[Candidate]:
        rules = self.domain.rules_of(slot)
        if not rules:
            return
        column = self._column(slot)
        for rule in rules:
            rng = stream("pool", self.domain.digest, self.group.name, rule.id)
            splitting = []
            for test in self._some(list(drawable(column, rule, rng)), rng):
                holds, fails = column.masks(test)
                if holds and fails and self.wordings.sayable(rule.id, slot, test):
                    splitting.append((test, holds, fails))
            for test, holds, fails in splitting:
                yield Candidate(slot, rule.id, test, holds, fails, rule.weight / len(splitting))

    def _some(self, tests: list[Test], rng: random.Random) -> list[Test]:
        """As many as a rule is given in one group: the fewer groups, the more, for the same variety."""
        most = max(_FEWEST, _OVERALL // len(self.domain.catalogue.groups))
        return tests if len(tests) <= most else rng.sample(tests, most)

    def _column(self, slot: str) -> Column:
        position = self.domain.schema.position(slot)
        rows: dict[Value, int] = {}
        for place, row in enumerate(self.group.rows):
            value = self.domain.catalogue.rows[row][position]
            rows[value] = rows.get(value, 0) | 1 << place
        return Column(self.domain.schema.slot(slot).kind, rows)


def _unpacked(masks: Sequence[int], rows: int) -> Table:
    """Bits of the masks, shape (masks, rows)."""
    width = (rows + 7) // 8
    raw = b"".join([mask.to_bytes(width, "little") for mask in masks])
    packed = np.frombuffer(raw, dtype=np.uint8).reshape(len(masks), width)
    return np.unpackbits(packed, axis=1, count=rows, bitorder="little").astype(np.int16)


@cache
def _bits(number: int) -> Table:
    return (1 << np.arange(number)).astype(np.int16)
