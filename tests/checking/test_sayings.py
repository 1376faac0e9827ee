"""Every wording of every rule is said both ways, and each sentence reads as the literal beside it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from checking.laptops import RULES, edited, write_laptops
from hypothesis import given, settings
from hypothesis import strategies as st

from cocoa_core.checking import Saying, check_domain, said_rules
from cocoa_core.domain import Domain, Requirement, literal_text
from cocoa_core.errors import UsageError
from cocoa_core.language import Grammar, Parser, grammar_of, tokenize
from cocoa_core.loading import load_domain
from cocoa_core.proof import equivalent

FREE = "      also: [{test: at_most, value: 500, verb: be, complement: a bargain}]\n"
THING = "      want: [{before: a price of}]\n"


@cache
def shipped(name: str) -> Domain:
    return load_domain(name)


def laptops(folder: Path, rules: str = RULES) -> Domain:
    return load_domain(write_laptops(folder / "laptops", rules=rules))


@cache
def readers(name: str) -> tuple[Parser, Grammar]:
    return Parser(shipped(name)), grammar_of(shipped(name))


def readings(name: str, saying: Saying) -> Iterator[Requirement]:
    """All that the sentences of a saying can be read as."""
    parser, grammar = readers(name)
    if saying.demand:
        statements = parser.statements(saying.demand)
        assert statements, saying.demand
        yield from statements
    if saying.condition:
        words = tokenize(saying.condition.removeprefix("If ").removesuffix(", ..."))
        literals = list(grammar.readings("cond", words, tuple(word.casefold() for word in words)))
        assert literals, saying.condition
        yield from (((literal,),) for literal in literals)


@pytest.mark.deep
@given(place=st.integers(0, 30), seed=st.integers(0, 1000))
@settings(max_examples=5)
def test_each_sentence_means_the_literal_beside_it(place: int, seed: int) -> None:
    domain = shipped("hotels")
    (words,) = said_rules(domain, domain.rules[place % len(domain.rules)].id, seed)
    for saying in (one for wording in words.wordings for one in wording.sayings):
        assert saying.text == literal_text(domain.schema.slot(words.slot).kind, saying.literal)
        for reading in readings("hotels", saying):
            assert equivalent(domain.schema, reading, ((saying.literal,),)), (saying, reading)


def test_every_wording_of_the_file_is_said_affirmed_and_denied_and_has_its_line(tmp_path: Path) -> None:
    with_free = edited(RULES, ("      draw: {grid: 100}\n", f"      draw: {{grid: 100}}\n{FREE}{THING}"))
    domain = laptops(tmp_path, with_free)
    rules = said_rules(domain)
    assert [one.rule for one in rules] == [rule.id for rule in domain.rules]
    lines = (domain.folder / "rules.yaml").read_text(encoding="utf-8").splitlines()
    for rule, words in zip(domain.rules, rules, strict=True):
        numbers = [(key, n + 1) for key in ("say", "want", "also") for n in range(len(getattr(rule, key)))]
        assert [(one.key, one.number) for one in words.wordings] == numbers
        for wording in words.wordings:
            assert "{" in lines[wording.place.line - 1]
            assert {saying.denied for saying in wording.sayings} == {False, True}
            assert all(saying.demand for saying in wording.sayings)
            assert all(bool(saying.condition) == (wording.key != "want") for saying in wording.sayings)
    price = rules[1]
    assert [len(one.sayings) for one in price.wordings] == [4, 4, 4, 2]
    assert {saying.condition for saying in price.wordings[3].sayings} == {
        "If it's a bargain, ...",
        "If it isn't a bargain, ...",
    }


def test_one_rule_is_said_alone_and_as_among_all(tmp_path: Path) -> None:
    domain = laptops(tmp_path)
    (alone,) = said_rules(domain, "battery", 3)
    assert alone in said_rules(domain, seed=3)
    assert said_rules(domain, seed=3) == said_rules(domain, seed=3)
    with pytest.raises(UsageError, match="no rule 'batery'") as error:
        said_rules(domain, "batery")
    assert error.value.fix == "did you mean 'battery'?"


def test_words_that_nobody_has_read_are_marked_and_listed_until_the_line_is_deleted(tmp_path: Path) -> None:
    marked = edited(RULES, ("    - id: screen\n", "    - id: screen\n      proposed: true\n"))
    marked = edited(marked, ("    - id: ports\n", "    - id: ports\n      proposed: false\n"))
    domain = laptops(tmp_path, marked)
    assert [rule.rule for rule in said_rules(domain) if rule.proposed] == ["screen"]
    listed = [
        finding
        for finding in check_domain(domain.folder, quick=True).findings
        if finding.code == "words-proposed"
    ]
    assert [(one.severity, one.place.line) for one in listed] == [("info", 40)]
    assert f"cocoa say {domain.folder} --rule screen" in str(listed[0].fix)
    assert "'screen'" in listed[0].problem
    assert "screen" in listed[0].problem.partition(": ")[2]
