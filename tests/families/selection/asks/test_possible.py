"""A clash follows from the words of the request, whatever other values there may be."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from ruamel.yaml import YAML

import cocoa_core
from cocoa_core.verification import verify

ROOT = Path(__file__).resolve().parents[4]
ASKED = ("ticket_class", "date", "departure", "price")
"""Slots of which a closed list of classes is one: so 4 of 120 clashes could rest on there being no others."""


@pytest.fixture(scope="module")
def flights(tmp_path_factory: pytest.TempPathFactory) -> cocoa_core.DomainHandle:
    """Flights of which only a few slots are asked for."""
    folder = tmp_path_factory.mktemp("few") / "flights"
    shutil.copytree(ROOT / "domains" / "flights", folder)
    (folder / "bundle.yaml").unlink()  # it sums slots that are not asked for here
    reader = YAML()
    rules = reader.load(folder / "rules.yaml")
    for slot in set(rules["rules"]) - {*ASKED}:
        del rules["rules"][slot]
    reader.dump(rules, folder / "rules.yaml")
    return cocoa_core.load_domain(folder)


def clashes_named(flights: cocoa_core.DomainHandle, folder: Path, count: int) -> int:
    """The number of questions of which the verifier doubts the clash; nothing else is wrong."""
    flights.write(folder, count, seed=3, ask="possible", slots=3, minterms=2)
    findings = verify(folder).findings
    assert {finding.what for finding in findings} <= {"clash"}
    return len(findings)


def test_a_clash_follows_from_the_words(flights: cocoa_core.DomainHandle, tmp_path: Path) -> None:
    assert clashes_named(flights, tmp_path / "set", 200) == 0


@pytest.mark.deep
def test_one_that_rests_on_a_closed_list_is_named_by_the_verifier(
    flights: cocoa_core.DomainHandle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ "If I fly economy" says the negation of "business or first" only while there is no fourth class."""
    monkeypatch.setattr("cocoa_core.language.realizer.Realizer._is_denied_plainly", lambda *_: True)
    assert clashes_named(flights, tmp_path / "set", 300) > 0
