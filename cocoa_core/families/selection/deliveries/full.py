"""Delivers the request in one message, as the record has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import asdict, frozen

from cocoa_core.answers import Score
from cocoa_core.domain import Domain
from cocoa_core.families.selection.asking import ASKS
from cocoa_core.families.selection.delivering import Delivery, TurnKey
from cocoa_core.families.selection.prompting.layout import problem_text
from cocoa_core.families.selection.prompting.strategies import strategy_named
from cocoa_core.families.selection.prompting.templates import load_template
from cocoa_core.families.selection.record import Question
from cocoa_core.items import Episode, Script, UserTurn


@frozen
class Full(Delivery):
    """Delivers a question in one message, which has one answer."""

    name: str = "full"

    def text(self, question: Question, domain: Domain) -> str:
        """Returns the request as the message shows it."""
        return ASKS[question.ask].request(question)

    def script(self, question: Question, domain: Domain, answer: str) -> Script:
        """Returns the script of one turn that says everything."""
        words = asdict(ASKS[question.ask].words(question))
        problem = problem_text(self.text(question, domain), question)
        are = "are" if question.options else "is"
        template = load_template(strategy_named("direct"))
        text = template.fill("question", **words, are=are, problem=problem)
        terms = tuple(range(len(question.requirement.terms)))
        return Script("", (UserTurn(text, terms),), answer)

    def score(self, question: Question, episode: Episode, keys: Sequence[TurnKey] | None) -> Score:
        """Returns the score that the ask gives the last reply."""
        return ASKS[question.ask].score(question, episode.replies[-1] if episode.replies else "")


FULL: Final = Full()
