"""Whatever can be grounded over a pair of slots is listed, and what is drawn is right for its target."""

from __future__ import annotations

import random
from itertools import chain, combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from searching import context_of

from cocoa_core import load_domain
from cocoa_core.domain import GroundedLiteral
from cocoa_core.families.selection import CandidatePool, DifficultyCell, RequestWording
from cocoa_core.families.selection.generation.elimination import DistractorConstraints
from cocoa_core.families.selection.generation.feasible_pairs import FeasiblePairs
from cocoa_core.families.selection.generation.grounding import (
    ground,
    guessability_reason,
    rejection_reason,
    views_of,
)
from cocoa_core.families.selection.generation.option_masks import OptionMasks
from cocoa_core.families.selection.generation.rejections import Rejections
from cocoa_core.families.selection.generation.slot_choice import condition_pairs
from cocoa_core.families.selection.generation.structure import RequirementSpec, UsableSlots, draw_structure

OWED = DistractorConstraints(near_miss=True, every_term=True, hidden=True)
DOMAIN = load_domain("diamonds").domain
WORDING = RequestWording(DOMAIN)
POOLS = [CandidatePool(DOMAIN, group, WORDING.realizer.wordings) for group in DOMAIN.catalogue.groups[:3]]


def standing(conditions: list[list[tuple[int, int]]]) -> tuple[int, ...]:
    """The wrong options that some condition eliminates, and those that satisfy as many literals as the first
    option, at least one more, and at least two more. A literal is where it holds, and where it fails."""
    options = range(1, 5)
    satisfied = [sum(holds >> option & 1 for term in conditions for holds, _ in term) for option in range(5)]
    eliminated = [
        any(all(fails >> option & 1 for _, fails in term) for term in conditions) for option in options
    ]
    masks = [[satisfied[option] >= satisfied[0] + more for option in options] for more in range(3)]
    return tuple(sum(1 << option for option in options if mask[option - 1]) for mask in (eliminated, *masks))


def slots_of(term: tuple[GroundedLiteral, ...]) -> tuple[str, ...]:
    return tuple(sorted(literal.primitive.slot for literal in term))


@given(
    st.sampled_from(POOLS),
    st.sampled_from([DifficultyCell(2, 2), DifficultyCell(4, 3), DifficultyCell(5, 2)]),
    st.sampled_from([0.0, 0.2, 0.5, 0.9]),
    st.integers(0, 2**32),
)
@settings(max_examples=15)
def test_conditions_that_can_be_grounded_are_listed(
    pool: CandidatePool, cell: DifficultyCell, draw: float, seed: int
) -> None:
    rng = random.Random(seed)
    masks = OptionMasks(pool, tuple(rng.sample(range(len(pool.group.rows)), 5)))
    context = context_of(masks, RequirementSpec(cell), OWED, rng, draw)
    slots = UsableSlots(context.usable)
    pairs = FeasiblePairs(context, 1, slots, worst=False)
    for _ in range(60):
        structure = draw_structure(slots, pool, context.spec, rng, Rejections())
        draft = None if structure is None else ground(structure, context, 1)
        if draft is not None:
            literals = [
                [(pattern.holds, pattern.fails) for pattern, _ in term]
                for term in draft.grounding
                if len(term) > 1
            ]
            terms = [term for term in views_of(draft.structure, masks) if len(term) > 1]
            ways = pairs._combined(terms)
            assert standing(literals) in ways
            [pair] = {slots_of(term) for term in draft.requirement if len(term) > 1}
            assert any(conditions.allowed(pairs._goal, pairs._number) for conditions in pairs._all_of(pair))
            wished = [term[0].primitive.slot for term in draft.requirement if len(term) == 1]
            pairs._steps = 100
            assert next(pairs._finished(ways, pair, wished, len(wished)), None) is not None
    for draft in chain.from_iterable(map(pairs.drafts, range(pairs.levels))):
        assert rejection_reason(draft.grounding, masks.everything, 1, OWED) is None
        assert guessability_reason(draft.grounding, 1, context) is None
        assert draft.structure.product.holds(draft.structure.assignment.row)
        break


@given(st.sampled_from(POOLS), st.sampled_from([DifficultyCell(3, 2), DifficultyCell(4, 3)]), st.data())
@settings(max_examples=20)
def test_pairs_that_are_traded_and_can_be_turned_come_first(
    pool: CandidatePool, cell: DifficultyCell, data: st.DataObject
) -> None:
    usable = data.draw(st.lists(st.sampled_from(pool.usable()), min_size=cell.all_slots, unique=True))
    allowed = [pair for pair in combinations(sorted(usable), 2) if min(map(pool.distinct, pair)) >= 2]
    traded = {pair for pair in allowed if frozenset(pair) in DOMAIN.schema.trades}
    turned = {pair for pair in allowed if all(pool.directions(slot) >= {-1, 1} for slot in pair)}
    first = traded & turned if cell.minterms == 2 else traded
    lists = condition_pairs(usable, usable, cell, pool)
    listed = [pair for pairs in lists for pair in pairs]
    assert len(listed) == len(set(listed))
    assert all(lists)
    if first:
        assert set(lists[0]) == first
    assert set(listed) - turned <= traded or not traded
    assert set(listed) >= traded or not traded
    assert bool(listed) == bool(allowed)
