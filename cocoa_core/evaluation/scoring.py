"""The scorer: an answer is read as everywhere in cocoa, and what cannot be read is counted on its own."""

from __future__ import annotations

from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    accuracy,
    metric,
    scorer,
    stderr,
)
from inspect_ai.solver import TaskState

from cocoa_core.analysis.outcomes import STOPPED
from cocoa_core.evaluation.samples import CLUSTER, RECORD
from cocoa_core.records.scoring import score

__all__ = ["PARSE_FAILURE", "named_option", "parse_failures"]

PARSE_FAILURE = "parse_failure"
"""Key of a score's metadata: whether no option could be read out of the answer. `reason` says why.

A reason is one of `cocoa_core.score`, or `cut_off` where the answer came to the end of its tokens.
"""


@metric
def parse_failures() -> Metric:
    """The share of answers that name no option; they count as wrong. Of several epochs the first counts."""

    def share(scores: list[SampleScore]) -> float:
        failed = sum(bool((one.score.metadata or {}).get(PARSE_FAILURE)) for one in scores)
        return failed / len(scores) if scores else 0.0

    return share


@scorer(metrics=[accuracy(), stderr(cluster=CLUSTER), parse_failures()])
def named_option() -> Scorer:
    """Right if the answer names the option that satisfies the request, by `cocoa_core.score`."""

    async def judge(state: TaskState, target: Target) -> Score:
        found = score(state.metadata[RECORD], state.output.completion)
        reason = found.failure and STOPPED.get(state.output.stop_reason, found.failure)
        return Score(
            value=CORRECT if found.outcome == "right" else INCORRECT,
            answer=found.label or "",
            explanation=state.output.completion,
            metadata={PARSE_FAILURE: found.outcome == "unparsed", "reason": reason or ""},
        )

    return judge
