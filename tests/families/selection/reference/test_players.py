"""The reference models answer from the messages alone, each in its own way."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path

import attrs
import pytest
from reference_replies import last_reply

from cocoa_core.answers import score
from cocoa_core.errors import UsageError
from cocoa_core.families.selection import REFERENCE_MODELS as PLAYERS
from cocoa_core.families.selection import Message, Question, answer, reader_of_folder
from cocoa_core.families.selection.prompting.layout import options_text
from cocoa_core.families.selection.prompting.strategies import STRATEGIES
from cocoa_core.items import Prompting, read_dataset


def prompt(question: Question) -> Message:
    return Message("user", f"Request:\n{question.request}\n\nOptions:\n{options_text(question)}\n\nWell?")


@pytest.mark.parametrize("strategy", list(STRATEGIES))
def test_the_oracle_is_right_about_what_needs_knowledge_too(knowledge_exam: Path, strategy: str) -> None:
    for question in islice(read_dataset(knowledge_exam), 5):
        reply = last_reply(knowledge_exam, "oracle", question, Prompting(strategy=strategy))
        assert score(question, reply).value == 1.0


def test_in_the_last_turn_of_l2m_the_oracle_counts_on_its_own_answers(flights_exam: Path) -> None:
    question = next(iter(read_dataset(flights_exam)))
    other = next(option.label for option in question.options if option.label != question.answer)
    messages = [prompt(question), Message("assistant", f"Met by: {other}"), Message("user", "Decide.")]
    reader = reader_of_folder(flights_exam)
    assert answer(PLAYERS["oracle"], reader, 0, messages) == f"Answer: {other}"
    assert answer(PLAYERS["oracle"], reader, 0, messages[:1]) == f"Answer: {question.answer}"


def test_the_oracle_follows_the_options_and_not_their_letters(flights_exam: Path) -> None:
    reader = reader_of_folder(flights_exam)
    for question in islice(read_dataset(flights_exam), 10):
        turned = [*question.options[1:], question.options[0]]
        moved = tuple(attrs.evolve(one, label=letter) for one, letter in zip(turned, "ABCDE", strict=True))
        at = "ABCDE"[("ABCDE".index(question.answer) - 1) % 5]
        asked = prompt(attrs.evolve(question, options=moved))
        assert answer(PLAYERS["oracle"], reader, 0, [asked]) == f"Answer: {at}"


def test_chance_is_even_and_repeats_itself(flights_exam: Path) -> None:
    questions = list(read_dataset(flights_exam))
    asked = [prompt(question) for question in questions]
    drawn = Counter(answer(PLAYERS["random"], None, seed, [one]) for one in asked for seed in range(40))
    assert set(drawn) == {f"Answer: {letter}" for letter in "ABCDE"}
    assert all(330 < count < 470 for count in drawn.values())
    assert answer(PLAYERS["random"], None, 3, asked[:1]) == answer(PLAYERS["random"], None, 3, asked[:1])


def test_the_first_term_alone_never_excludes_the_right_option(flights_exam: Path) -> None:
    reader = reader_of_folder(flights_exam)
    for question in islice(read_dataset(flights_exam), 10):
        given = {answer(PLAYERS["first-term"], reader, seed, [prompt(question)]) for seed in range(60)}
        assert f"Answer: {question.answer}" in given


def test_a_model_that_reads_needs_the_domain_and_a_question() -> None:
    asked = Message("user", "Request:\nx\n\nOptions:\nOption A\n- Price: $1")
    with pytest.raises(UsageError, match="domain"):
        answer(PLAYERS["oracle"], None, 0, [asked])
    assert "cannot read" in answer(PLAYERS["random"], None, 0, [Message("user", "Hello")])
