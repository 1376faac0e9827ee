"""What is worked out from a record is what the same model says when it is asked directly."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import attrs
import pytest

from cocoa_core.answers import score
from cocoa_core.families.selection import (
    REFERENCE_MODELS,
    Message,
    Question,
    answer,
    reader_of_folder,
    replies_to,
)
from cocoa_core.families.selection.prompting.conversations import prompter_of
from cocoa_core.items import Prompting, read_dataset


def first(exam: Path) -> Question:
    return next(iter(read_dataset(exam)))


@pytest.mark.parametrize(
    "name", ["flights_exam", pytest.param("hotels_exam", marks=pytest.mark.deep), "knowledge_exam"]
)
def test_each_model_replies_as_it_answers_a_direct_prompt(name: str, request: pytest.FixtureRequest) -> None:
    exam: Path = request.getfixturevalue(name)
    prompter, reader = prompter_of(read_dataset(exam), Prompting(strategy="direct")), reader_of_folder(exam)
    named: set[str | None] = set()
    for question in islice(read_dataset(exam), 20):
        conversation = prompter.conversation(question)
        messages = [Message("system", conversation.system)] if conversation.system else []
        messages.append(Message("user", conversation.first))
        replies = replies_to(question, REFERENCE_MODELS.values(), reader)
        for model in REFERENCE_MODELS.values():
            letter = score(question, answer(model, reader, 0, messages)).label
            assert replies.letters[model.name] == letter, model.name
            named.add(letter)
    assert named >= set("ABCDE")


def test_a_request_that_cannot_be_read_is_answered_by_chance_alone(flights_exam: Path) -> None:
    question = attrs.evolve(first(flights_exam), request="I'm looking for a flight. Nothing else.")
    replies = replies_to(question, REFERENCE_MODELS.values(), reader_of_folder(flights_exam))
    assert {name for name, letter in replies.letters.items() if letter} == {"random"}
    assert replies.options is not None


@pytest.mark.parametrize("many", [50, 5_000])
def test_a_request_of_any_length_is_read_or_given_up(flights_exam: Path, many: int) -> None:
    question = first(flights_exam)
    sentence = next(one.text for one in question.sentences if one.terms)
    longer = attrs.evolve(question, request=question.request.replace(sentence, " ".join([sentence] * many)))
    replies = replies_to(longer, REFERENCE_MODELS.values(), reader_of_folder(flights_exam))
    assert (replies.letters["oracle"] is None) == (many > 1_000)


def test_without_the_domain_only_chance_answers(flights_exam: Path) -> None:
    replies = replies_to(first(flights_exam), REFERENCE_MODELS.values(), None)
    assert {name for name, letter in replies.letters.items() if letter} == {"random"}
    assert replies.options is None


def test_options_that_cannot_be_read_leave_chance(flights_exam: Path) -> None:
    question = first(flights_exam)
    broken = attrs.evolve(question.options[0], shown={**question.options[0].shown, "Price": "a lot"})
    spoilt = attrs.evolve(question, options=(broken, *question.options[1:]))
    replies = replies_to(spoilt, REFERENCE_MODELS.values(), reader_of_folder(flights_exam))
    assert (replies.letters["oracle"], replies.options) == (None, None)
    assert replies.letters["random"] is not None
