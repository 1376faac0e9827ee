"""Sums up how a run went: for each log what was asked, what was right, and what it took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from cocoa_core.evaluation.provider_messages import words_of
from cocoa_core.intervals import Accuracy, accuracy

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSampleSummary

_WORTH: Final[dict[Any, Any]] = {"C": 1.0, "I": 0.0}
"""What inspect's letters for full marks and for none are worth; a score in between is a number."""


@frozen
class RunScore:
    """The score of one model asked by one strategy."""

    model: str
    strategy: str
    accuracy: Accuracy
    """The accuracy of the answers (those of several epochs count each), clustered by requirement."""
    parse_failures: int = 0
    """Answers that name no option. They count as wrong."""
    cut_off: int = 0
    """Those of the parse failures that used up their tokens before they named an option."""
    empty: int = 0
    """Those of the parse failures that hold no text, or none but thinking."""
    refused: int = 0
    """Those of the parse failures that the provider stopped for their content."""
    tool_calls: int = 0
    """Replies that asked for tools, of which none are offered. Their text counts."""
    errors: int = 0
    """Questions without an answer because asking failed. They are in no other figure."""
    unasked: int = 0
    """Questions that were not begun because the budget was spent. They are in no other figure."""
    input_tokens: int | None = None
    """Tokens read for all answers; None where the provider does not state them."""
    output_tokens: int | None = None
    """Tokens written in all answers; None where the provider does not state them."""
    seconds: float | None = None
    """Mean seconds of work for an answer, without waiting for rate limits; None where unknown."""
    complete: bool = True
    """Whether every question was answered."""
    why: str | None = None
    """The most frequent error among the questions without an answer; None without such questions."""
    log: str | None = None
    """The log's file; None for what has none."""


def score_of_run(log: EvalLog) -> RunScore:
    """Returns the score of a log. Its header is enough: the rest is read from the file."""
    from inspect_ai._util.error import is_cancellation_message
    from inspect_ai.log import read_eval_log_sample_summaries

    summaries = [
        sample
        for sample in read_eval_log_sample_summaries(log.location)
        if sample.error is None or not is_cancellation_message(sample.error)
    ]
    samples = [sample for sample in summaries if sample.scores and sample.error is None]
    failed = [words_of(sample.error) for sample in summaries if sample.error is not None]
    scores = [next(iter((sample.scores or {}).values())) for sample in samples]
    reasons = Counter((score.metadata or {}).get("reason") for score in scores)
    return RunScore(
        model=str(log.eval.model),
        strategy=str((log.eval.metadata or {}).get("strategy", "")),
        accuracy=accuracy(
            [_WORTH.get(score.value, score.value) for score in scores],
            [str(sample.metadata.get("cluster", sample.id)) for sample in samples],
        ),
        parse_failures=sum(bool((score.metadata or {}).get("parse_failure")) for score in scores),
        cut_off=reasons["cut_off"],
        empty=reasons["empty"],
        refused=reasons["refusal"],
        tool_calls=sum(int((score.metadata or {}).get("tool_calls") or 0) for score in scores),
        errors=len(failed),
        unasked=max(0, _planned(log) - len(summaries)),
        input_tokens=_tokens(samples, "input_tokens"),
        output_tokens=_tokens(samples, "output_tokens"),
        seconds=_seconds(samples),
        complete=log.status == "success" and not failed and len(samples) >= _planned(log),
        log=log.location.removeprefix("file://"),
        why=Counter(failed).most_common(1)[0][0] if failed else None,
    )


def _planned(log: EvalLog) -> int:
    if log.results is not None:
        return log.results.total_samples
    return len(log.eval.dataset.sample_ids or ()) * (log.eval.config.epochs or 1)  # nothing was scored


def _tokens(samples: Iterable[EvalSampleSummary], which: str) -> int | None:
    usages = [usage for sample in samples for usage in sample.model_usage.values()]
    return sum(max(0, getattr(usage, which) or 0) for usage in usages) if usages else None


def _seconds(samples: Iterable[EvalSampleSummary]) -> float | None:
    times = [sample.working_time for sample in samples if sample.working_time is not None]
    return sum(times) / len(times) if times else None
