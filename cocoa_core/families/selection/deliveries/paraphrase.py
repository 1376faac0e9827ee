"""Delivers a question in other words that readers understood alike, see `cocoa paraphrase`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve, frozen

from cocoa_core.answers import Score
from cocoa_core.domain import Domain
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.asks.numbering import is_numbered
from cocoa_core.families.selection.deliveries.full import FULL
from cocoa_core.families.selection.deliveries.revise import REVISE
from cocoa_core.families.selection.deliveries.scoring import FIGURES
from cocoa_core.families.selection.deliveries.turns import Turns
from cocoa_core.families.selection.delivering import Delivery, RequestParts, TurnKey
from cocoa_core.families.selection.record import Question
from cocoa_core.items import Episode, Script


@frozen
class _RewordedTurns(Turns):
    """Delivers the conditions of `turns` in the words of the paraphrase."""

    def said(self, question: Question, domain: Domain) -> RequestParts:
        """Returns the same conditions in the same order, in other words."""
        request = super().said(question, domain)
        texts = _lines(question)
        units = (evolve(unit, text=text) for unit, text in zip(request.units, texts, strict=True))
        return evolve(request, units=tuple(units))


_TURNS: Final = _RewordedTurns()


@frozen
class Paraphrase(Delivery):
    """Delivers a question as `full`, `turns` or `revise` does, whichever of them was put into other words.

    Only the words change; their meaning is not proved, but was read alike.
    """

    name: str = "paraphrase"
    figures: tuple[str, ...] = FIGURES
    turned: bool = True

    def refusal(self, question: Question) -> str:
        """Returns why the question cannot be delivered: it has no other words. "" if it can."""
        return "" if question.paraphrase else "no paraphrase in the record"

    def script(self, question: Question, domain: Domain, answer: str) -> Script:
        """Returns the script of the delivery whose texts were rewritten, in the other words.

        Raises:
            UsageError: the question has no paraphrase.
        """
        if not question.paraphrase:
            raise UsageError(
                "this question has no paraphrase",
                got=question.id,
                expected="a question of a data set that `cocoa paraphrase` wrote, of which one passed",
                fix="take another question, or leave out --delivery paraphrase",
            )
        return _delivery(question).script(reworded(question), domain, answer)

    def keys(self, question: Question, script: Script, domain: Domain) -> tuple[TurnKey, ...]:
        """Returns the keys of the delivery whose texts were rewritten."""
        return _delivery(question).keys(question, script, domain)

    def score(self, question: Question, episode: Episode, keys: Sequence[TurnKey] | None) -> Score:
        """Returns the score by the delivery whose texts were rewritten."""
        return _delivery(question).score(question, episode, keys)


def _delivery(question: Question) -> Delivery:
    if question.history:
        return REVISE
    return _TURNS if "parts" in question.paraphrase else FULL


def _lines(question: Question) -> list[str]:
    text: str = question.paraphrase["text"]
    return text.split("\n")


def reworded(question: Question) -> Question:
    """Returns the question with other words where a prompt shows the request: in its text, its conditions or
    its turns.

    A question that is delivered over turns, one condition each, is returned as it is.
    """
    lines = _lines(question)
    if question.history:
        turns = zip(question.history, lines, strict=True)
        return evolve(question, history=tuple(evolve(turn, text=line) for turn, line in turns))
    if "parts" in question.paraphrase:
        return question
    if is_numbered(question):
        remaining = iter(lines)
        sentences = (
            evolve(sentence, text=next(remaining)) if sentence.terms else sentence
            for sentence in question.sentences
        )
        return evolve(question, sentences=tuple(sentences))
    return evolve(question, request=lines[0])


PARAPHRASE: Final = Paraphrase()
