"""Writes chat messages: one conversation a line, in which the assistant gives the right answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from cocoa_core.export.card import loading, write_card
from cocoa_core.items import CANARY, ExportJob, Item, Prompter, Use, in_words

__all__ = ["right_conversation", "write"]

_COLUMNS: Final = {
    "id": "of the question, as in the data set",
    "answer": "the key in words",
    "messages": "`role` (system, user or assistant) and `content`; the last message holds the answer",
    "canary": "the line that stands in every record",
}
"""By column, what the card says of it."""


def write(job: ExportJob) -> Use:
    """Writes one file a split, NAME.jsonl, and a card.

    Returns:
        The function that tells how the folder is loaded.
    """
    for split in job.splits:
        prompter = job.prompter(split)
        job.write_lines(split, _liner(prompter), getattr(prompter, "fits", None))
    write_card(job, "jsonl", _COLUMNS)
    return loading


def _liner(prompter: Prompter[Any]) -> Callable[[Item], Mapping[str, Any]]:
    def line(item: Item) -> Mapping[str, Any]:
        messages = right_conversation(prompter, item)
        return {"id": item.id, "answer": in_words(item.key), "messages": messages, "canary": CANARY}

    return line


def right_conversation(prompter: Prompter[Any], item: Item) -> list[dict[str, str]]:
    """Returns all messages of an item's conversation, in order, with the assistant's right replies."""
    conversation = prompter.conversation(item)
    messages = [{"role": "system", "content": conversation.system}] if conversation.system else []
    turns = zip((conversation.first, *conversation.turns), prompter.replies(item), strict=True)
    for user_message, reply in (*conversation.examples, *turns):
        messages += [{"role": "user", "content": user_message}, {"role": "assistant", "content": reply}]
    return messages
