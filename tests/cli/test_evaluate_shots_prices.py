"""`cocoa evaluate` with examples and prices, and how often it says how far it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from calling import OFFLINE, Cocoa, rows_of
from evaluation.local_server import LocalServer

import cocoa_core
from cocoa_core.errors import UsageError
from cocoa_core.items import Prompting

LOCAL = ("-m", "openai-api/local/served")
SHOTS = 3


def test_examples_stand_before_the_question_and_are_not_scored(
    cocoa: Cocoa, exam: Path, server: LocalServer, tmp_path: Path
) -> None:
    call = (exam, *LOCAL, "--shots", SHOTS, "--log-dir", tmp_path, "--json")
    result = cocoa("evaluate", *call, **OFFLINE)
    assert result.exit_code == 0, result.stderr[-2000:]
    dataset = cocoa_core.read_dataset(exam)
    keys = [question.answer for question in dataset]
    (model,) = json.loads(result.stdout)["models"]
    assert (model["answers"], model["right"]) == (len(keys), keys.count("B"))
    assert len(server.bodies) == len(keys)
    for body in server.bodies:
        said = body["messages"]
        assert [message["role"] for message in said] == ["user", "assistant"] * SHOTS + ["user"]
    told = json.loads(cocoa("analyze", tmp_path, "--json", "--no-reference").stdout)
    runs = rows_of(told, "runs")
    assert [row["strategy"] for row in runs] == [f"direct ({SHOTS}-shot)"]


@pytest.mark.parametrize("strategy", ["direct", "cot-full", "cot-partial"])
def test_every_question_has_so_many_examples_that_give_nothing_away(tmp_path: Path, strategy: str) -> None:
    cocoa_core.load_domain("hotels").write(tmp_path / "exam", 60, seed=9)  # whole rings share their options
    dataset = cocoa_core.read_dataset(tmp_path / "exam")
    questions = list(dataset)
    prompter = dataset.family.prompter(dataset, Prompting(strategy=strategy, shots=SHOTS))
    plain = dataset.family.prompter(dataset, Prompting(strategy=strategy))
    assert prompter.digest != plain.digest
    for question in questions:
        messages = prompter.conversation(question)
        texts = [messages.first, *(text for pair in messages.examples for text in pair)]
        shown = [one for one in questions if any(one.request in text for text in texts) and one != question]
        assert len(shown) == SHOTS
        rows = {option.row for option in question.options}
        for one in shown:
            assert one.requirement.id != question.requirement.id
            assert not rows & {option.row for option in one.options}
            replies = [reply for asked, reply in messages.examples if one.request in asked]
            assert replies == ([f"Answer: {one.answer}"] if strategy == "direct" else [])
        assert prompter.conversation(question) == messages


@pytest.mark.parametrize(("strategy", "shots"), [("l2m", 1), ("cot-full", 0), ("direct", 10), ("direct", 51)])
def test_examples_that_cannot_be_shown_are_refused(exam: Path, strategy: str, shots: int) -> None:
    dataset = cocoa_core.read_dataset(exam)
    how = Prompting(strategy=strategy, shots=shots)
    with pytest.raises(UsageError):
        dataset.family.prompter(dataset, how).conversation(next(iter(dataset)))


def test_a_question_about_the_same_options_is_no_example_though_one_is_lacking(tmp_path: Path) -> None:
    cocoa_core.load_domain("hotels").write(tmp_path / "exam", 25, seed=9)
    dataset = cocoa_core.read_dataset(tmp_path / "exam")
    first, *others = dataset
    rows = {option.row for option in first.options}
    apart = {other.requirement.id for other in others if not rows & {option.row for option in other.options}}
    assert len(apart) < len(others)
    for shots, fits in ((len(apart), True), (len(apart) + 1, False)):
        prompter = dataset.family.prompter(dataset, Prompting(strategy="direct", shots=shots))
        if fits:
            assert len(prompter.conversation(first).examples) == shots
        else:
            with pytest.raises(UsageError, match="too few"):
                prompter.conversation(first)


def usage(cocoa: Cocoa, logs: Path) -> dict[str, Any]:
    (row,) = rows_of(json.loads(cocoa("analyze", logs, "--json", "--no-reference").stdout), "usage")
    return row


def test_a_price_makes_dollars_of_the_tokens_of_a_server_of_ones_own(
    cocoa: Cocoa, exam: Path, server: LocalServer, tmp_path: Path
) -> None:
    call = (exam, *LOCAL, "--price", "1.5,6", "--log-dir", tmp_path, "--limit", 3, "--json")
    result = cocoa("evaluate", *call, **OFFLINE)
    assert result.exit_code == 0, result.stderr[-2000:]
    row = usage(cocoa, tmp_path)
    assert row["input_tokens"] > 0
    assert row["cost"] == pytest.approx((1.5 * row["input_tokens"] + 6 * row["output_tokens"]) / 1e6)
