"""Draws what several options of a question have to meet together, so that each part of it decides."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cached_property, partial, reduce
from itertools import combinations, product
from typing import Final, TypeAlias

import numpy as np
from attrs import evolve, field, frozen

from cocoa_core.domain.kinds import OrderedKind
from cocoa_core.families.selection.asks.bundle.best_bundle import Flags, TooLongError, best_of, better
from cocoa_core.families.selection.asks.bundle.bundle_table import BundleTable, Word
from cocoa_core.families.selection.asks.bundle.choices import (
    BundleCondition,
    BundleProblem,
    Codes,
    SumLimit,
    limit_of,
)

_KINDS: Final = ("limit", "different", "with")
"""The kinds of conditions, of which at most one each is asked."""
_DURATIONS: Final = (600, 300, 240, 120, 60, 30, 15, 10, 5, 1)
"""The numbers of minutes that people round to, roughest first."""
_ROUND: Final = (5, 2, 1)
_FEW_OPTIONS: Final = 8
_MOST_CONDITIONS_OF_FEW: Final = 2
_MOST_CONDITIONS: Final = 3
"""The most conditions on all options of a choice: two over up to eight options, three over more."""


@frozen
class DrawnBundle:
    """What is asked of several options together, and the best choice; options are given by index."""

    take: int
    over: str
    """"total" or "average" of the slot."""
    slot: str
    wanted: str
    """"less" or "more"."""
    conditions: tuple[BundleCondition, ...]
    numbers: dict[str, tuple[int, ...]]
    """For each slot that is added up its numbers, one for each option."""
    chosen: tuple[int, ...]
    """The best choice."""
    total: int
    """Its sum over the slot."""
    second: int
    """The sum of the next best choice."""
    unasked: tuple[int, ...]
    """The indices of the options that would be better if they did not have to meet the request."""
    choice: BundleProblem
    """Everything that is asked, in numbers."""

    def found_by_counting(self, counts: Sequence[int]) -> bool:
        """Returns whether `chosen` is also the best choice among the options that satisfy the most literals.

        These are the top `take` options, or more with ties.

        Args:
            counts: for each option how many literals of the request it satisfies.
        """
        threshold = sorted(counts, reverse=True)[self.take - 1]
        with_most = [index for index, count in enumerate(counts) if count >= threshold]
        if not set(self.chosen) <= set(with_most):
            return False
        try:
            best = best_of(self.choice, with_most)
        except TooLongError:
            return False
        return best is not None and best.chosen == self.chosen


@frozen(eq=False)
class _Offer:
    """A condition that the key meets, at its strictest, with the choices it bars, as flags and bits."""

    kind: str
    """One of `_KINDS`."""
    slot: str
    bars: Flags
    strict: Callable[[Flags, random.Random], _Drawn | None]
    """Draws a condition that bars the choices of these flags; None where there is none."""
    bits: int = field(init=False)

    @bits.default
    def _packed(self) -> int:
        return _bits(self.bars)


@frozen(eq=False)
class BundleConditionSearch:
    """Draws conditions and an objective by which a key is the best choice.

    What can be asked is worked out once for all draws.
    """

    table: BundleTable
    key: tuple[int, ...]
    """The options that shall be the best choice, among the good ones, in ascending order."""
    _deciding: dict[tuple[str, int], Sequence[Sequence[_Offer]]] = field(factory=dict, init=False)

    def draw(self, rng: random.Random, failed: Callable[[str], None], fewest: int = 1) -> DrawnBundle | None:
        """Returns conditions and an objective by which the key is the best choice; None if no draw meets all
        requirements.

        Without any one condition, and without the request, another choice would be better.

        Args:
            failed: counts the reason of a failure.
            fewest: the fewest conditions that are drawn at first; where that fails, fewer are tried.
        """
        most = _MOST_CONDITIONS if len(self.table.rows) > _FEW_OPTIONS else _MOST_CONDITIONS_OF_FEW
        for number in range(rng.randint(min(fewest, most), most), 0, -1):
            for over, slot in rng.sample(self.table.usable, len(self.table.usable)):
                try:
                    result = self._drawn(over, slot, number, rng)
                except TooLongError:
                    failed("the search for the best choice is too long")
                    continue
                if result is not None:
                    return result
        failed("no conditions have one best choice")
        return None

    @cached_property
    def key_index(self) -> int:
        """The index of the key among all choices."""
        same = (self.table.choices == np.array(self.key)[:, None]).all(axis=0)
        return int(same.argmax())

    @cached_property
    def offers(self) -> list[_Offer]:
        """The conditions that the key meets and that bar some other choice."""
        table, key_index, take = self.table, self.key_index, self.table.take
        possible = []
        for over, slot in table.usable:
            totals = table.totals(slot)
            possible.append(
                _Offer(
                    "limit", slot, totals > totals[key_index], partial(_limit, table, key_index, over, slot)
                )
            )
        for slot, codes, meets in table.different:
            if meets[key_index]:
                drawn = BundleCondition("different", slot), codes, meets
                possible.append(_Offer("different", slot, ~meets, partial(_as_it_is, drawn)))
        for word in table.words:
            having = int(word.numbers[key_index])
            most = min(take - 1, having)  # what all options must have belongs in the request
            if most:
                possible.append(
                    _Offer("with", word.slot, word.numbers < most, partial(_at_least, word, most))
                )
            least = max(having, 1)
            if having < min(take, word.good_count) and word.denied and least < take:
                possible.append(
                    _Offer("with", word.slot, word.numbers > least, partial(_at_most, word, least))
                )
        return [offer for offer in possible if offer.bits]

    def _drawn(self, over: str, slot: str, number: int, rng: random.Random) -> DrawnBundle | None:
        """Draws conditions that together bar every other choice that is at least as good as the key.

        Each of them bars a better choice that no other one bars.

        Args:
            number: how many conditions.

        Returns:
            The bundle; None where there are no such conditions.
        """
        possible = self._possible(slot, number)
        if not possible:
            return None
        remaining = self._rivals(slot)
        chosen = rng.sample(rng.choice(possible), number)
        conditions, parts = [], []
        for index, offer in enumerate(chosen):
            alone = remaining.copy()
            for later in chosen[index + 1 :]:
                alone &= ~later.bars
            drawn = offer.strict(alone, rng)
            if drawn is None:
                return None
            condition, part, meets = drawn
            conditions.append(condition)
            parts.append(part)
            remaining &= meets
        return self._kept(over, slot, conditions, parts, rng)

    def _rivals(self, slot: str) -> Flags:
        """Returns the other choices that are at least as good as the key, by the sum over a slot."""
        totals = self.table.totals(slot)
        rivals: Flags = totals <= totals[self.key_index]
        rivals[self.key_index] = False
        return rivals

    def _possible(self, slot: str, number: int) -> Sequence[Sequence[_Offer]]:
        """Returns the conditions that decide where the total or average of a slot is asked for; cached."""
        cached = self._deciding.get((slot, number))
        if cached is None:
            totals = self.table.totals(slot)
            barred, better_bits = _bits(self._rivals(slot)), _bits(totals < totals[self.key_index])
            usable = [offer for offer in self.offers if offer.slot != slot or offer.kind != "limit"]
            by_kind = {kind: [offer for offer in usable if offer.kind == kind] for kind in _KINDS}
            cached = self._deciding[slot, number] = [
                chosen
                for kinds in combinations(_KINDS, number)
                for chosen in product(*[by_kind[kind] for kind in kinds])
                if _decide(chosen, barred, better_bits)
            ]
        return cached

    def _kept(
        self,
        over: str,
        slot: str,
        conditions: Sequence[BundleCondition],
        parts: Sequence[_Part],
        rng: random.Random,
    ) -> DrawnBundle | None:
        """Returns the bundle with, for each part, the choice that would be better without it.

        Returns None if some part makes no difference.
        """
        table = self.table
        costs = table.costs(slot)
        choice = reduce(BundleProblem.with_part, parts, BundleProblem(table.take, costs))
        best = best_of(choice, table.good)
        if best is None or best.second is None or best.chosen != self.key:
            return None
        proved = []
        for number, condition in enumerate(conditions):
            others = (*parts[:number], *parts[number + 1 :])
            without_part = reduce(BundleProblem.with_part, others, BundleProblem(table.take, costs))
            without = better(without_part, table.good, best.cost)
            if without is None:
                return None
            proved.append(evolve(condition, without=without))
        unasked = better(choice, range(len(table.rows)), best.cost)
        if unasked is None:
            return None
        rng.shuffle(proved)
        used = dict.fromkeys([slot, *(entry.slot for entry in proved if entry.kind in ("total", "average"))])
        return DrawnBundle(
            table.take,
            over,
            slot,
            table.wanted(slot),
            tuple(proved),
            {name: table.numbers(name) or () for name in used},
            best.chosen,
            abs(best.cost),
            abs(best.second),
            unasked,
            choice,
        )


def _limit(
    table: BundleTable, key_index: int, over: str, slot: str, alone: Flags, rng: random.Random
) -> _Drawn | None:
    """Returns the roundest limit that the key meets and `alone` does not; None where there is none."""
    totals = table.totals(slot)
    sign = 1 if table.wanted(slot) == "less" else -1
    times = table.take if over == "average" else 1
    first = -(-int(totals[key_index]) // times)
    last = -(-int(totals[alone].min()) // times) - 1
    if first > last:
        return None
    low, high = sorted((sign * first, sign * last))
    kind = table.domain.schema.slot(slot).kind
    step = kind.limits()[2] if isinstance(kind, OrderedKind) else 1
    rounded = _round(low, high, step, bool(kind.distance_units))
    if rounded is None:
        return None
    condition = BundleCondition(over, slot, "at_most" if sign == 1 else "at_least", rounded)
    limit = SumLimit(table.costs(slot), sign * rounded * times)
    return condition, limit, totals <= limit.most


def _at_least(word: Word, most: int, alone: Flags, rng: random.Random) -> _Drawn:
    number = rng.randint(int(word.numbers[alone].max()) + 1, most)
    condition = BundleCondition(word.kind, word.slot, "at_least", number, word.word)
    return condition, limit_of(word.has, "at_least", number), word.numbers >= number


def _at_most(word: Word, least: int, alone: Flags, rng: random.Random) -> _Drawn:
    number = rng.randint(least, int(word.numbers[alone].min()) - 1)
    condition = BundleCondition(word.kind, word.slot, "at_most", number, word.word)
    return condition, limit_of(word.has, "at_most", number), word.numbers <= number


def _as_it_is(drawn: _Drawn, alone: Flags, rng: random.Random) -> _Drawn:
    return drawn


def _decide(chosen: Sequence[_Offer], barred: int, better: int) -> bool:
    """Returns whether the conditions bar all of `barred`, and each alone a choice of `better`."""
    for offer in chosen:
        others = 0
        for other in chosen:
            if other is not offer:
                others |= other.bits
        if barred & ~(others | offer.bits) or not better & ~others:
            return False
    return True


def _bits(flags: Flags) -> int:
    return int.from_bytes(np.packbits(flags).tobytes(), "big")


_Part: TypeAlias = SumLimit | Codes
"""A condition in the form of a `BundleProblem`."""
_Drawn: TypeAlias = tuple[BundleCondition, _Part, Flags]
"""A condition, its form in a choice, and which choices meet it."""


def _round(low: int, high: int, step: int, minutes: bool) -> int | None:
    """Returns the roundest multiple of the step from low to high; None where there is none."""
    grains = [duration for duration in _DURATIONS if not duration % step] if minutes else []
    size = step
    while not minutes and size <= max(high, step):
        grains += [size * factor for factor in reversed(_ROUND)]
        size *= 10
    for grain in sorted({*grains, step}, reverse=True):
        result = high // grain * grain
        if result >= max(low, 1):
            return result
    return None
