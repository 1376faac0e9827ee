"""A wording is proposed where no rule has it and nothing else can be read from it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cocoa_core
from cocoa_core.domain import requirement_text
from cocoa_core.families.selection.record import LiteralRecord, Question
from cocoa_core.items import read_dataset
from cocoa_core.loading import RULES, read_definition
from cocoa_core.paraphrasing import Offline, Paraphrasing, TaskReply, proposals_of, proposals_text
from cocoa_core.paraphrasing.wordings import _Miner, _with_wording

RATE = {"subject": "the nightly rate", "verb": "stay"}
PROPERTY = {"before": "a lodge with", "noun": {"one": "star", "many": "stars"}}
PRICE = LiteralRecord("price", "price", "less", None, ("300",), True)
STARS = LiteralRecord("stars", "stars", "at_least", None, ("3",), True)


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Paraphrasing:
    folder = tmp_path_factory.mktemp("worded") / "exam"
    cocoa_core.load_domain("hotels").write(folder, 6, seed=4, wishes=2)
    return Paraphrasing(read_dataset(folder), delivery="turns")


@pytest.mark.parametrize(
    ("literal", "sentence", "wording"),
    [
        (PRICE, "The nightly rate has to stay under $300.", RATE),
        (PRICE, "The nightly rate should stay under $300.", RATE),
        (STARS, "I want a lodge with at least three stars.", PROPERTY),
        (PRICE, "The room has to cost under $300 a night.", None),  # a rule has it
        (PRICE, "I want to pay under $300 in extra fees.", None),  # another rule has it
        (PRICE, "The nightly rate has to stay over $300.", None),
        (PRICE, "The nightly rate has to stay, if I am right, under $300.", None),
        (PRICE, "The nightly rate has to not stay under $300.", None),
        (PRICE, "Under $300, please.", None),
    ],
)
def test_what_is_proposed_of_a_sentence(
    work: Paraphrasing, literal: LiteralRecord, sentence: str, wording: dict[str, Any] | None
) -> None:
    """Without a comma, a denial or a comparison of its own; a word that two rules take is for neither."""
    miner, question = _Miner(work.domain), work.subjects[0].question
    proposed = [
        candidate.wording
        for candidate in miner.candidates(literal, sentence)
        if miner.proves(candidate, literal, question, [(literal, question)])
    ]
    assert proposed == ([] if wording is None else [wording])


def answered(work: Paraphrasing, texts: Any) -> dict[str, TaskReply]:
    """Right readings of what a writer says of each part."""
    replies: dict[str, TaskReply] = {}
    while tasks := work.open_tasks(replies):
        for task in tasks:
            right = [requirement_text(work.domain.schema, terms) for terms in task.subject.wanted]
            name, lines = ("Part", texts(task)) if task.role == "writer" else ("Requirement", right)
            text = "\n".join(f"{name} {number}: {line}" for number, line in enumerate(lines, 1))
            replies[task.id] = TaskReply("m", text)
    return replies


def test_each_wording_counts_once_a_rewrite_and_can_be_loaded(work: Paraphrasing) -> None:
    """Whatever the readers took for single wishes, said as "the main point" would be."""
    miner, rules = _Miner(work.domain), {rule.id: rule for rule in work.domain.rules}

    def texts(task: Any) -> list[str]:
        question: Question = task.subject.question
        alone = [term[0] for term in question.requirement.terms if len(term) == 1]
        said = {
            f"The main point has to come {text}."
            for one in alone
            for text, _ in miner._comparisons(rules[one.rule], one)
            if text
        }
        return [" ".join([f"Well, {part}", *sorted(said)]) for part in task.subject.parts]

    proposals = proposals_of(work.rewrites(answered(work, texts)), work.domain)
    for one in proposals:
        files = dict(work.domain.files)
        files[RULES] = _with_wording(files[RULES], one)
        read_definition(files, Path())
        assert 0 < one.passed <= len(work.subjects)
    text = proposals_text(proposals)
    assert all(f"    - id: {proposal.rule}\n" in text and proposal.example in text for proposal in proposals)


def test_the_grammar_has_nothing_to_propose_to_itself(work: Paraphrasing) -> None:
    offline = Offline(work.domain)

    def texts(task: Any) -> list[str]:
        lines = offline.reply("cocoa/grammar", task).splitlines()[1:]
        return [line.partition(": ")[2] for line in lines]

    proposals = proposals_of(work.rewrites(answered(work, texts)), work.domain)
    assert proposals_text(proposals).endswith("rules: {}\n")
