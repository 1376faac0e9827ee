"""A domain broken in any way is still valid, or is refused with one error that says how to mend it.

More of them: `COCOA_EXAMPLES=20 pytest tests/loading/test_broken_domains.py`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from authored.breaking import break_domain, faults, load
from authored.domains import authored
from calling import call_cocoa
from hypothesis import given, settings
from hypothesis import strategies as st

from cocoa_core.domain import Domain
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection import Engine, Settings
from cocoa_core.independent import read_domain
from cocoa_core.verification.selection.checker import QuestionChecker

EXAMPLES = int(os.environ.get("COCOA_EXAMPLES", "1"))
SEEDS = st.integers(0, 2**32)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("broken") / "domain"


@given(SEEDS)
@settings(max_examples=300 * EXAMPLES)
def test_a_broken_domain_loads_or_is_refused_by_the_law(folder: Path, seed: int) -> None:
    harms = break_domain(seed, folder)
    outcome = load(folder)
    assert faults(outcome, folder) == [], (harms, str(outcome.error))


def questioned(domain: Domain, seed: int) -> list[object]:
    """What the verifier finds in a question of the domain; nothing where there is none."""
    files = {name: data for name, data in domain.files.items() if name.startswith("tables/")}
    read = read_domain(domain.files["schema.yaml"], domain.files["rules.yaml"], files)
    try:
        (question, *_) = Engine(domain, Settings.of(slots=2, minterms=2), seed).items(0)
    except SettingsError:
        return []
    return list(QuestionChecker(read).flaws(json.loads(question.line())))


@given(SEEDS)
@settings(max_examples=60 * EXAMPLES)
def test_a_broken_domain_that_loads_is_verified_like_any_other(folder: Path, seed: int) -> None:
    break_domain(seed, folder)
    outcome = load(folder)
    if outcome.domain is not None:
        assert questioned(outcome.domain, seed) == []


@pytest.mark.parametrize("command", [("sample", "--slots", "2"), ("check-domain",)], ids=["sample", "check"])
@settings(max_examples=25 * EXAMPLES)
@given(SEEDS)
def test_a_command_answers_a_broken_domain_with_a_message(
    folder: Path, command: tuple[str, ...], seed: int
) -> None:
    harms = break_domain(seed, folder)
    name, *flags = command
    where = ["--domain", folder] if name == "sample" else [folder]
    done = call_cocoa(name, *where, *flags)
    refused = load(folder).error is not None
    assert done.exit_code in ((1, 2) if refused else (0, 1, 2)), (harms, done.output)
    assert "Traceback" not in done.output
    assert "fault of cocoa" not in done.output
    assert done.output.replace("\n", "").isprintable()


def test_harm_is_a_function_of_its_seed_and_mostly_does_harm(folder: Path) -> None:
    refused = 0
    for seed in range(40):
        first = (break_domain(seed, folder), sorted(path.name for path in folder.rglob("*")))
        refused += load(folder).error is not None
        assert first == (break_domain(seed, folder), sorted(path.name for path in folder.rglob("*")))
    assert 25 <= refused < 40


@pytest.mark.parametrize("seed", range(20))
def test_what_is_not_broken_is_loaded(folder: Path, seed: int) -> None:
    whole = folder.with_name("whole")
    assert load(authored(seed, (1, 6), (1, 12)).write(whole)).error is None
