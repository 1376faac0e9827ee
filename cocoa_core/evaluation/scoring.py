"""The scorer: an answer is worth what its family says, and what cannot be read is counted on its own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, cast

from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    Value,
    accuracy,
    metric,
    scorer,
    stderr,
)
from inspect_ai.solver import TaskState

from cocoa_core.evaluation.samples import CLUSTER, FAMILY, RECORD
from cocoa_core.items import Family, family_named

__all__ = ["METRICS", "PARSE_FAILURE", "REPLIES", "STOPPED", "by_family", "remember"]

PARSE_FAILURE: Final = "parse_failure"
"""Key of a score's metadata: whether no answer could be read. `reason` says why.

A reason is one of the family's, or `cut_off` where the answer came to the end of its tokens.
"""
METRICS: Final = "metrics"
REPLIES: Final = "replies"
"""Keys of a score's metadata: named figures beside the value, and what the model said turn by turn."""
STOPPED: Final[Mapping[str, str]] = {
    "max_tokens": "cut_off",
    "model_length": "cut_off",
    "content_filter": "refusal",
}
"""By inspect's reason to stop, why an answer that cannot be read is none, whatever its text looks like."""

_named: dict[str, Family[Any]] = {}


def remember(family: Family[Any]) -> None:
    """Let logs of this family be scored in this process: a caller named it."""
    _named[family.name] = family


def _family(name: str) -> Family[Any]:
    return _named[name] if name in _named else family_named(name, built_in=True)


def _examples(state: TaskState) -> int:
    """How many replies stood in the conversation before anything was asked."""
    given = state.input if isinstance(state.input, list) else []
    return sum(message.role == "assistant" for message in given)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


@metric
def parse_failures() -> Metric:
    """The share of answers that cannot be read; they count as wrong. Of several epochs the first counts.

    Nothing where nothing was answered: a metric that gives no name is not in the log.
    """

    def share(scores: list[SampleScore]) -> Value:
        if not scores:
            return cast(Value, {})
        return _mean([float(bool((one.score.metadata or {}).get(PARSE_FAILURE))) for one in scores])

    return share


@metric
def figures() -> Metric:
    """The means of the named figures that the family gives for each answer; none where it gives none."""

    def means(scores: list[SampleScore]) -> Value:
        found: dict[str, list[float]] = {}
        for one in scores:
            for name, value in ((one.score.metadata or {}).get(METRICS) or {}).items():
                found.setdefault(name, []).append(value)
        return cast(Value, {name: _mean(values) for name, values in found.items()})

    return means


@metric
def corpus() -> Metric:
    """The family's figures over all answers at once; none where it has none."""

    def over_all(scores: list[SampleScore]) -> Value:
        records = [(one.sample_metadata or {}, one.score.metadata or {}) for one in scores]
        names = {str(sample[FAMILY]) for sample, _ in records if FAMILY in sample}
        found: dict[str, float] = {}
        for family in map(_family, sorted(names)):
            answered = [
                (family.read(json.dumps(sample[RECORD])), score[REPLIES])
                for sample, score in records
                if sample.get(FAMILY) == family.name and REPLIES in score
            ]
            found.update(family.corpus(answered))
        return cast(Value, found)

    return over_all


@scorer(metrics=[accuracy(), stderr(cluster=CLUSTER), parse_failures(), figures(), corpus()])
def by_family() -> Scorer:
    """Worth what the item's family says of the model's replies, turn by turn."""

    async def judge(state: TaskState, target: Target) -> Score:
        family = _family(str(state.metadata[FAMILY]))
        replies = [message.text for message in state.messages if message.role == "assistant"]
        replies = replies[_examples(state) :]
        found = family.score(family.read(json.dumps(state.metadata[RECORD])), replies or [""])
        reason = found.failure and STOPPED.get(str(state.output.stop_reason), found.failure)
        return Score(
            value={1.0: CORRECT, 0.0: INCORRECT}.get(found.value, found.value),
            answer=found.answer,
            explanation=state.output.completion,
            metadata={
                PARSE_FAILURE: found.failure is not None,
                "reason": reason or "",
                METRICS: dict(found.metrics),
                REPLIES: replies,
                "reader": family.reader,
            },
        )

    return judge
