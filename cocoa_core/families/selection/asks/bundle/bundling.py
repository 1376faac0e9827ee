"""What several options of a question have to meet together, drawn so that each part of it decides."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cached_property, partial, reduce
from itertools import combinations, product
from typing import Final, TypeAlias

import numpy as np
from attrs import evolve, field, frozen

from cocoa_core.domain.kinds import OrderedKind
from cocoa_core.families.selection.asks.bundle.best_bundle import (
    Flags,
    TooLongError,
    best_of,
    better,
)
from cocoa_core.families.selection.asks.bundle.bundle_table import Codes, Table, Word
from cocoa_core.families.selection.asks.bundle.choices import Choice, Counted, Limit

__all__ = ["Bundle", "Condition", "draw_bundle"]

_KINDS: Final = ("limit", "different", "with")
"""Of conditions: one of each is asked at the most."""
_DURATIONS: Final = (600, 300, 240, 120, 60, 30, 15, 10, 5, 1)
"""What people round minutes to, roughest first."""
_ROUND: Final = (5, 2, 1)
_MANY: Final = 8
"""Of more options than this up to three conditions are drawn, of fewer up to two."""


@frozen
class Condition:
    """kind: "total", "average", "different", "with", or "includes" of sets.

    test: "at_most", "at_least", or "" of `different`
    number: the limit in the slot's smallest unit, or how many options; value: the word that they have
    without: places of options that would be better if this condition were not there
    """

    kind: str
    slot: str
    test: str = ""
    number: int = 0
    value: str = ""
    without: tuple[int, ...] = ()


@frozen
class Bundle:
    """What is asked, with places of options for letters."""

    take: int
    over: str
    """"total" or "average" of the slot."""
    slot: str
    wanted: str
    conditions: tuple[Condition, ...]
    numbers: dict[str, tuple[int, ...]]
    """Of each slot that is added up, one an option."""
    chosen: tuple[int, ...]
    """The best."""
    total: int
    """Its sum."""
    second: int
    """The next."""
    unasked: tuple[int, ...]
    """Options that would be better if they did not have to meet the request."""
    choice: Choice
    """All of it in numbers."""

    def found_by_counting(self, counts: Sequence[int]) -> bool:
        """Returns whether it is the best choice of the options with the most literals, as many as there have
        to be.

        Args:
            counts: of each option how many literals of the request it satisfies.
        """
        fewest = sorted(counts, reverse=True)[self.take - 1]
        most = [place for place, count in enumerate(counts) if count >= fewest]
        if not set(self.chosen) <= set(most):
            return False
        try:
            found = best_of(self.choice, most)
        except TooLongError:
            return False
        return found is not None and found.chosen == self.chosen


def draw_bundle(
    table: Table, key: tuple[int, ...], rng: random.Random, failed: Callable[[str], None], fewest: int = 1
) -> Bundle | None:
    """Returns conditions and an objective by which the key is best; None where no draw has all that is owed.

    Args:
        key: those of the good options that shall be the best choice, in ascending order.
        fewest: conditions tried for. Without any condition, and without the request, another choice would be
            better.
    """
    sought = _Sought(table, key)
    most = 3 if len(table.rows) > _MANY else 2
    for number in range(rng.randint(min(fewest, most), most), 0, -1):
        for over, slot in rng.sample(table.usable, len(table.usable)):
            try:
                result = sought.draw(over, slot, number, rng)
            except TooLongError:
                failed("the search for the best choice is too long")
                continue
            if result is not None:
                return result
    failed("no conditions have one best choice")
    return None


@frozen(eq=False)
class _Offer:
    """A condition that the key meets, as strict as it may be: which choices it bars, as flags and as bits."""

    kind: str
    """Of `_KINDS`."""
    slot: str
    bars: Flags
    strict: Callable[[Flags, random.Random], _Drawn | None]
    """Given flags of choices that it has to bar, a condition that does."""
    bits: int = field(init=False)

    @bits.default
    def _packed(self) -> int:
        return _bits(self.bars)


@frozen(eq=False)
class _Sought:
    """A key, and what can be asked so that it is best."""

    table: Table
    key: tuple[int, ...]

    @cached_property
    def place(self) -> int:
        """Its place among all choices."""
        same = (self.table.choices == np.array(self.key)[:, None]).all(axis=0)
        return int(same.argmax())

    @cached_property
    def offers(self) -> list[_Offer]:
        """What can be asked that bars some other choice."""
        table, place, take = self.table, self.place, self.table.take
        found = []
        for over, slot in table.usable:
            totals = table.totals(slot)
            found.append(
                _Offer("limit", slot, totals > totals[place], partial(_limit, table, place, over, slot))
            )
        for slot, codes, meets in table.different:
            if meets[place]:
                same = Condition("different", slot), codes, meets
                found.append(_Offer("different", slot, ~meets, partial(_as_it_is, same)))
        for word in table.words:
            now = int(word.numbers[place])
            most = min(take - 1, now)  # where all have to have it, the request could say so
            if most:
                found.append(
                    _Offer("with", word.slot, word.numbers < most, partial(_at_least, take, word, most))
                )
            least = max(now, 1)
            if now < min(take, word.there) and word.denied and least < take:
                found.append(_Offer("with", word.slot, word.numbers > least, partial(_at_most, word, least)))
        return [offer for offer in found if offer.bits]

    def draw(self, over: str, slot: str, number: int, rng: random.Random) -> Bundle | None:
        """So many conditions that together bar whatever is as good as the key, each something better."""
        totals = self.table.totals(slot)
        left, better = totals <= totals[self.place], _bits(totals < totals[self.place])
        left[self.place] = False
        barred = _bits(left)
        able = [one for one in self.offers if one.slot != slot or one.kind != "limit"]
        possible = [
            chosen
            for kinds in combinations(_KINDS, number)
            for chosen in product(*[[one for one in able if one.kind == kind] for kind in kinds])
            if _decide(chosen, barred, better)
        ]
        if not possible:
            return None
        chosen = rng.sample(rng.choice(possible), number)
        conditions, parts = [], []
        for place, offer in enumerate(chosen):
            alone = left.copy()
            for later in chosen[place + 1 :]:
                alone &= ~later.bars
            drawn = offer.strict(alone, rng)
            if drawn is None:
                return None
            condition, part, meets = drawn
            conditions.append(condition)
            parts.append(part)
            left &= meets
        return self._kept(over, slot, conditions, parts, rng)

    def _kept(
        self,
        over: str,
        slot: str,
        conditions: Sequence[Condition],
        parts: Sequence[_Part],
        rng: random.Random,
    ) -> Bundle | None:
        """With what would be better without each part; None where something can be passed over."""
        table = self.table
        costs = table.costs(slot)
        choice = reduce(_with_part, parts, Choice(table.take, costs))
        best = best_of(choice, table.good)
        if best is None or best.second is None or best.chosen != self.key:
            return None
        proved = []
        for number, condition in enumerate(conditions):
            rest = reduce(_with_part, (*parts[:number], *parts[number + 1 :]), Choice(table.take, costs))
            without = better(rest, table.good, best.cost)
            if without is None:
                return None
            proved.append(evolve(condition, without=without))
        unasked = better(choice, range(len(table.rows)), best.cost)
        if unasked is None:
            return None
        rng.shuffle(proved)
        used = dict.fromkeys([slot, *(one.slot for one in proved if one.kind in ("total", "average"))])
        return Bundle(
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


def _limit(table: Table, place: int, over: str, slot: str, alone: Flags, rng: random.Random) -> _Drawn | None:
    """Returns a limit that the key keeps and those do not, as round as there is between them."""
    totals = table.totals(slot)
    sign = 1 if table.wanted(slot) == "less" else -1
    times = table.take if over == "average" else 1
    first = -(-int(totals[place]) // times)
    last = -(-int(totals[alone].min()) // times) - 1
    if first > last:
        return None
    low, high = sorted((sign * first, sign * last))
    kind = table.domain.schema.slot(slot).kind
    step = kind.limits()[2] if isinstance(kind, OrderedKind) else 1
    rounded = _round(low, high, step, kind.name == "duration")
    if rounded is None:
        return None
    condition = Condition(over, slot, "at_most" if sign == 1 else "at_least", rounded)
    limit = Limit(table.costs(slot), sign * rounded * times)
    return condition, limit, totals <= limit.most


def _at_least(take: int, one: Word, most: int, alone: Flags, rng: random.Random) -> _Drawn:
    number = rng.randint(int(one.numbers[alone].max()) + 1, most)
    condition = Condition(one.kind, one.slot, "at_least", number, one.word)
    return condition, Counted(one.has, number, take), one.numbers >= number


def _at_most(one: Word, least: int, alone: Flags, rng: random.Random) -> _Drawn:
    number = rng.randint(least, int(one.numbers[alone].min()) - 1)
    condition = Condition(one.kind, one.slot, "at_most", number, one.word)
    return condition, Counted(one.has, 0, number), one.numbers <= number


def _as_it_is(drawn: _Drawn, alone: Flags, rng: random.Random) -> _Drawn:
    return drawn


def _decide(chosen: Sequence[_Offer], barred: int, better: int) -> bool:
    """Returns whether these bar all that has to be, and each of them something better that no other does."""
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


_Part: TypeAlias = Limit | Counted | Codes
"""A condition as a choice has it."""
_Drawn: TypeAlias = tuple[Condition, _Part, Flags]
"""A condition, and which choices meet it."""


def _with_part(choice: Choice, part: _Part) -> Choice:
    if isinstance(part, Limit):
        return evolve(choice, limits=(*choice.limits, part))
    if isinstance(part, Counted):
        return evolve(choice, counted=(*choice.counted, part))
    return evolve(choice, alike=(*choice.alike, part))


def _round(low: int, high: int, step: int, minutes: bool) -> int | None:
    """Returns the roundest number from low to high that is a multiple of the step; None where there is
    none.
    """
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
