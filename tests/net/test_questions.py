"""The same call gives the same questions as at version 0.1: ten settings over all four domains."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, Final

import pytest

from net.freeze import DIGESTS
from net.questions import DEEP, FAST, SETTINGS, differing, frozen_form, generated

DEEPER: Final = min(DEEP, 100 * int(os.environ.get("COCOA_EXAMPLES", "1")))
"""`COCOA_EXAMPLES=3` for all 300. A hundred of `flights, paper, per slot` take 8.5 s of CPU."""


@pytest.fixture(scope="module")
def frozen() -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(DIGESTS.read_text())
    return kept


def same(frozen: dict[str, Any], setting: str, count: int) -> None:
    """That the first questions of a setting are those frozen; else which is the first that is not."""
    kept = frozen[setting]
    form = frozen_form(setting, generated(setting, count))
    assert kept["call"] == form["call"], "the call was changed; freeze its questions anew"
    moved = differing(kept["questions"][:count], form["questions"])
    assert moved is None, f"{setting}: {moved}"
    assert kept["first"] == form["first"], f"{setting}: a question moved that the short digests do not show"
    if count == DEEP:
        assert kept["all"] == form["all"], f"{setting}: a question moved that the short digests do not show"


def test_the_net_imports_nothing_of_cocoa() -> None:
    for path in Path(__file__).parent.glob("*.py"):
        assert not re.search(r"^\s*(from|import) (cocoa|cli|domains)", path.read_text("utf-8"), re.MULTILINE)


def test_every_setting_is_frozen(frozen: dict[str, Any]) -> None:
    assert list(frozen) == list(SETTINGS)
    assert {len(kept["questions"]) for kept in frozen.values()} == {DEEP}


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_first_questions_of_a_setting_are_the_same(frozen: dict[str, Any], setting: str) -> None:
    same(frozen, setting, FAST)


@pytest.mark.deep
@pytest.mark.parametrize("setting", SETTINGS)
def test_further_questions_of_a_setting_are_the_same(frozen: dict[str, Any], setting: str) -> None:
    same(frozen, setting, DEEPER)
