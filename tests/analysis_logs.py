"""Logs as inspect writes them, of questions that were answered as a test wants them to be."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import field, frozen
from inspect_ai.log import (
    EvalConfig,
    EvalDataset,
    EvalError,
    EvalLog,
    EvalMetric,
    EvalResults,
    EvalSample,
    EvalScore,
    EvalSpec,
    write_eval_log,
)
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageUser,
    GenerateConfig,
    ModelUsage,
)
from inspect_ai.scorer import Score

Record = Mapping[str, Any]
Answers = Callable[[Record, int], str]
"""The letter for a record and an epoch; "" where none can be read; "error" where asking fails."""


def members_of(path: Path) -> dict[str, bytes]:
    """The parts of a log that is an archive."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(path: Path, members: Mapping[str, bytes]) -> Path:
    """A log of these parts."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def right(record: Record, epoch: int) -> str:
    """The right answer."""
    return str(record["answer"])


def wrong_by_one(record: Record, epoch: int) -> str:
    """The letter after the right one."""
    return "BCDEA"["ABCDE".index(record["answer"])]


@frozen
class Asked:
    """An item of any family, as `evaluate` writes it, and one answer to it.

    record: beside the other metadata, None for none; turns: what the model said; failure: why it was unread
    """

    id: str
    value: float | str
    family: str = "toy"
    ask: str = "say"
    cluster: str = ""
    groups: Mapping[str, str] = field(factory=dict)
    facets: Mapping[str, Any] = field(factory=dict)
    chance: float | None = None
    record: Record | None = None
    asked: str = "What is it?"
    target: str = "this"
    turns: tuple[str, ...] = ("that",)
    answer: str = "that"
    failure: str = ""
    metrics: Mapping[str, float] = field(factory=dict)


def item_log(
    items: Sequence[Asked], *, model: str = "m/one", strategy: str = "direct", **corpus: float
) -> EvalLog:
    """A log of items of any family; corpus: metrics of all of them together, by name."""
    log = made_log((), model=model, strategy=strategy)
    log.samples = [_item_sample(item) for item in items]
    metrics = {name: EvalMetric(name=name, value=value) for name, value in corpus.items()}
    metrics["accuracy"] = EvalMetric(name="accuracy", value=0.5)
    log.results = EvalResults(scores=[EvalScore(name="toy_scorer", scorer="toy_scorer", metrics=metrics)])
    return log


def made_log(
    records: Sequence[Record],
    answers: Answers = right,
    *,
    model: str = "openai/gpt-4o",
    strategy: str = "direct",
    dataset: str = "exam",
    origin: str = "0a1b2c3d4e5f",
    prompt: str = "feedbeef00000000",
    epochs: int = 1,
    status: Any = "success",
    created: str = "2026-05-01T10:00:00+00:00",
    task: str = "cocoa/exam",
    config: GenerateConfig | None = None,
    cost: float | None = None,
) -> EvalLog:
    """A log with one sample for each record and epoch."""
    ids = [str(record["id"]) for record in records]
    spec = EvalSpec(
        created=created,
        task=task,
        task_version=f"{origin}-{prompt}",
        task_args={"path": dataset, "strategy": strategy},
        dataset=EvalDataset(name=dataset, samples=len(ids), sample_ids=ids),
        model=model,
        model_generate_config=config or GenerateConfig(),
        config=EvalConfig(epochs=epochs),
        metadata={"dataset": dataset, "digest": "d", "strategy": strategy, "prompt": prompt},
    )
    samples = [
        _sample(record, epoch, answers(record, epoch), model, strategy, cost)
        for record in records
        for epoch in range(1, epochs + 1)
    ]
    return EvalLog(eval=spec, status=status, samples=samples)


def write_log(path: Path, log: EvalLog) -> Path:
    """The log, written in the format of the file's ending."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_eval_log(log, str(path))
    return path


def _sample(
    record: Record, epoch: int, answer: str, model: str, strategy: str, cost: float | None
) -> EvalSample:
    failed = answer == "error"
    score = Score(
        value="C" if answer == record["answer"] else "I",
        answer=answer,
        metadata={"parse_failure": not answer, "reason": "" if answer else "refusal"},
    )
    usage = ModelUsage(
        input_tokens=100,
        output_tokens=10,
        total_tokens=110,
        input_tokens_cache_read=20,
        total_cost=cost,
    )
    return EvalSample(
        id=str(record["id"]),
        epoch=epoch,
        input="Request: ...",
        target=str(record["answer"]),
        metadata={"cocoa": dict(record), "strategy": strategy},
        scores=None if failed else {"named_option": score},
        error=EvalError(message="overloaded", traceback="", traceback_ansi="") if failed else None,
        model_usage={model: usage},
        total_time=3.0,
        working_time=1.5,
    )


def _item_sample(item: Asked) -> EvalSample:
    said = {"family": item.family, "ask": item.ask, "groups": dict(item.groups)}
    said |= {"facets": dict(item.facets), "chance": item.chance}
    score = Score(
        value=item.value,
        answer=item.answer,
        metadata={"metrics": dict(item.metrics), "failure": item.failure, "reader": "text/1"},
    )
    messages: list[ChatMessage] = [ChatMessageUser(content=item.asked)]
    for index, text in enumerate(item.turns):
        messages += [ChatMessageUser(content="Go on.")] * bool(index) + [ChatMessageAssistant(content=text)]
    return EvalSample(
        id=item.id,
        epoch=1,
        input=item.asked,
        target=item.target,
        metadata={**said, "cluster": item.cluster or item.id, "cocoa": item.record},
        scores={"toy_scorer": score},
        messages=messages,
    )
