"""`cocoa evaluate` and a server that misbehaves: bounded requests, a clear end, a run to go on with."""

from __future__ import annotations

from pathlib import Path

import pytest
from calling import OFFLINE, Cocoa, evaluated
from evaluation.local_server import LocalServer
from servers.chat_faults import FAULTS, TEXT, Fault

import cocoa_core
from cocoa_core.evaluation import patience, replies

LOCAL = ("-m", "openai-api/local/served")
QUESTIONS = 2
RETRIES = 1
TRIES = {"read": 1, "unread": 1, "error": 2, "repeated error": 2 * (1 + RETRIES), "stopped": 1}
"""Requests for a question: what fails is asked once more at the end, each time with its retries."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "backoff", lambda attempt, asked_for: 0.01)
    monkeypatch.setattr(replies, "LARGEST", 2**20)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.filterwarnings("ignore:Pydantic serializer")  # of inspect, where usage is no number
@pytest.mark.parametrize("name", FAULTS)
def test_requests_are_bounded_and_a_server_that_is_mended_gets_the_rest(
    cocoa: Cocoa, exam: Path, server: LocalServer, tmp_path: Path, name: str
) -> None:
    fault: Fault = FAULTS[name]
    server.answer = fault
    timeout = 1 if name == "a byte now and then" else 100
    bounds = ("--max-retries", RETRIES, "--timeout", timeout, "--max-connections", 1)
    call = (exam, *LOCAL, "--limit", QUESTIONS, *bounds, "--log-dir", tmp_path)
    found = cocoa("evaluate", *call, **OFFLINE, columns=300)
    assert "Traceback" not in found.output
    counts = fault.outcome in ("read", "unread")
    assert found.exit_code == (0 if counts else 2 if fault.outcome == "stopped" else 1)
    assert fault.said in " ".join(found.output.split())
    redirected = 1 + replies.REDIRECTS if "redirects" in name else 1
    asked = 1 if fault.outcome == "stopped" else QUESTIONS
    assert server.requests == asked * TRIES[fault.outcome] * redirected

    server.answer, before = (lambda messages: TEXT), server.requests
    (model,) = evaluated(cocoa, 0, *call)["models"]
    assert (model["answers"], model["errors"], model["complete"]) == (QUESTIONS, 0, True)
    assert model["parse_failures"] == (QUESTIONS if fault.outcome == "unread" else 0)
    assert server.requests - before == (0 if counts else QUESTIONS)
    assert (model["input_tokens"] or 0) >= 0


@pytest.mark.parametrize("name", ["tool calls and no text", "tool calls beside a text"])
def test_tools_are_called_in_no_turn_of_a_conversation(
    cocoa: Cocoa, exam: Path, server: LocalServer, tmp_path: Path, name: str
) -> None:
    server.answer = FAULTS[name]
    call = (exam, *LOCAL, "-s", "l2m", "--limit", QUESTIONS, "--log-dir", tmp_path)
    (model,) = evaluated(cocoa, 0, *call)["models"]
    dataset = cocoa_core.read_dataset(exam)
    terms = [len(question.requirement.terms) for question, _ in zip(dataset, range(QUESTIONS), strict=False)]
    assert server.requests == model["tool_calls"] == sum(number + 1 for number in terms)
    for body in server.bodies:
        assert not body.get("tools")
        assert not any(message.get("tool_calls") for message in body["messages"])
        assert {message["role"] for message in body["messages"]} == {"user", "assistant"} or len(
            body["messages"]
        ) == 1
