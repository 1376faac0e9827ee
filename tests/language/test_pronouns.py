"""What options are called: verbs agree with the pronoun, and both readers read it."""

from __future__ import annotations

import random
import re

import pytest
from attrs import evolve
from independent import translated

from cocoa_core.domain import Domain, GroundedLiteral, Primitive, Test
from cocoa_core.errors import DomainError
from cocoa_core.independent import build_clause_grammar, clauses, read_request
from cocoa_core.language import Parser, Realizer, TextSpec
from cocoa_core.loading import load_domain, read_schema, read_yaml

SCHEMA = "name: x\nversion: 1\nnoun: tutor\npronoun: {}\nslots: {{a: {{kind: boolean}}}}\n"


@pytest.fixture(scope="module")
def diamonds() -> Domain:
    return load_domain("diamonds")


@pytest.mark.parametrize(
    ("pronoun", "stated", "has"),
    [
        ("it", "it costs", "it has to"),
        ("they", "they cost", "they have to"),
        ("she", "she costs", "she has to"),
        ("he", "he costs", "he has to"),
    ],
)
def test_verbs_agree_and_both_readers_read_it(diamonds: Domain, pronoun: str, stated: str, has: str) -> None:
    domain = evolve(diamonds, schema=evolve(diamonds.schema, pronoun=pronoun))
    realizer, parser, seen = Realizer(domain), Parser(domain), translated.verifier_domain(domain)
    lexicon = build_clause_grammar(seen.rules.values(), seen.slots)
    weight = GroundedLiteral(Primitive("carat", Test("at_least", (100,)), "weight"))
    price = GroundedLiteral(Primitive("price", Test("less", (100000,)), "price"))
    limit = GroundedLiteral(Primitive("carat", Test("at_most", (100,)), "weight"))  # "they can't weigh more"
    for term in ((weight,), (limit,), (price, weight)):
        wanted = clauses(seen.slots, translated.terms((term,)))
        sentences = {realizer.sentence(term, random.Random(seed)) for seed in range(200)}
        for text in sentences:
            assert parser.statements(text), text
            readings = read_request(lexicon, seen.slots, {}, text)
            assert [clauses(seen.slots, [term.literals for term in reading]) for reading in readings] == [
                wanted
            ]
        said = "\n".join(sentences).lower()
        assert has in said
        assert len(term) == 1 or f"if {stated} " in said


def test_an_option_is_called_by_its_pronoun_where_the_clause_before_is_about_it(diamonds: Domain) -> None:
    realizer = Realizer(diamonds)
    weight = GroundedLiteral(Primitive("carat", Test("at_least", (100,)), "weight"))
    price = GroundedLiteral(Primitive("price", Test("less", (100000,)), "price"))
    named = re.compile(r"\b(?:the|my) (?:diamond|stone|gem) (?:costs|weighs|is|should|can't|has|needs|to)\b")
    plainly = TextSpec(reasons=False)  # after a reason the option is named again
    texts = [
        realizer.realize(requirement, random.Random(seed), plainly)[0].text
        for requirement in (((price, weight),), ((price,), (weight,)))
        for seed in range(100)
    ]
    assert max(len(named.findall(text.casefold())) for text in texts) == 1


def test_an_option_that_was_not_named_is_called_by_a_noun(diamonds: Domain) -> None:
    """After "Forget the color grade." an "it" would be the color grade."""
    realizer = Realizer(diamonds)
    weight = GroundedLiteral(Primitive("carat", Test("at_least", (100,)), "weight"))
    price = GroundedLiteral(Primitive("price", Test("less", (100000,)), "price"))
    draws = [
        *(
            realizer.sentence(term, random.Random(seed), option_named=False)
            for term in ((weight,), (price,), (price, weight), (weight, price))
            for seed in range(200)
        ),
        *(realizer.condition(price, random.Random(seed)) for seed in range(200)),
    ]
    pronoun, noun = re.compile(r"\bit\b", re.IGNORECASE), re.compile(r"\b(?:diamond|stone|gem)\b")
    called = [text for text in draws if pronoun.search(text)]
    assert called
    assert all(noun.search(text.partition(pronoun.search(text)[0])[0]) for text in called)


def test_an_opening_that_is_given_stays_and_is_what_pronouns_follow(diamonds: Domain) -> None:
    realizer = Realizer(diamonds)
    weight = GroundedLiteral(Primitive("carat", Test("at_least", (100,)), "weight"))
    for opening, named in (("I want this stone.", True), ("I like the ring.", False)):
        spec = TextSpec(inert=False, opening=opening)
        requests = [realizer.realize(((weight,),), random.Random(seed), spec)[0] for seed in range(60)]
        assert {request.sentences[0].text for request in requests} == {opening}
        assert any(request.sentences[1].text.startswith("It ") for request in requests) == named


def test_a_pronoun_is_one_of_four() -> None:
    assert read_schema(read_yaml(SCHEMA.format("she").encode(), "s")).pronoun == "she"
    with pytest.raises(DomainError, match="one of it, they, she, he"):
        read_schema(read_yaml(SCHEMA.format("xe").encode(), "s"))
