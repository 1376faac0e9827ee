"""Lists the slots of conditions and wishes that the options allow, before a structure is drawn.

Where each condition has a reason (`RequirementSpec.reasoned`) there are one or two thousand combinations of
slots, and over five given options most of them are impossible: no condition both eliminates an option and
lets another gain on the right one, or no wishes eliminate the options that the condition leaves. The masks
that the literals of a slot can have show this. So this module determines, once for each right option, which
options each condition leaves to the wishes, and structures are drawn only from slots that fit together.

Being listed is necessary but not sufficient: only grounding finds the signs and the shared primitives.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache, lru_cache, reduce
from itertools import accumulate, combinations
from operator import or_
from typing import TYPE_CHECKING, Final, NamedTuple

from attrs import define, evolve, field, frozen

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
)
from cocoa_core.families.selection.generation.structure import RequirementSpec, UsableSlots

if TYPE_CHECKING:
    from cocoa_core.families.selection.generation.candidates import CandidatePool
    from cocoa_core.families.selection.generation.structure import _Choice, _UsableForms

_MOST_WISHES: Final = 2
"""The most wishes whose combinations are listed."""
_MASKS: Final = ALL_OPTIONS + 1
_FIELD: Final = 2 * _MASKS
"""The bits of a field that has one bit for each mask of options, twice."""
_LOW: Final = (1 << _MASKS) - 1
"""The lower half of such a field."""
_KEPT: Final = 1 << 14
"""The number of cached results of `_left_of`."""
_RANKED: Final = 16
_RANK: Final = 1 << 12
"""The bits of a field for a sum of ranks, and a number that no such sum reaches."""


class _Condition(NamedTuple):
    """Slots that the conditions can have."""

    choice: _Choice
    blocked: int
    """The mask of slots that cannot be wished for beside them."""
    leaves: int
    """The fields of `_Wishes.takes` of which at least one must be set by the wishes."""
    ranks: int


class _Wishes(NamedTuple):
    """Slots that can be wished for together."""

    slots: tuple[str, ...]
    mask: int
    takes: int
    """A field for each mask of options that some condition leaves; not 0 where the wishes can eliminate it.
    """
    ranks: int


@define(eq=False)
class _Combination(UsableSlots):
    """Wishes, and the conditions that agree with them."""

    agreeing: _UsableForms = field(kw_only=True)

    def forms(self, wanted: RequirementSpec, pool: CandidatePool) -> _UsableForms:
        return self.agreeing


@define(eq=False)
class FeasibleSlots:
    """The combinations of slots that the options allow for one right option."""

    _slots: UsableSlots
    _forms: _UsableForms
    _conditions: Sequence[_Condition]
    _wishes: list[_Wishes]
    _worse: tuple[int, int]
    """What is added to the ranks of all slots together, and the bits that are then set where the right option
    is worse than each other one; zeros where it need not be.
    """

    def combinations(self) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Yields each combination: the slots of the wishes, and the slots of a condition that fits them."""
        for wishes in self._wishes:
            for choice in self._agreeing(wishes):
                yield wishes.slots, choice.slots

    def draw(self, rng: random.Random) -> UsableSlots | None:
        """Draws wishes and returns them with all conditions that agree; None where none do."""
        while self._wishes:
            index = rng.choice(range(len(self._wishes)))
            wishes = self._wishes[index]
            agreeing = self._agreeing(wishes)
            if agreeing:
                return self._combination(wishes.slots, agreeing)
            self._wishes[index] = self._wishes[-1]
            self._wishes.pop()
        return None

    def _agreeing(self, wishes: _Wishes) -> list[_Choice]:
        _, mask, takes, ranks = wishes
        added, needed = self._worse
        return [
            choice
            for choice, blocked, leaves, choice_ranks in self._conditions
            if not blocked & mask and leaves & takes and (ranks + choice_ranks + added) & needed == needed
        ]

    def _combination(self, wishes: Sequence[str], choices: Sequence[_Choice]) -> UsableSlots:
        forms = self._forms
        assert forms.reasoned is not None
        [(form, [(part, _)])] = forms.reasoned
        weighted = choices, list(accumulate([choice.weight for choice in choices]))
        agreeing = evolve(forms, akin=(), wishable=wishes, reasoned=[(form, [(part, weighted)])])
        return _Combination(self._slots.usable, conditions=self._slots.conditions, agreeing=agreeing)


def feasible_slots(
    context: GenerationContext, slots: UsableSlots, target: int, *, worst: bool
) -> FeasibleSlots | None:
    """Lists the combinations; None where structures are not drawn of listed conditions, or have no wishes, or
    more than `_MOST_WISHES`.

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
    if target.bit_count() != 1 or forms.reasoned is None or len(forms.reasoned) != 1:
        return None
    [(form, parts)] = forms.reasoned
    number = spec.setting.all_slots - len(form.free)
    if len(parts) != 1 or not 1 <= number <= _MOST_WISHES:
        return None
    [(part, (choices, _))] = parts
    if len(part.component.edges) > 1 and not set.intersection(*map(set, part.component.edges)):
        return None
    listing = _Listing(context, target, len(form.product.terms) + spec.setting.wishes, part.component.edges)
    of_slot = _masks_of_slots(slots.usable, forms.akin, spec.setting.all_slots)
    ranks = {slot: listing.ranks(slot) if worst else 0 for slot in slots.usable}
    conditions = []
    for choice in choices:
        own, akin = _together(choice.slots, of_slot)
        if not own & akin and (leaves := listing.leaves(choice.slots)):
            rank = sum([ranks[slot] for slot in choice.slots])
            conditions.append(_Condition(choice, own | akin, leaves, rank))
    listed = []
    if conditions:
        takes = listing.takes(forms.wishable, number)
        whole, every = listing.whole, reduce(or_, [condition.leaves for condition in conditions])
        for wished in combinations(takes, number):
            taken = takes[wished[0]] & (takes[wished[1]] >> _MASKS if number > 1 else whole)
            if taken & every:
                own, akin = _together(wished, of_slot)
                if not own & akin:
                    listed.append(_Wishes(wished, own, taken, sum([ranks[slot] for slot in wished])))
    return FeasibleSlots(slots, forms, conditions, listed, listing.worse if worst else (0, 0))


def _masks_of_slots(
    usable: Sequence[str], akin: Sequence[Sequence[str]], needed: int
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


@frozen(eq=False)
class _Listing:
    """Determines, for one right option, what conditions leave to eliminate, and what wishes eliminate."""

    context: GenerationContext
    target: int
    terms: int
    """The number of sum terms of the requirement."""
    edges: tuple[tuple[int, int], ...]
    """The pairs of slots of a choice that share a sum term, by their indices. All pairs have one slot in
    common.
    """
    ties: int = field(init=False)
    right: int = field(init=False)
    """The index of the right option."""
    wrong: int = field(init=False)
    _fields: dict[tuple[int, int], int] = field(factory=dict, init=False)
    """The numbers of the fields, by which of the options that are left tie, and all that are left."""

    @ties.default
    def _required(self) -> int:
        return required_ties(self.terms, self.target, self.context)

    @right.default
    def _index(self) -> int:
        return self.target.bit_length() - 1

    @wrong.default
    def _others(self) -> int:
        return self.context.options & ~self.target

    def leaves(self, slots: tuple[str, ...]) -> int:
        """Returns the fields of the options that conditions over the slots can leave to the wishes; 0 if the
        conditions are impossible.
        """
        known, fields = self._fields, 0
        for part in self._left(_shared_first(slots, self.edges)):
            fields |= _LOW << _FIELD * known.setdefault(part, len(known))
        return fields

    def _left(self, slots: tuple[str, ...]) -> Set[tuple[int, int]]:
        """Returns pairs of masks: tying options, and all options that conditions on the first slot can leave.

        Cached.
        """
        cache, key = self.context.masks.left, (self.target, self.ties, slots)
        cached = cache.get(key)
        if cached is None:
            ties, wrong = self.ties, self.wrong
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
        masks, target = self.context.masks, self.target
        cached = masks.gains.get((target, shared, partner))
        if cached is None:
            reach, right, wrong = masks.reach(partner), self.right, self.wrong
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

    @property
    def whole(self) -> int:
        """The fields with the bit of all that is left."""
        return sum([1 << left << _FIELD * number for (_, left), number in self._fields.items()])

    def takes(self, wishable: Sequence[str], number: int) -> dict[str, int]:
        """Returns for each slot that can be wished for, as fields, the parts of what is left that it can
        take, and above them the parts that another wish then has to take. Only slots that can take any are
        listed.
        """
        context = self.context
        accepted = [False] + [  # each sum term eliminates an option
            not context.constraints.hidden
            or context.acceptance_draw < acceptance_by_first_term([(1 << broken) - 1, 0])
            for broken in range(1, OPTIONS + 1)
        ]
        tables = [
            (_FIELD * field_number, _parts(tied, left)) for (tied, left), field_number in self._fields.items()
        ]
        result = {}
        for slot in wishable:
            refused = [
                mask for mask in context.masks.reach(slot).refused[self.right] if accepted[mask.bit_count()]
            ]
            taken = 0
            for shift, parts in tables:
                of_field = 0
                for mask in refused:
                    of_field |= parts[mask]
                taken |= of_field << shift
            if taken:
                result[slot] = taken
        return result

    def ranks(self, slot: str) -> int:
        """Returns by how much each wrong option is better than the right one on a slot, a field for each."""
        standing = self.context.masks.standing(slot)
        if not standing:
            return 0
        return sum(
            [
                standing[option] - standing[self.right] << _RANKED * option
                for option in OPTIONS_OF_MASK[self.wrong]
            ]
        )

    @property
    def worse(self) -> tuple[int, int]:
        """What has to be added to a sum of ranks, and the bits that then are set where all are positive."""
        fields = [_RANKED * option for option in OPTIONS_OF_MASK[self.wrong]]
        return sum([_RANK - 1 << shift for shift in fields]), sum([_RANK << shift for shift in fields])


@lru_cache(maxsize=_KEPT)
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
            # one sum term in which two options gain makes both tie; a single one must lead, which takes two
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

    The bits above hold the remaining parts. An option that ties is eliminated only by the wish whose part it
    belongs to.
    """
    subsets = [part for part in range(ALL_OPTIONS + 1) if part & left == part]
    parts = [
        [part for part in subsets if part & mask == part and (part ^ mask) & tied == 0]
        for mask in range(ALL_OPTIONS + 1)
    ]
    return [sum([1 << part | 1 << (left & ~part) + _MASKS for part in given]) for given in parts]
