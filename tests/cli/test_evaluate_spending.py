"""What a run may take is bounded: for a question, for a call, and where a server says nothing."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path

import pytest
from calling import OFFLINE, Cocoa, evaluated, models
from evaluation.local_server import LocalServer, Messages, Reply, completion
from inspect_ai.log import EvalSample, list_eval_logs, read_eval_log
from servers.chat_faults import FAULTS, TEXT

import cocoa_core
from cocoa_core.evaluation import retry_policy, task
from cocoa_core.text import counted

LOCAL = ("-m", "openai-api/local/served")
QUESTIONS = 10


def costing(read: int, written: int) -> Reply:
    """A right form of answer that takes so many tokens."""
    usage = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
    return Reply(200, {**completion(TEXT), "usage": usage})


def samples_in(logs: Path) -> list[EvalSample]:
    """All samples of all logs in a folder."""
    return [sample for log in list_eval_logs(str(logs)) for sample in read_eval_log(log).samples or ()]


@pytest.mark.parametrize(
    ("reply", "cap", "answered", "spent"),
    [
        (costing(90, 10), ("--max-total-tokens", 300), 3, "300 tokens."),
        (costing(90, 10), ("--max-total-tokens", 201), 3, "300 tokens."),
        (costing(10**15, 5), ("--max-total-tokens", 300), 1, "1,000,000,000,000,005 tokens."),
        (costing(90, 10), ("--max-cost", 0.0007, "--price", "2,8"), 3, "300 tokens, $0.0008."),
        (
            costing(90, 10),
            ("--max-cost", 1, "--max-total-tokens", 200, "--price", "2,8"),
            2,
            "200 tokens, $0.0005.",
        ),
    ],
)
def test_when_a_cap_is_reached_the_run_ends_and_a_larger_one_goes_on(
    cocoa: Cocoa,
    exam: Path,
    server: LocalServer,
    tmp_path: Path,
    reply: Reply,
    cap: tuple[object, ...],
    answered: int,
    spent: str,
) -> None:
    server.answer = lambda messages: reply
    call = (exam, *LOCAL, "--max-connections", 1, "--log-dir", tmp_path)
    result = cocoa("evaluate", *call, *cap, **OFFLINE, columns=300)
    assert result.exit_code == 1
    assert server.requests == answered
    words = " ".join(result.output.split())
    asked = f"{counted(answered, 'question')} answered, {QUESTIONS - answered} not asked."
    assert f"is reached: this call took {spent} {asked}" in words
    assert (
        f"Answers are kept in {tmp_path}; the same command with a larger cap asks the others only." in words
    )
    assert f"direct: {QUESTIONS - answered} questions not asked." in words
    assert "error" not in words.lower()
    assert [sample.error for sample in samples_in(tmp_path)] == [None] * answered
    (model,) = models(cocoa, 0, *call)
    assert (model["answers"], model["complete"], server.requests) == (QUESTIONS, True, QUESTIONS)


@pytest.mark.parametrize("strategies", [("l2m",), ("l2m", "direct")])
def test_questions_under_way_are_finished_and_in_the_end_the_scores_are_those_of_a_call_without_a_cap(
    cocoa: Cocoa, exam: Path, server: LocalServer, tmp_path: Path, strategies: tuple[str, ...]
) -> None:
    """Alone, l2m reaches the cap by the first turn of a conversation. Two strategies share a connection, so
    one question waits for it when the other, whichever it is, reaches the cap.
    """
    server.answer = lambda messages: costing(90, 10)
    chosen = [part for name in strategies for part in ("-s", name)]
    call = (exam, *LOCAL, *chosen, "--max-connections", 1, "--limit", 3)
    whole = models(cocoa, 0, *call, "--log-dir", tmp_path / "whole")
    alone = [json.dumps(body["messages"]) for body in server.bodies]
    server.bodies.clear()

    kept = (*call, "--log-dir", tmp_path / "capped")
    parts = models(cocoa, 1, *kept, "--max-total-tokens", 1)
    begun = sum(len(body["messages"]) == 1 for body in server.bodies)
    assert {part["errors"] for part in parts} == {0}
    assert sum(part["answers"] for part in parts) == begun == 1
    assert sum(part["unasked"] for part in parts) == 3 * len(strategies) - begun

    parts = models(cocoa, 0, *kept)
    asked = [json.dumps(body["messages"]) for body in server.bodies]
    assert sorted(asked) == sorted(alone)
    same = ("answers", "right", "parse_failures", "errors", "unasked", "complete", "input_tokens")
    assert [[part[key] for key in same] for part in parts] == [[one[key] for key in same] for one in whole]


def test_a_question_that_fails_when_the_cap_is_reached_is_not_tried_again_in_this_call(
    cocoa: Cocoa, exam: Path, server: LocalServer, tmp_path: Path
) -> None:
    both = threading.Barrier(2)

    def answer(messages: Messages) -> Reply | None:
        if both.wait(60) == 0:
            return costing(90, 10)
        time.sleep(1)  # until the cap is reached
        return None

    server.answer = answer
    call = (exam, *LOCAL, "--max-connections", 2, "--max-total-tokens", 1, "--log-dir", tmp_path)
    (model,) = models(cocoa, 1, *call)
    assert (model["answers"], model["errors"], model["unasked"]) == (1, 1, QUESTIONS - 2)
    assert server.requests == 2


def test_of_many_tasks_those_that_begin_after_the_cap_was_reached_ask_nothing(
    cocoa: Cocoa, exam: Path, server: LocalServer, tmp_path: Path
) -> None:
    """inspect runs ten tasks at once; these are twelve."""
    server.answer = lambda messages: costing(90, 10)
    names = [part for name in "abc" for part in ("-m", f"openai-api/local/{name}")]
    strategies = [part for name in ("direct", "cot-full", "cot-partial", "l2m") for part in ("-s", name)]
    bounds = ("--max-connections", 1, "--max-total-tokens", 1, "--limit", 3)
    parts = models(cocoa, 1, exam, *names, *strategies, *bounds, "--log-dir", tmp_path)
    assert 1 <= sum(part["answers"] for part in parts) <= 3  # a connection each
    assert sum(part["answers"] + part["unasked"] for part in parts) == 12 * 3
    assert not any(part["errors"] for part in parts)


@pytest.mark.parametrize("name", ["no usage", "usage below zero"])
def test_tokens_that_no_server_counts_are_estimated_and_said_to_be(
    cocoa: Cocoa, exam: Path, server: LocalServer, tmp_path: Path, name: str
) -> None:
    asked: list[str] = []

    def answer(messages: Messages) -> Reply:
        asked.append(messages[-1]["content"])
        return FAULTS[name].reply  # type: ignore[return-value]

    server.answer = answer
    call = (exam, *LOCAL, "--max-connections", 1, "--max-total-tokens", 1, "--log-dir", tmp_path)
    result = cocoa("evaluate", *call, **OFFLINE, columns=300)
    assert (result.exit_code, server.requests) == (1, 1)
    tokens = -(-len(asked[0].encode()) // 4) + -(-len(TEXT) // 4)
    assert f"took {tokens:,} tokens ({tokens:,} of them estimated" in " ".join(result.output.split())


def test_models_and_strategies_of_a_call_share_its_cap_and_reference_models_take_none(
    cocoa: Cocoa, exam: Path, server: LocalServer, tmp_path: Path
) -> None:
    server.answer = lambda messages: costing(90, 10)
    names = (*LOCAL, "-m", "openai-api/local/second", "-m", "cocoa/random")
    call = (exam, *names, "--max-connections", 1, "--max-total-tokens", 500, "--log-dir", tmp_path)
    first, second, random = models(cocoa, 1, *call)
    assert 5 <= server.requests == first["answers"] + second["answers"] <= 6  # one under way at the other
    assert (random["answers"], random["complete"]) == (QUESTIONS, True)


def test_a_question_that_took_too_much_is_asked_no_further_turn_and_counts_as_cut_off(
    cocoa: Cocoa, exam: Path, server: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(task, "ITEM_TOKENS", 100)
    server.answer = lambda messages: costing(50, 50)
    call = (exam, *LOCAL, "-s", "l2m", "--log-dir", tmp_path)
    (model,) = models(cocoa, 0, *call)
    assert server.requests == QUESTIONS
    assert (model["answers"], model["right"], model["cut_off"]) == (QUESTIONS, 0, QUESTIONS)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no content", "hold no text"),
        ("tool calls and no text", "20 of them ask for tools, and none are offered"),
    ],
)
def test_a_server_that_never_says_anything_is_asked_no_more_after_twenty_replies(
    cocoa: Cocoa, server: LocalServer, tmp_path: Path, name: str, said: str
) -> None:
    exam = tmp_path / "exam"
    cocoa_core.load_domain("flights").write(exam, 30, seed=5)
    server.answer = FAULTS[name]
    call = (exam, *LOCAL, "--max-connections", 2, "--log-dir", tmp_path / "logs")
    result = cocoa("evaluate", *call, **OFFLINE, columns=300)
    assert result.exit_code == 1
    assert retry_policy._WORDLESS <= server.requests <= retry_policy._WORDLESS + 2
    words = " ".join(result.stderr.split())
    assert "its first 20 replies" in words
    assert said in words
    server.answer, before = (lambda messages: TEXT), server.requests
    data = evaluated(cocoa, 0, *call)["models"][0]
    assert (data["answers"], data["complete"]) == (30, True)
    assert server.requests - before <= 30 - (retry_policy._WORDLESS - 2)
