"""Chat messages: one conversation a line, with what a right model says as what the assistant says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from cocoa_core.export.card import loading, write_card
from cocoa_core.items import CANARY, Item, Job, Prompter, Use, in_words

__all__ = ["write"]

_COLUMNS: Final = {
    "id": "of the question, as in the data set",
    "answer": "the key in words",
    "messages": "`role` (system, user or assistant) and `content`; the last message holds the answer",
    "canary": "the line that stands in every record",
}


def write(job: Job) -> Use:
    """Write one file a split, NAME.jsonl, and a card."""
    for split in job.splits:
        prompter = job.prompter(split)
        job.write_lines(split, _liner(prompter), getattr(prompter, "fits", None))
    write_card(job, "jsonl", _COLUMNS)
    return loading


def _liner(prompter: Prompter[Any]) -> Callable[[Item], Mapping[str, Any]]:
    def line(item: Item) -> Mapping[str, Any]:
        said = prompter.conversation(item)
        messages = [{"role": "system", "content": said.system}] if said.system else []
        for asked, reply in said.examples:
            messages.append({"role": "user", "content": asked})
            messages.append({"role": "assistant", "content": reply})
        for asked, reply in zip((said.first, *said.turns), prompter.replies(item), strict=True):
            messages.append({"role": "user", "content": asked})
            messages.append({"role": "assistant", "content": reply})
        return {"id": item.id, "answer": in_words(item.key), "messages": messages, "canary": CANARY}

    return line
