"""What became of one sample of a log: the option named, whether it is right, and what it took."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from cocoa_core.analysis.facts import Facts
from cocoa_core.analysis.visible_text import whole

__all__ = ["STOPPED", "Outcome", "UnusableError", "outcome_of"]

_SCORER: Final = "named_option"
_LONGEST_MESSAGE: Final = 120
_MOST: Final = 1e15
_WORD: Final = re.compile("[a-z_-]{1,40}")
_RIGHT: Final = frozenset(("C", 1, 1.0, True))

STOPPED: Final[Mapping[str, str]] = {
    "max_tokens": "cut_off",
    "model_length": "cut_off",
    "content_filter": "refusal",
}
"""By inspect's reason to stop, why an answer that names no option does so, whatever its text looks like."""


class UnusableError(Exception):
    """A sample that does not count; the text says why.

    failed: asking failed, so another log may have an answer; said: the provider's message, one short line
    """

    def __init__(self, reason: str, *, failed: bool = False, said: str = "") -> None:
        super().__init__(reason)
        self.failed = failed
        self.said = said


@frozen
class Outcome:
    """As in `results.Result`."""

    answer: str | None
    correct: bool
    failure: str
    input_tokens: int | None
    output_tokens: int | None
    seconds: float | None
    cost: float | None


def outcome_of(sample: Mapping[str, Any], facts: Facts) -> Outcome:
    """The outcome of a sample, a plain JSON object. Raises UnusableError where there is none."""
    if sample.get("error"):
        raise UnusableError("asking ended in an error", failed=True, said=_message(sample["error"]))
    if sample.get("invalidation"):
        raise UnusableError("declared invalid")
    score = _score(sample.get("scores"))
    answer = score.get("answer") or None
    if answer is not None and answer not in facts.labels:
        answer = None
    correct = score.get("value") in _RIGHT if isinstance(score.get("value"), (str, int, float)) else False
    if correct != (answer == facts.answer):
        raise UnusableError("its score contradicts its answer")
    said = score.get("metadata")
    reason = said.get("reason") if isinstance(said, Mapping) else None
    reason = STOPPED.get(_stop(sample.get("output")), reason)
    failure = reason if isinstance(reason, str) and _WORD.fullmatch(reason) else "unreadable"
    tokens_in, tokens_out, cost = _usage(sample.get("model_usage"))
    seconds = _said(sample.get("working_time"))
    if seconds is None:
        seconds = _said(sample.get("total_time"))
    return Outcome(
        answer,
        correct,
        "" if answer else failure,
        tokens_in,
        tokens_out,
        seconds,
        cost,
    )


def _message(error: Any) -> str:
    text = str(error.get("message") or "") if isinstance(error, Mapping) else str(error)
    line = " ".join(whole(text).split())
    return line if len(line) <= _LONGEST_MESSAGE else f"{line[: _LONGEST_MESSAGE - 3]}..."


def _score(scores: Any) -> Mapping[str, Any]:
    """Our scorer's score, or the only one there is."""
    if not isinstance(scores, Mapping) or not scores:
        raise UnusableError("without a score", failed=True)
    found = scores.get(_SCORER) or next(
        (score for name, score in scores.items() if name.rpartition("/")[2] == _SCORER), None
    )
    if found is None and len(scores) == 1:
        found = next(iter(scores.values()))
    if not isinstance(found, Mapping) or "value" not in found:
        raise UnusableError(f"without a score of {_SCORER}")
    return found


def _stop(output: Any) -> str:
    """Why the last answer ended, as inspect words it; "" where the log does not say."""
    choices = output.get("choices") if isinstance(output, Mapping) else None
    last = choices[0] if isinstance(choices, list) and choices else None
    return str(last.get("stop_reason") or "") if isinstance(last, Mapping) else ""


def _usage(usage: Any) -> tuple[int | None, int | None, float | None]:
    """Tokens read and written, and dollars, over all models that took part; None where nothing is said."""
    parts = [one for one in usage.values() if isinstance(one, Mapping)] if isinstance(usage, Mapping) else []
    if not parts:
        return None, None, None
    read = sum(
        int(_said(one.get(name)) or 0)
        for one in parts
        for name in ("input_tokens", "input_tokens_cache_read", "input_tokens_cache_write")
    )
    written = sum(int(_said(one.get("output_tokens")) or 0) for one in parts)
    costs = [cost for one in parts if (cost := _said(one.get("total_cost"))) is not None]
    return read, written, sum(costs) if costs else None


def _said(value: Any) -> float | None:
    """A number that a log states; None where it states none, or one that nothing can have taken."""
    return float(value) if isinstance(value, (int, float)) and 0 <= value <= _MOST else None
