"""The query-blind classifier finds a leak where there is one, and none in what cocoa writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import attrgetter

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.families.selection import Question, query_blind, reader_of, seen

FLIGHTS = cocoa_core.load_domain("flights")
READER = reader_of(FLIGHTS.domain.files)


@pytest.fixture(scope="module")
def questions() -> list[Question]:
    return list(FLIGHTS.generate(200, seed=9, slots=2, minterms=2))


def share(questions: Sequence[Question]) -> float:
    guesses = query_blind(questions, READER)
    assert guesses is not None
    assert len(guesses.right) == len(questions)
    return sum(guesses.right) / len(questions)


def test_of_five_questions_about_the_same_options_one_is_guessed(questions: list[Question]) -> None:
    guesses = query_blind(questions, READER)
    assert guesses is not None
    asked = Counter(guesses.option_sets)
    guessed = Counter(one for one, right in zip(guesses.option_sets, guesses.right, strict=True) if right)
    assert set(asked.values()) == {5}
    assert guessed == dict.fromkeys(asked, 1)


@given(st.permutations("ABCDE"))
def test_letters_tell_nothing(questions: list[Question], letters: list[str]) -> None:
    question = questions[0]
    named = dict(zip("ABCDE", letters, strict=True))
    options = sorted(
        (attrs.evolve(one, label=named[one.label]) for one in question.options), key=attrgetter("label")
    )
    other = attrs.evolve(
        question, options=tuple(options), answer=named[question.key[0]], key=[named[question.key[0]]]
    )
    one, same = (
        seen(READER, each, READER.options({option.label: option.shown for option in each.options}))
        for each in (question, other)
    )
    assert (one.lines == same.lines).all()
    assert (one.right, one.option_set, one.group) == (same.right, same.option_set, same.group)


def test_an_answer_that_hangs_on_a_price_is_found_out(questions: list[Question]) -> None:
    def dearest(question: Question) -> str:
        prices = {
            option.label: float(option.shown["Price"].strip("$").replace(",", ""))
            for option in question.options
        }
        return max(prices, key=prices.__getitem__)

    assert share([attrs.evolve(one, answer=dearest(one), key=[dearest(one)]) for one in questions]) > 0.6


def test_neither_request_nor_answer_is_among_the_features(questions: list[Question]) -> None:
    question = questions[0]
    other = attrs.evolve(question, request="", answer="E", key=["E"], requirement=questions[1].requirement)
    options = READER.options({option.label: option.shown for option in question.options})
    assert (seen(READER, question, options).lines == seen(READER, other, options).lines).all()


def test_a_single_set_of_options_cannot_be_halved(questions: list[Question]) -> None:
    assert query_blind(questions[:1], READER) is None


def test_questions_whose_answer_is_a_set_have_no_such_line() -> None:
    assert query_blind(FLIGHTS.generate(20, seed=9, slots=2, minterms=2, ask="every"), READER) is None
