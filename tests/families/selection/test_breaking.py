"""Requirements of which it is drawn first which sum terms an option breaks."""

from __future__ import annotations

import random
from collections import Counter

import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from searching import context_of

from cocoa_core.domain import Domain
from cocoa_core.families.selection import CandidatePool, DifficultyCell, RequestWording
from cocoa_core.families.selection.generation.elimination import DistractorConstraints
from cocoa_core.families.selection.generation.grounding import GroundedRequirement
from cocoa_core.families.selection.generation.option_masks import OptionMasks
from cocoa_core.families.selection.generation.structure import RequirementSpec
from cocoa_core.families.selection.generation.violations import (
    ViolationPlanner,
    broken_by,
    draw_violated_requirement,
    plan_random_violations,
    plan_single_violation,
)

SETTINGS = [DifficultyCell(2, 3, 1), DifficultyCell(3, 3, 1), DifficultyCell(3, 2), DifficultyCell(4, 3)]


def pool_of(domain: Domain) -> CandidatePool:
    return CandidatePool(domain, domain.catalogue.groups[0], RequestWording(domain).realizer.wordings)


def drawn(
    pool: CandidatePool, draw: ViolationPlanner, share: float, seed: int, per_slot: bool = False
) -> tuple[GroundedRequirement, tuple[int, ...], int] | None:
    rng = random.Random(seed)
    panel = OptionMasks(pool, tuple(rng.sample(range(len(pool.group.rows)), 5)))
    option = rng.randrange(5)
    wanted = RequirementSpec(rng.choice(SETTINGS), per_slot=per_slot, shared=0.0 if per_slot else 0.7)
    context = context_of(panel, wanted, DistractorConstraints(), rng)
    draft = draw_violated_requirement(context, option, draw, share)
    return draft and (draft, panel.rows, option)


@given(strategies.domains(6), st.integers(0, 999), st.booleans(), st.integers(0, 2**32))
@settings(max_examples=settings.default.max_examples * 5 // 8)
def test_an_option_breaks_as_many_as_are_drawn_and_each_is_settled(
    domain: Domain, share: int, per_slot: bool, seed: int
) -> None:
    found = drawn(pool_of(domain), plan_random_violations, share / 1000, seed, per_slot)
    if found is None:
        return
    draft, rows, option = found
    row, terms = rows[option], len(draft.requirement)
    assert len(broken_by(draft, row)) == share * (terms + 1) // 1000
    assert all((holds | fails) >> row & 1 for holds, fails in zip(draft.holds, draft.fails, strict=True))
    assert all((draft.satisfied | draft.broken) >> other & 1 for other in rows)


@given(strategies.domains(6), st.integers(0, 999), st.integers(0, 2**32))
@settings(max_examples=settings.default.max_examples * 5 // 8)
def test_one_option_breaks_one_condition_and_the_others_two_or_more(
    domain: Domain, share: int, seed: int
) -> None:
    found = drawn(pool_of(domain), plan_single_violation, share / 1000, seed)
    if found is None:
        return
    draft, rows, option = found
    terms = len(draft.requirement)
    assert broken_by(draft, rows[option]) == (share * terms // 1000,)
    assert sum(holds >> rows[option] & 1 for holds in draft.holds) == terms - 1
    assert all(len(broken_by(draft, row)) > 1 for index, row in enumerate(rows) if index != option)


def test_both_are_found_with_each_number_and_each_place() -> None:
    """Else the laws above would hold of nothing."""
    pool = pool_of(strategies.domain_of(21, 10))
    numbers, places = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for seed in range(60):
        some = drawn(pool, plan_random_violations, seed / 60, seed)
        one = drawn(pool, plan_single_violation, seed / 60, seed)
        if some:
            numbers[len(some[0].requirement), len(broken_by(some[0], some[1][some[2]]))] += 1
        if one:
            places[len(one[0].requirement), *broken_by(one[0], one[1][one[2]])] += 1
    assert {found for terms, found in numbers if terms == 3} == {0, 1, 2, 3}
    assert {found for terms, found in places if terms == 3} == {0, 1, 2}
