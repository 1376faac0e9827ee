"""Every draft that grounding hands out makes a question of its five options, whatever the mode."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from searching import context_of

from cocoa_core.domain import Domain, Test
from cocoa_core.families.selection import (
    ASKS,
    Candidate,
    CandidatePool,
    DifficultyCell,
    Groups,
    QuestionSetSpec,
    QuestionSource,
    Rejections,
    RequestWording,
    Settings,
)
from cocoa_core.families.selection.generation.elimination import DistractorConstraints
from cocoa_core.families.selection.generation.grounding import ground
from cocoa_core.families.selection.generation.option_masks import OptionMasks
from cocoa_core.families.selection.generation.primitive_reuse import clearly_different
from cocoa_core.families.selection.generation.set_search import draw_together
from cocoa_core.families.selection.generation.structure import RequirementSpec, UsableSlots, draw_structure

OWED = DistractorConstraints(near_miss=True, every_term=True, hidden=True)
SETTINGS = [
    DifficultyCell(2, 2),
    DifficultyCell(3, 2),
    DifficultyCell(3, 5),
    DifficultyCell(4, 3),
    DifficultyCell(5, 2),
]


def differ_noticeably(candidates: list[Candidate]) -> bool:
    """Whether each does from those of its slot that were drawn before it."""
    return all(
        later.slot != earlier.slot or clearly_different(later, [earlier])
        for earlier, later in combinations(candidates, 2)
    )


def of(test: Test, step: float = 0.0) -> Candidate:
    return Candidate("slot", "rule", test, 1, 2, 1.0, 0, step)


@pytest.mark.parametrize(
    ("first", "second", "differ"),
    [
        (of(Test("less", (58,)), 4), of(Test("at_most", (56,)), 4), False),
        (of(Test("less", (58,)), 4), of(Test("at_most", (54,)), 4), True),
        (of(Test("less", (58,)), 1), of(Test("at_most", (56,)), 4), False),  # the wider of both ranges counts
        (of(Test("between", (58, 62)), 3), of(Test("more", (63,)), 3), False),
        (of(Test("less", (58,)), 4), of(Test("less", (58,), "each"), 4), True),
        (of(Test("any", ("a", "b"))), of(Test("any", ("a", "c"))), True),
        (of(Test("any", ("a", "b"))), of(Test("all", ("b", "a"))), False),
        (of(Test("any", ("a", "b"))), of(Test("any", ("a", "b", "c"))), False),
        (of(Test("any", ("a", "b"))), of(Test("any", ("c", "d"))), True),
        (of(Test("any", ("a", "b")), 2), of(Test("any", ("a", "b", "c")), 2), False),
        (of(Test("any", ("a", "b")), 2), of(Test("any", ("a", "b", "c", "d")), 2), True),
    ],
)
def test_what_clearly_differs(first: Candidate, second: Candidate, differ: bool) -> None:
    """ "58% if ..., 56% if ..." and "a or b if ..., a, b or c if ..." do not; grades do by several."""
    assert clearly_different(first, [second]) == clearly_different(second, [first]) == differ


@given(strategies.domains(6), st.booleans(), st.integers(0, 2**32))
@settings(max_examples=settings.default.max_examples * 5 // 8)
def test_one_option_satisfies_four_are_refused_and_one_nearly_passes(
    domain: Domain, per_slot: bool, seed: int
) -> None:
    rng = random.Random(seed)
    wordings = RequestWording(domain).realizer.wordings
    pool = CandidatePool(domain, domain.catalogue.groups[0], wordings)
    for _ in range(40):
        panel = OptionMasks(pool, tuple(rng.sample(range(len(pool.group.rows)), 5)))
        right, setting = rng.randrange(5), rng.choice(SETTINGS)
        wanted = RequirementSpec(
            setting, per_slot=per_slot, shared=0.0 if per_slot else rng.choice((0.0, 0.7, 1.0))
        )
        structure = draw_structure(UsableSlots(pool.usable()), pool, wanted, rng, Rejections())
        draft = structure and ground(structure, context_of(panel, wanted, OWED, rng), 1 << right)
        if draft is None:
            continue
        if not per_slot and not wanted.shared:
            assert differ_noticeably([candidate for row in draft.grounding for _, candidate in row])
        broken = [[fails >> row & 1 for fails in draft.fails] for row in panel.rows]
        satisfied = [[holds >> row & 1 for holds in draft.holds] for row in panel.rows]
        assert all(satisfied[right])
        assert not any(broken[right])
        wrong = [index for index in range(5) if index != right]
        assert all(any(broken[place]) for place in wrong)
        assert all(any(broken[place][term] for place in wrong) for term in range(len(draft.fails)))
        assert any(
            sum(broken[place]) == 1 and sum(satisfied[place]) == len(draft.fails) - 1 for place in wrong
        )


@pytest.mark.parametrize("per_slot", [False, True])
def test_drafts_are_found_and_none_where_none_is_kept(per_slot: bool) -> None:
    """Else the test above would say nothing."""
    rng = random.Random(5)
    domain = strategies.domain_of(21, 10)
    pool = CandidatePool(domain, domain.catalogue.groups[0], RequestWording(domain).realizer.wordings)
    wanted = RequirementSpec(DifficultyCell(3, 2), per_slot=per_slot)
    found = Counter[float]()
    for kept in (0.0, 1.0) * 40:
        panel = OptionMasks(pool, tuple(rng.sample(range(len(pool.group.rows)), 5)))
        structure = draw_structure(UsableSlots(pool.usable()), pool, wanted, rng, Rejections())
        assert structure is not None
        target = 1 << rng.randrange(5)
        draft = ground(structure, context_of(panel, wanted, OWED, rng, kept), target)
        found[kept] += draft is not None
    assert found[0.0] > 3
    assert found[1.0] == 0


def test_any_row_can_be_right_for_any_member() -> None:
    domain = strategies.domain_of(21, 10)
    wording = RequestWording(domain)
    groups = Groups(domain, wording.realizer.wordings)
    plan = QuestionSetSpec(ASKS["choose"], (DifficultyCell(2, 2),) * 5, Settings.of())
    rings = [
        draw_together(QuestionSource(groups, wording), plan, random.Random(seed)).sets for seed in range(60)
    ]
    for member in range(5):
        drawn = [ring[member][0] for ring in rings]
        rows = {(one.pool.group.name, one.rows[one.placed]) for one in drawn if one.placed is not None}
        assert len(rows) > 25
    ascending = sum(list(ring[0][0].rows) == sorted(ring[0][0].rows) for ring in rings)
    assert ascending < 10


def test_where_all_tests_are_shared_there_are_requirements_that_no_option_satisfies() -> None:
    rng = random.Random(5)
    domain = strategies.domain_of(21, 10)
    pool = CandidatePool(domain, domain.catalogue.groups[0], RequestWording(domain).realizer.wordings)
    wanted = RequirementSpec(DifficultyCell(3, 5), shared=1.0)
    found = 0
    for _ in range(60):
        panel = OptionMasks(pool, tuple(rng.sample(range(len(pool.group.rows)), 5)))
        structure = draw_structure(UsableSlots(pool.usable()), pool, wanted, rng, Rejections())
        assert structure is not None
        draft = ground(structure, context_of(panel, wanted, DistractorConstraints(), rng), 0)
        if draft is not None:
            assert all(draft.broken >> row & 1 for row in panel.rows)
            found += 1
    assert found > 5
