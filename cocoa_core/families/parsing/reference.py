"""Reference models that need no network: one parses the sentence, one repeats an example."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cocoa_core.families.parsing.prompting import ABOUT
from cocoa_core.independent import FORM_NOTATIONS, lone_word_form, meanings, same_form, written_form
from cocoa_core.seeds import stream

_SENTENCE: Final = re.compile(r"(?m)^Sentence: (.*)$")
_EXAMPLE: Final = re.compile(r"(?m)^Sentence: (.*)\nAnswer: (.*)$")
_UNREAD: Final = "I cannot read this sentence."


def reply_to_sentence(model: str, seed: int, message: str) -> str | None:
    """Returns the reply of a reference model to a message.

    `oracle` reads the sentence, and takes the notation from the examples or from the account of it; `random`
    repeats the form of an example.

    Returns:
        None if the message asks for no form, or the model is neither of the two.
    """
    sentences = _SENTENCE.findall(message)
    if not sentences or "logical form" not in message:
        return None
    examples = _EXAMPLE.findall(message)
    if model == "random":
        rng = stream("reference model", model, seed, message)
        return f"Answer: {rng.choice(examples)[1]}" if examples else _UNREAD
    if model != "oracle":
        return None
    for notation in _notations(message, examples):
        form = _form(sentences[-1], notation)
        return _UNREAD if form is None else f"Answer: {form}"
    return _UNREAD


def _notations(message: str, examples: Sequence[tuple[str, str]]) -> list[str]:
    """Returns the notations of all examples; without any, those told in the message, longest first."""
    if examples:
        return [name for name in FORM_NOTATIONS if all(_fits(*example, name) for example in examples)]
    result = [name for name in FORM_NOTATIONS if ABOUT[name] in message]
    return sorted(result, key=lambda name: -len(ABOUT[name]))


def _fits(sentence: str, answer: str, notation: str) -> bool:
    form = _form(sentence, notation)
    return form is not None and same_form(answer, form, notation, reordered=" " in sentence)


def _form(sentence: str, notation: str) -> str | None:
    words = sentence.split(" ")
    if len(words) == 1:
        return lone_word_form(words[0], notation)
    readings = meanings(words)
    return written_form(readings[0], words, notation) if readings else None
