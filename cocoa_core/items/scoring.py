"""Scores what a model said about an item, and turns scores into rewards in the form of TRL.

This module reads the record and hands it to its family, which scores. In `cocoa_core.families.selection` the
ask scores one reply (`asking.py`), and the delivery an episode; `deliveries/turns.py` scores the turns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from cocoa_core.answers import Score
from cocoa_core.answers import score as score_letter
from cocoa_core.errors import UsageError
from cocoa_core.items.dataset import Dataset
from cocoa_core.items.episode import ANSWERING, Episode
from cocoa_core.items.item import Item, wrong_parts
from cocoa_core.items.prompting import parse_record


def score(
    record: Mapping[str, Any] | Item | str, completion: str | Sequence[str], family: str | None = None
) -> Score:
    """Scores a completion. The same arguments give the same score.

    Args:
        record: an item, its JSON as a dict, or its JSON as a text. A dict without `family` is a question of
            cocoa 0.1: it has `answer` and `options`, and is scored by its letter.
        completion: what the model wrote; for a conversation its messages, in order.
        family: the name of the item's family, where it is none of cocoa's own.

    Raises:
        UsageError: the record cannot be read, or the completion is no text. No text raises.
    """
    data = record.to_json() if isinstance(record, Item) else record
    name = data.get("family") if isinstance(data, Mapping) else None
    if name is None and not isinstance(record, str):
        return score_letter(data, completion)  # type: ignore[arg-type]  # it says what it cannot take
    replies = (completion,) if isinstance(completion, str) else completion
    texts = isinstance(replies, list | tuple) and all(isinstance(reply, str) for reply in replies)
    if not replies or not texts:
        raise UsageError(
            "A completion is scored as text.",
            got=f"a {type(completion).__name__}",
            expected="the text that the model wrote, as a str, or the texts of its turns",
            fix='Of a list of messages pass the last one\'s text: completion[-1]["content"]; of none, "".',
        )
    item_family, item = parse_record(record, family)
    return item_family.score(item, replies)


def score_episode(
    record: Mapping[str, Any] | Item | str,
    episode: Mapping[str, Any] | Episode,
    *,
    dataset: Dataset | None = None,
    family: str | None = None,
) -> Score:
    """Scores what a run of one item left. The same arguments give the same score.

    Args:
        record: an item, its JSON as a dict, or its JSON as a text.
        episode: an `Episode`, or its JSON as a dict.
        dataset: the data set of the item, where its domain is not installed. Needed only where each turn
            counts.
        family: the name of the item's family, where it is none of cocoa's own.

    Raises:
        UsageError: one of them cannot be read, they are not of the same item, or the family has no such
            delivery. No text of a reply raises.
    """
    item_family, item = parse_record(record, family)
    try:
        read = episode if isinstance(episode, Episode) else Episode.from_json(episode)
    except (ValueError, TypeError) as error:
        raise UsageError(
            "This is not an episode.",
            got=wrong_parts(error) if isinstance(error, ValueError) else f"a {type(episode).__name__}",
            expected="an Episode, or its JSON (`cocoa_core.items.episode_schema()` says what it has)",
        ) from error
    if read.item != item.id or read.answer not in ANSWERING:
        raise UsageError(
            "The episode is not one of this item.",
            got=f"item {read.item}, answer {read.answer}",
            expected=f"item {item.id}, answer {', '.join(ANSWERING)}",
        )
    scored = getattr(item_family, "score_episode", None)
    if scored is None:
        if read.delivery != "full":
            raise UsageError("This family has no deliveries.", got=read.delivery, expected="full")
        return item_family.score(item, read.replies or ("",))
    worth: Score = scored(item, read, dataset)
    return worth


_TEXTS: Final = ("text", "output_text")
"""The types of parts of a message, in chat completions and in responses, that are no reasoning."""


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
            completions: texts, or lists of messages. The content of a message is a text, or a list of parts,
                of which "text" and "output_text" count. What has no text (a message without content, only
                other parts, or no message at all) earns `unread`. Nothing in them raises.
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
        _text_of(message.get("content"))
        for message in messages
        if isinstance(message, Mapping) and message.get("role", "assistant") == "assistant"
    ]
    return tuple(texts) or ("",)


def _text_of(content: object) -> str:
    """Returns the text of a message: its content, or the parts of it that are what the model said."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list | tuple) else ()
    texts = [part.get("text") for part in parts if isinstance(part, Mapping) and part.get("type") in _TEXTS]
    return "".join(text for text in texts if isinstance(text, str))


reward: Final = Reward()
"""The one without any flag."""
