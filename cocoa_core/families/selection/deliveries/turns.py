"""Delivers one condition a turn: the customer says the first with the options, then the others one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from cocoa_core.answers import Score
from cocoa_core.domain import Domain
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.asking import ASKS, PromptText
from cocoa_core.families.selection.deliveries.scoring import FIGURES, score_turns
from cocoa_core.families.selection.delivering import Delivery, RequestParts, TurnKey, request_parts
from cocoa_core.families.selection.prompting.layout import problem_text
from cocoa_core.families.selection.record import Question
from cocoa_core.items import Episode, Script, UserTurn
from cocoa_core.lexicon import ALL_SAID, FITTING, OVER_TURNS

_FEWEST: Final = 3
"""The fewest conditions that are spread over turns: two turns of conditions are hardly a conversation."""


@frozen
class Turns(Delivery):
    """Delivers one condition a turn. Turns never depend on what the model says: if it asks something, it gets
    the next condition as the answer.
    """

    name: str = "turns"
    figures: tuple[str, ...] = FIGURES
    turned: bool = True

    def refusal(self, question: Question) -> str:
        """Returns that there are too few conditions for a conversation; empty where there are enough."""
        terms = len(question.requirement.terms)
        return f"{terms} conditions" if terms < _FEWEST else ""

    def said(self, question: Question, domain: Domain) -> RequestParts:
        """Returns the conditions, each in words of its own."""
        return request_parts(question, domain)

    def script(self, question: Question, domain: Domain, answer: str) -> Script:
        """Returns the opening with the options and the first condition, a condition for each further turn,
        and a closing line.

        Raises:
            UsageError: the question has too few conditions.
        """
        reason = self.refusal(question)
        if reason:
            raise UsageError(
                "a question of so few conditions is not asked over turns",
                got=f"{reason} in {question.id}",
                expected=f"{_FEWEST} or more",
                fix="generate with --terms or --wishes, or take --delivery full",
            )
        request = self.said(question, domain)
        first, *others = request.lines()
        between = "\n" if request.numbered else " "
        begun = problem_text(f"{request.opening}{between}{first}{request.beside}", question)
        texts = [begun, *others]
        turns = [
            UserTurn(asked_text(text, question, answer), unit.terms)
            for text, unit in zip(texts, request.units, strict=True)
        ]
        turns.append(UserTurn(asked_text(ALL_SAID, question, answer, last=True)))
        return Script(system_text(question, answer), tuple(turns), answer)

    def score(self, question: Question, episode: Episode, keys: Sequence[TurnKey] | None) -> Score:
        """Returns the score of the last attempt if it may answer at any time, else of the last reply."""
        return score_turns(question, episode, keys, len(question.requirement.terms))


def system_text(question: Question, answer: str, beside: str = "") -> str:
    """Returns the system message: what comes over the turns, what is asked about it, and when to answer.

    Args:
        answer: when the model answers, one of `ANSWERING`.
        beside: a sentence on how the turns belong together; "" for the usual one.
    """
    words = ASKS[question.ask].words(question)
    intro = f"{OVER_TURNS} {words.shown}. {beside or 'Everything that is said counts together.'} {words.task}"
    if answer == "free":
        return (
            f"{intro}\n\n{words.question} You can answer at any point; your last answer counts. An answer is "
            f"a line in exactly this form, {words.form}"
        )
    if answer == "each":
        return f"{intro} After each message you are asked something: answer it by what has been said so far."
    return f"{intro} Answer when you are asked to, after the last message."


def asked_text(text: str, question: Question, answer: str, *, last: bool = False) -> str:
    """Returns a message of the customer, followed by what is asked after it where something is.

    Args:
        answer: when the model answers, one of `ANSWERING`.
    """
    if answer == "free" or (answer == "end" and not last):
        return text
    words: PromptText = ASKS[question.ask].words(question)
    if last:
        return f"{text}\n\n{words.question} Reply with a line in exactly this form, {words.form}"
    return f"{text}\n\n{FITTING}"


TURNS: Final = Turns()
