"""Gives what the reference models answer to one question, from its text alone, which is read once for all of
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

from attrs import evolve, field, frozen

from cocoa_core.families.selection.asking import ASKS, ParsedPrompt
from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.reference.choosing import ReferenceModel, Understood, drawing
from cocoa_core.families.selection.request_reader import Options, RequestReader, UnreadablePromptError

__all__ = ["ReferenceReplies", "replies_to"]

_SEED = 0


@frozen
class ReferenceReplies:
    """The answers of reference models to one question."""

    letters: Mapping[str, str | None]
    """By the name of the model its answer; None where it names no option, or cannot read the question."""
    options: Options | None = field(repr=False)
    """The options as read; None where they cannot be read, or there was no reader."""


def replies_to(
    question: Question, models: Iterable[ReferenceModel], reader: RequestReader | None
) -> ReferenceReplies:
    """Returns the answers that `cocoa/NAME` gives when it is asked directly, for some models.

    Args:
        question: the question.
        models: the models.
        reader: of the question's domain; without it, models that read name no option.
    """
    shown = {option.label: option.shown for option in question.options}
    options, understood = _read(question.request, shown, reader)
    ask = ASKS[question.ask]
    words = ask.words(question)
    prompt = ParsedPrompt(
        f"{words.task}\n{words.form}", sorted(shown), reader=reader, request=question.request
    )
    letters: dict[str, str | None] = {}
    for model in models:
        draw = drawing(model, _SEED, question.request, shown)
        letters[model.name] = None
        with suppress(UnreadablePromptError):
            if model.see is None:
                letters[model.name] = ask.guessed(prompt, draw)
            elif reader is not None and understood is not None:
                met = model.see(reader, understood, draw)
                prompt_as_seen = evolve(prompt, met=met, values=understood.options, terms=understood.terms)
                prompt_as_seen = evolve(prompt_as_seen, whole=model.whole, slips=model.slips)
                letters[model.name] = ask.played(prompt_as_seen, draw)
    return ReferenceReplies(letters, options)


def _read(
    request: str, shown: Mapping[str, Mapping[str, str]], reader: RequestReader | None
) -> tuple[Options | None, Understood | None]:
    options: Options | None = None
    try:
        if reader is not None:
            options = reader.options(shown)
            return options, Understood(options, reader.terms(request, shown, options))
    except (UnreadablePromptError, RecursionError):  # of a stranger's log: a request may have any length
        pass
    return options, None
