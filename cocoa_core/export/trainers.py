"""Rows for trainers that pay by a reward: a prompt, and the record by which the answer is scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from cocoa_core.export.card import loading, write_card
from cocoa_core.export.messages import right_conversation
from cocoa_core.items import CANARY, FULL, Item, Job, Prompter, Use, in_words, messages_of

__all__ = ["write_nemo_gym", "write_trl"]

_TRL: Final = {
    "id": "of the question, as in the data set",
    "prompt": "messages: `role` and `content`",
    "record": "the question's record, as JSON in a text: the column that `cocoa_core.reward` takes",
    "canary": "the line that stands in every record",
}
_NEMO_GYM: Final = {
    "responses_create_params": "`input`: the messages, as NeMo Gym's model servers take them",
    "answer": "the key in words",
    "record": "the question's record, as JSON in a text, for a server's `verify`",
    "metadata": "`id`, `family` and `ask` of the question",
    "canary": "the line that stands in every record",
}


def write_trl(job: Job) -> Use:
    """Writes one file a split, NAME.jsonl, and a card."""
    return _written(job, _trl, _TRL)


def write_nemo_gym(job: Job) -> Use:
    """Writes one file a split, NAME.jsonl, and a card."""
    return _written(job, _nemo_gym, _NEMO_GYM)


def _written(
    job: Job, row: Callable[[Item, list[dict[str, str]]], Mapping[str, Any]], columns: Mapping[str, str]
) -> Use:
    """Of a delivery over turns the prompt is the conversation up to what the assistant says last.

    Raises:
        UsageError: a strategy that asks in several turns.
    """
    for split in job.splits:
        prompter: Prompter[Any] = job.prompter(split)

        def line(item: Item, prompter: Prompter[Any] = prompter) -> Mapping[str, Any]:
            whole = job.asked.delivery == FULL
            prompt = messages_of(prompter, item) if whole else right_conversation(prompter, item)[:-1]
            return {**row(item, prompt), "canary": CANARY}

        job.write_lines(split, line)
    write_card(job, "jsonl", columns)
    return loading


def _trl(item: Item, messages: list[dict[str, str]]) -> Mapping[str, Any]:
    return {"id": item.id, "prompt": messages, "record": item.line()}


def _nemo_gym(item: Item, messages: list[dict[str, str]]) -> Mapping[str, Any]:
    return {
        "responses_create_params": {"input": messages},
        "answer": in_words(item.key),
        "record": item.line(),
        "metadata": {"id": item.id, "family": item.family, "ask": item.ask},
    }
