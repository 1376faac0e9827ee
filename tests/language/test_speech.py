"""How the requests of a domain speak: of wishes, with plain words for attributes, or of facts."""

from __future__ import annotations

import random
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from attrs import evolve
from independent import translated

from cocoa_core.domain import Domain, GroundedLiteral, Primitive, Test
from cocoa_core.errors import DomainError
from cocoa_core.independent import build_clause_grammar, clauses, read_request
from cocoa_core.language import Parser, Realizer
from cocoa_core.lexicon import SPEECHES
from cocoa_core.loading import load_domain, read_schema, read_yaml

SCHEMA = "name: x\nversion: 1\nnoun: record\nspeech: {}\nslots: {{a: {{kind: boolean}}}}\n"
TEXTS = {
    "schema.yaml": """
name: wages
version: "1"
noun: record
slots:
  sex: {kind: category, closed: true, values: [female, male]}
  wage: {kind: quantity, unit: number, min: 0, max: 90}
  age: {kind: quantity, unit: number, min: 0, max: 90}
""",
    "rules.yaml": """
rules:
  sex: [{id: sex, tests: [is], say: [{subject: the sex, verb: be}]}]
  wage:
    - {id: wage, tests: [less, at_most, more, at_least], want: [{before: a wage of}],
       say: [{subject: the wage, verb: be}, {verb: have, before: a wage of}]}
  age: [{id: age, tests: [less, at_most, more, at_least], say: [{subject: the age, verb: be}]}]
""",
    "catalogue.csv": "id,sex,wage,age\na,female,20,30\nb,male,30,20\nc,female,40,60\n",
}
OLD = GroundedLiteral(Primitive("age", Test("at_least", (60,)), "age"))
YOUNG = GroundedLiteral(Primitive("age", Test("at_most", (30,)), "age"))
PAID = GroundedLiteral(Primitive("wage", Test("less", (40,)), "wage"))
NOT_FEMALE = GroundedLiteral(Primitive("sex", Test("is", ("female",)), "sex"), positive=False)
TERMS = ((OLD,), (PAID,), (NOT_FEMALE,), (PAID, OLD), (OLD, NOT_FEMALE))
CUSTOMERS = re.compile(r"\b(?:I|I'd|me|my)\b|is fine")


def speaking(speech: str) -> Domain:
    with TemporaryDirectory() as folder:
        for name, text in TEXTS.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        domain = load_domain(folder)
    return evolve(domain, schema=evolve(domain.schema, speech=speech))


def texts_of(speech: str) -> list[str]:
    realizer = Realizer(speaking(speech))
    return [
        sentence.text
        for requirement in (((PAID,), (NOT_FEMALE,)), ((PAID, OLD), (YOUNG,)), ((YOUNG, PAID), (NOT_FEMALE,)))
        for seed in range(60)
        for sentence in realizer.realize(requirement, random.Random(seed))[0].sentences
        if sentence.statement is not None
    ]


def test_facts_are_said_without_a_customer() -> None:
    texts = texts_of("facts")
    assert not [text for text in texts if CUSTOMERS.search(text)]
    assert any(" must " in text for text in texts)
    assert any(map(CUSTOMERS.search, texts_of("wishes")))


@pytest.mark.parametrize("speech", sorted(SPEECHES.keys() - {"facts"}))
def test_only_facts_must_be(speech: str) -> None:
    assert not [text for text in texts_of(speech) if " must " in text]


def test_offers_want_things_and_not_attributes_to_be_something() -> None:
    wanting = re.compile(r"\bI(?:'d like| want| need| don't want) (?:the|it)\b")
    assert any(map(wanting.search, texts_of("wishes")))
    assert not any(map(wanting.search, texts_of("offers")))
    assert any("a wage" in text for text in texts_of("offers") if text.startswith("I "))


@pytest.mark.parametrize("speech", SPEECHES)
def test_both_readers_read_every_demand(speech: str) -> None:
    domain = speaking(speech)
    realizer, parser, seen = Realizer(domain), Parser(domain), translated.verifier_domain(domain)
    lexicon = build_clause_grammar(seen.rules.values(), seen.slots)
    for term in TERMS:
        wanted = clauses(seen.slots, translated.terms((term,)))
        for text in {realizer.sentence(term, random.Random(seed)) for seed in range(60)}:
            assert parser.statements(text), text
            readings = read_request(lexicon, seen.slots, {"sex": ("female", "male")}, text)
            assert [clauses(seen.slots, [part.literals for part in each]) for each in readings] == [wanted]


def test_of_two_words_the_other_one_is_said() -> None:
    """A customer who does not want the one still says so."""
    said = {
        speech: {
            Realizer(speaking(speech)).sentence((NOT_FEMALE,), random.Random(seed)) for seed in range(20)
        }
        for speech in SPEECHES
    }
    assert all(" male" in text for text in said["facts"] | said["offers"])
    assert all("female" in text for text in said["wishes"])


def test_a_speech_is_one_of_those_listed() -> None:
    assert read_schema(read_yaml(SCHEMA.format("facts").encode(), "s")).speech == "facts"
    with pytest.raises(DomainError, match="one of wishes, offers, facts"):
        read_schema(read_yaml(SCHEMA.format("sermons").encode(), "s"))
