"""What holds of every ask: one contract, whoever adds one."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from attrs import fields
from hypothesis import given, settings
from hypothesis import strategies as st
from reference_replies import last_reply, prompter_in

import cocoa_core
from cocoa_core.families.selection import (
    ASKS,
    FAMILY,
    Question,
)
from cocoa_core.families.selection.asking import PromptText
from cocoa_core.families.selection.prompting.conversations import prompter_of
from cocoa_core.families.selection.record import GRANULARITIES, labels_of
from cocoa_core.items import Prompting, read_dataset
from cocoa_core.verification.selection.asks import ASKS as VERIFIED

COUNT = 8
every_ask = pytest.mark.parametrize("name", list(ASKS))


@cache
def written(name: str) -> Path:
    """A data set of a few questions of an ask over flights."""
    folder = Path(tempfile.mkdtemp()) / name
    cocoa_core.load_domain("flights").write(folder, COUNT, seed=6, ask=name)
    return folder


@cache
def questions(name: str) -> Sequence[Question]:
    return tuple(read_dataset(written(name)))  # type: ignore[arg-type]


def test_the_verifier_knows_the_same_asks() -> None:
    assert list(VERIFIED) == list(ASKS) == list(FAMILY.asks)


@every_ask
def test_records_name_their_ask_and_come_back_as_they_were(name: str) -> None:
    for question in questions(name):
        assert question.ask == name
        assert Question.read(question.line()) == question
        assert bool(question.asked) == ("asked" in json.loads(question.line()))
        labels = tuple(option.label for option in question.options)
        assert labels == labels_of(len(labels))
        assert all(isinstance(part, str) for part in question.key)
        assert question.answer in (None, *question.key)


@every_ask
@pytest.mark.parametrize("granularity", GRANULARITIES)
def test_a_record_of_which_a_label_is_missing_is_refused(name: str, granularity: str) -> None:
    question = questions(name)[0]
    record = json.loads(question.line())
    assert FAMILY.read(question.line()) == question
    if record.get("composition") is not None:
        del record["composition"]["labels"][granularity]
        with pytest.raises(ValueError, match=r"composition\.labels"):
            FAMILY.read(json.dumps(record).encode())


@every_ask
def test_what_a_right_reply_states_is_right_and_anything_else_is_not(name: str) -> None:
    ask = ASKS[name]
    asked = questions(name)
    for question in asked:
        right = ask.score(question, f"Answer: {ask.target_reply(question)}")
        assert (right.value, right.outcome) == (1.0, "right")
        assert set(right.metrics) == set(ask.figures)
        assert ask.target_reply(question) in ask.conclusion(question) or not question.key
        for other in asked:
            said = ask.score(question, f"Answer: {ask.target_reply(other)}")
            assert said.value == float(other.key == question.key)
        for unread in ("", "I cannot tell.", "Answer:", "Answer: it depends"):
            score = ask.score(question, unread)
            assert (score.value, score.outcome) == (0.0, "unparsed")
            assert set(score.metrics) <= set(ask.figures)


@every_ask
@given(reply=st.text())
@settings(max_examples=25)
def test_no_text_breaks_a_scorer(name: str, reply: str) -> None:
    assert ASKS[name].score(questions(name)[0], reply).outcome in ("right", "wrong", "unparsed")


@every_ask
def test_words_are_sentences_and_end_in_the_form_of_the_answer(name: str) -> None:
    ask = ASKS[name]
    for question in questions(name):
        words = ask.words(question)
        assert words.form.split("\n")[-1].startswith("Answer: ")
        for field in fields(PromptText):
            text = getattr(words, field.name)
            assert text.strip() == text, field.name
            whole = field.name in ("task", "question", "method", "partial", "now", "step")
            assert not whole or not text or text[0].isupper(), field.name
            assert field.name not in ("task", "method", "partial", "now") or text.endswith((".", "?")), (
                field.name
            )
        assert 0 < ask.chance(question) < 1


@every_ask
def test_an_explanation_ends_with_the_answer(name: str) -> None:
    domain = cocoa_core.load_domain("flights").domain
    for question in questions(name):
        explanation = cocoa_core.families.selection.explain(question, domain)
        assert explanation.text().endswith(ASKS[name].conclusion(question))


def conversed(name: str, model: str, strategy: str, seed: int = 0) -> list[float]:
    """What the model gets for each question of an ask, from its messages alone."""
    how, values = Prompting(strategy=strategy), []
    for question in read_dataset(written(name)):
        reply = last_reply(written(name), model, question, how, seed)
        values.append(ASKS[name].score(question, reply).value)
        right = prompter_in(written(name), how).replies(question)[-1]
        assert ASKS[name].score(question, right).value == 1.0
    return values


@pytest.mark.parametrize("strategy", ["direct", "l2m"])
@every_ask
def test_a_model_that_reads_is_right_and_one_that_always_slips_is_not(name: str, strategy: str) -> None:
    assert conversed(name, "oracle", strategy) == conversed(name, "slips-0", strategy) == [1.0] * COUNT
    assert sum(conversed(name, "slips-1", strategy)) < COUNT  # some slips leave a count as it is


@every_ask
def test_who_guesses_or_reads_the_first_condition_alone_is_not_always_right(name: str) -> None:
    for model in ("random", "first-term", "literals"):  # of eight answers yes or no all are right at times
        assert sum(sum(conversed(name, model, "direct", seed)) for seed in range(4)) < 4 * COUNT


@every_ask
def test_a_prompt_has_the_mark_of_its_ask_and_of_no_other(name: str) -> None:
    prompter = prompter_of(read_dataset(written(name)), Prompting(strategy="direct"))
    for question in questions(name):
        text = prompter.conversation(question).first
        assert [one for one, ask in ASKS.items() if ask.mark in text] == [name]
