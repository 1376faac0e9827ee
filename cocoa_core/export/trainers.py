"""Writes rows for trainers that use a reward: a prompt, and the record by which the answer is scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from cocoa_core.export.card import loading, write_card
from cocoa_core.export.messages import right_conversation
from cocoa_core.items import CANARY, FULL, ExportJob, Item, Prompter, Use, in_words, messages_of

__all__ = ["write_nemo_gym", "write_trl"]

_TRL: Final = {
    "id": "of the question, as in the data set",
    "prompt": "messages: `role` and `content`",
    "record": "the question's record, as JSON in a text: the column that `cocoa_core.reward` takes",
    "canary": "the line that stands in every record",
}
"""By column, what the card says of it."""
_NEMO_GYM: Final = {
    "responses_create_params": "`input`: the messages, as NeMo Gym's model servers take them",
    "answer": "the key in words",
    "record": "the question's record, as JSON in a text, for a server's `verify`",
    "metadata": "`id`, `family` and `ask` of the question",
    "canary": "the line that stands in every record",
}
"""By column, what the card says of it."""


def write_trl(job: ExportJob) -> Use:
    """Writes one file a split, NAME.jsonl, and a card, with the columns that TRL takes."""
    return _written(job, _trl, _TRL)


def write_nemo_gym(job: ExportJob) -> Use:
    """Writes one file a split, NAME.jsonl, and a card, with the columns that NeMo Gym takes."""
    return _written(job, _nemo_gym, _NEMO_GYM)


def _written(
    job: ExportJob, row: Callable[[Item, list[dict[str, str]]], Mapping[str, Any]], columns: Mapping[str, str]
) -> Use:
    """Writes the splits and the card.

    Of a delivery in turns the prompt is the conversation up to the last reply.

    Args:
        job: the export.
        row: makes the columns of an item from the item and its prompt, all but the canary.
        columns: by column, what the card says of it.

    Raises:
        UsageError: the strategy asks in several turns.
    """
    for split in job.splits:
        prompter: Prompter[Any] = job.prompter(split)

        def line(item: Item, prompter: Prompter[Any] = prompter) -> Mapping[str, Any]:
            in_one_message = job.asked.delivery == FULL
            prompt = (
                messages_of(prompter, item) if in_one_message else right_conversation(prompter, item)[:-1]
            )
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
