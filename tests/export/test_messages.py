"""Conversations end with the right answer, hold the prompts of `cocoa evaluate`, and explain it if asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cocoa_core
from cocoa_core.answers import score
from cocoa_core.export import ExportOptions, export
from cocoa_core.families.selection import Question, domain_of, explain
from cocoa_core.families.selection.prompting.conversations import turn_replies
from cocoa_core.families.selection.prompting.layout import find_letters
from cocoa_core.families.selection.prompting.truths import truths_of
from cocoa_core.independent import any_of
from cocoa_core.items import Prompting, read_dataset

STRATEGIES = ("direct", "cot-full", "cot-partial", "l2m")
EXAMS = ("flights", "hotels", "travelled")


def conversations(folder: Path, out: Path, **asked: Any) -> list[tuple[Question, dict[str, Any]]]:
    exported = export(folder, "messages", out, ExportOptions(**asked))
    dataset = read_dataset(folder)
    found = []
    for split in exported.questions:
        side = split if split in dataset.sides else "questions"
        lines = (out / f"{split}.jsonl").read_bytes().splitlines()
        found += list(zip(dataset.side(side), map(json.loads, lines), strict="limit" not in asked))
    return found


@pytest.mark.parametrize("explained", [False, True])
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", EXAMS)
def test_turns_alternate_and_the_last_is_scored_right(
    name: str, strategy: str, explained: bool, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    folder: Path = request.getfixturevalue(name)
    how = {"strategy": strategy, "explain": explained, "limit": 20}
    for question, line in conversations(folder, tmp_path / "out", **how):
        roles = [message["role"] for message in line["messages"]]
        turns = len(question.requirement.terms) + 1 if strategy == "l2m" else 1
        assert roles == ["user", "assistant"] * turns
        assert (line["id"], line["answer"]) == (question.id, question.answer)
        last = line["messages"][-1]["content"]
        assert last.split("\n")[-1] == f"Answer: {question.answer}"
        assert score(question, last).outcome == "right"
        assert question.request in line["messages"][0]["content"]
        assert question.answer not in {message["content"] for message in line["messages"][:-1]}


@pytest.mark.parametrize("name", EXAMS)
def test_the_answers_on_single_conditions_lead_to_the_right_option(
    name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    folder: Path = request.getfixturevalue(name)
    for question, line in conversations(folder, tmp_path / "out", strategy="l2m"):
        replies = [message["content"] for message in line["messages"] if message["role"] == "assistant"]
        letters = [find_letters(reply) or frozenset() for reply in replies[:-1]]
        assert frozenset.intersection(*letters) == {question.answer}
        for met, use in zip(letters, question.certificate.terms, strict=True):
            assert not met & set(use.broken_by)


def test_explanations_are_the_certificate_in_words(hotels: Path, tmp_path: Path) -> None:
    domain = domain_of(read_dataset(hotels))
    for question, line in conversations(hotels, tmp_path / "out", explain=True):
        asked, reply = (message["content"] for message in line["messages"])
        assert "Do not explain" not in asked
        for verdict in explain(question, domain).verdicts:
            assert " ".join(verdict.sentences()) in reply


def test_each_condition_is_explained_by_those_that_break_it(travelled: Path, tmp_path: Path) -> None:
    domain = domain_of(read_dataset(travelled))
    for question, line in conversations(travelled, tmp_path / "out", strategy="l2m", explain=True):
        replies = [message["content"] for message in line["messages"] if message["role"] == "assistant"][:-1]
        for verdict in explain(question, domain).verdicts:
            for reason in verdict.reasons:
                says = "meets" if verdict.right else "does not meet"
                assert f"Option {verdict.label} {says} it: {reason.words()}." in replies[reason.term]


def test_without_a_strategy_the_answer_line_is_all_that_is_said(flights: Path, tmp_path: Path) -> None:
    for question, line in conversations(flights, tmp_path / "out"):
        asked, reply = (message["content"] for message in line["messages"])
        assert "Do not explain" in asked
        assert reply == f"Answer: {question.answer}"


def test_an_option_of_which_a_condition_is_undefined_is_not_among_those_that_meet_it() -> None:
    handle = cocoa_core.load_domain("flights")
    undefined = (
        (question, label, index)
        for question in handle.generate(5_000, seed=7)
        for label, terms in truths_of(question, handle.domain).items()
        for index, truths in enumerate(terms)
        if any_of(truths) is None
    )
    for question, label, place in [next(undefined) for _ in range(5)]:
        replies = turn_replies(question, handle.domain, stepwise=True, with_reasons=False)
        assert label not in (find_letters(replies[place]) or ())


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_users_say_what_evaluate_says(strategy: str, hotels: Path, tmp_path: Path) -> None:
    dataset = read_dataset(hotels)
    prompter = dataset.family.prompter(dataset, Prompting(strategy=strategy, side="train"))
    for question, line in conversations(hotels, tmp_path / "out", strategy=strategy, side="train"):
        messages = prompter.conversation(question)
        users = [message["content"] for message in line["messages"] if message["role"] == "user"]
        assert users == [messages.first, *messages.turns]


def test_a_system_section_is_the_first_message(flights: Path, tmp_path: Path) -> None:
    template = tmp_path / "own.txt"
    template.write_text(
        "=== system ===\nOne {noun}.\n=== question ===\n{request}\n{options}\n", encoding="utf-8"
    )
    for _, line in conversations(flights, tmp_path / "out", prompt=template):
        assert line["messages"][0] == {"role": "system", "content": "One flight."}
        assert [message["role"] for message in line["messages"]] == ["system", "user", "assistant"]


def test_the_folder_loads_as_a_data_set(
    hotels: Path, tmp_path: Path, loaded: dict[str, dict[str, list[dict[str, Any]]]]
) -> None:
    written = conversations(hotels, tmp_path / "out", explain=True)
    found = loaded["messages of hotels"]
    assert list(found) == ["train", "validation", "test"]
    assert [row for split in found.values() for row in split] == [line for _, line in written]
