"""Chooses the texts of a question to reword: its request, its conditions or the turns of a conversation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from attrs import frozen

from cocoa_core.domain import Domain, Requirement
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.asks.numbering import is_numbered
from cocoa_core.families.selection.deliveries.turns import TURNS
from cocoa_core.families.selection.delivering import request_parts
from cocoa_core.families.selection.explanation import grounded, in_words_of
from cocoa_core.families.selection.record import LiteralRecord, Question
from cocoa_core.families.selection.request_reader import RequestReader, Shown, SumTerm
from cocoa_core.language import realizer_of

DELIVERIES: Final = ("full", "turns")
"""Deliveries whose texts can be reworded, if a question was not drawn with revisions."""
KEEPS: Final = "Keep that last change."
"""The sentence in place of "Ignore my last message." where a changed meaning ignores an undo."""
_NUMBERED_LINE: Final = re.compile(r"^\d+\. (.*)$", re.MULTILINE)


@frozen(eq=False)
class ParaphraseSubject:
    """The texts of a question that are rewritten, and what a reader has to understand of each."""

    question: Question
    parts: tuple[str, ...]
    """The request alone, or the conditions or turns in their order, which stay apart."""
    wanted: tuple[Requirement, ...]
    """What each part says; with revisions, what is in force after it."""
    apart: bool = False
    """Whether readers see the parts by number and answer by number."""
    for_turns: bool = False
    """Whether the parts are conditions worded for turns, which the record does not hold."""
    opening: str = ""
    """The text before numbered conditions, which is shown to readers and stays as it is; empty for none."""
    beside: str = ""
    """The text after numbered conditions, which is shown to readers and stays as it is; empty for none."""

    @property
    def revised(self) -> bool:
        """Whether a later part may change what an earlier one said."""
        return bool(self.question.history)

    def shown(self, parts: Sequence[str]) -> str:
        """Returns the parts as writers and readers see them, by number if they are apart."""
        if not self.apart:
            return parts[0]
        lines = [f"{number}. {part}" for number, part in enumerate(parts, 1)]
        return "\n".join([*filter(None, [self.opening]), *lines]) + re.sub(r"\n+", "\n", self.beside)

    def parts_in(self, text: str) -> tuple[str, ...]:
        """Returns the parts in a text that `shown` returned."""
        return tuple(_NUMBERED_LINE.findall(text)) if self.apart else (text,)


def understood(
    reader: RequestReader, subject: ParaphraseSubject, parts: Sequence[str]
) -> tuple[tuple[SumTerm, ...], ...]:
    """Returns what each of the texts in place of a subject's parts says, by the verifier's grammar.

    Args:
        parts: the texts, which are texts of the grammar.

    Raises:
        UnreadablePromptError: a text cannot be read.
    """
    question = subject.question
    shown: Shown = {option.label: option.shown for option in question.options} or {
        "": {reader.domain.slots[name].label: text for name, text in question.asked["group"].items()}
    }
    options = reader.options(shown)
    if not subject.revised:
        opening = f"{subject.opening} " if subject.apart else ""
        return tuple(reader.terms(f"{opening}{part}", shown, options) for part in parts)
    turns = [part for part in parts if part != KEEPS]
    states = iter(reader.in_force(turns[0], turns[1:], shown, options))
    result: list[tuple[SumTerm, ...]] = []
    for part in parts:
        result.append(result[-1] if part == KEEPS else next(states))
    return tuple(result)


def subjects_of(questions: Iterator[Question], domain: Domain, delivery: str) -> Iterator[ParaphraseSubject]:
    """Yields the texts to rewrite of each question; none of a question that the delivery `turns` refuses.

    Args:
        delivery: one of `DELIVERIES`.

    Raises:
        UsageError: the delivery is `turns`, and a question was drawn with revisions.
        FindingsError: a question does not fit the domain.
    """
    for question in questions:
        with in_words_of(domain, f"the requirement of question {question.id}"):
            subject = _subject(question, domain, delivery)
        if subject is not None:
            yield subject


def _subject(question: Question, domain: Domain, delivery: str) -> ParaphraseSubject | None:
    if question.history:
        if delivery == "turns":
            raise UsageError(
                "these requests are conversations already",
                got=f"--delivery turns for {question.id}, which was drawn with revisions",
                expected="questions without revisions",
                fix="leave out --delivery",
            )
        return _conversation(question, domain)
    if delivery == "turns":
        return None if TURNS.refusal(question) else _conditions(question, domain, for_turns=True)
    if is_numbered(question):
        return _conditions(question, domain, for_turns=False)
    return ParaphraseSubject(question, (question.request,), (_requirement(question, domain),))


def _requirement(question: Question, domain: Domain) -> Requirement:
    return _typed(question.requirement.terms, domain)


def _typed(terms: Sequence[Sequence[LiteralRecord]], domain: Domain) -> Requirement:
    requirement = tuple(tuple(grounded(domain.schema, literal) for literal in term) for term in terms)
    for literal in chain.from_iterable(requirement):
        realizer_of(domain).clause(literal)  # refuses a rule that has no words for it
    return requirement


def _conditions(question: Question, domain: Domain, *, for_turns: bool) -> ParaphraseSubject:
    request, terms = request_parts(question, domain), _requirement(question, domain)
    return ParaphraseSubject(
        question,
        tuple(unit.text for unit in request.units),
        tuple(tuple(terms[index] for index in unit.terms) for unit in request.units),
        apart=True,
        for_turns=for_turns,
        opening=request.opening,
        beside=request.beside,
    )


def _conversation(question: Question, domain: Domain) -> ParaphraseSubject:
    terms = _typed(question.delivery.terms if question.delivery else (), domain)
    return ParaphraseSubject(
        question,
        tuple(turn.text for turn in question.history),
        tuple(tuple(terms[index] for index in state) for state in question.states),
        apart=True,
    )
