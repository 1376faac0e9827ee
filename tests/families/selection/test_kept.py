"""What the engine keeps changes no question: proofs by form, clauses by literal, candidates by panel."""

from __future__ import annotations

import pytest

import cocoa_core
from cocoa_core.domain import Domain
from cocoa_core.families.selection import Engine, Settings
from cocoa_core.language import clauses
from cocoa_core.proof import proofs, theory


def lines(domain: Domain, preset: str) -> list[str]:
    engine = Engine(domain, Settings.of(preset=preset), seed=3)
    return [question.line() for index in range(10) for question in engine.items(index)]


@pytest.mark.parametrize("preset", ["paper", "standard"])
@pytest.mark.parametrize("name", ["flights", "hotels", "jobs"])
def test_what_is_kept_changes_no_question(name: str, preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    domain = cocoa_core.load_domain(name).domain
    kept = lines(domain, preset)
    monkeypatch.setattr(proofs, "_proved", proofs._proved.__wrapped__)
    monkeypatch.setattr(theory, "_admitted", theory._admitted.__wrapped__)
    monkeypatch.setattr(clauses, "_KEPT", 0)  # cleared before anything is added
    assert lines(domain, preset) == kept
