"""Settings that cannot be met are given up after so many draws, with the nearest that was found to work."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection import fitting
from cocoa_core.families.selection.difficulty import DifficultyCell
from cocoa_core.families.selection.generation import drawing
from cocoa_core.families.selection.generation.drawing import Limits, nearest_feasible


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


def test_more_than_a_domain_has_words_for_is_given_up_and_what_is_named_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In an eighth of the draws: all of them take 24 s of CPU."""
    few, jobs = Limits(20, fitting._TRIAL_BUDGET), cocoa_core.load_domain("jobs")
    with monkeypatch.context() as patch:
        patch.setattr(drawing, "Limits", lambda: few)
        with pytest.raises(SettingsError) as caught:
            next(jobs.generate(1, slots=12, minterms=8))
    named = re.fullmatch(r"pass --slots (\d+) --minterms (\d+)", caught.value.fix or "")
    assert named
    slots, minterms = map(int, named.groups())
    assert slots >= 5
    [question] = jobs.generate(1, slots=slots, minterms=minterms)
    assert question.provenance.setting == (slots, minterms)


def test_one_minterm_is_refused_at_once_where_a_table_is_drawn() -> None:
    jobs = cocoa_core.load_domain("jobs")
    with pytest.raises(SettingsError, match="plain conjunction"):
        next(jobs.generate(1, slots=4, minterms=1))
    assert next(jobs.generate(1, slots=4, minterms=1, ask="possible")).provenance.setting == (4, 1)
