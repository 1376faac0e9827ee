"""`cocoa evaluate` and servers that are absent, refuse, or say what is no answer."""

from __future__ import annotations

import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from calling import OFFLINE, Cocoa, models
from evaluation.local_server import LocalServer, Messages, Reply

from cocoa_core.evaluation import retry_policy

QUESTIONS = 10
LOCAL = ("-m", "openai-api/local/served")


@pytest.fixture
def deaf() -> Iterator[None]:
    """SIGINT is ignored, as in a program that runs in the background."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def nobody(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a port of this machine at which nobody listens; whether somebody does shows at once."""
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{reserved.getsockname()[1]}/v1"
    monkeypatch.setattr(retry_policy, "_NO_CONNECTION", 0.2)
    return address


@pytest.mark.parametrize("signals", ["interruptible", "deaf"])
def test_a_server_that_is_not_there_is_told_at_once(
    cocoa: Cocoa, exam: Path, nobody: str, tmp_path: Path, request: pytest.FixtureRequest, signals: str
) -> None:
    request.getfixturevalue(signals)
    result = cocoa("evaluate", exam, *LOCAL, "--base-url", nobody, "--log-dir", tmp_path, **OFFLINE)
    assert result.exit_code == 2
    assert result.stdout == ""
    (head, *rest) = result.stderr[result.stderr.index("\nerror: ") + 1 :].splitlines()
    assert head == "error: openai-api/local/served cannot be asked"
    assert rest[0].endswith(f"Connection refused (at {nobody})")
    assert "is the server running" in rest[1]
    assert len(rest) == 2
    assert "Traceback" not in result.stderr
    assert "successfully" not in result.stderr


def test_a_model_that_is_given_up_does_not_stop_the_others(
    cocoa: Cocoa, exam: Path, server: LocalServer, tmp_path: Path
) -> None:
    server.answer = lambda messages: Reply(404, {"error": {"message": "no such model"}})
    call = (*LOCAL, "-m", "cocoa/random", "--max-connections", 2, "--log-dir", tmp_path)
    lost, random = models(cocoa, 1, exam, *call)
    assert (lost["errors"], random["answers"], random["complete"]) == (QUESTIONS, QUESTIONS, True)
    assert "no such model" in lost["why"]
    assert server.met["reply"] <= 2


def test_a_very_long_answer_is_read(cocoa: Cocoa, exam: Path, server: LocalServer, tmp_path: Path) -> None:
    server.answer = lambda messages: "word " * 200_000 + "\nAnswer: B"
    (model,) = models(cocoa, 0, exam, *LOCAL, "--limit", 1, "--log-dir", tmp_path)
    assert (model["answers"], model["errors"], model["parse_failures"]) == (1, 0, 0)
    assert model["output_tokens"] > 200_000


def test_a_question_that_always_fails_is_left_with_what_it_met(
    cocoa: Cocoa, exam: Path, server: LocalServer, tmp_path: Path
) -> None:
    first: list[str] = []

    def failing(messages: Messages) -> str | Reply:
        text = messages[-1]["content"]
        first.append(text)
        return Reply(500, {"error": {"message": "something broke"}}) if text == first[0] else "Answer: B"

    server.answer = failing
    call = (exam, *LOCAL, "--limit", 4, "--max-retries", 0, "--log-dir", tmp_path)
    (model,) = models(cocoa, 1, *call)
    assert (model["answers"], model["errors"]) == (3, 1)
    assert model["why"] == "Error code: 500 - something broke"


def test_while_a_server_fails_one_hears_what_is_waited_for(
    cocoa: Cocoa, exam: Path, server: LocalServer, tmp_path: Path
) -> None:
    server.faults = ["error"] * 3  # the client of OpenAI tries three times before it says so
    result = cocoa("evaluate", exam, *LOCAL, "-n", 1, "--log-dir", tmp_path, columns=300, **OFFLINE)
    assert result.exit_code == 0
    words = " ".join(result.stderr.split())
    assert "Error code: 500 - something broke" in words
    assert "asking again in" in words
