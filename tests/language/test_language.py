"""Laws of realizer and parser together: parsing undoes realizing, whatever the words."""

from __future__ import annotations

import random

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st

from cocoa_core.domain import Domain, GroundedLiteral, Requirement, canonical
from cocoa_core.domain.kinds import VocabularyKind
from cocoa_core.language import Parser, Realizer, TextSpec
from cocoa_core.language.frames import frames_of
from cocoa_core.loading import load_domain

SEEDS = st.integers(0, 2**32)


def clauses(domain: Domain, requirement: Requirement) -> set[frozenset[object]]:
    return {frozenset(meaning(domain, one) for one in term) for term in canonical(domain.schema, requirement)}


def meaning(domain: Domain, literal: GroundedLiteral) -> object:
    """The literal; of a closed vocabulary the words that it is true of: "B or C" is "neither A nor D"."""
    primitive = literal.primitive
    kind = domain.schema.slot(primitive.slot).kind
    if not isinstance(kind, VocabularyKind) or not kind.closed or kind.name != "category":
        return literal
    return primitive.slot, frozenset(
        word for word in kind.values if (word in primitive.test.args) == literal.positive
    )


def group_of(domain: Domain) -> dict[str, object]:
    return dict(zip((slot.name for slot in domain.schema.slots), domain.catalogue.rows[0], strict=True))


@given(strategies.domains(), SEEDS)
def test_every_reading_of_a_request_means_the_requirement(domain: Domain, seed: int) -> None:
    rng = random.Random(seed)
    realizer, parser = Realizer(domain), Parser(domain)
    for _ in range(3):
        requirement = strategies.requirement_of(domain, rng, realizer.sayable)
        if not requirement:
            continue
        for request in realizer.realize(requirement, rng, TextSpec(group=group_of(domain))):
            text = request.text
            readings = parser.parse(text)
            assert readings, text
            assert ".." not in text  # the full stop of "Salt, Pepper and Co." ends the sentence
            assert clauses(domain, requirement) in [clauses(domain, reading) for reading in readings]
            numbers = [number for sentence in request.sentences for number in sentence.terms]
            assert sorted(numbers) == list(range(len(requirement)))
            for sentence in request.sentences:
                alone = [requirement[number] for number in sentence.terms]
                read = [clauses(domain, reading) for reading in parser.statements(sentence.text)]
                assert not alone or clauses(domain, alone) in read, sentence


@given(strategies.domains(), SEEDS)
@settings(max_examples=30)
def test_every_wording_of_a_literal_is_read_as_that_literal(domain: Domain, seed: int) -> None:
    rng = random.Random(seed)
    realizer, parser = Realizer(domain), Parser(domain)
    for slot in domain.schema.slots[1:]:
        literal = strategies.literal_of(domain, slot.name, rng)
        if literal is None or not realizer.sayable(literal):
            continue
        for one in (literal, literal.negated()):
            text = f"If {realizer.clause(one)}, {realizer.sentence((one,), rng)[:-1]}."
            readings = [clauses(domain, reading) for reading in parser.statements(text)]
            said = {frozenset(meaning(domain, each.canonical()) for each in (one, one.negated()))}
            assert said in readings, text


@given(strategies.domains(), SEEDS)
@settings(max_examples=30)
def test_a_request_without_one_sentence_is_not_read_as_the_whole(domain: Domain, seed: int) -> None:
    rng = random.Random(seed)
    realizer, parser = Realizer(domain), Parser(domain)
    requirement = strategies.requirement_of(domain, rng, realizer.sayable)
    if len(clauses(domain, requirement)) < 2:
        return
    text = realizer.realize(requirement[:-1], rng, TextSpec(group=group_of(domain)))[0].text
    wanted = clauses(domain, requirement)
    if clauses(domain, requirement[:-1]) != wanted:
        assert all(clauses(domain, reading) != wanted for reading in parser.parse(text))


def test_text_is_a_function_of_its_arguments() -> None:
    domain = strategies.domain_of(11)
    realizer = Realizer(domain)
    requirement = strategies.requirement_of(domain, random.Random(1), realizer.sayable)
    first, again, other = (realizer.realize(requirement, random.Random(seed)) for seed in (5, 5, 6))
    assert [one.cost for one in first] == sorted(one.cost for one in first)
    assert first == again
    assert first != other


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "Book me a flight.",
        "I'm looking for an offer. It costs",
        "I'm looking for an offer. If it costs.",
    ],
)
def test_what_the_grammar_does_not_cover_has_no_reading(text: str) -> None:
    domain = strategies.domain_of(3, fewest=14)
    assert not [reading for reading in Parser(domain).parse(text) if reading]


def test_values_with_connectives_and_full_stops_are_read_whole() -> None:
    domain = strategies.domain_of(4, fewest=14)
    text = (
        "I'm after an offer in Salt, Pepper and Co.. If it comes from A or B or unless, it has to cost under "
        "$400. I want every extra to be either Or or St. John's."
    )
    readings = Parser(domain).parse(text)
    assert len(readings) == 1
    values = [literal.primitive.test.args for term in readings[0] for literal in term]
    assert ("A or B", "unless") in values
    assert ("St. John's", "either Or") in values


def test_there_are_several_of_what_is_counted() -> None:
    """ "There is more than one stop" has the other verb."""
    counted = [
        frame
        for frame in frames_of(load_domain("flights"))
        if frame.plural and frame.noun and frame.statement.op in ("at_most", "more", "at_least")
    ]
    assert counted
    assert not any(phrase.fits((1,)) for frame in counted for phrase in frame.phrases)
