"""Models are asked again while there is hope, and given up, with a reason, where there is none."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import anyio
import pytest
from attrs import define, field
from hypothesis import given
from hypothesis import strategies as st
from inspect_ai.model import ModelOutput

from cocoa_core.evaluation.retry_policy import (
    GIVEN_UP,
    GivenUp,
    RetryPolicy,
    backoff,
    with_retry_policy,
    without_repeated_warnings,
)
from cocoa_core.evaluation.spending import Budget
from cocoa_core.evaluation.unanswered import UnansweredError


class StatusError(Exception):
    def __init__(self, status_code: int) -> None:
        super().__init__(f"Error code: {status_code}")
        self.status_code = status_code


def no_connection() -> Exception:
    """As providers raise it: the system's error is the cause of a cause."""
    try:
        try:
            raise ConnectionRefusedError(111, "Connect call failed")
        except OSError as error:
            raise RuntimeError("All connection attempts failed") from error
    except RuntimeError as error:
        above = Exception("Connection error.")
        above.__cause__ = error
        return above


@define
class Watch:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def patience(watch: Callable[[], float] | None = None) -> tuple[RetryPolicy, list[GivenUp]]:
    heard: list[GivenUp] = []
    return RetryPolicy("openai/x", "http://here", heard.append, watch or Watch()), heard


@given(st.integers(1, 50), st.floats(0, 1000))
def test_the_wait_grows_to_half_a_minute_and_is_never_shorter_than_the_server_asks_for(
    attempt: int, asked_for: float
) -> None:
    seconds = backoff(attempt, asked_for)
    least = max(min(2 ** (attempt - 1), 30), asked_for)
    assert least <= seconds <= least + 1


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_wrong_key_or_name_ends_it_at_once_unless_it_was_right_before(status: int) -> None:
    one, heard = patience()
    one.failed(StatusError(status), again=False)
    assert heard == [one.given_up]
    assert heard[0].last_failure == f"Error code: {status} (at http://here)"
    assert heard[0].hint.endswith("?")
    assert not heard[0].answered
    one, heard = patience()
    one.answered()
    one.failed(StatusError(status), again=False)
    assert not heard


def test_twenty_refusals_in_a_row_before_the_first_answer_end_it() -> None:
    one, heard = patience()
    for _ in range(19):
        one.failed(StatusError(400), again=False)
    assert not heard
    one.failed(StatusError(400), again=False)
    assert len(heard) == 1
    one, heard = patience()
    one.answered()
    for _ in range(100):
        one.failed(StatusError(400), again=False)
    assert not heard


def test_without_any_connection_it_is_over_after_five_seconds() -> None:
    watch = Watch()
    one, heard = patience(watch)
    for watch.now in (10.0, 11.0, 14.9):
        one.failed(no_connection(), again=True)
    assert not heard
    watch.now = 15.0
    one.failed(no_connection(), again=True)
    assert heard[0].last_failure.startswith("Connection error: Connection refused")
    assert "is the server running" in heard[0].hint


def test_after_an_answer_an_outage_is_sat_out_for_five_minutes_and_thirty_failures() -> None:
    watch = Watch()
    one, heard = patience(watch)
    one.answered()
    for _ in range(100):
        one.failed(no_connection(), again=True)
    watch.now = 299
    one.failed(StatusError(500), again=True)
    assert not heard
    one.answered()
    watch.now = 300
    for _ in range(29):
        one.failed(StatusError(500), again=True)
    watch.now = 10_000
    assert not heard
    one.failed(StatusError(500), again=True)
    assert heard[0].answered
    assert heard[0].hint == ""


def test_rate_limits_and_timeouts_of_a_slow_start_are_no_reason_to_stop() -> None:
    watch = Watch()
    one, heard = patience(watch)
    for watch.now in range(0, 1800, 10):
        one.failed(StatusError(429), again=True, rate_limit=True)
    for _ in range(29):
        one.failed(asyncio.CancelledError(), again=True)
        watch.now += 600
    assert not heard


def test_what_is_waited_for_is_said_at_once_and_then_now_and_then(caplog: pytest.LogCaptureFixture) -> None:
    watch = Watch()
    one, _ = patience(watch)
    with caplog.at_level(logging.WARNING):
        for watch.now in range(40):
            one.waiting(StatusError(500), 3.6)
    assert [record.getMessage() for record in caplog.records] == [
        "openai/x: Error code: 500 (at http://here); asking again in 4 s"
    ] * 3


@define(slots=False)  # functions of a provider are replaced
class Server:
    """Stands for a provider: gives or raises what comes next."""

    coming: list[Any]
    asked: int = 0
    generate: Any = field(init=False)
    retry_wait: Any = field(init=False, default=lambda: None)

    def __attrs_post_init__(self) -> None:
        async def generate(said: Any) -> Any:
            self.asked += 1
            one = self.coming.pop(0)
            if isinstance(one, Exception):
                raise one
            return one

        self.generate = generate

    def should_retry(self, error: Exception) -> Any:
        status = getattr(error, "status_code", 500)
        return SimpleNamespace(kind="rate_limit", retry_after=90.0) if status == 429 else status >= 500


def ask(server: Server, times: int) -> list[GivenUp]:
    """Ask a model behind that server; how it was given up, if it was."""
    heard: list[GivenUp] = []
    with_retry_policy(cast(Any, SimpleNamespace(api=server)), "", heard.append, Budget())
    for _ in range(times):
        with contextlib.suppress(StatusError, UnansweredError):
            anyio.run(server.generate, [])
    return heard


def test_a_model_that_is_given_up_is_asked_nothing_more() -> None:
    server = Server([StatusError(401), ModelOutput.from_content("m", "an answer")])
    assert len(ask(server, 4)) == 1
    assert server.asked == 1


def test_an_answer_and_an_error_that_is_handed_back_count_as_what_they_are() -> None:
    server = Server([ModelOutput.from_content("m", "fine"), *([StatusError(400)] * 30)])
    assert not ask(server, 31)
    server = Server([(StatusError(400), "call")] * 30)
    assert len(ask(server, 30)) == 1
    assert server.asked == 20


def test_the_wait_before_the_next_attempt_heeds_the_server_or_the_provider() -> None:
    def state(error: Exception) -> Any:
        return SimpleNamespace(attempt_number=2, outcome=SimpleNamespace(exception=lambda: error))

    server = Server([])
    ask(server, 0)
    assert 90 <= server.retry_wait()(state(StatusError(429))) <= 91
    assert 2 <= server.retry_wait()(state(StatusError(500))) <= 3
    server = Server([])
    server.retry_wait = lambda: lambda state: 7
    ask(server, 0)
    assert server.retry_wait()(state(StatusError(500))) == 7


def test_inspect_does_not_warn_of_each_question_that_was_not_sent(caplog: pytest.LogCaptureFixture) -> None:
    theirs = logging.getLogger("inspect_ai._eval.task.run")
    with without_repeated_warnings():
        theirs.warning("Sample error (id: 1): x %s: y", GIVEN_UP)
        theirs.warning("Sample error (id: 2): bad request")
    theirs.warning("after: %s", GIVEN_UP)
    assert [record.getMessage()[:10] for record in caplog.records] == ["Sample err", "after: is "]
    assert "bad request" in caplog.text


def test_twenty_replies_without_a_text_before_the_first_that_has_one_end_it() -> None:
    one, heard = patience()
    for number in range(19):
        one.answered(has_text=False, asks_for_tools=number % 2 == 0)
    assert not heard
    one.answered(has_text=False)
    assert (
        heard[0].last_failure
        == "its first 20 replies hold no text; 10 of them ask for tools, and none are offered"
    )
    one, heard = patience()
    one.answered()
    for _ in range(100):
        one.answered(has_text=False)
    assert not heard


def test_rate_limits_alone_end_it_after_two_hundred_in_half_an_hour() -> None:
    watch = Watch()
    one, heard = patience(watch)
    for _ in range(1000):
        one.failed(StatusError(429), again=True, rate_limit=True)
    assert not heard
    watch.now = 1800
    one.answered()
    for watch.now in range(1800, 3800, 10):
        assert not heard
        one.failed(StatusError(429), again=True, rate_limit=True)
    assert len(heard) == 1


@pytest.mark.parametrize(("asked_for", "over"), [(3600.0, False), (3601.0, True), (1e9, True)])
def test_a_server_that_asks_for_more_than_an_hour_is_not_waited_for(asked_for: float, over: bool) -> None:
    one, heard = patience()
    one.failed(StatusError(429), again=True, rate_limit=True, asked_for=asked_for)
    assert bool(heard) is over
