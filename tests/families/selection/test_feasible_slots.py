"""The slots that are listed for a right option leave out only what cannot be grounded."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from searching import context_of

from cocoa_core import load_domain
from cocoa_core.families.selection import CandidatePool, DifficultyCell, Rejections, RequestWording
from cocoa_core.families.selection.generation.elimination import DistractorConstraints
from cocoa_core.families.selection.generation.feasible_slots import feasible_slots
from cocoa_core.families.selection.generation.grounding import ground
from cocoa_core.families.selection.generation.guessability import is_worst
from cocoa_core.families.selection.generation.option_masks import OptionMasks
from cocoa_core.families.selection.generation.structure import RequirementSpec, UsableSlots, draw_structure

OWED = DistractorConstraints(near_miss=True, every_term=True, hidden=True)
CELLS = [
    DifficultyCell(2, 3, 1),
    DifficultyCell(2, 3, 2),
    DifficultyCell(2, 3, 3),
    DifficultyCell(3, 5, 1),
    DifficultyCell(3, 5, 2),
]
DOMAIN = load_domain("diamonds").domain
WORDING = RequestWording(DOMAIN)
POOLS = [CandidatePool(DOMAIN, group, WORDING.realizer.wordings) for group in DOMAIN.catalogue.groups[:3]]


@pytest.mark.parametrize("cell", CELLS, ids=str)
@given(
    st.sampled_from(POOLS),
    st.integers(0, 4),
    st.sampled_from([0.0, 0.05, 0.2, 0.3, 0.5, 0.9]),
    st.booleans(),
    st.integers(0, 2**32),
)
@settings(max_examples=15)
def test_what_can_be_grounded_is_listed(
    cell: DifficultyCell, pool: CandidatePool, right: int, draw: float, worst: bool, seed: int
) -> None:
    rng, schema = random.Random(seed), DOMAIN.schema
    spec = RequirementSpec(
        cell,
        shared=1.0,
        turned=True,
        trades=frozenset(schema.trades),
        akin=schema.akin,
        together=WORDING.realizer.clauses.together,
    )
    masks = OptionMasks(pool, tuple(rng.sample(range(len(pool.group.rows)), 5)))
    context = context_of(masks, spec, OWED, rng, draw)
    slots = UsableSlots(context.usable)
    listed = feasible_slots(context, slots, 1 << right, worst=worst)
    assert listed is not None
    combinations = {(frozenset(wishes), frozenset(condition)) for wishes, condition in listed.combinations()}
    for _ in range(60):
        structure = draw_structure(slots, pool, spec, rng, Rejections())
        if structure is None or (worst and not is_worst(masks, structure.slots, 1 << right)):
            continue
        if ground(structure, context, 1 << right) is not None:
            conditions = {
                structure.slots[literal.variable]
                for term in structure.product.terms
                for literal in term
                if len(term) > 1
            }
            assert (frozenset(structure.slots) - conditions, frozenset(conditions)) in combinations
    exist = listed.exist(rng)
    assert combinations or not exist
    if exist:
        structure = draw_structure(listed.draw(rng), pool, spec, rng, Rejections())
        assert structure is not None
        assert not worst or is_worst(masks, structure.slots, 1 << right)
        assert not any(pair <= set(structure.slots) for pair in schema.akin)
