"""Scores what a model said about an item: the basis of a verifiable reward."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cocoa_core.answers import Score
from cocoa_core.answers import score as score_letter
from cocoa_core.errors import UsageError
from cocoa_core.items.asking import parse_record
from cocoa_core.items.dataset import Dataset
from cocoa_core.items.episode import ANSWERING, Episode
from cocoa_core.items.item import Item, wrong_parts

__all__ = ["score", "score_episode"]


def score(
    record: Mapping[str, Any] | Item, completion: str | Sequence[str], family: str | None = None
) -> Score:
    """Scores a completion. The same arguments give the same score.

    Args:
        record: an item, or its JSON as a dict. A record without `family` is a question of cocoa 0.1: it has
            `answer` and `options`, and is scored by its letter.
        completion: what the model wrote; for a conversation its messages, in order.
        family: the name of the item's family, where it is none of cocoa's own.

    Raises:
        UsageError: the record cannot be read, or the completion is no text. No text raises.
    """
    data = record.to_json() if isinstance(record, Item) else record
    name = data.get("family") if isinstance(data, Mapping) else None
    if name is None:
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
    record: Mapping[str, Any] | Item,
    episode: Mapping[str, Any] | Episode,
    *,
    dataset: Dataset | None = None,
    family: str | None = None,
) -> Score:
    """Scores what a run of one item left. The same arguments give the same score.

    Args:
        record: an item, or its JSON as a dict.
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
