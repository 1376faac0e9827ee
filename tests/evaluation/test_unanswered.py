"""Why a question has no answer is said in one line that names what happened."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from inspect_ai.model._model import ModelGenerateError

from cocoa_core.evaluation.unanswered import reason_of, system_error, unanswered


def raised(run: Any) -> Exception:
    with pytest.raises(Exception) as caught:  # noqa: PT011  # whatever it raises is what is looked at
        run()
    return caught.value


class RetryError(Exception):
    """As the end of all retries hides what was met."""

    def __init__(self, met: Exception) -> None:
        super().__init__(self)
        self.last_attempt = SimpleNamespace(exception=lambda: met)

    def __str__(self) -> str:
        return "RetryError[<Future at 0x7f state=finished raised APIConnectionError>]"


def test_the_end_of_all_retries_is_told_by_what_the_last_one_met() -> None:
    found = unanswered(RetryError(ValueError("Error code: 500 - something broke")))
    assert found is not None
    assert found.message == str(found) == "Error code: 500 - something broke"


def test_a_refusal_is_told_by_what_the_server_said_and_not_by_the_request() -> None:
    refusal = ModelGenerateError("\nRequest:\n{...}\n\nBadRequestError('Error code: 400 - not this one')")
    refusal.__cause__ = ValueError("Error code: 400 - not this one")
    reason = unanswered(refusal)
    assert reason is not None
    assert reason.message == "Error code: 400 - not this one"


def test_a_reply_that_is_no_answer_is_called_so() -> None:
    for error in (
        raised(lambda: json.loads("<html>")),
        raised(lambda: list(None)),
        raised(lambda: {}["choices"]),
    ):  # type: ignore[call-overload]
        found = unanswered(error)
        assert found is not None
        assert found.message.startswith("the server's reply is not the JSON of a model's answer")
        assert type(error).__name__ in found.message


def test_an_error_with_words_of_its_own_stays_as_it_is() -> None:
    assert unanswered(ValueError("Error code: 400 - not this one")) is None


def test_the_system_has_the_last_word_on_connections() -> None:
    refused = ConnectionRefusedError(111, "Connect call failed ('127.0.0.1', 9)")
    above = Exception("Connection error.")
    above.__context__ = OSError("All connection attempts failed")
    above.__context__.__context__ = refused
    assert system_error(above) == "Connection refused"
    assert reason_of(above) == "Connection error: Connection refused"
    assert system_error(ValueError("no")) is None


def test_a_reason_is_one_line_of_bounded_length() -> None:
    assert reason_of(ValueError("first\nsecond")) == "first"
    assert reason_of(ValueError()) == "ValueError"
    assert len(reason_of(ValueError("x" * 10_000))) < 310


def test_an_attempt_that_took_too_long_is_called_so() -> None:
    kind = type("AttemptTimeoutError", (Exception,), {})
    assert "--timeout" in reason_of(RetryError(kind("attempt_timeout '600' exceeded.")))
