"""Rewards for a trainer: numbers from completions, in the way that TRL calls a reward function."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from cocoa_core.answers import Score
from cocoa_core.errors import UsageError
from cocoa_core.items.asking import parse_record
from cocoa_core.items.item import Item

__all__ = ["Graded", "Reward", "reward"]


@frozen
class Graded:
    """value: the reward. score: what it rests on. scorer: who scored, with its version ("selection-3")."""

    value: float
    score: Score
    scorer: str


@frozen
class Reward:
    """A reward function; `cocoa_core.reward` is the one without any flag.

    partial: pay for a part of the answer: of questions over options the share of sum terms that the chosen
             option meets, the F1 of a set; of other families what they give for it. What is not right gets
             less than 1. Without it a question over options pays 1 or 0.
    unread:  what a completion gets in which no answer can be read, such as -0.5
    family:  the name of the items' family, where it is none of cocoa's own
    """

    partial: bool = False
    unread: float = 0.0
    family: str | None = None

    @property
    def __name__(self) -> str:
        """What trainers log it as."""
        return f"cocoa_{'partial' if self.partial else 'score'}"

    def __call__(
        self,
        completions: Sequence[Any],
        record: Sequence[Any] | None = None,
        *,
        log_extra: Callable[[str, list[Any]], None] | None = None,
        log_metric: Callable[[str, float], None] | None = None,
        **columns: Any,
    ) -> list[float]:
        """One number for each completion, in their order.

        completions: texts, or lists of messages. What is no text earns what cannot be read earns: a message
                     without content, one whose content is a list of parts, no message at all. Nothing that
                     is in them raises.
        record:      the column with the records, as texts or dicts, as many as there are completions
        log_extra, log_metric: TRL's, told outcomes, scorer and the share that could not be read
        columns:     whatever else a trainer passes; not looked at

        Raises UsageError for a column `record` that is missing, too short or no record.
        """
        if record is None or isinstance(record, str | Mapping) or len(record) != len(completions):
            raise UsageError(
                "The reward needs the record of each completion's item.",
                got=f"the columns {', '.join(sorted(columns)) or 'none'}"
                if record is None
                else f"{1 if isinstance(record, str | Mapping) else len(record)} for {len(completions)}",
                expected="a column `record`, as long as the completions",
                fix="Give each row of the data set the record as a text, beside the prompt: "
                "json.dumps(question.to_json()).",
            )
        graded = [self.of(one, said) for one, said in zip(record, completions, strict=True)]
        if log_extra is not None:
            log_extra("cocoa_outcome", [one.score.outcome for one in graded])
            log_extra("cocoa_scorer", [one.scorer for one in graded])
        if log_metric is not None and graded:
            unread = sum(one.score.outcome == "unparsed" for one in graded)
            log_metric("cocoa_unread", unread / len(graded))
        return [one.value for one in graded]

    def of(self, record: Mapping[str, Any] | Item | str, completion: Any) -> Graded:
        """The reward of one completion: a text, or messages. UsageError for what is no record."""
        family, item = parse_record(record, self.family)
        score = family.score(item, _replies(completion))
        value = score.value
        if score.outcome == "unparsed":
            value = self.unread
        elif self.partial and (partial := getattr(family, "partial", None)) is not None:
            value = float(partial(item, score))
        return Graded(value, score, f"{family.name}-{family.reader}")


def _replies(completion: Any) -> tuple[str, ...]:
    """What the model said, message by message; "" for what is no text."""
    if isinstance(completion, str):
        return (completion,)
    messages = completion if isinstance(completion, list | tuple) else ()
    said = [
        one.get("content")
        for one in messages
        if isinstance(one, Mapping) and one.get("role", "assistant") == "assistant"
    ]
    return tuple(text if isinstance(text, str) else "" for text in said) or ("",)


reward: Final = Reward()
"""The one without any flag."""
