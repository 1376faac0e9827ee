"""Least-to-most asks about exactly the sum terms: another parser, with the whole domain, reads them so."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import attrs
import pytest

import cocoa_core
from cocoa_core.domain import Domain
from cocoa_core.errors import FindingsError
from cocoa_core.families.selection import domain_of, grounded
from cocoa_core.families.selection.prompting.sentences import means, sentences_of
from cocoa_core.items import read_dataset
from cocoa_core.language import Parser
from cocoa_core.proof import equivalent


def sentences_and_meanings(exam: Path, domain: Domain) -> int:
    dataset, parser = read_dataset(exam), Parser(domain)
    words = domain_of(dataset)
    count = 0
    for question in dataset:
        sentences = sentences_of(question, words)
        for sentence, term in zip(sentences, question.requirement.terms, strict=True):
            wanted = (tuple(grounded(domain.schema, one) for one in term),)
            readings = parser.statements(sentence)
            assert readings, sentence
            for reading in readings:
                assert equivalent(domain.schema, reading, wanted), sentence
            count += 1
        assert sentences == sentences_of(question, words)
    return count


@pytest.mark.parametrize("name", ["flights_exam", "hotels_exam", "knowledge_exam"])
def test_each_sentence_means_its_sum_term_and_nothing_else(name: str, request: pytest.FixtureRequest) -> None:
    exam: Path = request.getfixturevalue(name)
    domain = cocoa_core.load_domain("hotels" if name == "hotels_exam" else "flights").domain
    assert sentences_and_meanings(exam, domain) > 12


def test_a_sentence_that_means_something_else_is_refused(flights_exam: Path) -> None:
    dataset = read_dataset(flights_exam)
    domain = domain_of(dataset)
    for question in islice(dataset, 10):
        terms, said = question.requirement.terms, sentences_of(question, domain)
        for index, term in enumerate(terms):
            assert [means(one, question, term, domain) for one in said] == [
                other == index for other in range(len(said))
            ]
        assert not means("It has to be nice.", question, terms[0], domain)


def test_what_the_domain_cannot_word_is_a_finding(flights_exam: Path) -> None:
    dataset = read_dataset(flights_exam)
    question = next(iter(dataset))
    literal = attrs.evolve(question.requirement.terms[0][0], rule="nothing")
    spoiled = attrs.evolve(question, requirement=attrs.evolve(question.requirement, terms=((literal,),)))
    with pytest.raises(FindingsError, match=question.id):
        sentences_of(spoiled, domain_of(dataset))
