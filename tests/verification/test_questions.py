"""Whatever the engine makes, in whatever domain, the verifier finds nothing wrong with it."""

from __future__ import annotations

import json

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from independent import translated

from cocoa_core.errors import SettingsError
from cocoa_core.families.selection import Engine, Settings
from cocoa_core.verification.selection.checker import QuestionChecker

ASKED = (
    Settings.of(slots=3, minterms=2),
    Settings.of(slots=5, minterms=4),
    Settings.of(slots=4, minterms=2, primitives="per-slot"),
    Settings.of(slots=3, minterms=2, plain=True),
    Settings.of(slots=4, minterms=3, option_sets=2),
)


@pytest.mark.parametrize("asked", ASKED, ids=["(3, 2)", "(5, 4)", "per slot", "plain", "option sets"])
@settings(max_examples=10)
@given(st.integers(0, 2**32))
def test_nothing_is_found_in_what_the_engine_makes(asked: Settings, seed: int) -> None:
    domain = strategies.domain_of(seed, 6)
    checker, engine = QuestionChecker(translated.verifier_domain(domain)), Engine(domain, asked, seed)
    for index in (0, 1):
        try:
            questions = engine.items(index)
        except SettingsError:
            return
        for question in questions:
            assert checker.flaws(json.loads(question.line())) == []
