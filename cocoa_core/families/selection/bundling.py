"""What several options of a question have to meet together, drawn so that each part of it decides."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from attrs import evolve, frozen

from cocoa_core.domain import Bundles, Domain, Value
from cocoa_core.domain.kinds import OrderedKind
from cocoa_core.families.selection.best_bundle import Found, TooLongError, best_of, better
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


def draw_bundle(
    domain: Domain,
    rows: Sequence[int],
    good: Sequence[int],
    take: int,
    rng: random.Random,
    failed: Callable[[str], None],
) -> Bundle | None:
    """Conditions and an objective with one best choice; None where none of some draws has all that is owed.

    rows: of the catalogue, shown as options. good: the places of those that meet the request.
    Without any condition, and without the request, another choice would be better.
    """
    if domain.bundles is None:
        raise ValueError("expected a domain with a bundle.yaml")
    table = _Table(domain, domain.bundles, tuple(rows), tuple(good), take)
    for number in range(rng.randint(1, 3 if len(rows) > _MANY else 2), 0, -1):
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
    take: int

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
        """An objective, then at most so many conditions, each of which the best so far breaks."""
        usable = [(over, slot) for over, slot in self.bundles.numbers if self._varies(slot)]
        if not usable:
            return None
        over, slot = rng.choice(usable)
        costs = self._turned(slot)
        limits = [one for one in usable if one[1] != slot]
        able = [
            kind
            for kind, some in (
                ("limit", limits),
                ("different", self.bundles.different),
                ("with", self.bundles.counted),
            )
            if some
        ]
        kinds = rng.sample(able, min(number, len(able)))
        kinds.sort(key=("different", "with", "limit").index)
        choice, conditions, parts = Choice(self.take, costs), [], []
        for kind in kinds:
            found = best_of(choice, self.good)
            if found is None:
                return None
            if kind == "limit":
                drawn = self._limit(choice, found, rng.choice(limits), rng)
            elif kind == "different":
                drawn = self._different(found, rng)
            else:
                drawn = self._with(found, rng)
            if drawn is None:
                return None
            condition, part = drawn
            conditions.append(condition)
            parts.append(part)
            choice = _with_part(choice, part)
        return self._kept(over, slot, choice, conditions, parts, rng)

    def _kept(
        self,
        over: str,
        slot: str,
        choice: Choice,
        conditions: Sequence[Condition],
        parts: Sequence[_Part],
        rng: random.Random,
    ) -> Bundle | None:
        best = best_of(choice, self.good)
        if best is None or best.second is None or best.second == best.cost:
            return None
        proved = []
        for number, condition in enumerate(conditions):
            rest = Choice(self.take, choice.costs)
            for part in (*parts[:number], *parts[number + 1 :]):
                rest = _with_part(rest, part)
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
        )

    def _varies(self, slot: str) -> bool:
        numbers = self.numbers(slot)
        return numbers is not None and len({numbers[place] for place in self.good}) > 1

    def _turned(self, slot: str) -> tuple[int, ...]:
        """Its numbers so that less is better."""
        sign = 1 if self.wanted(slot) == "less" else -1
        return tuple([sign * number for number in self.numbers(slot) or ()])

    def _limit(
        self, choice: Choice, best: Found, number: tuple[str, str], rng: random.Random
    ) -> tuple[Condition, _Part] | None:
        """A limit that the best so far does not keep, and others do, as round as there is between them."""
        over, slot = number
        values = self._turned(slot)
        lowest = best_of(evolve(choice, costs=values), self.good)
        if lowest is None:
            return None
        highest = sum(values[place] for place in best.chosen)
        sign = 1 if self.wanted(slot) == "less" else -1
        times = self.take if over == "average" else 1
        first = -(-lowest.cost // times)
        last = -(-highest // times) - 1
        if first > last:
            return None
        ends = (rng.randint(first, last), rng.randint(first, last))
        low, high = sorted(sign * end for end in ends)
        kind = self.domain.schema.slot(slot).kind
        step = kind.limits()[2] if isinstance(kind, OrderedKind) else 1
        rounded = _round(low, high, step, kind.name == "duration")
        if rounded is None:
            return None
        test = "at_most" if sign == 1 else "at_least"
        condition = Condition(over, slot, test, rounded)
        return condition, Limit(values, sign * rounded * times)

    def _different(self, best: Found, rng: random.Random) -> tuple[Condition, _Part] | None:
        """A slot of which two of the best so far have the same."""
        slots = list(self.bundles.different)
        rng.shuffle(slots)
        for slot in slots:
            column = self.column(slot)
            if None not in column and len({column[place] for place in best.chosen}) < self.take:
                known = {value: number for number, value in enumerate(dict.fromkeys(column))}
                return Condition("different", slot), tuple([known[value] for value in column])
        return None

    def _with(self, best: Found, rng: random.Random) -> tuple[Condition, _Part] | None:
        """A word that too few of the best so far have, or too many."""
        slots = list(self.bundles.counted)
        rng.shuffle(slots)
        for slot in slots:
            column = self.column(slot)
            if None in column:
                continue
            kind = self.domain.schema.slot(slot).kind
            sets = [set(one) if isinstance(one, tuple) else {kind.show(one)} for one in column]
            words = sorted({str(word) for place in self.good for word in sets[place]})
            if kind.name == "boolean":  # nobody looks for what lacks something
                words = [kind.show(True)]
            rng.shuffle(words)
            for word in words:
                has = tuple([word in one for one in sets])
                now, there = sum(has[place] for place in best.chosen), sum(has[place] for place in self.good)
                several = isinstance(column[0], tuple)
                most = min(self.take - 1, there)  # where all have to have it, the request could say so
                if now < most:
                    name = "includes" if several else "with"
                    number = rng.randint(now + 1, most)
                    return Condition(name, slot, "at_least", number, word), Counted(has, number, self.take)
                if now > 1 and there < len(self.good) and kind.name == "category":
                    number = rng.randint(1, now - 1)
                    return Condition("with", slot, "at_most", number, word), Counted(has, 0, number)
        return None


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
