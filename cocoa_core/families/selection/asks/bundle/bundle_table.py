"""What may be asked of some options together: their numbers, words and choices, worked out once."""

from __future__ import annotations

from functools import cached_property
from typing import TypeAlias

from attrs import field, frozen

from cocoa_core.domain import Bundles, Domain, Value, wanted_side
from cocoa_core.families.selection.asks.bundle.best_bundle import (
    Choices,
    Flags,
    Numbers,
    apart,
    choices_of,
    sums,
)

__all__ = ["Codes", "Table", "Word"]

Codes: TypeAlias = tuple[int, ...]
"""What options have, as numbers: the same where they have the same."""


@frozen(eq=False)
class Word:
    """kind: "with", or "includes" of sets. has: which options have it; there: how many good ones do.

    denied: whether it may be that at most so many have it. numbers: of each choice how many have it.
    """

    kind: str
    slot: str
    word: str
    has: tuple[bool, ...]
    there: int
    denied: bool
    numbers: Numbers


@frozen(eq=False)
class Table:
    """What may be asked of some options together, worked out once for all keys that are tried."""

    domain: Domain
    bundles: Bundles
    rows: tuple[int, ...]
    """Of the catalogue, shown as options."""
    good: tuple[int, ...]
    """The places of those that meet the request, ascending."""
    take: int
    """How many are taken."""
    _costs: dict[str, tuple[int, ...]] = field(factory=dict, init=False)
    _totals: dict[str, Numbers] = field(factory=dict, init=False)

    @cached_property
    def choices(self) -> Choices:
        """All choices of so many good options, one a column."""
        return choices_of(self.good, self.take)

    @cached_property
    def usable(self) -> list[tuple[str, str]]:
        """What can be added up, and in which way: no value lacks, and the good options differ."""
        return [(over, slot) for over, slot in self.bundles.numbers if self._varies(slot)]

    @cached_property
    def different(self) -> list[tuple[str, Codes, Flags]]:
        """Slots in which some good options have the same; what options have there, and which choices have
        nothing twice.
        """
        result = []
        for slot in self.bundles.different:
            column = self._column(slot)
            if None not in column and len({column[index] for index in self.good}) < len(self.good):
                known = {value: number for number, value in enumerate(dict.fromkeys(column))}
                codes = tuple([known[value] for value in column])
                result.append((slot, codes, apart(codes, self.choices)))
        return result

    @cached_property
    def words(self) -> list[Word]:
        """The words that some good options have, and not all of them."""
        result = []
        for slot in self.bundles.counted:
            column = self._column(slot)
            if None in column:
                continue
            kind = self.domain.schema.slot(slot).kind
            sets = [set(value) if isinstance(value, tuple) else {kind.show(value)} for value in column]
            words = sorted({str(word) for index in self.good for word in sets[index]})
            if kind.name == "boolean":  # nobody looks for what lacks something
                words = [kind.show(True)]
            name = "includes" if isinstance(column[0], tuple) else "with"
            for word in words:
                has = tuple([word in members for members in sets])
                there = sum(has[index] for index in self.good)
                if 0 < there < len(self.good):
                    denied = kind.name == "category"
                    result.append(Word(name, slot, word, has, there, denied, sums(has, self.choices)))
        return result

    def numbers(self, slot: str) -> tuple[int, ...] | None:
        """Returns what the options have there, as numbers; None where one lacks."""
        found = tuple([value for value in self._column(slot) if isinstance(value, int)])
        return found if len(found) == len(self.rows) else None

    def wanted(self, slot: str) -> str:
        """Returns whether people want less or more of it: a domain whose bundle.yaml names the slot says
        so.
        """
        side = wanted_side(self.domain.rules_of(slot))
        assert side is not None
        return side

    def costs(self, slot: str) -> tuple[int, ...]:
        """Returns its numbers so that less is better."""
        known = self._costs.get(slot)
        if known is None:
            sign = 1 if self.wanted(slot) == "less" else -1
            known = self._costs[slot] = tuple([sign * number for number in self.numbers(slot) or ()])
        return known

    def totals(self, slot: str) -> Numbers:
        """Returns what each choice costs."""
        known = self._totals.get(slot)
        if known is None:
            known = self._totals[slot] = sums(self.costs(slot), self.choices)
        return known

    def _column(self, slot: str) -> tuple[Value, ...]:
        place = self.domain.schema.position(slot)
        return tuple([self.domain.catalogue.rows[row][place] for row in self.rows])

    def _varies(self, slot: str) -> bool:
        numbers = self.numbers(slot)
        return numbers is not None and len({numbers[index] for index in self.good}) > 1
