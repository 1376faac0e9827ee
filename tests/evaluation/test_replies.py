"""One attempt at an answer is one request, however the server replies."""

from __future__ import annotations

from typing import Any

import anyio
import pytest
from evaluation.local_server import LocalServer, serving
from inspect_ai.model import ChatMessageUser, GenerateConfig, get_model
from servers.chat_faults import FAULTS

from cocoa_core.evaluation import retry_policy
from cocoa_core.evaluation.retry_policy import REDIRECTS, restrain
from cocoa_core.evaluation.unanswered import is_hopeless, reason_of


def met(name: str) -> tuple[int, Exception | None]:
    """How many requests one attempt was, and the error that it ended with."""
    with serving(LocalServer(FAULTS[name])) as server:
        api: Any = get_model("openai-api/local/x", base_url=server.url, api_key="none", memoize=False).api
        for _ in range(2):  # as often as asked
            restrain(api)
        try:
            anyio.run(api.generate, [ChatMessageUser(content="?")], [], "none", GenerateConfig())
        except Exception as error:
            return server.requests, error
        return server.requests, None


@pytest.mark.parametrize("name", ["errors 500", "errors 503", "rate limits for a moment"])
def test_a_client_repeats_nothing_by_itself(name: str) -> None:
    requests, error = met(name)
    assert requests == 1
    assert error is not None
    assert not is_hopeless(error)


def test_redirects_are_followed_so_far_and_not_tried_again() -> None:
    requests, error = met("redirects in a circle")
    assert requests == 1 + REDIRECTS
    assert error is not None
    assert is_hopeless(error)
    assert "redirects again and again" in reason_of(error)


@pytest.mark.parametrize("name", ["a body without an end", "a body of 50 MB"])
def test_a_body_is_read_up_to_a_bound(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry_policy, "LARGEST_REPLY", 2**20)
    requests, error = met(name)
    assert requests == 1
    assert error is not None
    assert is_hopeless(error)
    assert reason_of(error) == "the server's reply is larger than 1 MiB"


@pytest.mark.filterwarnings("ignore:Pydantic serializer")  # of inspect, which logs a reply as it came
@pytest.mark.parametrize("name", ["no model's name", "content in parts", "no usage"])
def test_what_is_an_answer_is_taken_for_one(name: str) -> None:
    assert met(name) == (1, None)
