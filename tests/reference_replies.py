"""What a reference model says at the end of a conversation about one question, from its messages alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cocoa_core.families.selection import (
    Message,
    Question,
    RequestReader,
    answer,
    reader_of_folder,
    reference_model,
)
from cocoa_core.families.selection.prompting.conversations import QuestionPrompter, prompter_of
from cocoa_core.items import Prompting, read_dataset

DIRECT = Prompting(strategy="direct")


@cache
def prompter_in(exam: Path, how: Prompting) -> QuestionPrompter:
    """The prompter of a data set's folder."""
    return prompter_of(read_dataset(exam), how)


@cache
def reader_in(exam: Path) -> RequestReader:
    """What the models that read know of the data set's domain."""
    return reader_of_folder(exam)


def last_reply(exam: Path, model: str, question: Question, how: Prompting = DIRECT, seed: int = 0) -> str:
    """Its reply to the last turn, after the examples and turns that models are asked with."""
    player = reference_model(model)
    assert player is not None
    conversation = prompter_in(exam, how).conversation(question)
    messages = [Message("system", conversation.system)] if conversation.system else []
    for asked, replied in conversation.examples:
        messages += [Message("user", asked), Message("assistant", replied)]
    for turn in (conversation.first, *conversation.turns):
        messages.append(Message("user", turn))
        messages.append(Message("assistant", answer(player, reader_in(exam), seed, messages)))
    return messages[-1].text
