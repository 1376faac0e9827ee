"""How a reference model answers a conversation: it understands the messages as any model has to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from attrs import frozen

from cocoa_core.errors import UsageError
from cocoa_core.evaluation.layout import ShownQuestion, find_condition, find_letters, find_question
from cocoa_core.reference.choosing import ReferenceModel, Understood, drawing
from cocoa_core.reference.request_reader import RequestReader, UnreadableError

__all__ = ["Message", "answer"]

_UNREAD: Final = "I cannot read this question."
_NONE: Final = "none"


@frozen
class Message:
    """One message of a conversation."""

    role: Literal["system", "user", "assistant", "tool"]
    text: str


def answer(
    model: ReferenceModel, reader: RequestReader | None, seed: int, messages: Sequence[Message]
) -> str:
    """What the model says next. It sees the messages and, but for chance, knows the domain; nothing else.

    A turn that asks about one condition is answered with the letters of the options that meet it; in the last
    turn of such a conversation the oracle counts on its own answers, as a model has to. Raises UsageError
    where a model that reads has no domain.
    """
    said = [message.text for message in messages if message.role == "user"]
    shown = next(filter(None, map(find_question, reversed(said))), None)
    if shown is None:
        return _UNREAD
    draw = drawing(model, seed, shown.request, shown.options)
    condition = find_condition(said[-1])
    if model.choose is None:
        letters = sorted(shown.options)
        if condition is not None:
            return _met_by([letter for letter in letters if draw.random() < 0.5])
        return f"Answer: {draw.choice(letters)}"
    if reader is None:
        raise UsageError(
            f"the model {model.name} has to know the domain",
            got="no model argument `domain`",
            expected="the folder `domain` of the data set",
            fix="add -M domain=FOLDER/domain (`cocoa evaluate` does so by itself)",
        )
    try:
        if condition is not None:
            return _on_condition(reader, shown, condition)
        before = _agreed(messages) if model.name == "oracle" else None
        letters = sorted(model.choose(reader, _understood(reader, shown)) if before is None else before)
    except UnreadableError as error:
        return f"{_UNREAD} {error}"
    return f"Answer: {draw.choice(letters)}" if letters else "No option meets all of it."


def _understood(reader: RequestReader, shown: ShownQuestion) -> Understood:
    values = shown.values(reader.domain.labels)
    options = reader.options(values)
    return Understood(options, reader.terms(shown.request, values, options))


def _on_condition(reader: RequestReader, shown: ShownQuestion, condition: str) -> str:
    options = reader.options(shown.values(reader.domain.labels))
    term = reader.term(condition, options)
    return _met_by([letter for letter, values in options.items() if reader.meets(term, values)])


def _met_by(letters: Sequence[str]) -> str:
    return f"Met by: {', '.join(letters) or _NONE}"


def _agreed(messages: Sequence[Message]) -> frozenset[str] | None:
    """The letters in all of the model's own answers on conditions; None where it gave none."""
    given = [find_letters(message.text) for message in messages if message.role == "assistant"]
    lists = [letters for letters in given if letters is not None]
    return frozenset.intersection(*lists) if lists else None
