"""Rewards for training: a number for each completion, in the form of a TRL reward function."""

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
    """A reward, with what it rests on."""

    value: float
    """The reward."""
    score: Score
    """The score of the completion."""
    scorer: str
    """The name and version of the scorer, such as "selection-3"."""


@frozen
class Reward:
    """A reward function. `cocoa_core.reward` is the one with default options."""

    partial: bool = False
    """Whether a part of the answer earns something. Questions over options pay the share of sum terms that
    the chosen option meets, sets their F1, other families what they define; what is not right always earns
    less than 1. Without it a question over options pays 1 or 0.
    """
    unread: float = 0.0
    """What a completion earns in which no answer can be read, for instance -0.5."""
    family: str | None = None
    """The name of the items' family, where it is none of cocoa's own."""

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
        """Returns a reward for each completion, in their order.

        Args:
            completions: texts, or lists of messages. What has no text (a message without content, or whose
                content is a list of parts, or no message at all) earns `unread`. Nothing in them raises.
            record: the column with the records, as texts or dicts, one for each completion.
            log_extra: TRL's hook for columns; receives outcomes and the scorer.
            log_metric: TRL's hook for metrics; receives the share of completions that could not be read.
            columns: whatever else a trainer passes. Ignored.

        Raises:
            UsageError: the column `record` is missing, too short, or holds something that is no record.
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
        graded = [self.of(row, completion) for row, completion in zip(record, completions, strict=True)]
        if log_extra is not None:
            log_extra("cocoa_outcome", [row.score.outcome for row in graded])
            log_extra("cocoa_scorer", [row.scorer for row in graded])
        if log_metric is not None and graded:
            unread = sum(row.score.outcome == "unparsed" for row in graded)
            log_metric("cocoa_unread", unread / len(graded))
        return [row.value for row in graded]

    def of(self, record: Mapping[str, Any] | Item | str, completion: Any) -> Graded:
        """Returns the reward of one completion.

        Args:
            record: an item, its JSON as a dict, or its JSON as a text.
            completion: a text, or messages.

        Raises:
            UsageError: the record cannot be read.
        """
        family, item = parse_record(record, self.family)
        score = family.score(item, _replies(completion))
        value = score.value
        if score.outcome == "unparsed":
            value = self.unread
        elif self.partial and (partial := getattr(family, "partial", None)) is not None:
            value = float(partial(item, score))
        return Graded(value, score, f"{family.name}-{family.reader}")


def _replies(completion: Any) -> tuple[str, ...]:
    """Returns what the model said, message by message; "" for what is no text."""
    if isinstance(completion, str):
        return (completion,)
    messages = completion if isinstance(completion, list | tuple) else ()
    texts = [
        message.get("content")
        for message in messages
        if isinstance(message, Mapping) and message.get("role", "assistant") == "assistant"
    ]
    return tuple(text if isinstance(text, str) else "" for text in texts) or ("",)


reward: Final = Reward()
"""The one without any flag."""
