"""Openings, reasons and closings say nothing: what is left without them means the same."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from verification.well_spoken import said

from cocoa_core.domain import Domain, canonical
from cocoa_core.language import Parser, Sentence
from cocoa_core.lexicon import REASONED


def reasons_of(domain: Domain) -> set[str]:
    return {reason for rule in domain.rules for known in rule.reasons.values() for reason in known}


def without_its_reason(sentence: Sentence, reasons: set[str]) -> tuple[str, str]:
    """The reason before a demand, "" for none, and the sentence without it."""
    reason, joined, rest = sentence.text.partition(REASONED)
    said = reason[:1].lower() + reason[1:] if reason not in reasons else reason
    found = next((one for one in reasons if joined and one.lower() == said.lower()), "")
    return (found, rest[0].upper() + rest[1:]) if found else ("", sentence.text)


def meanings(domain: Domain, parser: Parser, text: str) -> set[frozenset[frozenset[object]]]:
    return {
        frozenset(frozenset(term) for term in canonical(domain.schema, reading))
        for reading in parser.statements(text)
    }


@given(st.integers(0, 2**32))
def test_a_request_means_the_same_without_its_inert_texts(seed: int) -> None:
    domain, _, requests = said(seed, inert=True)
    parser, reasons = Parser(domain), reasons_of(domain)
    for request in requests:
        used = [request.sentences[0].text]
        for sentence in request.sentences[1:]:
            if not sentence.terms:
                assert sentence.text in domain.inert.closings
                used.append(sentence.text)
                continue
            reason, bare = without_its_reason(sentence, reasons)
            used += [reason] * bool(reason)
            assert meanings(domain, parser, bare) == meanings(domain, parser, sentence.text)
        assert list(request.inert) == used


@given(st.integers(0, 2**32))
@settings(max_examples=20)
def test_without_inert_texts_there_is_one_opening_and_nothing_else_that_says_nothing(seed: int) -> None:
    domain, _, requests = said(seed, inert=False)
    place = domain.schema.slot("place").kind.show(domain.catalogue.rows[0][domain.schema.position("place")])
    for request in requests:
        opening = f"I live in {place.removesuffix('.')}. What do you have for me?"
        assert request.inert == (opening,)
        assert [sentence.text for sentence in request.sentences if not sentence.terms] == [opening]
        assert not any(without_its_reason(sentence, reasons_of(domain))[0] for sentence in request.sentences)


def test_every_kind_of_inert_text_occurs() -> None:
    """What the laws above hold is there to be held."""
    reasons = closings = False
    for seed in range(300):
        domain, _, requests = said(seed, inert=True)
        for request in requests:
            reasons |= bool(set(request.inert) & reasons_of(domain))
            closings |= bool(set(request.inert) & set(domain.inert.closings))
        if reasons and closings:
            return
    raise AssertionError((reasons, closings))
