"""Every draft that grounding hands out makes a question of its five options, whatever the mode."""

from __future__ import annotations

import random

import strategies
from hypothesis import given, settings
from hypothesis import strategies as st

from cocoa_core.domain.domain import Domain
from cocoa_core.generation.five import Five
from cocoa_core.generation.grounding import ground
from cocoa_core.generation.pool import Pool
from cocoa_core.generation.ring import Groups, draw_ring
from cocoa_core.generation.settings import Setting, Settings
from cocoa_core.generation.structure import draw_structure
from cocoa_core.generation.tally import Tally
from cocoa_core.generation.wording import Wording

SETTINGS = [Setting(2, 2), Setting(3, 2), Setting(3, 5), Setting(4, 3), Setting(5, 2)]


@given(strategies.domains(6), st.booleans(), st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_one_option_satisfies_four_are_refused_and_one_nearly_passes(
    domain: Domain, per_slot: bool, seed: int
) -> None:
    rng = random.Random(seed)
    wordings = Wording(domain).realizer.wordings
    pool = Pool(domain, domain.catalogue.groups[0], wordings)
    for _ in range(40):
        five = Five(pool, tuple(rng.sample(range(len(pool.group.rows)), 5)))
        right, setting = rng.randrange(5), rng.choice(SETTINGS)
        structure = draw_structure(pool.usable(), setting, rng, False, Tally())
        draft = structure and ground(structure, five, right, per_slot, rng, Tally())
        if draft is None:
            continue
        broken = [[fails >> row & 1 for fails in draft.fails] for row in five.rows]
        satisfied = [[holds >> row & 1 for holds in draft.holds] for row in five.rows]
        assert all(satisfied[right])
        assert not any(broken[right])
        wrong = [place for place in range(5) if place != right]
        assert all(any(broken[place]) for place in wrong)
        assert all(any(broken[place][term] for place in wrong) for term in range(len(draft.fails)))
        assert any(
            sum(broken[place]) == 1 and sum(satisfied[place]) == len(draft.fails) - 1 for place in wrong
        )


def test_any_row_can_be_right_for_any_member() -> None:
    domain = strategies.domain_of(21, 10)
    wording = Wording(domain)
    groups = Groups(domain, wording.realizer.wordings)
    asked = [Setting(2, 2)] * 5
    rings = [draw_ring(groups, asked, Settings.of(), wording, random.Random(seed)) for seed in range(60)]
    for member in range(5):
        rows = {(ring.pool.group.name, ring.sets[0][member]) for ring in rings}
        assert len(rows) > 25
    ascending = sum(list(ring.sets[0]) == sorted(ring.sets[0]) for ring in rings)
    assert ascending < 10
