"""What two sets share is what one finds by comparing their records one with the other."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from calling import call_cocoa
from every_ask import ASKS, items_of
from hypothesis import given
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.errors import UsageError
from cocoa_core.families.selection import Question
from cocoa_core.families.selection.family import without_numbers
from cocoa_core.items import PlainItem
from cocoa_core.training import overlap


def questions(count: int, seed: int, **how: Any) -> list[Question]:
    return list(cocoa_core.generate("jobs", count, seed, **how))


SMALL = {"slots": 2, "minterms": 2, "wishes": 0, "shared": 0.0}


@cache
def pool() -> list[Question]:
    """Questions of two small seeds: some requirements come twice."""
    return [*questions(40, 1, **SMALL), *questions(40, 2, **SMALL), *questions(10, 1, ask="every", **SMALL)]


WHAT: dict[str, Callable[[dict[str, Any]], Any]] = {
    "item": lambda one: (
        one["requirement"]["id"],
        sorted(option["row"] for option in one["options"]),
        one["ask"],
    ),
    "requirement": lambda one: one["requirement"]["id"],
    "options": lambda one: sorted(option["row"] for option in one["options"]),
}


PLACES = st.lists(st.integers(0, 89), min_size=1, max_size=40)


@given(one=PLACES, other=PLACES)
def test_what_is_shared_is_what_comparing_all_pairs_finds(one: list[int], other: list[int]) -> None:
    first, second = [pool()[place] for place in one], [pool()[place] for place in other]
    found = {shared.kind: shared for shared in overlap(lambda: first, second).kinds}
    records = {item.id: item.to_json() for item in (*first, *second)}
    assert list(found) == ["item", "requirement", "options", "near-duplicate"]
    for kind, of in WHAT.items():
        there = [of(item.to_json()) for item in first]
        assert found[kind].items == sum(of(item.to_json()) in there for item in second), kind
        assert bool(found[kind].pairs) == bool(found[kind].items)
        assert all(of(records[a]) == of(records[b]) for a, b in found[kind].pairs)
    assert found["near-duplicate"].items >= found["requirement"].items >= found["item"].items


def test_only_numbers_make_a_near_duplicate() -> None:
    """Each literal that compares, turned, moved or denied: the first two are others, numbers are not."""
    compared = 0
    for question in pool()[:40]:
        terms = question.requirement.terms
        for place, term in enumerate(terms):
            for at, literal in enumerate(term):
                if literal.test not in ("less", "at_most", "more", "at_least"):
                    continue
                compared += 1

                def said(new: Any, place: int = place, at: int = at, question: Question = question) -> str:
                    terms = [list(term) for term in question.requirement.terms]
                    terms[place][at] = new
                    return without_numbers(
                        evolve(
                            question,
                            requirement=evolve(question.requirement, terms=tuple(map(tuple, terms))),
                        )
                    )

                other = {"less": "more", "more": "less", "at_most": "at_least", "at_least": "at_most"}
                denied = {"less": "at_least", "more": "at_most", "at_most": "more", "at_least": "less"}
                same = without_numbers(question)
                assert said(evolve(literal, values=("1234567",))) == same
                assert said(evolve(literal, slot="another")) != same
                if literal.over is None:
                    flipped = evolve(literal, test=denied[literal.test], positive=not literal.positive)
                    assert said(flipped) == same
                if not any(one.slot == literal.slot for one in term if one is not literal):
                    assert said(evolve(literal, test=other[literal.test])) != same
    assert compared > 20


def test_names_are_no_numbers() -> None:
    (question,) = [
        one
        for one in questions(60, 3)
        if "is" in [each.test for term in one.requirement.terms for each in term]
    ][:1]
    terms = [
        [evolve(one, values=("another",)) if one.test == "is" else one for one in term]
        for term in question.requirement.terms
    ]
    changed = evolve(question, requirement=evolve(question.requirement, terms=tuple(map(tuple, terms))))
    assert without_numbers(changed) != without_numbers(question)


@pytest.mark.parametrize(("family", "ask"), ASKS)
def test_a_set_shares_everything_with_itself(family: str, ask: str) -> None:
    items = items_of(family, ask)
    found = overlap(lambda: items, items)
    assert not found.disjoint
    assert {kind.items for kind in found.kinds} == {len(items)}


def test_a_wrong_call_is_said() -> None:
    items = items_of("selection", "choose")
    other = PlainItem(id="0", family="riddles", ask="a", key="", provenance=items[0].provenance, payload={})
    for second, of in (([], ()), (items, ("word",)), ([other], ())):
        with pytest.raises(UsageError):
            overlap(lambda: items, second, of=of)


def test_the_command_says_it_with_its_exit_code(tmp_path: Path) -> None:
    jobs = cocoa_core.load_domain("jobs")
    jobs.write(tmp_path / "a", 30, seed=1, split={"train": 0.5, "test": 0.5})
    jobs.write(tmp_path / "b", 12, seed=1, split={"train": 0.5, "test": 0.5})
    jobs.write(tmp_path / "c", 12, seed=2)
    result = call_cocoa("overlap", tmp_path / "a", tmp_path / "b", "--json")
    assert (result.exit_code, json.loads(result.stdout)["compared"][0]["shared"]["item"]) == (1, 12)
    result = call_cocoa("overlap", tmp_path / "a", tmp_path / "c", "--of", "item", "--of", "requirement")
    assert result.exit_code == 0, result.stdout
    assert "same requirement: nothing" in result.stdout
    result = call_cocoa("overlap", tmp_path / "a", "--of", "requirement", "--json")
    assert (result.exit_code, json.loads(result.stdout)["disjoint"]) == (0, True)
    result = call_cocoa("overlap", tmp_path / "c")
    assert result.exit_code == 2
    assert "no sides" in result.stderr
