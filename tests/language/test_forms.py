"""What each sentence pattern means, said in English and by hand: the table is not its own judge."""

from __future__ import annotations

import pytest
import strategies

from cocoa_core.domain.primitives import GroundedLiteral, Primitive, Test
from cocoa_core.generation.wording import Wording
from cocoa_core.language.parser import Parser

DOMAIN = strategies.domain_of(4, fewest=14)
PARSER = Parser(DOMAIN)
CHEAP = GroundedLiteral(Primitive("fare", Test("less", (40_000,))))
LIT = GroundedLiteral(Primitive("lit", Test("is", (True,))))
QUICK = GroundedLiteral(Primitive("time", Test("at_most", (120,))))


@pytest.mark.parametrize(
    ("sentence", "meaning"),
    [
        ("It has to cost under $400.", {CHEAP}),
        ("I'd like it to cost under $400.", {CHEAP}),
        ("I'm only interested if it costs under $400.", {CHEAP}),
        ("It can't have a lamp.", {LIT.negated()}),
        ("I'd like it not to have a lamp.", {LIT.negated()}),
        ("It doesn't matter.", None),
        ("If it has a lamp, it has to cost under $400.", {LIT.negated(), CHEAP}),
        ("If it doesn't have a lamp, then it must cost under $400.", {LIT, CHEAP}),
        ("It should cost under $400 if it has a lamp.", {LIT.negated(), CHEAP}),
        ("Unless it has a lamp, I want it to cost under $400.", {LIT, CHEAP}),
        ("It has to cost under $400 unless it has a lamp.", {LIT, CHEAP}),
        ("It can cost $400 or more only if it has a lamp.", {CHEAP, LIT}),
        ("Either it has to cost under $400, or I want it to have a lamp, or both.", {CHEAP, LIT}),
        ("It has to either cost under $400 or have a lamp, or both.", {CHEAP, LIT}),
        ("Either it must cost under $400, or it must have a lamp.", {CHEAP, LIT}),
        ("It has to either cost under $400 or have a lamp.", {CHEAP, LIT}),
        ("I'm only interested if it costs under $400 or it has a lamp.", {CHEAP, LIT}),
        ("It only works for me if it costs under $400 or it has a lamp.", {CHEAP, LIT}),
        ("It has to cost under $400; otherwise, it must have a lamp.", {CHEAP, LIT}),
        ("It has to cost under $400; if not, it must have a lamp.", {CHEAP, LIT}),
        (
            "If it has a lamp and it costs $400 or more, it has to take at most two hours.",
            {LIT.negated(), CHEAP, QUICK},
        ),
        (
            "Unless it has a lamp or it costs under $400, it has to take at most two hours.",
            {LIT, CHEAP, QUICK},
        ),
        (
            "If it has a lamp, either it must cost under $400, or it must take at most two hours, or both.",
            {LIT.negated(), CHEAP, QUICK},
        ),
        (
            "If it has a lamp, either it must cost under $400, or it must take at most two hours.",
            {LIT.negated(), CHEAP, QUICK},
        ),
        (
            "It can cost $400 or more only if it has a lamp or it takes at most two hours.",
            {CHEAP, LIT, QUICK},
        ),
    ],
)
def test_a_sentence_means_what_a_reader_takes_it_to_mean(
    sentence: str, meaning: set[GroundedLiteral] | None
) -> None:
    readings = PARSER.parse(f"I'm looking for an offer. {sentence}")
    wanted = [] if meaning is None else [[frozenset(one.canonical() for one in meaning)]]
    assert [[frozenset(term) for term in reading] for reading in readings] == wanted


def test_sentences_are_joined_by_and() -> None:
    text = (
        "I'm looking for an offer. "
        "It has to cost under $400, and if it has a lamp, it must take at most two hours."
    )
    (reading,) = PARSER.parse(text)
    assert [frozenset(term) for term in reading] == [
        frozenset({CHEAP}),
        frozenset({LIT.negated(), QUICK.canonical()}),
    ]


def test_a_text_that_can_also_mean_something_else_is_refused() -> None:
    maker = "maker"  # "A or B" is a name of its own; so are "unless" and "either Or"
    named = GroundedLiteral(Primitive(maker, Test("is", ("A or B",)), maker))
    text = "I'm looking for an offer. It has to come from A or B."
    wording = Wording(DOMAIN)
    assert wording.means(text, ((named,),))
    assert not wording.means(text, ((named.negated(),),))
    both = Wording(strategies.renamed(DOMAIN, "Zürich", "A"))
    assert len(both.parser.parse(text.replace("A or B", "A or unless"))) == 1
    twice = Wording(strategies.renamed(strategies.renamed(DOMAIN, "Zürich", "A"), "unless", "B"))
    assert len(twice.parser.parse(text)) == 2
    assert not twice.means(text, ((named,),))
