"""Settings are measured by drawing: what is found is found again by the engine, what is not is not."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import strategies
from checking.laptops import RULES, edited, write_laptops

from cocoa_core.checking import Acceptance, check_domain
from cocoa_core.checking.acceptance import RARE, SETTINGS, acceptance_findings, acceptances_of
from cocoa_core.checking.places import Places
from cocoa_core.checking.survey import Survey
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection import (
    OPTIONS,
    DifficultyCell,
    Engine,
    Groups,
    Rejection,
    RequestWording,
    Settings,
)
from cocoa_core.loading import load_domain

FEW = edited(
    RULES[: RULES.index("  weight:")],
    ("tests: [is, one_of]", "tests: [is]\n      draw: {fixed: [Ardent]}"),
    ("{grid: 100}", "{fixed: [1000]}"),
)


def test_every_draw_is_kept_or_has_a_reason() -> None:
    domain = strategies.domain_of(7, 8)
    wording = RequestWording(domain)
    steps: Counter[str] = Counter()
    table = tuple(
        acceptances_of(
            Groups(domain, wording.realizer.wordings), wording, 5, 3, lambda: steps.update(["settings"])
        )
    )
    assert [one.setting for one in table] == list(SETTINGS)
    assert steps["settings"] == len(SETTINGS)
    for one in table:
        assert set(one.reasons) <= set(Rejection)
        assert one.draws == OPTIONS * one.worked + sum(one.reasons.values())
        assert one.reasons.get("option set given up", 0) == OPTIONS * (one.tried - one.worked)
        assert (one.tried == 0) == (one.share is None) == (one.setting.slots > 5)
        assert one.share is None or 0 <= one.share <= 1


def test_a_setting_that_works_here_works_for_the_engine() -> None:
    domain = strategies.domain_of(9, 8)
    wording = RequestWording(domain)
    table = acceptances_of(Groups(domain, wording.realizer.wordings), wording, 6, 0, lambda: None)
    for one in table:
        settings = Settings.of(slots=one.setting.slots, minterms=one.setting.minterms)
        if one.worked > RARE * one.tried:
            assert Engine(domain, settings, 0).items(0)


def test_a_setting_that_cannot_be_met_is_found_and_the_engine_agrees(tmp_path: Path) -> None:
    folder = write_laptops(tmp_path / "laptops", rules=FEW)
    report = check_domain(folder)
    unmet = {
        (one.setting.slots, one.setting.minterms) for one in report.acceptance if not one.worked and one.tried
    }
    assert unmet
    lines = {finding.problem for finding in report.findings if finding.code == "setting-unmet"}
    assert lines == {
        f"no question of {slots} slots, {minterms} minterms was found" for slots, minterms in unmet
    }
    for slots, minterms in unmet:
        with pytest.raises(SettingsError):
            Engine(load_domain(folder), Settings.of(slots=slots, minterms=minterms), 0).items(0)
    (few,) = (finding for finding in report.findings if finding.code == "too-few-slots")
    assert "2 slots" in few.problem


def outcome(worked: int, tried: int, **reasons: int) -> Acceptance:
    named = {reason.replace("_", " "): count for reason, count in reasons.items()}
    return Acceptance(
        DifficultyCell(3, 2), False, tried, worked, OPTIONS * worked + sum(reasons.values()), named
    )


@pytest.mark.parametrize(
    ("worked", "tried", "code"),
    [(0, 60, "setting-unmet"), (1, 11, "setting-rare"), (1, 10, None), (10, 10, None), (0, 0, None)],
)
def test_codes_follow_the_share_that_works(tmp_path: Path, worked: int, tried: int, code: str | None) -> None:
    places = Places(load_domain(write_laptops(tmp_path / "laptops")), "catalogue.csv")
    table = (outcome(worked, tried, slot_does_not_occur=900, no_primitive_fits=3, no_near_miss=7),)
    found = list(acceptance_findings(table, Survey({}, 1, 1, 6, 0), places))
    assert [one.code for one in found] == ([code] if code else [])
    if found:
        assert found[0].got == f"{worked} of {tried} sets of five options; mostly: no near miss"


def test_reasons_that_every_domain_has_are_not_the_main_one() -> None:
    assert outcome(0, 5, slot_does_not_occur=9, plain_conjunction=8, option_set_given_up=7).main_reason == ""
    assert outcome(0, 5, slot_does_not_occur=9, no_primitive_fits=1).main_reason == "no primitive fits"
