"""What the engine keeps changes no question: proofs by form, clauses by literal, candidates by panel."""

from __future__ import annotations

from importlib import import_module

import pytest

import cocoa_core
from cocoa_core.domain import Domain
from cocoa_core.families.selection import Engine, Settings

KEPT = (("proofs", "_proved"), ("theory", "_admitted"))


def lines(domain: Domain, preset: str) -> list[str]:
    engine = Engine(domain, Settings.of(preset=preset), seed=3)
    return [question.line() for index in range(10) for question in engine.items(index)]


@pytest.mark.parametrize("preset", ["paper", "standard"])
@pytest.mark.parametrize("name", ["flights", "hotels", "jobs"])
def test_what_is_kept_changes_no_question(name: str, preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    domain = cocoa_core.load_domain(name).domain
    kept = lines(domain, preset)
    for module, function in KEPT:
        part = import_module(f"cocoa_core.proof.{module}")
        monkeypatch.setattr(part, function, getattr(part, function).__wrapped__)
    monkeypatch.setattr("cocoa_core.language.clauses._KEPT", 0)  # cleared before anything is added
    assert lines(domain, preset) == kept
