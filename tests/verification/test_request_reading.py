"""Requests: what the realizer writes is read back as what it was to say, and as nothing else."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from independent import translated
from verification.well_spoken import said

from cocoa_core.domain import Domain, Requirement, canonical, requirement_id, requirement_text
from cocoa_core.independent import (
    Readings,
    StepBudget,
    TextReader,
    VerifierDomain,
    after_opening,
    before_closing,
    build_clause_grammar,
    canonical_text,
    clauses,
    product_text,
)
from cocoa_core.independent import requirement_id as verifier_id
from cocoa_core.language import Parser, Request

_OPEN = re.compile(r" or |(n't|no) .* and ")


def reader_of(domain: Domain, seen: VerifierDomain, text: str) -> tuple[TextReader, Readings]:
    """The reader of a request whose options show nothing of their group, and all its readings."""
    words = {
        slot.name: frozenset(domain.vocabulary(slot.name))
        for slot in domain.schema.slots
        if slot.kind.name in ("category", "set")
    }
    reader = TextReader(build_clause_grammar(seen.rules.values(), seen.slots), seen.slots, words, text)
    return reader, reader.readings(after_opening(seen, {}, text, StepBudget()), before_closing(seen, text))


def case(seed: int) -> tuple[Domain, VerifierDomain, Requirement, list[Request]]:
    """A random domain, as the verifier has it too, a requirement in it, and ways to say it."""
    domain, requirement, requests = said(seed)
    return domain, translated.verifier_domain(domain), requirement, requests


@given(st.integers(0, 2**32))
def test_a_request_is_read_back_as_its_requirement(seed: int) -> None:
    domain, seen, requirement, requests = case(seed)
    wanted = clauses(seen.slots, translated.terms(requirement))
    for request in requests:
        _, readings = reader_of(domain, seen, request.text)
        meanings = [[term for one in reading for term in one.terms] for reading in readings.kept]
        assert wanted in [clauses(seen.slots, terms) for terms in meanings], request.text
        assert ".." not in request.text  # the full stop of "Salt, Pepper and Co." ends the sentence


@given(st.integers(0, 2**32))
def test_each_sentence_is_read_back_as_its_sum_terms(seed: int) -> None:
    domain, seen, requirement, requests = case(seed)
    for request in requests:
        reader, _ = reader_of(domain, seen, request.text)
        end = -1
        for sentence in request.sentences:
            start, end = end + 1, end + 1 + len(sentence.text)
            wanted = clauses(seen.slots, translated.terms([requirement[term] for term in sentence.terms]))
            read = [clauses(seen.slots, statement.terms) for statement in reader.statements(start, end)]
            assert (wanted in read) == bool(sentence.terms), sentence


@given(st.integers(0, 2**32))
def test_both_readers_find_the_same_readings(seed: int) -> None:
    """Two methods, a trie walked from the left and a text divided from the top, over one language.

    The engine's takes more for possible where a sentence denies and joins ("I can't take A or B"), or a list
    could be two demands ("I need A or B"); more readings only make it refuse more.
    """
    domain, seen, _, requests = case(seed)
    parser = Parser(domain)
    for sentence in (one for request in requests for one in request.sentences if one.terms):
        reader, _ = reader_of(domain, seen, sentence.text)
        ours = {
            clauses(seen.slots, statement.terms) for statement in reader.statements(0, len(sentence.text))
        }
        theirs = {
            clauses(seen.slots, translated.terms(canonical(domain.schema, statement)))
            for statement in parser.statements(sentence.text)
        }
        assert ours <= theirs, sentence.text
        assert ours == theirs or _OPEN.search(sentence.text), sentence.text


@given(st.integers(0, 2**32))
def test_notation_and_id_are_those_of_the_engine(seed: int) -> None:
    domain, seen, requirement, _ = case(seed)
    terms = translated.terms(requirement)
    assert product_text(seen.slots, terms) == requirement_text(domain.schema, requirement)
    assert verifier_id(seen.name, canonical_text(seen.slots, terms)) == requirement_id(
        domain.schema, requirement
    )
