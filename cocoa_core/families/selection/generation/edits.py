"""Draws two requirements that differ in one literal, so that another option is right, and grounds them
together.

The literal, the option that is right before and the one that is right after are drawn first. Every other sum
term then holds on both options, and the sum term of the literal holds on each only by that literal. Two of
the further options are decoys: they are eliminated where that costs them the fewest literals, so that neither
right option stands out.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, TypeAlias

from attrs import frozen

from cocoa_core.families.selection.generation.candidates import Candidate
from cocoa_core.families.selection.generation.context import GenerationContext
from cocoa_core.families.selection.generation.elimination import eliminations
from cocoa_core.families.selection.generation.grounding import (
    GroundedRequirement,
    LiteralChoices,
    TermGoal,
    ground_term,
    pick,
    views_of,
)
from cocoa_core.families.selection.generation.guessability import acceptance_by_literal_counts
from cocoa_core.families.selection.generation.option_masks import (
    ALL_OPTIONS,
    COVERING,
    OPTIONS_OF_MASK,
    LiteralMasks,
    OptionMasks,
    TermMasks,
)
from cocoa_core.families.selection.generation.preference import ANY, PreferenceRange
from cocoa_core.families.selection.generation.primitive_reuse import (
    PrimitiveReuse,
    repeated_occurrences,
    reuse_assignments,
)
from cocoa_core.families.selection.generation.structure import Structure

_SHARINGS: Final = 4
"""The number of choices of shared primitives that are tried for one change."""

_ODD: Final = (1, -1)
"""The directions of an odd pair's demand before and after: for what people want, and against it."""

Edit: TypeAlias = tuple[tuple[int, int], int, GroundedRequirement]
"""The indices of the changed sum term and literal, the newly right option, and the draft after the change."""
Pair: TypeAlias = tuple[LiteralChoices, LiteralChoices]
"""The primitives of every literal before and after a change."""


@frozen
class LiteralChange:
    """A change of one literal that makes another option right."""

    term: int
    """The index of the sum term."""
    literal_index: int
    """The index of the literal in the sum term."""
    before: int
    """The direction of the literal before the change."""
    after: int
    """Its direction after the change."""
    right: int
    """The option that alone satisfies the requirement before the change."""
    other: int
    """The option that alone satisfies it after the change."""

    @property
    def both(self) -> int:
        """The mask of the two options."""
        return 1 << self.right | 1 << self.other


def swapped(
    masks: OptionMasks, usable: Sequence[str], right: int, other: int, *, odd: bool
) -> frozenset[str]:
    """Returns the slots that have a test that holds on one option and fails on the other, and a test for
    which it is the other way round.

    Args:
        right: one option.
        odd: whether the second test has to point against what people want and the first to it; otherwise both
            point in the same direction.
    """
    return frozenset(
        slot
        for slot in usable
        for before, after in _turns(ANY, odd=odd)
        for positive in (True, False)
        if _swaps(
            masks.view(slot, positive, (before, before)),
            masks.view(slot, positive, (after, after)),
            right,
            other,
        )
    )


def _turns(side: PreferenceRange, *, odd: bool) -> list[tuple[int, int]]:
    """Returns the directions of a literal before and after a change, by the range of both."""
    return [_ODD] if odd else [(direction, direction) for direction in range(side[0], side[1] + 1)]


def _swaps(before: LiteralMasks, after: LiteralMasks, right: int, other: int) -> bool:
    return bool(before.separates[right] >> other & 1 and after.separates[other] >> right & 1)


def changes(
    structure: Structure,
    masks: OptionMasks,
    couples: Sequence[tuple[int, int]],
    per_slot: bool,
    rng: random.Random,
    *,
    odd: bool,
) -> list[LiteralChange]:
    """Returns every change of a literal that makes the second option of a couple right instead of the first,
    in random order.

    Args:
        couples: pairs of options.
        per_slot: whether each slot has one primitive; then no literal whose slot occurs again is changed.
        odd: whether only demands are changed, which turn against what people want.
    """
    occurrences = Counter(literal.variable for term in structure.product.terms for literal in term)
    possible = []
    for number, (term, sides) in enumerate(
        zip(structure.product.terms, structure.assignment.sides, strict=True)
    ):
        for index, (literal, side) in enumerate(zip(term, sides, strict=True)):
            if per_slot and occurrences[literal.variable] > 1:
                continue
            if odd and index != structure.assignment.demands[number]:
                continue
            slot = structure.slots[literal.variable]
            for before, after in _turns(side, odd=odd):
                regular, turned = (
                    masks.view(slot, literal.positive, (direction, direction))
                    for direction in (before, after)
                )
                possible += [
                    LiteralChange(number, index, before, after, right, other)
                    for right, other in couples
                    if _swaps(regular, turned, right, other)
                ]
    rng.shuffle(possible)
    return possible


def pairs(change: LiteralChange, structure: Structure, context: GenerationContext) -> Iterator[Pair]:
    """Yields a few choices of primitives for every literal, before and after the change.

    Yields none where the draft shows that a right option could be guessed more easily than the context
    allows, whatever the primitives are.
    """
    masks, spec, rng = context.masks, context.spec, context.rng
    position = change.term, change.literal_index
    share = 1.0 if spec.per_slot else spec.shared
    occurrences = repeated_occurrences(structure, share, rng)
    unchanged = [[place for place in places if place != position] for places in occurrences]
    groups = [places for places in unchanged if len(places) > 1]
    views = views_of(structure, masks)
    literal = structure.product.terms[change.term][change.literal_index]
    slot = structure.slots[literal.variable]
    changed_views = [
        masks.view(slot, literal.positive, (turn, turn)) for turn in (change.before, change.after)
    ]
    for sharing in islice(reuse_assignments(groups, structure, masks, views, change.both, rng), _SHARINGS):
        plan = _planned(change, sharing.views, changed_views, context)
        pair = None if plan is None else _grounded(change, sharing, changed_views, *plan, rng)
        if pair is not None:
            yield pair


_Plan: TypeAlias = tuple[tuple[int, ...], int]
"""For each sum term the mask of the further options that it eliminates; and the mask of the decoys."""


def _planned(
    change: LiteralChange,
    terms: Sequence[TermMasks],
    changed_views: Sequence[LiteralMasks],
    context: GenerationContext,
) -> _Plan | None:
    """Plans which sum term eliminates which further options; None where a right one would stand out."""
    wrong, rng = context.options & ~change.both, context.rng
    possible: list[Sequence[int]] = []
    for number, term in enumerate(terms):
        if number == change.term:
            possible.append(_refusable(change, term, changed_views, wrong))
        else:
            masks = eliminations(term, change.both, wrong)
            possible.append([mask for mask in masks if mask] if context.constraints.every_term else masks)
        if not possible[-1]:
            return None
    decoys = wrong & ~(1 << rng.choice(OPTIONS_OF_MASK[wrong]))
    options = OPTIONS_OF_MASK[context.options]
    holds = [[sum([views.can_hold >> option & 1 for views in term]) for option in options] for term in terms]
    by_term = _cheapest(possible, holds, decoys, wrong, rng)
    if by_term is None:
        return None
    counts = [
        sum(
            [
                literal_counts[option]
                for literal_counts, mask in zip(holds, by_term, strict=True)
                if not mask >> option & 1
            ]
        )
        for option in options
    ]
    for right, other in ((change.right, change.other), (change.other, change.right)):
        counts[right], counts[other] = len(terms), len(terms) - 1  # at the least
        acceptance = acceptance_by_literal_counts(counts, 1 << right, context.spec.cell, len(terms))
        if context.acceptance_draw >= acceptance:
            return None
    return by_term, decoys


def _refusable(
    change: LiteralChange, term: Sequence[LiteralMasks], changed_views: Sequence[LiteralMasks], wrong: int
) -> list[int]:
    """Returns the masks of further options on which the changed term can fail before and after."""
    right, other = 1 << change.right, 1 << change.other
    other_views = [views for index, views in enumerate(term) if index != change.literal_index]
    return [
        mask
        for mask in _PARTS[wrong]
        if changed_views[0].held(other | mask) & COVERING[right]
        and changed_views[1].held(right | mask) & COVERING[other]
        and all(views.held(change.both | mask) for views in other_views)
    ]


def _cheapest(
    possible: Sequence[Sequence[int]],
    holds: Sequence[Sequence[int]],
    decoys: int,
    wrong: int,
    rng: random.Random,
) -> tuple[int, ...] | None:
    """Chooses a possible mask for each sum term such that their union is `wrong`, at the least cost: the
    literals that decoys lose. Returns None if no choice covers `wrong`.

    Args:
        possible: for each sum term the masks of options that it can eliminate.
        holds: for each sum term and option, how many of the term's literals can hold there.
        decoys: the mask of the decoys.
        wrong: the mask of the options that have to be eliminated.
    """
    states: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for masks, counts in zip(possible, holds, strict=True):
        priced = [
            (mask, sum([counts[option] for option in OPTIONS_OF_MASK[mask & decoys]])) for mask in masks
        ]
        rng.shuffle(priced)
        cheapest: dict[int, tuple[int, tuple[int, ...]]] = {}
        for state, (cost, by_term) in states.items():
            for mask, price in priced:
                best = cheapest.get(state | mask)
                if best is None or cost + price < best[0]:
                    cheapest[state | mask] = cost + price, (*by_term, mask)
        states = cheapest
    return states[wrong][1] if wrong in states else None


def _grounded(
    change: LiteralChange,
    sharing: PrimitiveReuse,
    changed_views: Sequence[LiteralMasks],
    by_term: Sequence[int],
    decoys: int,
    rng: random.Random,
) -> Pair | None:
    """Draws the primitives of both requirements by a plan of `_planned`; None if none fit."""
    used: dict[str, list[Candidate]] = {}
    for candidate in sharing.taken.values():
        used.setdefault(candidate.slot, []).append(candidate)
    rows: LiteralChoices = []
    for number, (term, refused) in enumerate(zip(sharing.views, by_term, strict=True)):
        places = [
            place for place in range(len(term)) if (number, place) != (change.term, change.literal_index)
        ]
        views = [term[place] for place in places]
        taken = [sharing.taken.get((number, place)) for place in places]
        if number != change.term:
            row = ground_term(views, taken, TermGoal(change.both, refused, decoys & ~refused), used, rng)
        else:
            row = ground_term(views, taken, TermGoal(0, change.both | refused), used, rng) if views else []
        if row is None:
            return None
        rows.append(row)
    refused_by_change = by_term[change.term]
    groundings = []
    couples = ((change.right, change.other), (change.other, change.right))
    for views_now, (right, other) in zip(changed_views, couples, strict=True):
        patterns, _ = views_now.best(
            1 << other | refused_by_change, 1 << right, 0, decoys & ~refused_by_change
        )
        grounded = None if patterns is None else pick(patterns, used, rng)
        if grounded is None:
            return None
        used.setdefault(grounded[1].slot, []).append(grounded[1])
        grounding = [list(row) for row in rows]
        grounding[change.term].insert(change.literal_index, grounded)
        groundings.append(grounding)
    before, after = groundings
    return before, after


_PARTS: Final = tuple(
    tuple(part for part in range(ALL_OPTIONS + 1) if part & mask == part) for mask in range(ALL_OPTIONS + 1)
)
"""For each mask of options all masks of some of them."""
