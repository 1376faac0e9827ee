"""Scores answers by what their family says; answers that cannot be read are counted on their own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final, cast
from weakref import WeakSet

from attrs import define
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

from cocoa_core.answers import Score as Worth
from cocoa_core.errors import UsageError
from cocoa_core.evaluation.samples import (
    ANSWERING_KEY,
    CLUSTER,
    DELIVERY,
    FAMILY,
    RECORD,
    TURNS,
    SampleRecords,
)
from cocoa_core.items import (
    ChatMessage,
    Dataset,
    Episode,
    Family,
    family_named,
    read_dataset,
    reply_of,
    score_episode,
)

PARSE_FAILURE: Final = "parse_failure"
"""Key of a score's metadata: whether no answer could be read. `reason` says why.

A reason is one of the family's, or `cut_off` where the answer or the item used up its tokens.
"""
METRICS: Final = "metrics"
REPLIES: Final = "replies"
"""Keys of a score's metadata: named figures beside the value, and what the model said turn by turn."""
TOOL_CALLS: Final = "tool_calls"
"""Key of a score's metadata and of a sample's store: how many replies asked for tools. None are offered."""
CUT_OFF: Final = "cut_off"
STOPPED: Final[Mapping[str, str]] = {
    "max_tokens": CUT_OFF,
    "model_length": CUT_OFF,
    "content_filter": "refusal",
}
"""By inspect's reason to stop, why an answer that cannot be read is none, whatever its text looks like."""

_caller_families: dict[str, Family[Any]] = {}
_live_records: WeakSet[SampleRecords] = WeakSet()
"""The records of all live scorers, for the metric `corpus`.

Metrics get the metadata that a sample had before it was scored, which lacks the record.
"""


def remember(family: Family[Any]) -> None:
    """Lets logs of this family be scored in this process, because a caller named it."""
    _caller_families[family.name] = family


def _family(name: str) -> Family[Any]:
    return _caller_families[name] if name in _caller_families else family_named(name, built_in=True)


def _examples(state: TaskState) -> int:
    """Returns how many replies stood in the conversation before anything was asked."""
    messages = state.input if isinstance(state.input, list) else []
    return sum(message.role == "assistant" for message in messages)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


@metric
def parse_failures() -> Metric:
    """Returns the metric that gives the share of answers that cannot be read. They count as wrong.

    Of several epochs the first counts. Where nothing was answered the metric gives no value, and so is not in
    the log.
    """

    def share(scores: list[SampleScore]) -> Value:
        if not scores:
            return cast(Value, {})
        return _mean([float(bool((sample.score.metadata or {}).get(PARSE_FAILURE))) for sample in scores])

    return share


@metric
def figures() -> Metric:
    """Returns the metric of the means of the answers' named figures; none where the family has none."""

    def means(scores: list[SampleScore]) -> Value:
        values_by_name: dict[str, list[float]] = {}
        for sample in scores:
            for name, value in ((sample.score.metadata or {}).get(METRICS) or {}).items():
                values_by_name.setdefault(name, []).append(value)
        return cast(Value, {name: _mean(values) for name, values in values_by_name.items()})

    return means


def _record(score: SampleScore) -> Any:
    """Returns the record of an answer, from its log or a scorer's records; None where neither has it."""
    logged = (score.sample_metadata or {}).get(RECORD)
    metadata_kept = (records.of(str(score.sample_id)) for records in _live_records)
    return logged or next((metadata[RECORD] for metadata in metadata_kept if metadata is not None), None)


@metric
def corpus() -> Metric:
    """Returns the metric that gives the family's figures over all answers at once; none where it has none."""

    def over_all(scores: list[SampleScore]) -> Value:
        records = [
            (_record(sample), (sample.sample_metadata or {}).get(FAMILY), sample.score.metadata or {})
            for sample in scores
        ]
        names = {str(name) for _, name, _ in records if name is not None}
        result: dict[str, float] = {}
        for family in map(_family, sorted(names)):
            answered = [
                (family.read(json.dumps(record)), score[REPLIES])
                for record, name, score in records
                if name == family.name and record is not None and REPLIES in score
            ]
            result.update(family.corpus(answered))
        return cast(Value, result)

    return over_all


@define(slots=False)  # inspect notes its own attributes at a scorer
class ByFamily:
    """Scores a sample by the rules of its item's family, and adds the record to the sample's metadata."""

    records: SampleRecords
    """The records of the samples, which are kept from solvers until a sample is scored."""

    def __attrs_post_init__(self) -> None:
        _live_records.add(self.records)

    async def __call__(self, state: TaskState, target: Target) -> Score:
        """Returns the score, and adds the record to the sample's metadata, for readers of the log."""
        added = self.records.of(str(state.sample_id)) or {}
        state.metadata.update(added)
        if RECORD not in state.metadata:
            raise UsageError(
                "the record of this answer is not known, so it cannot be scored",
                got=f"sample {state.sample_id}; data set {self.records.folder or 'not named'}",
                expected="a sample of that data set",
                fix="score it with -S path=FOLDER, the data set that was asked about",
            )
        family = _family(str(state.metadata[FAMILY]))
        replies = [message.text for message in state.messages if message.role == "assistant"]
        replies = replies[_examples(state) :]
        replies = [reply_of(reply, _question(state)) for reply in replies]
        unsaid = 1 + len(state.metadata.get(TURNS, ())) - len(replies)
        replies += [""] * unsaid  # a condition's reply is no answer to the question
        worth = self._scored(family, state, replies)
        reason = worth.failure and (
            CUT_OFF if unsaid > 0 else STOPPED.get(str(state.output.stop_reason), worth.failure)
        )
        return Score(
            value={1.0: CORRECT, 0.0: INCORRECT}.get(worth.value, worth.value),
            answer=worth.answer,
            explanation=state.output.completion,
            metadata={
                PARSE_FAILURE: worth.failure is not None,
                "reason": reason or "",
                METRICS: dict(worth.metrics),
                REPLIES: replies,
                TOOL_CALLS: state.store.get(TOOL_CALLS, 0),
                "reader": family.reader,
            },
        )

    def _scored(self, family: Family[Any], state: TaskState, replies: list[str]) -> Worth:
        item = family.read(json.dumps(state.metadata[RECORD]))
        if DELIVERY not in state.metadata:
            return family.score(item, replies)
        episode = Episode(
            item=item.id,
            delivery=str(state.metadata[DELIVERY]),
            answer=str(state.metadata[ANSWERING_KEY]),
            messages=tuple(ChatMessage(role="assistant", content=reply) for reply in replies),
        )
        dataset = self._dataset if episode.answer == "each" else None
        return score_episode(item, episode, dataset=dataset, family=family.name)

    @cached_property
    def _dataset(self) -> Dataset | None:
        records = self.records
        return read_dataset(Path(records.folder), records.family) if records.folder else None


@scorer(metrics=[accuracy(), stderr(cluster=CLUSTER), parse_failures(), figures(), corpus()])
def by_family(path: str = "", family: str | None = None) -> Scorer:
    """Returns the scorer by which the model's replies are worth what the item's family says, turn by turn.

    Args:
        path: the data set, for `inspect score`.
        family: the family's name, where it is none of cocoa's own.
    """
    return ByFamily(SampleRecords(path, family))


def _question(state: TaskState) -> str:
    """Returns what was asked first. Messages before it are examples."""
    return state.input if isinstance(state.input, str) else state.input[-1].text
