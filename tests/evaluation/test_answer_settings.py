"""Settings of answers are those of inspect, checked before anything is asked."""

from __future__ import annotations

import pytest

from cocoa_core.errors import UsageError
from cocoa_core.evaluation.running import answer_settings


def test_what_is_given_is_what_inspect_gets_and_nothing_else() -> None:
    given = {"temperature": 0, "max_tokens": 50, "reasoning_effort": "high", "stop_seqs": ["x"], "seed": 3}
    assert answer_settings(given).model_dump(exclude_none=True) == given
    assert answer_settings({}).model_dump(exclude_none=True) == {}


@pytest.mark.parametrize(
    ("given", "parts"),
    [
        ({"temprature": 0}, ("temprature", "write temperature")),
        ({"xyz": 0}, ("xyz", "max_tokens", "-M")),
        ({"temperature": "hot"}, ("temperature=hot", "number")),
        ({"max_tokens": 1.5}, ("max_tokens=1.5", "integer")),
        ({"seed": 1, "reasoning_effort": "huge"}, ("reasoning_effort=huge", "'low'", "'high'")),
        ({"prompt_logprobs": 99}, ("prompt_logprobs=99", "between 1 and 20")),
        ({"max_retries": 3}, ("use --max-retries",)),
        ({"timeout": 3}, ("use --timeout",)),
    ],
)
def test_a_name_or_value_that_nobody_knows_is_answered_with_what_is_right(
    given: dict[str, object], parts: tuple[str, ...]
) -> None:
    with pytest.raises(UsageError) as caught:
        answer_settings(given)
    assert all(part in str(caught.value) for part in parts), str(caught.value)
