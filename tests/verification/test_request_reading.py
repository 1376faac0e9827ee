"""Requests: what the realizer writes is read back as what it was to say, and as nothing else."""

from __future__ import annotations

import random
from typing import Any

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from verification import translated

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.primitives import Requirement
from cocoa_core.domain.requirement import canonical, requirement_id, requirement_text
from cocoa_core.language.parser import Parser
from cocoa_core.language.realizer import Realizer, opening
from cocoa_core.verification.domain_reading import VerifierDomain
from cocoa_core.verification.notation import canonical_text, product_text
from cocoa_core.verification.notation import requirement_id as verifier_id
from cocoa_core.verification.patterns import Pattern
from cocoa_core.verification.question_checks import QuestionChecker
from cocoa_core.verification.request_reading import MOST_READINGS, read_request
from cocoa_core.verification.sayings import lexicon_of


def read(domain: Domain, seen: VerifierDomain, text: str) -> set[str]:
    """The canonical texts of all readings of the sentences after the opening."""
    words = {
        slot.name: frozenset(domain.vocabulary(slot.name))
        for slot in domain.schema.slots
        if slot.kind.name in ("category", "set")
    }
    readings = read_request(lexicon_of(seen.rules.values(), seen.slots), seen.slots, words, text)
    return {canonical_text(seen.slots, [term.literals for term in reading]) for reading in readings}


def case(seed: int) -> tuple[Domain, VerifierDomain, Requirement, str]:
    """A random domain, a requirement in it, and its sentences."""
    domain, rng = strategies.domain_of(seed, 14, (6, 10)), random.Random(seed)
    realizer = Realizer(domain)
    requirement: Requirement = ()
    while not requirement:
        requirement = strategies.requirement_of(domain, rng, realizer.sayable)
    text = realizer.realize(requirement, rng)
    return (
        domain,
        translated.verifier_domain(domain),
        requirement,
        text.removeprefix(f"{opening(domain, None)} "),
    )


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_a_request_is_read_back_as_its_requirement(seed: int) -> None:
    domain, seen, requirement, text = case(seed)
    expected = requirement_text(domain.schema, canonical(domain.schema, requirement))
    assert expected in read(domain, seen, text)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_both_readers_find_the_same_readings(seed: int) -> None:
    """Two methods, a trie walked from the left and a text divided from the top, over one language."""
    domain, seen, _, text = case(seed)
    readings = Parser(domain).parse(f"{opening(domain, None)} {text}")
    theirs = {requirement_text(domain.schema, canonical(domain.schema, one)) for one in readings}
    ours = read(domain, seen, text)
    assert ours == theirs or len(ours) > MOST_READINGS


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_notation_and_id_are_those_of_the_engine(seed: int) -> None:
    domain, seen, requirement, _ = case(seed)
    terms = translated.terms(requirement)
    assert product_text(seen.slots, terms) == requirement_text(domain.schema, requirement)
    assert verifier_id(seen.name, canonical_text(seen.slots, terms)) == requirement_id(
        domain.schema, requirement
    )


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("It has to cost under $400.", ["(price < 400)"]),
        ("It must not be nonstop.", ["(!stops < 1)"]),
        ("I don't want it to be nonstop.", ["(!stops < 1)"]),
        ("It has to have no stops.", ["(stops < 1)"]),
        ("Unless it costs under $400, it has to be nonstop.", ["(price < 400 | stops < 1)"]),
        ("If it costs $400 or more, it has to be nonstop.", ["(price < 400 | stops < 1)"]),
        ("It can cost over $400 only if it's nonstop.", ["(price <= 400 | stops < 1)"]),
        ("It has to be nonstop; otherwise, I want every layover to last under two hours.",
         ["(each layover_times < 2h | stops < 1)"]),
        ("I want no layover to be in Dubai.", ['(!layover_cities meets {"Dubai"})']),
        ("It has to cost under $400, and if it isn't nonstop, it has to leave before noon.",
         ["(departure < 12:00 | stops < 1) & (price < 400)"]),
        ("It has to either cost under $400 or fly nonstop, or both.", ["(price < 400 | stops < 1)"]),
        ("At least one of these has to be true: (a) it's nonstop; (b) it costs under $400; "
         "(c) it leaves before noon; or (d) it lands by 6 PM the same day.",
         ["(arrival <= 18:00 | departure < 12:00 | price < 400 | stops < 1)"]),
        ("I can pay at most $400 only if it's nonstop.", []),
        ("It has to cost under $400", []),
        ("It has to cost under 400.", []),
        ("It has to  cost under $400.", []),
        ("It has to cost under $400. ", []),
        ("It has to cost.", []),
        ("It isn't nonstop; otherwise, it has to cost under $400.", []),
        ("It must not be nonstop; otherwise, it has to cost under $400.", []),
        ("It has to be in economy or premium class.", []),
        ("", []),
    ],
)  # fmt: skip
def test_sentences_mean_what_a_person_reads(
    sentence: str, expected: list[str], checker: QuestionChecker
) -> None:
    words = {
        "layover_cities": frozenset({"Dubai"}),
        "ticket_class": frozenset({"economy", "business", "first"}),
    }
    slots = checker.domain.slots
    readings = read_request(checker.lexicon, slots, words, sentence)
    assert [canonical_text(slots, [term.literals for term in one]) for one in readings] == expected


@given(
    st.text("ab ", max_size=12), st.lists(st.sampled_from(["a", "b", " ", "ab", ""]), min_size=1, max_size=4)
)
def test_a_pattern_is_filled_in_every_way_and_in_no_other(text: str, words: list[str]) -> None:
    pattern = Pattern(tuple(words), ("x",) * (len(words) - 1))
    found = list(pattern.fillings(text, 0, len(text)))
    assert len(set(found)) == len(found)
    assert set(found) == set(_by_trying(text, tuple(words)))


@settings(deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4), st.integers(3, 7))
def test_holes_hold_what_fits_them_and_nothing_else(seed: int, holes: int, joints: int) -> None:
    """Whether a part fits a hole is drawn; every filling of parts that all fit is found."""
    text, words = ";".join("ab" * (joints + 1))[: 2 * joints + 1], ("", *[";"] * (holes - 1), "")

    def fits(hole: int, part: tuple[int, int]) -> bool:
        return random.Random(f"{seed} {hole} {part}").random() < 0.5

    expected = {
        spans for spans in _by_trying(text, words) if all(fits(hole, part) for hole, part in enumerate(spans))
    }
    found = list(Pattern(words, ("x",) * holes).fillings(text, 0, len(text), fits))
    assert len(set(found)) == len(found)
    assert set(found) == expected


def test_no_place_is_filled_twice_in_vain() -> None:
    """Twice the text, some four times the looks at most, though nothing comes out of any division."""

    def looks(size: int) -> int:
        seen = []

        def fits(hole: int, part: tuple[int, int]) -> bool:
            seen.append(part)
            return hole < 5

        text = "a;" * size + "a"
        assert not list(Pattern(("",) + (";",) * 5 + ("",), ("x",) * 6).fillings(text, 0, len(text), fits))
        return len(seen)

    assert looks(40) < 4.5 * looks(20) < 4.5 * 4.5 * looks(10)


def _by_trying(text: str, words: tuple[str, ...]) -> list[Any]:
    """Fillings by choosing every end of every hole."""
    if len(words) == 1:
        return [()] if text == words[0] else []
    start = len(words[0])
    if not text.startswith(words[0]):
        return []
    return [
        ((start, end), *((one + end, other + end) for one, other in rest))
        for end in range(start + 1, len(text) + 1)
        for rest in _by_trying(text[end:], words[1:])
    ]
