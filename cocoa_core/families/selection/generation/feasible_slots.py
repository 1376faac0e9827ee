"""Finds slots of conditions and wishes that the options allow, before a structure is drawn.

Where each condition has a reason (`RequirementSpec.reasoned`) there are one or two thousand combinations of
slots, and over five given options most of them are impossible: no condition both eliminates an option and
lets another gain on the right one, or no wishes eliminate the options that the condition leaves. The masks
that the literals of a slot can have show this. So this module draws slots for the conditions, determines
which options they leave to the wishes, and draws wishes that eliminate these. Structures are drawn only from
slots that fit together, and where none are found the member is known to fail before anything is drawn for it.

Being found is necessary but not sufficient: only grounding finds the signs and the shared primitives.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache, lru_cache, reduce
from itertools import accumulate
from operator import or_
from typing import TYPE_CHECKING, Final

from attrs import define, evolve, field

from cocoa_core.families.selection.generation.context import GenerationContext
from cocoa_core.families.selection.generation.elimination import required_ties
from cocoa_core.families.selection.generation.guessability import acceptance_by_first_term
from cocoa_core.families.selection.generation.option_masks import (
    ALL_OPTIONS,
    CONTAINED,
    OPTIONS,
    OPTIONS_OF_MASK,
    REPEATED,
    SMALL_SETS,
    Gains,
    OptionMasks,
    PairReach,
)
from cocoa_core.families.selection.generation.structure import RequirementSpec, UsableSlots

if TYPE_CHECKING:
    from cocoa_core.families.selection.generation.candidates import CandidatePool
    from cocoa_core.families.selection.generation.structure import _Choice, _UsableForms

_MOST_WISHES: Final = 3
"""The most wishes whose combinations are listed."""
_MOST_CHOICES: Final = 20
"""The choices of slots that are looked at for one combination. Where there are any, one is found after 2 in
the mean. With 100, sets of diamonds fail as often and take a tenth longer.
"""
_CACHE_SIZE: Final = 1 << 14
"""The number of cached results of `_left_of` and `_after`."""
_RANK_BITS: Final = 16
_RANK_LIMIT: Final = 1 << 12
"""The bits of a field for a sum of ranks, and a number that no such sum reaches."""


@define(eq=False)
class _Combination(UsableSlots):
    """Wishes, and a condition that agrees with them."""

    agreeing: _UsableForms = field(kw_only=True)

    def forms(self, spec: RequirementSpec, pool: CandidatePool) -> _UsableForms:
        return self.agreeing


@define(eq=False)
class FeasibleSlots:
    """The combinations of slots that the options allow for one right option; worked out as they are drawn.

    A mask of slots has a bit for each usable slot.
    """

    _masks: OptionMasks
    _slots: UsableSlots
    _forms: _UsableForms
    _target: int
    _number: int
    """How many slots are wished for."""
    _ties: int
    """How many wrong options have to satisfy as many literals as the right one."""
    _accepted: tuple[bool, ...]
    """By number of options, whether a sum term may eliminate so many: at least one."""
    _worst: bool
    """Whether the right option has to be worse than the others on all slots together."""
    _choices: list[_Choice] = field(init=False)
    """The slots that conditions can have, but for those of which it is known that no wishes fit."""
    _weights: list[float] = field(init=False)
    """Their weights."""
    _edges: tuple[tuple[int, int], ...] = field(init=False)
    """The pairs of slots of a choice that share a sum term, by their indices. All pairs have one slot in
    common.
    """
    _bits: Mapping[str, tuple[int, int]] = field(init=False)
    """The mask of each slot, and that of the slots too similar to it."""
    _worse: tuple[int, int] = field(init=False)
    """What has to be added to a sum of ranks, and the bits that then are set where the right option is worse
    than each other one; zeros where it need not be.
    """
    _ranks: Mapping[str, int] = field(init=False)
    """By how much each wrong option is better than the right one on a slot, a field for each; empty where the
    right one need not be worse.
    """
    _one_way: int = field(init=False)
    """The mask of the slots whose tests cannot be turned either way. Without one of them nothing would be
    weighed against anything.
    """
    _takes: dict[tuple[int, int], Mapping[str, int]] = field(factory=dict, init=False)
    """By each pair of masks that `_left` returns, and by slot: the parts of the options left that a wish for
    the slot can eliminate, as a bit set.
    """
    _drawn: tuple[_Choice, tuple[str, ...]] | None = field(default=None, init=False)
    """The combination that `exist` found and `draw` has not returned yet."""

    def __attrs_post_init__(self) -> None:
        forms = self._forms
        assert forms.readable is not None
        [(_, [(part, (choices, _))])] = forms.readable
        self._choices, self._edges = self._possible(choices), part.component.edges
        self._weights = [choice.weight for choice in self._choices]
        all_slots = forms.spec.cell.all_slots
        self._bits = _masks_of_slots(tuple(self._slots.usable), tuple(map(tuple, forms.akin)), all_slots)
        self._one_way = sum([bit for slot, (bit, _) in self._bits.items() if slot not in forms.turnable])
        fields = [_RANK_BITS * option for option in OPTIONS_OF_MASK[self._wrong]] if self._worst else []
        self._worse = (
            sum([_RANK_LIMIT - 1 << shift for shift in fields]),
            sum([_RANK_LIMIT << shift for shift in fields]),
        )
        self._ranks = {slot: self._ranks_of(slot) for slot in self._bits} if self._worst else {}

    def combinations(self) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Yields each combination: the slots of the wishes, and the slots of a condition that fits them."""
        for choice in self._choices:
            for wishes in self._agreeing(choice, self._forms.wishable):
                yield wishes, choice.slots

    def exist(self, rng: random.Random) -> bool:
        """Returns whether one is found among `_MOST_CHOICES`; `draw` returns it next. Where none is, all are
        given up.
        """
        if self._drawn is None:
            self._drawn = self._draw(_MOST_CHOICES, rng)
            if self._drawn is None:
                self._choices = []
        return self._drawn is not None

    def draw(self, rng: random.Random) -> UsableSlots:
        """Draws a condition by weight, and wishes that agree with it, where some `exist`."""
        drawn, self._drawn = self._drawn or self._draw(len(self._choices), rng), None
        assert drawn is not None, "a choice that agrees is never dropped"
        choice, wishes = drawn
        forms = self._forms
        assert forms.readable is not None
        [(form, [(part, _)])] = forms.readable
        agreeing = evolve(forms, akin=(), wishable=wishes, readable=[(form, [(part, ([choice], [1.0]))])])
        return _Combination(self._slots.usable, conditions=self._slots.conditions, agreeing=agreeing)

    def _draw(self, most: int, rng: random.Random) -> tuple[_Choice, tuple[str, ...]] | None:
        """Draws the slots of a condition by weight, and wishes one by one. Slots with which no wishes agree
        are dropped for good. Looks at no more than `most`.
        """
        choices, weights = self._choices, self._weights
        if not choices:
            return None
        order = rng.sample(self._forms.wishable, len(self._forms.wishable))
        totals = list(accumulate(weights))
        for _ in range(min(len(choices), most)):
            index = bisect_right(totals, rng.random() * totals[-1], 0, len(totals) - 1)
            wishes = next(self._agreeing(choices[index], order), None)
            if wishes is not None:
                return choices[index], wishes
            del choices[index], weights[index]
            totals = list(accumulate(weights))
        return None

    def _agreeing(self, choice: _Choice, order: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Yields the wishes that eliminate what conditions over the slots of the choice can leave, some of
        them twice.

        Args:
            choice: the slots of the conditions.
            order: the slots to wish for.
        """
        own, akin = _together(choice.slots, self._bits)
        if own & akin:
            return
        added, needed = self._worse
        ranks = added + sum([self._ranks[slot] for slot in choice.slots]) if needed else 0
        for tied, all_left in self._left(_shared_first(choice.slots, self._edges)):
            takes = self._taking(tied, all_left)
            able = [(slot, takes[slot]) for slot in order if slot in takes]
            yield from self._wishes(able, self._number, 1 << all_left, own, own | akin, ranks)

    def _wishes(
        self,
        able: Sequence[tuple[str, int]],
        number: int,
        remaining: int,
        used: int,
        blocked: int,
        ranks: int,
    ) -> Iterator[tuple[str, ...]]:
        """Yields `number` slots such that wishes for them together eliminate all options of a remaining part.

        Args:
            able: the slots to wish for, each with the parts that a wish for it can eliminate, as a bit set.
            number: how many are wished for.
            remaining: the parts of which one has to be eliminated, as a bit set.
            used: the mask of slots that the requirement has already.
            blocked: the mask of slots that it cannot have beside them.
            ranks: the sum of their ranks; see `_worse`.
        """
        needed = self._worse[1]
        by_last = reduce(or_, [parts for _, parts in able], 0) if number == 2 else -1
        if number == 1:
            able = [wish for wish in able if remaining & wish[1]]
        for index, (slot, parts) in enumerate(able):
            bit, similar = self._bits[slot]
            if bit & blocked:
                continue
            with_slot = ranks + self._ranks[slot] if needed else 0
            if number > 1:
                after = _after(remaining, parts)
                if after & by_last:
                    for others in self._wishes(
                        able[index + 1 :],
                        number - 1,
                        after,
                        used | bit,
                        blocked | bit | similar,
                        with_slot,
                    ):
                        yield (slot, *others)
            elif (used | bit) & self._one_way and with_slot & needed == needed:
                yield (slot,)

    def _taking(self, tied: int, left: int) -> Mapping[str, int]:
        """Returns for each slot that can be wished for, as a bit set, the parts of what is left that it can
        take; cached.
        """
        cached = self._takes.get((tied, left))
        if cached is None:
            parts, right = _parts(tied, left), self._right
            cached = self._takes[tied, left] = {}
            for slot in self._forms.wishable:
                takes = 0
                for mask in self._masks.reach(slot).refused[right]:
                    if self._accepted[mask.bit_count()]:
                        takes |= parts[mask]
                if takes:
                    cached[slot] = takes
        return cached

    def _left(self, slots: tuple[str, ...]) -> Set[tuple[int, int]]:
        """Returns what conditions that share the first slot can leave, as pairs of masks: of the wrong
        options left those that tie, and all of them; cached.
        """
        cache, key = self._masks.left, (self._target, self._ties, slots)
        cached = cache.get(key)
        if cached is None:
            ties, wrong = self._ties, self._wrong
            cached, (shared, *partners) = set[tuple[int, int]](), slots
            first, *others = [self._gains(shared, partner) for partner in partners]
            for shape, gains in first.items():
                of_shape = (gains, *[other[shape] for other in others if shape in other])
                if len(of_shape) == len(partners):
                    cached |= _left_of(of_shape, ties, wrong)
            cache[key] = cached
        return cached

    def _gains(self, shared: str, partner: str) -> Mapping[int, Gains]:
        """Returns what a condition over two slots can do, by the number of the shape that the shared slot's
        literal has; cached. With other shapes the condition eliminates nothing.
        """
        masks, target = self._masks, self._target
        cached = masks.gains.get((target, shared, partner))
        if cached is None:
            reach, right, wrong = masks.reach(partner), self._right, self._wrong
            cached = masks.gains[target, shared, partner] = {}
            for number, (holds, fails) in enumerate(masks.reach(shared).shapes):
                fails &= wrong
                if holds & target:  # then the other literal does not hold there where others gain
                    able, gained = reach.can_fail & fails, reach.lacking[right]
                else:
                    able, gained = reach.separates[right] & fails, reach.holding[right]
                if not able:
                    continue
                cached[number] = gained & CONTAINED[holds & wrong] & REPEATED[fails], able
        return cached

    def _possible(self, choices: Sequence[_Choice]) -> list[_Choice]:
        """Returns the choices of which each condition can eliminate an option, while as many as have to tie
        can gain on the right one.

        Conditions that share a literal can do less. Of the choices of diamonds three of four are left out.
        """
        reached = self._reached()
        able = [choice for choice in choices if choice.pairs <= reached.able]
        if not self._ties:
            return able
        if self._ties == 1:
            return [choice for choice in able if any(map(choice.pairs.intersection, reached.gaining))]
        return [
            choice
            for choice in able
            if not choice.pairs.isdisjoint(reached.together)
            or any(len(choice.pairs & pairs) > 1 for pairs in reached.gaining)
        ]

    def _reached(self) -> PairReach:
        """Returns what conditions over two traded slots can do; cached."""
        cached = self._masks.reached.get(self._target)
        if cached is None:
            right, repeated = self._right, REPEATED[self._wrong]
            cached = self._masks.reached[self._target] = PairReach(
                set(), [set() for _ in range(OPTIONS)], set()
            )
            reaches = {slot: self._masks.reach(slot) for slot in self._forms.pool.usable()}
            for pair in self._forms.spec.trades:
                if not pair <= reaches.keys():
                    continue
                first, second = [reaches[slot] for slot in pair]
                able = first.separates[right] & second.can_fail | second.separates[right] & first.can_fail
                if not able & self._wrong:
                    continue
                cached.able.add(pair)
                gains = first.holding[right] & second.lacking[right]
                gains = (gains | second.holding[right] & first.lacking[right]) & repeated
                if gains >> OPTIONS * OPTIONS:
                    cached.together.add(pair)
                for pairs in cached.gaining:
                    if gains & ALL_OPTIONS:
                        pairs.add(pair)
                    gains >>= OPTIONS
        return cached

    def _ranks_of(self, slot: str) -> int:
        standing = self._masks.standing(slot)
        if not standing:
            return 0
        return sum(
            [
                standing[option] - standing[self._right] << _RANK_BITS * option
                for option in OPTIONS_OF_MASK[self._wrong]
            ]
        )

    @property
    def _right(self) -> int:
        """The index of the right option."""
        return self._target.bit_length() - 1

    @property
    def _wrong(self) -> int:
        return self._masks.everything & ~self._target


def feasible_slots(
    context: GenerationContext, slots: UsableSlots, target: int, *, worst: bool
) -> FeasibleSlots | None:
    """Returns the combinations, which the members that need the same share; None where structures are not
    drawn of listed conditions, or have no wishes, or more than `_MOST_WISHES`.

    Args:
        context: what the search for this member works with.
        slots: the slots that the requirement may speak of.
        target: the mask of right options.
        worst: whether the right option has to be worse than the others on all slots together.
    """
    spec = context.spec
    if not (spec.reasoned and spec.turned and not spec.against and context.constraints.every_term):
        return None
    forms = slots.forms(spec, context.masks.pool)
    if target.bit_count() != 1 or forms.readable is None or len(forms.readable) != 1:
        return None
    [(form, parts)] = forms.readable
    number = spec.cell.all_slots - len(form.free)
    if len(parts) != 1 or not 1 <= number <= _MOST_WISHES:
        return None
    [(part, _)] = parts
    if len(part.component.edges) > 1 and not set.intersection(*map(set, part.component.edges)):
        return None
    ties = required_ties(len(form.product.terms) + spec.cell.wishes, target, context)
    accepted = _accepted(context.acceptance_draw if context.constraints.hidden else 0.0)
    key = spec.cell, target, ties, accepted, worst
    cached = context.feasible.get(key)
    if cached is None:
        cached = FeasibleSlots(context.masks, slots, forms, target, number, ties, accepted, worst)
        context.feasible[key] = cached
    return cached


@lru_cache(maxsize=64)
def _accepted(acceptance_draw: float) -> tuple[bool, ...]:
    """Returns, by number of options, whether a sum term may eliminate so many: at least one."""
    accepted = [
        acceptance_draw < acceptance_by_first_term([(1 << broken) - 1, 0]) for broken in range(1, OPTIONS + 1)
    ]
    return (False, *accepted)


@lru_cache(maxsize=64)
def _masks_of_slots(
    usable: tuple[str, ...], akin: tuple[tuple[str, ...], ...], needed: int
) -> Mapping[str, tuple[int, int]]:
    """Returns each slot's bit with those of slots too similar to it, if enough others are left."""
    bits = {slot: 1 << index for index, slot in enumerate(usable)}
    similar = dict.fromkeys(usable, 0)
    if len(usable) - len(akin) >= needed:
        for slot, other in akin:
            similar[slot] |= bits[other]
            similar[other] |= bits[slot]
    return {slot: (bits[slot], similar[slot]) for slot in usable}


def _together(slots: Sequence[str], of_slot: Mapping[str, tuple[int, int]]) -> tuple[int, int]:
    """Returns the bits of slots, and those of slots that are too similar to one of them."""
    own = akin = 0
    for slot in slots:
        bit, similar = of_slot[slot]
        own |= bit
        akin |= similar
    return own, akin


@lru_cache(maxsize=_CACHE_SIZE)
def _left_of(gains: Sequence[Gains], ties: int, wrong: int) -> Set[tuple[int, int]]:
    """Returns what conditions can leave of the wrong options, with those of it that tie, for one shape of the
    literal that all of them share.

    Args:
        gains: what each condition can do.
        ties: how many wrong options have to satisfy as many literals as the right one.
        wrong: the mask of wrong options.
    """
    if not ties:
        return {(0, wrong & ~reduce(or_, [able for _, able in gains]))}
    result = set()
    levels = [(_by_level(gained), able) for gained, able in gains]
    for number, (by_level, _) in enumerate(levels):
        others = [*levels[:number], *levels[number + 1 :]]
        for level, mask in by_level.items():
            # if two have to tie, both gain in one condition, or a single one gains in two and so leads
            single = not level & (level - 1)
            needed = ties if single else 1
            if (ties == 1 and not single) or sum([level in other for other, _ in others]) < needed - 1:
                continue
            eliminated = mask
            for other, able in others:
                eliminated |= other[level] if needed == len(gains) else able
            left = wrong & ~eliminated
            result.add((level & left, left))
    return result


def _by_level(gained: int) -> Mapping[int, int]:
    """Returns the fields of an integer that are not 0, by the mask of `SMALL_SETS` that they stand for."""
    by_level = {}
    while gained:
        index = (gained.bit_length() - 1) // OPTIONS
        mask = gained >> OPTIONS * index
        gained ^= mask << OPTIONS * index
        by_level[SMALL_SETS[index]] = mask
    return by_level


@lru_cache(maxsize=1 << 12)
def _shared_first(slots: tuple[str, ...], edges: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    """Returns the slots, that which all pairs have in common first."""
    if len(edges) == 1:
        return tuple(sorted(slots))
    [shared] = set.intersection(*map(set, edges))
    return slots[shared], *sorted(slots[:shared] + slots[shared + 1 :])


@cache
def _parts(tied: int, left: int) -> Sequence[int]:
    """Returns, for each mask that a wish eliminates, the parts of `left` that it can cover, as a bit set.

    An option that ties is eliminated only by the wish whose part it belongs to.
    """
    subsets = [part for part in range(ALL_OPTIONS + 1) if part & left == part]
    return [
        sum([1 << part for part in subsets if part & mask == part and (part ^ mask) & tied == 0])
        for mask in range(ALL_OPTIONS + 1)
    ]


@lru_cache(maxsize=_CACHE_SIZE)
def _after(remaining: int, parts: int) -> int:
    """Returns what can be left of one of the masks of `remaining` without one of the masks of `parts` that it
    contains. All are bit sets of masks.
    """
    after = 0
    for whole in range(ALL_OPTIONS + 1):
        if remaining >> whole & 1:
            for part in range(whole + 1):
                if parts >> part & 1 and part & whole == part:
                    after |= 1 << (whole ^ part)
    return after
