"""Two requirements that differ in one literal, so that another option is right: grounded together.

The literal, the option that is right before and the one that is right after are drawn first. Every other sum
term then holds on both, and the sum term of the literal on neither but by it. Two of the further options are
decoys: they are refused where that costs them fewest literals, so that neither right option stands out.
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
    PLACES,
    LiteralMasks,
    OptionMasks,
)
from cocoa_core.families.selection.generation.preference import ANY, PreferenceRange
from cocoa_core.families.selection.generation.primitive_reuse import (
    PrimitiveReuse,
    repeated_occurrences,
    reuse_assignments,
)
from cocoa_core.families.selection.generation.structure import Structure

__all__ = ["Change", "Edit", "Pair", "changes", "pairs", "swapped"]

_SHARINGS: Final = 4
"""Choices of the primitives that occurrences share, for one change."""

_ODD: Final = (1, -1)
"""A demand for what people want, and one against it."""

Edit: TypeAlias = tuple[tuple[int, int], int, GroundedRequirement]
"""A sum term and a place in it, an option, and the draft that this option alone satisfies."""
Pair: TypeAlias = tuple[LiteralChoices, LiteralChoices]
"""Before and after a change."""


@frozen
class Change:
    """Which literal changes: of which sum term, at which place there, pointing where before and after."""

    term: int
    place: int
    before: int
    after: int
    right: int
    other: int
    """`right` and `other`: the option that alone satisfies what is changed, and the one that alone satisfies
    it then.
    """

    @property
    def both(self) -> int:
        """The mask of the two options."""
        return 1 << self.right | 1 << self.other


def swapped(
    panel: OptionMasks, usable: Sequence[str], right: int, other: int, *, odd: bool
) -> frozenset[str]:
    """Returns the slots of which one test holds on the one option alone, and one that points alike on the
    other; `odd`: one that points to the contrary.
    """
    return frozenset(
        slot
        for slot in usable
        for before, after in _turns(ANY, odd=odd)
        for positive in (True, False)
        if _swaps(
            panel.view(slot, positive, (before, before)),
            panel.view(slot, positive, (after, after)),
            right,
            other,
        )
    )


def _turns(side: PreferenceRange, *, odd: bool) -> list[tuple[int, int]]:
    """Returns where a literal that may point to a side can point before and after a change."""
    return [_ODD] if odd else [(direction, direction) for direction in range(side[0], side[1] + 1)]


def _swaps(before: LiteralMasks, after: LiteralMasks, right: int, other: int) -> bool:
    return bool(before.separates[right] >> other & 1 and after.separates[other] >> right & 1)


def changes(
    structure: Structure,
    panel: OptionMasks,
    couples: Sequence[tuple[int, int]],
    per_slot: bool,
    rng: random.Random,
    *,
    odd: bool,
) -> list[Change]:
    """Returns every literal that can be changed so that not the one option of a couple is right but the
    other; in random order.

    Args:
        per_slot: none whose slot occurs again, and has one primitive.
        odd: demands alone, which turn against what people want.
    """
    occur = Counter(literal.variable for term in structure.product.terms for literal in term)
    possible = []
    for number, (term, sides) in enumerate(
        zip(structure.product.terms, structure.assignment.sides, strict=True)
    ):
        for index, (literal, side) in enumerate(zip(term, sides, strict=True)):
            if per_slot and occur[literal.variable] > 1:
                continue
            if odd and index != structure.assignment.demands[number]:
                continue
            slot = structure.slots[literal.variable]
            for before, after in _turns(side, odd=odd):
                regular, turned = (
                    panel.view(slot, literal.positive, (turn, turn)) for turn in (before, after)
                )
                possible += [
                    Change(number, index, before, after, right, other)
                    for right, other in couples
                    if _swaps(regular, turned, right, other)
                ]
    rng.shuffle(possible)
    return possible


def pairs(change: Change, structure: Structure, context: GenerationContext) -> Iterator[Pair]:
    """Yields primitives for every literal, few times; none where a right option could be guessed more easily
    than the context allows, whatever they were.
    """
    panel, wanted, rng = context.masks, context.spec, context.rng
    at = change.term, change.place
    share = 1.0 if wanted.per_slot else wanted.shared
    occurrences = repeated_occurrences(structure, share, rng)
    alike = [[place for place in places if place != at] for places in occurrences]
    groups = [places for places in alike if len(places) > 1]
    views = views_of(structure, panel)
    literal = structure.product.terms[change.term][change.place]
    slot = structure.slots[literal.variable]
    own = [panel.view(slot, literal.positive, (turn, turn)) for turn in (change.before, change.after)]
    for sharing in islice(reuse_assignments(groups, structure, panel, views, change.both, rng), _SHARINGS):
        plan = _planned(change, sharing.views, own, context)
        pair = None if plan is None else _grounded(change, sharing, own, *plan, rng)
        if pair is not None:
            yield pair


_Plan: TypeAlias = tuple[tuple[int, ...], int]
"""For each sum term a mask of the further options that it refuses; and the mask of the decoys."""


def _planned(
    change: Change,
    terms: Sequence[Sequence[LiteralMasks]],
    own: Sequence[LiteralMasks],
    context: GenerationContext,
) -> _Plan | None:
    """Returns which sum term refuses which of the further options.

    Args:
        own: what the literal that changes can be, before and after.
    """
    wrong, rng = context.options & ~change.both, context.rng
    possible: list[Sequence[int]] = []
    for number, term in enumerate(terms):
        if number == change.term:
            possible.append(_refusable(change, term, own, wrong))
        else:
            masks = eliminations(term, change.both, wrong)
            possible.append([mask for mask in masks if mask] if context.constraints.every_term else masks)
        if not possible[-1]:
            return None
    decoys = wrong & ~(1 << rng.choice(PLACES[wrong]))
    options = PLACES[context.options]
    holds = [[sum([views.can_hold >> option & 1 for views in term]) for option in options] for term in terms]
    by_term = _cheapest(possible, holds, decoys, wrong, rng)
    if by_term is None:
        return None
    counts = [
        sum([able[option] for able, mask in zip(holds, by_term, strict=True) if not mask >> option & 1])
        for option in options
    ]
    for right, other in ((change.right, change.other), (change.other, change.right)):
        counts[right], counts[other] = len(terms), len(terms) - 1  # at the least
        share = acceptance_by_literal_counts(counts, 1 << right, context.spec.setting, len(terms))
        if context.acceptance_draw >= share:
            return None
    return by_term, decoys


def _refusable(
    change: Change, term: Sequence[LiteralMasks], own: Sequence[LiteralMasks], wrong: int
) -> list[int]:
    """Returns the masks of further options on which the sum term of the change can fail both times."""
    right, other = 1 << change.right, 1 << change.other
    beside = [views for index, views in enumerate(term) if index != change.place]
    return [
        mask
        for mask in _PARTS[wrong]
        if own[0].held(other | mask) & COVERING[right]
        and own[1].held(right | mask) & COVERING[other]
        and all(views.held(change.both | mask) for views in beside)
    ]


def _cheapest(
    possible: Sequence[Sequence[int]],
    holds: Sequence[Sequence[int]],
    decoys: int,
    wrong: int,
    rng: random.Random,
) -> tuple[int, ...] | None:
    """Returns one mask of those possible for each sum term, together `wrong`, that cost the decoys fewest
    literals.

    Args:
        holds: for each sum term and option how many of its literals may hold there.
    """
    ways: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for masks, own in zip(possible, holds, strict=True):
        priced = [(mask, sum([own[option] for option in PLACES[mask & decoys]])) for mask in masks]
        rng.shuffle(priced)
        cheapest: dict[int, tuple[int, tuple[int, ...]]] = {}
        for state, (before, by_term) in ways.items():
            for mask, price in priced:
                best = cheapest.get(state | mask)
                if best is None or before + price < best[0]:
                    cheapest[state | mask] = before + price, (*by_term, mask)
        ways = cheapest
    return ways[wrong][1] if wrong in ways else None


def _grounded(
    change: Change,
    sharing: PrimitiveReuse,
    own: Sequence[LiteralMasks],
    by_term: Sequence[int],
    decoys: int,
    rng: random.Random,
) -> Pair | None:
    """Returns primitives by such a plan."""
    used: dict[str, list[Candidate]] = {}
    for candidate in sharing.taken.values():
        used.setdefault(candidate.slot, []).append(candidate)
    rows: LiteralChoices = []
    for number, (term, refused) in enumerate(zip(sharing.views, by_term, strict=True)):
        places = [place for place in range(len(term)) if (number, place) != (change.term, change.place)]
        views = [term[place] for place in places]
        taken = [sharing.taken.get((number, place)) for place in places]
        if number != change.term:
            row = ground_term(views, taken, TermGoal(change.both, refused, decoys & ~refused), used, rng)
        else:
            row = ground_term(views, taken, TermGoal(0, change.both | refused), used, rng) if views else []
        if row is None:
            return None
        rows.append(row)
    here = by_term[change.term]
    found = []
    couples = ((change.right, change.other), (change.other, change.right))
    for views_now, (right, other) in zip(own, couples, strict=True):
        patterns, _ = views_now.best(1 << other | here, 1 << right, 0, decoys & ~here)
        grounded = None if patterns is None else pick(patterns, used, rng)
        if grounded is None:
            return None
        used.setdefault(grounded[1].slot, []).append(grounded[1])
        grounding = [list(row) for row in rows]
        grounding[change.term].insert(change.place, grounded)
        found.append(grounding)
    before, after = found
    return before, after


_PARTS: Final = tuple(
    tuple(part for part in range(ALL_OPTIONS + 1) if part & mask == part) for mask in range(ALL_OPTIONS + 1)
)
"""For each mask of options all masks of some of them."""
