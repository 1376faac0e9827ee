"""Settings that cannot be met are given up after so many draws, with the nearest that was found to work."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection import fitting
from cocoa_core.families.selection.asks.choose import Choose
from cocoa_core.families.selection.difficulty import DifficultyCell
from cocoa_core.families.selection.generation.context import (
    QuestionSetSearch,
    QuestionSetSpec,
    QuestionSource,
    Sets,
)
from cocoa_core.families.selection.generation.groups import Groups
from cocoa_core.families.selection.generation.rejections import Rejection
from cocoa_core.families.selection.generation.set_search import Limits, draw_together
from cocoa_core.families.selection.generation.wording import RequestWording
from cocoa_core.families.selection.nearest_settings import nearest_feasible
from cocoa_core.families.selection.settings import Settings
from cocoa_core.loading import load_domain
from cocoa_core.seeds import stream


@given(st.integers(2, 14), st.data())
def test_what_is_named_was_tried_and_works_and_what_lies_above_does_not(
    slots: int, data: st.DataObject
) -> None:
    minterms = data.draw(st.integers(1, min(12, 2**slots - 1)))
    most_slots, most_minterms = data.draw(st.integers(1, 14)), data.draw(st.integers(1, 12))
    asked, tried = DifficultyCell(slots, minterms, 1), list[DifficultyCell]()

    def works(setting: DifficultyCell) -> bool:
        tried.append(setting)
        return setting != asked and setting.slots <= most_slots and setting.minterms <= most_minterms

    nearest = nearest_feasible(asked, works)
    assert asked not in tried
    assert len(tried) <= slots + minterms
    assert sum(not works(one) for one in tuple(tried)) <= 2
    if nearest is None:
        assert not works(DifficultyCell(2, min(minterms, 3), 1)) or asked.slots == 2
        return
    assert nearest in tried
    assert works(nearest)
    assert nearest.slots == min(most_slots, slots) or nearest.minterms == minterms
    assert nearest.wishes == 1


def test_more_than_a_domain_has_words_for_is_given_up_and_what_is_named_works() -> None:
    jobs = cocoa_core.load_domain("jobs")
    with pytest.raises(SettingsError) as caught:
        next(jobs.generate(1, slots=12, minterms=8))
    named = re.fullmatch(r"pass --slots (\d+) --minterms (\d+)", caught.value.fix or "")
    assert named
    slots, minterms = map(int, named.groups())
    assert slots >= 5
    [question] = jobs.generate(1, slots=slots, minterms=minterms)
    assert question.provenance.setting == (slots, minterms)


def test_a_named_setting_without_a_first_member_is_refused_after_bounded_work() -> None:
    domain = load_domain("jobs")
    rejected = [0]

    class Never(Choose):
        def draw(self, search: QuestionSetSearch) -> Sets | None:
            while True:
                rejected[0] += 1
                search.rejections[0].count(Rejection.TOO_MUCH)
                search.rejections[0].charge(20)

    wording = RequestWording(domain)
    source = QuestionSource(Groups(domain, wording.realizer.wordings), wording)
    plan = QuestionSetSpec(Never(), (DifficultyCell(6, 3),) * 5, Settings.of(slots=6, minterms=3))
    with pytest.raises(SettingsError, match="no question of jobs was found for 6 slots, 3 minterms"):
        draw_together(source, plan, stream("never"), fitting.search_limits(domain, plan, judged=True))
    assert 50 < rejected[0] < 300
    assert fitting.search_limits(domain, plan, judged=False) == Limits(lasting=True)


@pytest.mark.parametrize(
    ("domain", "named"),
    [
        ("hotels", {"ask": "best", "slots": 6, "minterms": 6}),
        ("diamonds", {"slots": 8, "minterms": 8}),
        ("flights", {"slots": 8, "minterms": 8}),
        ("flights", {"revisions": 3, "slots": 2, "minterms": 3}),
    ],
)
def test_hard_settings_that_work_are_refused_with_no_seed(domain: str, named: dict[str, Any]) -> None:
    handle = cocoa_core.load_domain(domain)
    for seed in range(3):
        assert next(iter(handle.generate(1, seed=seed, **named))).options


@pytest.mark.parametrize(
    "named",
    [
        {"slots": 2, "minterms": 3, "wishes": 9},
        {"slots": 8, "minterms": 1},
        {"slots": 20, "minterms": 3, "none": True},
        {"preset": "frontier", "wishes": 8},
    ],
)
def test_what_a_message_names_is_passed_beside_the_rest_and_works(named: dict[str, Any]) -> None:
    diamonds = cocoa_core.load_domain("diamonds")
    with pytest.raises(SettingsError) as caught:
        next(iter(diamonds.generate(1, **named)))
    fix = caught.value.fix or ""
    assert fix.startswith("pass ")
    kept = {name: value for name, value in named.items() if f"in place of --{name}" not in fix}
    kept |= {name: int(number) for name, number in re.findall(r"--(\w+) (\d+)", fix)}
    assert next(iter(diamonds.generate(1, **kept))).options


def test_one_minterm_is_refused_at_once_where_a_table_is_drawn() -> None:
    jobs = cocoa_core.load_domain("jobs")
    with pytest.raises(SettingsError, match="plain conjunction"):
        next(jobs.generate(1, slots=4, minterms=1))
    assert next(jobs.generate(1, slots=4, minterms=1, ask="possible")).provenance.setting == (4, 1)
