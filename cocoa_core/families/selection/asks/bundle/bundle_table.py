"""Works out once what may be asked of some options together: their numbers, words and choices."""

from __future__ import annotations

from functools import cached_property

from attrs import field, frozen

from cocoa_core.domain import Bundles, Domain, Value, wanted_side
from cocoa_core.families.selection.asks.bundle.best_bundle import (
    Choices,
    Flags,
    Numbers,
    all_different,
    choices_of,
    sums,
)
from cocoa_core.families.selection.asks.bundle.choices import Codes


@frozen(eq=False)
class Word:
    """A word that some of the good options have."""

    kind: str
    """"with", or "includes" for sets."""
    slot: str
    word: str
    has: tuple[bool, ...]
    """For each option whether it has the word."""
    good_count: int
    """How many good options have it."""
    denied: bool
    """Whether an upper limit on the number of options with it, such as "at most two", may be asked."""
    numbers: Numbers
    """For each choice how many of its options have it."""


@frozen(eq=False)
class BundleTable:
    """What may be asked of some options together, worked out once for all keys that are tried."""

    domain: Domain
    bundles: Bundles
    rows: tuple[int, ...]
    """Rows of the catalogue, which are shown as options."""
    good: tuple[int, ...]
    """The indices of the options that meet the request, ascending."""
    take: int
    """How many options are taken."""
    _costs: dict[str, tuple[int, ...]] = field(factory=dict, init=False)
    _totals: dict[str, Numbers] = field(factory=dict, init=False)

    @cached_property
    def choices(self) -> Choices:
        """All choices of `take` good options, one a column."""
        return choices_of(self.good, self.take)

    @cached_property
    def usable(self) -> list[tuple[str, str]]:
        """What can be added up: "total" or "average" of a slot without gaps, where good options differ."""
        return [(over, slot) for over, slot in self.bundles.numbers if self._varies(slot)]

    @cached_property
    def different(self) -> list[tuple[str, Codes, Flags]]:
        """The slots in which some good options are equal.

        Each comes with the codes of the options, and with the choices that have no code twice.
        """
        result = []
        for slot in self.bundles.different:
            column = self._column(slot)
            if None not in column and len({column[index] for index in self.good}) < len(self.good):
                code_of = {value: number for number, value in enumerate(dict.fromkeys(column))}
                codes = tuple([code_of[value] for value in column])
                result.append((slot, codes, all_different(codes, self.choices)))
        return result

    @cached_property
    def words(self) -> list[Word]:
        """The words that some good options have, but not all of them."""
        result = []
        for slot in self.bundles.counted:
            column = self._column(slot)
            if None in column:
                continue
            kind = self.domain.schema.slot(slot).kind
            sets = [set(value) if isinstance(value, tuple) else {kind.show(value)} for value in column]
            words = sorted({str(word) for index in self.good for word in sets[index]})
            if kind.yes_or_no:  # "false" is not a feature that anyone asks for
                words = [kind.show(True)]
            name = "includes" if isinstance(column[0], tuple) else "with"
            for word in words:
                has = tuple([word in members for members in sets])
                having = sum(has[index] for index in self.good)
                if 0 < having < len(self.good):
                    denied = kind.worded and not kind.several
                    result.append(Word(name, slot, word, has, having, denied, sums(has, self.choices)))
        return result

    def numbers(self, slot: str) -> tuple[int, ...] | None:
        """Returns the numbers of the options in a slot; None where one is missing."""
        values = tuple([value for value in self._column(slot) if isinstance(value, int)])
        return values if len(values) == len(self.rows) else None

    def wanted(self, slot: str) -> str:
        """Returns "less" or "more", what people want of a slot, or what bundle.yaml says of it."""
        side = wanted_side(self.domain.rules_of(slot))
        assert side is not None
        return side

    def costs(self, slot: str) -> tuple[int, ...]:
        """Returns the numbers of a slot, negated where more is better, so that less is better."""
        slot_costs = self._costs.get(slot)
        if slot_costs is None:
            sign = 1 if self.wanted(slot) == "less" else -1
            slot_costs = self._costs[slot] = tuple([sign * number for number in self.numbers(slot) or ()])
        return slot_costs

    def totals(self, slot: str) -> Numbers:
        """Returns the sum of the costs of each choice."""
        slot_totals = self._totals.get(slot)
        if slot_totals is None:
            slot_totals = self._totals[slot] = sums(self.costs(slot), self.choices)
        return slot_totals

    def _column(self, slot: str) -> tuple[Value, ...]:
        position = self.domain.schema.position(slot)
        return tuple([self.domain.catalogue.rows[row][position] for row in self.rows])

    def _varies(self, slot: str) -> bool:
        numbers = self.numbers(slot)
        return numbers is not None and len({numbers[index] for index in self.good}) > 1
