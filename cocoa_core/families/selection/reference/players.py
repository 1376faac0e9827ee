"""Answers a conversation as a reference model, which understands the messages as any model has to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Final, Literal

from attrs import evolve, field, frozen

from cocoa_core.errors import UsageError
from cocoa_core.families.selection.ask_names import DEFAULT_ASK
from cocoa_core.families.selection.asking import ASKS, Ask, ParsedPrompt, UnreadablePromptError
from cocoa_core.families.selection.prompting.layout import (
    ShownQuestion,
    as_one_message,
    asks_for_all,
    asks_what_fits,
    find_condition,
    find_letters,
    find_question,
)
from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.reference.models import Met, ReferenceModel, Understood, drawing
from cocoa_core.families.selection.request_reader import Options, RequestReader
from cocoa_core.independent import StepBudgetExceededError
from cocoa_core.lexicon import ALL_SAID, OVER_TURNS, REVISED

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
    """Returns what the model says next.

    It sees the messages and, unless it answers by chance, knows the domain; nothing else. A turn that asks
    about one condition is answered with the letters of the options that meet it; in the last turn of such a
    conversation the oracle relies on its own answers, as a model has to.

    Args:
        reader: of the domain; None where it is not known.
        messages: the conversation so far.

    Raises:
        UsageError: a model that reads has no domain.
    """
    user_texts = [message.text for message in messages if message.role == "user"]
    text = _question(messages, user_texts)
    later = _revised(messages, user_texts)
    shown = find_question(text)
    if shown is None:
        return _UNREAD
    draw = drawing(model, seed, shown.request, shown.options)
    condition = find_condition(user_texts[-1])
    ask = _asked(text, user_texts[-1])
    letters = sorted(shown.options)
    prompt = ParsedPrompt(
        f"{text}\n{user_texts[-1]}", letters, shown.options, reader=reader, request=shown.request
    )
    if model.see is None:
        return _by_chance(ask, prompt, condition, draw)
    if reader is None:
        raise UsageError(
            f"the model {model.name} has to know the domain",
            got="no model argument `domain`",
            expected="the folder `domain` of the data set",
            fix="add -M domain=FOLDER/domain (`cocoa evaluate` does so by itself)",
        )
    try:
        if condition is not None:
            return _on_condition(model, reader, shown, condition, draw)
        understood = _understood(reader, shown) if later is None else _heard(model, reader, shown, later)
        agreed = _agreed(messages, letters) if model.whole else None
        met = model.see(reader, understood, draw) if agreed is None else agreed
        stated = ask.reference_answer(_as_seen(prompt, model, understood, met), draw)
    except (
        UnreadablePromptError,
        RecursionError,
        StepBudgetExceededError,
    ) as error:  # a request may have any length
        return f"{_UNREAD} {error}".strip()
    return "No option meets all of it." if stated is None else f"Answer: {stated}"


def _as_seen(prompt: ParsedPrompt, model: ReferenceModel, understood: Understood, met: Met) -> ParsedPrompt:
    seen = evolve(prompt, met=met, values=understood.options, terms=understood.terms)
    return evolve(seen, whole=model.whole, slips=model.slips)


def _by_chance(ask: Ask, prompt: ParsedPrompt, condition: str | None, draw: Random) -> str:
    """Returns what a model that does not read says, of one condition where it is asked about one."""
    if condition is not None:
        return _met_by([letter for letter in prompt.letters if draw.random() < 0.5])
    try:
        return f"Answer: {ask.random_answer(prompt, draw)}"
    except UnreadablePromptError as error:
        return f"{_UNREAD} {error}"


def _question(messages: Sequence[Message], user_texts: Sequence[str]) -> str:
    """Returns the last message that states a question, with what was added to it over the turns of a
    conversation; "" where there is none.
    """
    indices = [
        index for index, message_text in enumerate(user_texts) if find_question(message_text) is not None
    ]
    if not indices:
        return ""
    system = "\n".join(message.text for message in messages if message.role == "system")
    if OVER_TURNS not in system:
        return user_texts[indices[-1]]
    if REVISED in system:
        return f"{system}\n{user_texts[indices[-1]]}"
    return f"{system}\n{as_one_message(user_texts[indices[-1]], user_texts[indices[-1] + 1 :])}"


def _revised(messages: Sequence[Message], user_texts: Sequence[str]) -> list[str] | None:
    """Returns what was said after the question, where that may revise it; None where it does not."""
    if not any(message.role == "system" and REVISED in message.text for message in messages):
        return None
    start = max(
        index for index, message_text in enumerate(user_texts) if find_question(message_text) is not None
    )
    turns = [paragraph.split("\n\n")[0] for paragraph in user_texts[start + 1 :]]
    return [turn for turn in turns if turn != ALL_SAID]


def _heard(
    model: ReferenceModel, reader: RequestReader, shown: ShownQuestion, later: Sequence[str]
) -> Understood:
    """Returns the options and what is in force at the end, as the model takes it."""
    options = reader.options(shown.values(reader.domain.labels))
    states = reader.in_force(shown.request, later, shown.values(reader.domain.labels), options)
    terms = {
        "stale": states[max(0, len(states) - 2)],
        "first": states[0],
        "ever": tuple(dict.fromkeys(term for state in states for term in state)),
    }.get(model.hears, states[-1])
    return Understood(options, terms)


def _asked(text: str, last: str) -> Ask:
    """Returns the ask of a prompt, by its words; of a prompt in other words, by the form of its answer."""
    if asks_what_fits(last):
        return ASKS["every"]
    for ask in ASKS.values():
        if ask.mark in text:
            return ask
    return ASKS["every" if asks_for_all(last) else DEFAULT_ASK]


def _understood(reader: RequestReader, shown: ShownQuestion) -> Understood:
    if not shown.options:
        return Understood({}, ())
    values = shown.values(reader.domain.labels)
    options = reader.options(values)
    return Understood(options, reader.terms(shown.request, values, options))


def _on_condition(
    model: ReferenceModel, reader: RequestReader, shown: ShownQuestion, condition: str, draw: Random
) -> str:
    options = reader.options(shown.values(reader.domain.labels))
    terms = reader.sentence(condition, options)
    return _met_by(
        [
            letter
            for letter, values in options.items()
            if all(reader.meets(term, values) for term in terms) != (draw.random() < model.slips)
        ]
    )


def _met_by(letters: Sequence[str]) -> str:
    return f"Met by: {', '.join(letters) or _NONE}"


def _agreed(messages: Sequence[Message], letters: Sequence[str]) -> Met | None:
    """Returns which options meet which conditions by the model's answers; None where none was asked."""
    given = [find_letters(message.text) for message in messages if message.role == "assistant"]
    lists = [letters_given for letters_given in given if letters_given is not None]
    asked = [message for message in messages if message.role == "user" and find_condition(message.text)]
    if len(lists) < len(asked):
        raise UnreadablePromptError(f"{len(asked)} conditions were asked about, and {len(lists)} answered")
    return {letter: [letter in meeting for meeting in lists] for letter in letters} if lists else None


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
                letters[model.name] = ask.random_answer(prompt, draw)
            elif reader is not None and understood is not None:
                met = model.see(reader, understood, draw)
                letters[model.name] = ask.reference_answer(_as_seen(prompt, model, understood, met), draw)
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
