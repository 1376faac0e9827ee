"""Two implications that meet as asked: their algebra, and questions that are drawn so."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import cocoa_core
from cocoa_core.domain import Domain
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection import Engine, Settings
from cocoa_core.families.selection.composition import RELATIONS, STRUCTURES, composed, implication_pairs_of
from cocoa_core.loading import load_domain
from cocoa_core.verification import verify


@pytest.mark.parametrize("structure", STRUCTURES)
def test_every_meeting_has_its_structure_its_relations_and_its_minterms(structure: str) -> None:
    """By the labels of its sum terms, and by its truth table. Demands of one slot are of one sign."""
    meetings = implication_pairs_of(structure, tuple(RELATIONS))
    assert len(set(meetings)) == len(meetings)
    assert {kind for meeting in meetings for kind in meeting.kinds} == set(RELATIONS)
    for meeting in meetings:
        names = "abc"
        terms = [
            [(names[source], not before), (names[target], after)]
            for source, before, target, after in meeting.readings
        ]
        composition = composed(terms, [1, 1], dict.fromkeys(names, ""))
        assert (composition.basic, composition.structure) == (structure, structure)
        signs = {RELATIONS[kind] for kind in meeting.kinds}
        assert composition.label() == " ".join(
            sorted(f"{'-+'[before]}*>{'-+'[after]}*" for before, after in signs)
        )
        rows = [dict(zip(names, row, strict=True)) for row in product((False, True), repeat=3)]
        true = [row for row in rows if all(any(row[slot] == sign for slot, sign in term) for term in terms)]
        assert len(true) == meeting.minterms
        demands = dict(term[1] for term in terms)
        assert any(all(row[slot] == sign for slot, sign in demands.items()) for row in true)
        assert all(demands[term[1][0]] == term[1][1] for term in terms)


@pytest.fixture(scope="module")
def flights() -> Domain:
    return load_domain("flights")


@pytest.mark.parametrize(
    ("structure", "relations"), [("A", "implies"), ("B", "unless,excludes"), ("C", None), ("A", None)]
)
def test_questions_have_the_structure_and_the_relations_that_were_asked_for(
    flights: Domain, structure: str, relations: str | None
) -> None:
    """And those of a ring have one label."""
    engine = Engine(flights, Settings.of(structure=structure, relations=relations), seed=3)
    allowed = {">+*"} | {
        f"{'-+'[before]}*>{'-+'[after]}*"
        for before, after in (RELATIONS[kind] for kind in (relations or ",".join(RELATIONS)).split(","))
    }
    rings: defaultdict[str, set[str]] = defaultdict(set)
    for index in (0, 20, 40, 1, 21):
        [question] = engine.items(index)
        assert question.composition is not None
        assert question.composition.basic == structure
        assert set(question.composition.labels["polarity"]) <= allowed
        rings[question.groups["ring"]].add(question.composition.label())
    assert sorted(map(len, rings.values())) == [1, 1]


def test_a_set_of_one_structure_is_clean(tmp_path: Path) -> None:
    cocoa_core.load_domain("hotels").write(tmp_path / "exam", 5, structure="C", wishes=0)
    assert verify(tmp_path / "exam").findings == ()


@pytest.mark.parametrize(
    "given",
    [
        *({"structure": "D"}, {"structure": "A", "relations": "or"}, {"relations": "implies"}),
        *({"structure": "A", "slots": 4}, {"structure": "B", "preset": "paper"}),
        *({"structure": "A", "relations": ""}, {"structure": "A", "relations": "implies,implies,or"}),
    ],
)
def test_what_no_structure_can_have_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(SettingsError):
        Settings.of(**given)
