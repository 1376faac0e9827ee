"""What several options of a question have to meet together, drawn so that each part of it decides."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cached_property, reduce
from typing import Final

import numpy as np
from attrs import evolve, frozen

from cocoa_core.domain import Bundles, Domain, Value
from cocoa_core.domain.kinds import OrderedKind
from cocoa_core.families.selection.best_bundle import (
    Choices,
    TooLongError,
    best_of,
    better,
    choices_of,
    meeting,
    sums,
)
from cocoa_core.families.selection.choices import Choice, Counted, Limit

__all__ = ["Bundle", "Condition", "draw_bundle"]

_TRIED: Final = 16
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
    """What is asked, with places of options for letters. over: "total" or "average" of the slot.

    numbers: of each slot that is added up, one an option. chosen: the best, total: its sum, second: the next
    unasked: options that would be better if they did not have to meet the request
    choice: all of it in numbers
    """

    take: int
    over: str
    slot: str
    wanted: str
    conditions: tuple[Condition, ...]
    numbers: dict[str, tuple[int, ...]]
    chosen: tuple[int, ...]
    total: int
    second: int
    unasked: tuple[int, ...]
    choice: Choice

    def found_by_counting(self, counts: Sequence[int]) -> bool:
        """Whether it is the best choice of the options with the most literals, as many as there have to be.

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
    domain: Domain,
    rows: Sequence[int],
    good: Sequence[int],
    key: Sequence[int],
    rng: random.Random,
    failed: Callable[[str], None],
    fewest: int = 1,
) -> Bundle | None:
    """Conditions and an objective by which the key is best; None where no draw has all that is owed.

    rows: of the catalogue, shown as options. good: the places of those that meet the request. key: those of
    them that shall be the best choice, in ascending order. fewest: conditions tried for.
    Without any condition, and without the request, another choice would be better.
    """
    if domain.bundles is None:
        raise ValueError("expected a domain with a bundle.yaml")
    table = _Table(domain, domain.bundles, tuple(rows), tuple(good), tuple(key))
    most = 3 if len(rows) > _MANY else 2
    for number in range(rng.randint(min(fewest, most), most), 0, -1):
        for _ in range(_TRIED):
            try:
                found = table.draw(number, rng)
            except TooLongError:
                failed("the search for the best choice is too long")
                continue
            if found is not None:
                return found
    failed("no conditions have one best choice")
    return None


@frozen(eq=False)
class _Table:
    """The values of the options."""

    domain: Domain
    bundles: Bundles
    rows: tuple[int, ...]
    good: tuple[int, ...]
    key: tuple[int, ...]

    @property
    def take(self) -> int:
        """How many are taken."""
        return len(self.key)

    @cached_property
    def others(self) -> Choices:
        """All choices but the key, one a column."""
        choices = choices_of(self.good, self.take)
        return choices[:, (choices != np.array(self.key)[:, None]).any(axis=0)]

    def column(self, slot: str) -> tuple[Value, ...]:
        """What the options have there."""
        place = self.domain.schema.position(slot)
        return tuple([self.domain.catalogue.rows[row][place] for row in self.rows])

    def numbers(self, slot: str) -> tuple[int, ...] | None:
        """The same as numbers; None where one lacks."""
        found = tuple([one for one in self.column(slot) if isinstance(one, int)])
        return found if len(found) == len(self.rows) else None

    def wanted(self, slot: str) -> str:
        """Whether people want less or more of it."""
        return "less" if any(one.wanted == "less" for one in self.domain.rules_of(slot)) else "more"

    def draw(self, number: int, rng: random.Random) -> Bundle | None:
        """An objective, and so many conditions that together keep out whatever is as good as the key."""
        usable = [(over, slot) for over, slot in self.bundles.numbers if self._varies(slot)]
        if not usable:
            return None
        over, slot = rng.choice(usable)
        costs = self._turned(slot)
        whole = Choice(self.take, costs)
        choices = self.others
        left = choices[:, sums(costs, choices) <= whole.cost(self.key)]
        limits = [one for one in usable if one[1] != slot]
        conditions, parts = [], []
        for kind in rng.sample(("limit", "different", "with"), number):
            if not left.shape[1]:
                return None
            if kind == "limit":
                drawn = self._limit(rng.choice(limits), left, rng) if limits else None
            elif kind == "different":
                drawn = self._different(rng)
            else:
                drawn = self._with(rng)
            if drawn is None:
                return None
            condition, part = drawn
            conditions.append(condition)
            parts.append(part)
            left = meeting(_with_part(whole, part), left)
        return None if left.shape[1] else self._kept(over, slot, costs, conditions, parts, rng)

    def _kept(
        self,
        over: str,
        slot: str,
        costs: tuple[int, ...],
        conditions: Sequence[Condition],
        parts: Sequence[_Part],
        rng: random.Random,
    ) -> Bundle | None:
        """With what would be better without each part; None where something can be passed over."""
        choice = reduce(_with_part, parts, Choice(self.take, costs))
        best = best_of(choice, self.good)
        if best is None or best.second is None or best.chosen != self.key:
            return None
        proved = []
        for number, condition in enumerate(conditions):
            rest = reduce(_with_part, (*parts[:number], *parts[number + 1 :]), Choice(self.take, costs))
            without = better(rest, self.good, best.cost)
            if without is None:
                return None
            proved.append(evolve(condition, without=without))
        unasked = better(choice, range(len(self.rows)), best.cost)
        if unasked is None:
            return None
        rng.shuffle(proved)
        used = dict.fromkeys([slot, *(one.slot for one in proved if one.kind in ("total", "average"))])
        return Bundle(
            self.take,
            over,
            slot,
            self.wanted(slot),
            tuple(proved),
            {name: self.numbers(name) or () for name in used},
            best.chosen,
            abs(best.cost),
            abs(best.second),
            unasked,
            choice,
        )

    def _varies(self, slot: str) -> bool:
        numbers = self.numbers(slot)
        return numbers is not None and len({numbers[place] for place in self.good}) > 1

    def _turned(self, slot: str) -> tuple[int, ...]:
        """Its numbers so that less is better."""
        sign = 1 if self.wanted(slot) == "less" else -1
        return tuple([sign * number for number in self.numbers(slot) or ()])

    def _limit(
        self, number: tuple[str, str], left: Choices, rng: random.Random
    ) -> tuple[Condition, _Part] | None:
        """A limit that the key keeps and some of those left do not, as round as there is between them."""
        over, slot = number
        values = self._turned(slot)
        own = sum(values[place] for place in self.key)
        beyond = [total for total in sums(values, left).tolist() if total > own]
        if not beyond:
            return None
        sign = 1 if self.wanted(slot) == "less" else -1
        times = self.take if over == "average" else 1
        first = -(-own // times)
        last = -(-rng.choice(beyond) // times) - 1
        if first > last:
            return None
        low, high = sorted((sign * first, sign * last))
        kind = self.domain.schema.slot(slot).kind
        step = kind.limits()[2] if isinstance(kind, OrderedKind) else 1
        rounded = _round(low, high, step, kind.name == "duration")
        if rounded is None:
            return None
        condition = Condition(over, slot, "at_most" if sign == 1 else "at_least", rounded)
        return condition, Limit(values, sign * rounded * times)

    def _different(self, rng: random.Random) -> tuple[Condition, _Part] | None:
        """A slot of which no two of the key have the same, and two of the others have."""
        slots = list(self.bundles.different)
        rng.shuffle(slots)
        for slot in slots:
            column = self.column(slot)
            values = [column[place] for place in self.good]
            if (
                None not in column
                and len({column[place] for place in self.key}) == self.take
                and len(set(values)) < len(values)
            ):
                known = {value: number for number, value in enumerate(dict.fromkeys(column))}
                return Condition("different", slot), tuple([known[value] for value in column])
        return None

    def _with(self, rng: random.Random) -> tuple[Condition, _Part] | None:
        """A word that some of the key have, and not all of the others."""
        able = []
        for slot in self.bundles.counted:
            column = self.column(slot)
            if None in column:
                continue
            kind = self.domain.schema.slot(slot).kind
            sets = [set(one) if isinstance(one, tuple) else {kind.show(one)} for one in column]
            words = sorted({str(word) for place in self.good for word in sets[place]})
            if kind.name == "boolean":  # nobody looks for what lacks something
                words = [kind.show(True)]
            for word in words:
                has = tuple([word in one for one in sets])
                now, there = sum(has[place] for place in self.key), sum(has[place] for place in self.good)
                if not 0 < there < len(self.good):
                    continue
                most = min(self.take - 1, now)  # where all have to have it, the request could say so
                if most:
                    name = "includes" if isinstance(column[0], tuple) else "with"
                    number = rng.randint(1, most)
                    part = Counted(has, number, self.take)
                    able.append((Condition(name, slot, "at_least", number, word), part))
                if now < min(self.take, there) and kind.name == "category":
                    number = rng.randint(max(now, 1), self.take - 1)
                    able.append((Condition("with", slot, "at_most", number, word), Counted(has, 0, number)))
        return rng.choice(able) if able else None


_Part = Limit | Counted | tuple[int, ...]
"""A condition as a choice has it."""


def _with_part(choice: Choice, part: _Part) -> Choice:
    if isinstance(part, Limit):
        return evolve(choice, limits=(*choice.limits, part))
    if isinstance(part, Counted):
        return evolve(choice, counted=(*choice.counted, part))
    return evolve(choice, alike=(*choice.alike, part))


def _round(low: int, high: int, step: int, minutes: bool) -> int | None:
    """The roundest number from low to high that is a multiple of the step; None where there is none."""
    grains = [one for one in _DURATIONS if not one % step] if minutes else []
    size = step
    while not minutes and size <= max(high, step):
        grains += [size * one for one in reversed(_ROUND)]
        size *= 10
    for grain in sorted({*grains, step}, reverse=True):
        found = high // grain * grain
        if found >= max(low, 1):
            return found
    return None
