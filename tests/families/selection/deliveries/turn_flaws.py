"""Reads the turns of a conversation from their texts alone: what they say, which options fit after each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cocoa_core.independent import (
    Lexicon,
    Literal,
    StepBudget,
    TextReader,
    Truth,
    after_opening,
    all_of,
    any_of,
    clauses,
)
from cocoa_core.lexicon import ALL_SAID
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.parsed_question import ParsedQuestion, Terms
from cocoa_core.verification.selection.request import vocabulary_of

_HEAD: Final = "Request:\n"


def turn_flaws(
    question: ParsedQuestion,
    lexicon: Lexicon,
    texts: Sequence[str],
    keys: Sequence[tuple[tuple[str, ...], bool]],
) -> Iterator[Flaw]:
    """Finds what is wrong with the turns of a conversation, or with the options that are given as fitting
    after each.

    Args:
        texts: what the customer says, without the question.
        keys: for each turn the labels that fit, and whether it is settled which options fit.
    """
    if len(texts) != len(keys) or not texts or texts[-1] != ALL_SAID:
        yield Flaw("turns", "the turns do not end as they have to", texts[-1:], ALL_SAID)
        return
    terms_said: list[tuple[Literal, ...]] = []
    for number, (text, (key, settled)) in enumerate(zip(texts, keys, strict=True), 1):
        if text != ALL_SAID:
            readings = _readings(question, lexicon, text, first=number == 1)
            if not readings:
                yield Flaw("turns", f"turn {number} cannot be read", text)
                return
            slots = question.domain.slots
            if any(clauses(slots, other) != clauses(slots, readings[0]) for other in readings):
                yield Flaw("turns", f"turn {number} can be read as other conditions", text)
                return
            terms_said += readings[0]
        truths = {label: _truth(question, terms_said, label) for label in question.values}
        fitting = tuple(label for label, truth in truths.items() if truth is True)
        if (fitting, None not in truths.values()) != (tuple(key), settled):
            yield Flaw("keys", f"after turn {number} other options fit", key, fitting)
    slots = question.domain.slots
    if clauses(slots, terms_said) != clauses(slots, question.terms):
        yield Flaw("turns", "the turns do not say the requirement together", " ".join(texts))


def _readings(question: ParsedQuestion, lexicon: Lexicon, text: str, *, first: bool) -> Sequence[Terms]:
    body = text.removeprefix(_HEAD).split("\n\n")[0]
    starts = [0]
    if first:
        body = body.replace("\n1. ", " ")
        starts = after_opening(question.domain, question.group, body, StepBudget())
    elif body[:1].isdigit():
        body = body.partition(". ")[2]
    reader = TextReader(lexicon, question.domain.slots, vocabulary_of(question), body)
    return reader.readings(starts, [len(body)]).terms


def _truth(question: ParsedQuestion, terms: Sequence[tuple[Literal, ...]], label: str) -> Truth:
    return all_of([any_of([question.truth(literal, label) for literal in term]) for term in terms])
