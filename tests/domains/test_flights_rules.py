"""The words and tests of the flights rules, read as plain YAML."""

from __future__ import annotations

import csv
import random
import re
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from cocoa_core.domain import GroundedLiteral, Primitive, Test
from cocoa_core.language import Realizer
from cocoa_core.loading import load_domain

FLIGHTS = Path(__file__).parents[2] / "domains" / "flights"
SCHEMA: dict[str, Any] = YAML(typ="safe").load(FLIGHTS / "schema.yaml")
RULES: dict[str, list[dict[str, Any]]] = YAML(typ="safe").load(FLIGHTS / "rules.yaml")["rules"]
PLACES = {"layover_cities", "layover_continents", "layover_countries", "layover_unions"}
ALL_RULES = [(slot, rule) for slot, rules in RULES.items() for rule in rules]
COMPARING = """
under over below above before after by until least most more less fewer between within exactly than only every
each any no none not earlier later longer shorter inclusive or and either unless if otherwise
"""
KINDS_OF_CONSTRAINT = """
airline-any class departure-time departure-window arrival-time travel-time stops emissions date
price layover-any each-layover total-layover
"""


def words(wording: dict[str, Any]) -> list[str]:
    texts = [
        wording.get(key, "") for key in ("subject", "verb", "third", "before", "after", "item", "complement")
    ]
    joined = " ".join([*texts, *wording.get("noun", {}).values()]).lower()
    return joined.replace("stop over", "").split()  # a verb: its "over" compares nothing


def frame(wording: dict[str, Any]) -> tuple[str, ...]:
    return tuple(str(wording.get(key, "")) for key in ("subject", "verb", "before", "after", "item", "noun"))


def test_slots_are_the_columns_of_the_catalogue() -> None:
    with (FLIGHTS / "catalogue.csv").open(encoding="utf-8", newline="") as stream:
        given = [name for name, slot in SCHEMA["slots"].items() if "derived" not in slot]
        assert next(csv.reader(stream)) == ["id", *given]


def test_all_thirteen_kinds_of_constraint_are_there() -> None:
    assert {rule["id"] for _, rule in ALL_RULES} >= set(KINDS_OF_CONSTRAINT.split())
    assert len({rule["id"] for _, rule in ALL_RULES}) == len(ALL_RULES)
    assert set(RULES) <= set(SCHEMA["slots"])


def test_the_readme_counts_them() -> None:
    derived = sum("derived" in SCHEMA["slots"][slot] for slot, _ in ALL_RULES)
    counts = f"{len(ALL_RULES) - derived} kinds of constraint and their words, and {derived} more for"
    assert counts in (FLIGHTS / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("slot", "rule"), ALL_RULES, ids=lambda part: part if isinstance(part, str) else part["id"]
)
def test_a_rule_has_two_to_thirty_two_wordings_without_comparisons(slot: str, rule: dict[str, Any]) -> None:
    assert 2 <= len(rule["say"]) <= 32
    assert len({frame(wording) for wording in rule["say"]}) == len(rule["say"])
    for wording in [*rule["say"], *rule.get("also", [])]:
        assert not set(COMPARING.split()) & set(words(wording)), slot


def test_two_rules_that_share_words_share_a_slot_and_no_test() -> None:
    seen: dict[tuple[str, ...], list[tuple[str, set[str]]]] = {}
    for slot, rule in ALL_RULES:
        for wording in rule["say"]:
            for other_slot, tests in seen.get(frame(wording), []):
                times = {slot, other_slot} == {"departure", "date"}  # a time is never a date
                places = {slot, other_slot} <= PLACES and slot != other_slot  # their names differ
                assert times or places or (slot == other_slot and not tests & set(rule["tests"]))
            seen.setdefault(frame(wording), []).append((slot, set(rule["tests"])))


def test_what_few_people_ask_for_is_marked() -> None:
    marked = {rule["id"] for _, rule in ALL_RULES if {*rule.get("atypical", ())} & {"more", "at_least"}}
    assert marked == {"nonstop", "stops", "emissions", "price"}  # as in GroundCocoa, section 2.3


def test_the_domain_loads() -> None:
    domain = load_domain(FLIGHTS)
    assert domain.schema.name == "flights"
    assert len(domain.rules) == len(ALL_RULES)
    assert len(domain.catalogue.groups) >= 200


def test_a_late_arrival_is_said_by_what_is_too_early() -> None:
    """ "If I don't land before 9 PM the same day" and not "if I land at 9 PM the same day or later"."""
    realizer = Realizer(load_domain(FLIGHTS))
    early = GroundedLiteral(Primitive("arrival", Test("less", (21 * 60,)), "arrival-time"))
    cheap = GroundedLiteral(Primitive("price", Test("less", (400,)), "price"))
    sentences = [realizer.sentence((early, cheap), random.Random(seed)) for seed in range(20)]
    denial = re.compile(
        "(don't|doesn't|isn't|I'm not) .*(before|earlier than) 9 PM (on )?(the|that) same day"
    )
    assert all(map(denial.search, sentences)), sentences


def test_no_label_rests_on_the_night_to_which_a_flight_in_the_small_hours_belongs() -> None:
    unclear = load_domain(FLIGHTS).schema.unclear
    assert {item.slot for item in unclear} == {"departure", "date"}
    for item in unclear:
        (test,) = item.where
        assert (test.slot, test.test) == ("departure", Test("less", (240,)))
