"""Logs as inspect writes them, of questions that were answered as a test wants them to be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from inspect_ai.log import (
    EvalConfig,
    EvalDataset,
    EvalError,
    EvalLog,
    EvalSample,
    EvalSpec,
    write_eval_log,
)
from inspect_ai.model import GenerateConfig, ModelUsage
from inspect_ai.scorer import Score

__all__ = ["Answers", "made_log", "right", "write_log", "wrong_by_one"]

Record = Mapping[str, Any]
Answers = Callable[[Record, int], str]
"""The letter for a record and an epoch; "" where none can be read; "error" where asking fails."""


def right(record: Record, epoch: int) -> str:
    """The right answer."""
    return str(record["answer"])


def wrong_by_one(record: Record, epoch: int) -> str:
    """The letter after the right one."""
    return "BCDEA"["ABCDE".index(record["answer"])]


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
