"""Questions of a data set as inspect's samples."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser

from cocoa_core.errors import UsageError
from cocoa_core.evaluation.conversations import Conversation, Prompter
from cocoa_core.records.dataset import Dataset
from cocoa_core.records.question import Question

__all__ = ["CLUSTER", "RECORD", "STRATEGY", "TURNS", "questions_of", "sample_of", "samples_of"]

RECORD: Final = "cocoa"
STRATEGY: Final = "strategy"
TURNS: Final = "turns"
CLUSTER: Final = "requirement"
"""Keys of a sample's metadata: the whole record, the strategy's name, the turns after the first, and the id
of the requirement, which questions may share."""


def questions_of(dataset: Dataset, side: str | None, limit: int | None) -> Iterator[Question]:
    """The first `limit` questions of a side, or of all, in their order. UsageError for an unknown side."""
    if limit is not None and (not isinstance(limit, int) or limit < 1):
        raise UsageError("the limit is out of range", got=str(limit), expected="a whole number from 1")
    return islice(dataset.side(side) if side is not None else iter(dataset), limit)


def samples_of(dataset: Dataset, prompter: Prompter, side: str | None, limit: int | None) -> MemoryDataset:
    """The samples, with the ids of the records. UsageError where there is no question to ask."""
    samples = [
        sample_of(question, prompter.conversation(question), prompter.strategy.name)
        for question in questions_of(dataset, side, limit)
    ]
    if not samples:
        raise UsageError(
            "this data set has no questions to ask",
            got=f"{dataset.folder}" + (f", side {side}" if side else ""),
            expected="one question at least",
            fix="generate some with `cocoa generate`, or name another side",
        )
    return MemoryDataset(samples, name=dataset.folder.resolve().name, location=str(dataset.folder))


def sample_of(question: Question, said: Conversation, strategy: str) -> Sample:
    """One sample: its input is what is said first, its target the letter of the right option."""
    messages: list[ChatMessage] = [ChatMessageSystem(content=said.system)] if said.system else []
    messages.append(ChatMessageUser(content=said.first))
    return Sample(
        id=question.id,
        input=messages,
        target=question.answer,
        metadata={
            RECORD: question.to_json(),
            STRATEGY: strategy,
            TURNS: list(said.turns),
            CLUSTER: question.requirement.id,
        },
    )
