"""`cocoa evaluate` and a server that misbehaves: bounded requests, a clear end, a run to go on with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from calling import OFFLINE, Cocoa, evaluated
from evaluation.local_server import LocalServer, serving
from servers.chat_faults import FAULTS, TEXT
from typer.testing import Result

import cocoa_core
from cocoa_core.evaluation import retry_policy

LOCAL = ("-m", "openai-api/local/served")
QUESTIONS = 2
RETRIES = 1
TRIES = {"read": 1, "unread": 1, "error": 2, "repeated error": 2 * (1 + RETRIES), "stopped": 1}
"""Requests for a question: what fails is asked once more at the end, each time with its retries."""
EXIT_CODES = {"read": 0, "unread": 0, "error": 1, "repeated error": 1, "stopped": 2}
TIMEOUTS = {"a byte now and then": 1}
"""Seconds an attempt, where the fault needs a timeout: too few for the other faults on a busy machine."""
CALLS: dict[str, list[str]] = {}
"""Faults by the call of `cocoa evaluate` that meets them: those with one outcome are servers of one call."""
for _name, _fault in FAULTS.items():
    CALLS.setdefault(_name if _name in TIMEOUTS else _fault.outcome, []).append(_name)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry_policy, "backoff", lambda attempt, asked_for: 0.01)
    monkeypatch.setattr(retry_policy, "LARGEST_REPLY", 2**20)


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], LocalServer]]:
    """Starts a server that has the named fault and is asked through `_model(name)`."""
    with ExitStack() as stack:

        def start(name: str) -> LocalServer:
            server = stack.enter_context(serving(LocalServer(FAULTS[name])))
            service = _service(name).upper().replace("-", "_")
            monkeypatch.setenv(f"{service}_BASE_URL", server.url)
            monkeypatch.setenv(f"{service}_API_KEY", service)  # models of one key would share connections
            return server

        yield start


def _service(fault: str) -> str:
    return fault.replace(" ", "-")


def _model(fault: str) -> str:
    return f"openai-api/{_service(fault)}/served"


def _told(result: Result, model: str) -> str:
    """What a call prints of one model: the paragraphs that it begins, and the line that gives it up."""
    lines = [line.removeprefix("warning: ") for line in result.stderr.splitlines()]
    texts = [text.strip() for text in (*result.stdout.split("\n\n"), *lines)]
    begins = (f"{model}, direct: ", f"{model} {retry_policy.GIVEN_UP}: ")
    return " ".join(" ".join(text.split()) for text in texts if text.startswith(begins))


@pytest.mark.usefixtures("interruptible")
@pytest.mark.filterwarnings("ignore:Pydantic serializer")  # of inspect, where usage is no number
@pytest.mark.parametrize("name", CALLS)
def test_requests_are_bounded_and_a_server_that_is_mended_gets_the_rest(
    cocoa: Cocoa, exam: Path, serve: Callable[[str], LocalServer], tmp_path: Path, name: str
) -> None:
    servers = {fault: serve(fault) for fault in CALLS[name]}
    (outcome,) = {FAULTS[fault].outcome for fault in servers}
    models = [part for fault in servers for part in ("-m", _model(fault))]
    bounds = ("--max-retries", RETRIES, "--timeout", TIMEOUTS.get(name, 100), "--max-connections", 1)
    call = (exam, *models, "--limit", QUESTIONS, *bounds, "--log-dir", tmp_path)
    result = cocoa("evaluate", *call, **OFFLINE, columns=300)
    assert "Traceback" not in result.output
    assert result.exit_code == EXIT_CODES[outcome], result.output
    told = {fault: _told(result, _model(fault)) for fault in servers}
    assert not {fault: text for fault, text in told.items() if FAULTS[fault].said not in text}
    asked = TRIES[outcome] * (1 if outcome == "stopped" else QUESTIONS)
    assert {fault: server.requests for fault, server in servers.items()} == {
        fault: asked * (1 + retry_policy.REDIRECTS if "redirects" in fault else 1) for fault in servers
    }

    before = {fault: server.requests for fault, server in servers.items()}
    for server in servers.values():
        server.answer = lambda messages: TEXT
    mended = evaluated(cocoa, 0, *call)["models"]
    counted = ("model", "answers", "parse_failures", "errors", "complete")
    unread = QUESTIONS if outcome == "unread" else 0
    assert [tuple(model[key] for key in counted) for model in mended] == [
        (_model(fault), QUESTIONS, unread, 0, True) for fault in servers
    ]
    rest = 0 if outcome in ("read", "unread") else QUESTIONS
    assert {fault: server.requests - before[fault] for fault, server in servers.items()} == dict.fromkeys(
        servers, rest
    )
    assert all((model["input_tokens"] or 0) >= 0 for model in mended)


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
