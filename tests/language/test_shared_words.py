"""What two values or two sentences share: a unit, an order, an "and"; on diamonds, by both readers."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from verification import translated

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.loading import load_domain
from cocoa_core.domain.primitives import GroundedLiteral, Primitive, Test
from cocoa_core.language.parser import Parser
from cocoa_core.language.realizer import Realizer
from cocoa_core.verification.normal_form import clauses
from cocoa_core.verification.request_reading import read_request
from cocoa_core.verification.sayings import lexicon_of

GRADES = ("IF", "VVS1", "VVS2", "VS1", "VS2", "SI1", "SI2", "I1")


@pytest.fixture(scope="module")
def diamonds() -> Domain:
    return load_domain("diamonds")


@pytest.fixture(scope="module")
def realizer(diamonds: Domain) -> Realizer:
    return Realizer(diamonds)


@pytest.fixture(scope="module")
def parser(diamonds: Domain) -> Parser:
    return Parser(diamonds)


@settings(max_examples=25, deadline=None)
@given(low=st.integers(20, 300), width=st.integers(1, 60), positive=st.booleans(), seed=st.integers(0, 999))
def test_the_ends_of_a_range_share_their_unit(
    diamonds: Domain, realizer: Realizer, parser: Parser, low: int, width: int, positive: bool, seed: int
) -> None:
    test = Test("within", (low, low + width))
    literal = GroundedLiteral(Primitive("carat", test, "weight-range"), positive)
    text = realizer.realize(((literal,),), random.Random(seed))
    assert text.count(" carats") == 1
    assert parser.parse(text) == (((literal.canonical(),),),)
    seen = translated.verifier_domain(diamonds)
    sentence = text.removeprefix("I'm looking for a diamond. ")
    readings = read_request(lexicon_of(seen.rules.values(), seen.slots), seen.slots, {}, sentence)
    wanted = clauses(seen.slots, translated.terms(((literal,),)))
    assert [clauses(seen.slots, [term.literals for term in one]) for one in readings] == [wanted]


def test_a_unit_is_left_out_before_and_only(parser: Parser) -> None:
    assert parser.parse("I'm looking for a diamond. It has to weigh between 0.3 and 0.4 carats inclusive.")
    assert not parser.parse("I'm looking for a diamond. It has to weigh under 0.3.")
    assert not parser.parse("I'm looking for a diamond. It has to weigh between 0.3 and 0.4 inclusive.")


@given(grades=st.lists(st.sampled_from(GRADES), min_size=2, max_size=4, unique=True))
def test_words_of_a_closed_vocabulary_stand_in_its_order(realizer: Realizer, grades: list[str]) -> None:
    test = Test("one_of", tuple(sorted(grades)))
    said = realizer.clause(GroundedLiteral(Primitive("clarity", test, "clarity")))
    assert re.findall(r"[IVS]+F?[12]?", said) == sorted(grades, key=GRADES.index)


def test_only_a_demand_has_another_sentence_behind_and(realizer: Realizer, parser: Parser) -> None:
    price, weight, height = (
        GroundedLiteral(Primitive(slot, Test("less", (value,)), rule))
        for slot, value, rule in (
            ("price", 40_000, "price"),
            ("carat", 50, "weight"),
            ("height", 300, "height"),
        )
    )
    for seed in range(300):
        text = realizer.realize(((price,), (weight,), (height,)), random.Random(seed))
        assert len(parser.parse(text)) == 1, text
        assert not re.search(r"only interested if [^.]*, and ", text), text
