"""Chat messages: one conversation a line, with the right answer as what the assistant says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cocoa_core.evaluation.conversations import Prompter
from cocoa_core.export.hub_card import loading, write_card
from cocoa_core.export.job import Job
from cocoa_core.export.prompting import prompter_of, strategy_of
from cocoa_core.export.replies import Replies
from cocoa_core.records.question import CANARY, Question

__all__ = ["write"]


def write(job: Job) -> Callable[[Path], str]:
    """Write one file a split, NAME.jsonl, and a card."""
    strategy = strategy_of(job)
    replies = Replies(job.domain, strategy.stepwise, job.asked.explain)
    for split in job.splits:
        job.write_lines(split, _liner(prompter_of(job, split), replies))
    write_card(job, "jsonl", _COLUMNS)
    return loading


_COLUMNS = {
    "id": "of the question, as in the data set",
    "answer": "the letter of the right option",
    "messages": "`role` (system, user or assistant) and `content`; the last message holds the answer line",
    "canary": "the line that stands in every record",
}


def _liner(prompter: Prompter, replies: Replies) -> Callable[[Question], Mapping[str, Any]]:
    def line(question: Question) -> Mapping[str, Any]:
        said = prompter.conversation(question)
        messages = [{"role": "system", "content": said.system}] if said.system else []
        for asked, reply in zip((said.first, *said.turns), replies.of(question), strict=True):
            messages.append({"role": "user", "content": asked})
            messages.append({"role": "assistant", "content": reply})
        return {"id": question.id, "answer": question.answer, "messages": messages, "canary": CANARY}

    return line
