"""`cocoa say` prints what the check says of words, in sentences or as data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from calling import Cocoa
from checking.laptops import RULES, edited, write_laptops

from cocoa_core.checking import said_rules
from cocoa_core.loading import load_domain

PROPOSED = edited(RULES, ("    - id: weight\n", "    - id: weight\n      proposed: true\n"))


@pytest.fixture
def laptops(tmp_path: Path) -> Path:
    return write_laptops(tmp_path / "laptops", rules=PROPOSED)


def test_every_sentence_is_printed_under_its_rule_and_wording(cocoa: Cocoa, laptops: Path) -> None:
    result = cocoa("say", laptops, columns=200)
    assert (result.exit_code, result.stderr) == (0, "")
    place = 0
    for rule in said_rules(load_domain(laptops)):
        place = result.stdout.index(f"{rule.rule}  {rule.place}", place)
        for wording in rule.wordings:
            place = result.stdout.index(f"{wording.key} {wording.number} (line {wording.place.line})", place)
            for saying in wording.sayings:
                for sentence in filter(None, (saying.condition, saying.demand)):
                    place = result.stdout.index(sentence, place)
    heads = [line for line in result.stdout.splitlines() if "rules.yaml" in line]
    assert [line.split()[0] for line in heads if line.endswith("  proposed")] == ["weight"]
    assert "1 rule of 7 with proposed words" in result.stdout


def test_one_rule_as_data(cocoa: Cocoa, laptops: Path) -> None:
    data = json.loads(cocoa("say", laptops, "--rule", "weight", "--json").stdout)
    assert data["domain"] == "laptops"
    (rule,) = data["rules"]
    assert (rule["rule"], rule["slot"], rule["proposed"]) == ("weight", "weight", True)
    first = rule["wordings"][0]
    assert (first["key"], first["number"]) == ("say", 1)
    assert {saying["denied"] for saying in first["sayings"]} == {True, False}
    assert all(saying["condition"].startswith("If it weighs ") for saying in first["sayings"])


def test_another_seed_says_it_with_other_comparisons(cocoa: Cocoa, laptops: Path) -> None:
    one, again, other = (cocoa("say", laptops, "--seed", seed).stdout for seed in (1, 1, 2))
    assert one == again != other
