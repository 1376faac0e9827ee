"""A score says what `cocoa_core.score` says, and why where no option can be read."""

from __future__ import annotations

from typing import Any

import anyio
import pytest
from inspect_ai.model import ChatMessageAssistant, ChatMessageUser, ModelName, ModelOutput
from inspect_ai.scorer import SampleScore, Score, Target
from inspect_ai.solver import TaskState

import cocoa_core
from cocoa_core.answers import score
from cocoa_core.evaluation.scoring import by_family, parse_failures
from cocoa_core.families.selection import FAMILY

SAID = [
    *("Answer: A", "Answer: B", "Answer: C", "Answer: D", "Answer: E", "", "I cannot help with that."),
    *("Answer: A, B", "What a fine day.", "Option A is too late, so the answer is **B**", "<think>Answer: A"),
    *("The answer is not A.", "Answer: A, but maybe later.", "Answer: F", "Answer: A\nAnswer: B"),
]


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    return [question.to_json() for question in cocoa_core.load_domain("flights").generate(3, seed=9)]


def scored(record: dict[str, Any], completion: str, stop: Any = "stop") -> Score:
    state = TaskState(
        model=ModelName("cocoa/none"),
        sample_id=record["id"],
        epoch=1,
        input="?",
        messages=[ChatMessageUser(content="?"), ChatMessageAssistant(content=completion)],
        output=ModelOutput.from_content("m", completion, stop_reason=stop),
        metadata={"cocoa": record, "family": record["family"]},
    )
    found: Any = anyio.run(by_family(), state, Target(record["answer"]))  # type: ignore[arg-type]
    assert isinstance(found, Score)
    return found


@pytest.mark.parametrize("completion", SAID)
def test_a_score_is_right_for_the_answer_and_names_the_letter_and_the_reason(
    records: list[dict[str, Any]], completion: str
) -> None:
    for record in records:
        found, expected = scored(record, completion), score(record, completion)
        assert (found.value, found.answer) == (
            "C" if expected.label == record["answer"] else "I",
            expected.label or "",
        )
        assert found.explanation == completion
        assert found.metadata == {
            "parse_failure": expected.label is None,
            "reason": expected.failure or "",
            "metrics": {},
            "replies": [completion],
            "tool_calls": 0,
            "reader": FAMILY.reader,
        }


def test_every_reason_is_met(records: list[dict[str, Any]]) -> None:
    reasons = {(scored(records[0], said).metadata or {})["reason"] for said in SAID}
    assert reasons == {"", "empty", "unstated", "unknown", "several", "negated", "hedged"}


@pytest.mark.parametrize(
    ("stop", "reason"),
    [("max_tokens", "cut_off"), ("model_length", "cut_off"), ("content_filter", "refusal")],
)
def test_an_answer_that_was_stopped_says_so_only_if_it_names_no_option(
    records: list[dict[str, Any]], stop: str, reason: str
) -> None:
    for said in SAID:
        found, expected = scored(records[0], said, stop), score(records[0], said)
        assert found.answer == (expected.label or "")
        assert (found.metadata or {})["reason"] == (reason if expected.label is None else "")


def test_the_share_of_parse_failures_is_of_all_answers() -> None:
    def one(failed: bool) -> SampleScore:
        return SampleScore(score=Score(value="I", metadata={"parse_failure": failed}))

    share: Any = parse_failures()
    assert share([one(True), one(False), one(False), one(True)]) == 0.5
    assert share([SampleScore(score=Score(value="I"))]) == 0.0
    assert share([]) == {}, "absent from the log"
