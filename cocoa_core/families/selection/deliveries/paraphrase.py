"""A question in other words, which readers understood alike: see `cocoa paraphrase`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve, frozen

from cocoa_core.answers import Score
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.asks.numbering import is_numbered
from cocoa_core.families.selection.deliveries.full import FULL
from cocoa_core.families.selection.deliveries.revise import REVISE
from cocoa_core.families.selection.deliveries.turns import FIGURES, Turns
from cocoa_core.families.selection.delivering import Delivery, Request, TurnKey, Writer
from cocoa_core.families.selection.record import Question
from cocoa_core.items import Episode, Script

__all__ = ["PARAPHRASE", "reworded"]


@frozen
class _RewordedTurns(Turns):
    """The conditions of `turns` in the words of the paraphrase."""

    def said(self, question: Question, writer: Writer) -> Request:
        """Returns the same conditions, in the same order."""
        request = super().said(question, writer)
        texts = _lines(question)
        units = (evolve(unit, text=text) for unit, text in zip(request.units, texts, strict=True))
        return evolve(request, units=tuple(units))


_TURNS: Final = _RewordedTurns()


@frozen
class Paraphrase(Delivery):
    """A question as `full`, `turns` or `revise` delivers it, whichever was said in other words.

    Only the words change; their meaning is not proved, but read alike.
    """

    name: str = "paraphrase"
    figures: tuple[str, ...] = FIGURES
    turned: bool = True

    def refusal(self, question: Question) -> str:
        """Returns a question without other words."""
        return "" if question.paraphrase else "no paraphrase in the record"

    def script(self, question: Question, writer: Writer, answer: str) -> Script:
        """As the delivery whose texts were rewritten."""
        if not question.paraphrase:
            raise UsageError(
                "this question has no paraphrase",
                got=question.id,
                expected="a question of a data set that `cocoa paraphrase` wrote, of which one passed",
                fix="take another question, or leave out --delivery paraphrase",
            )
        return _delivery(question).script(reworded(question), writer, answer)

    def keys(self, question: Question, script: Script, writer: Writer) -> tuple[TurnKey, ...]:
        """As that delivery."""
        return _delivery(question).keys(question, script, writer)

    def score(self, question: Question, episode: Episode, keys: Sequence[TurnKey] | None) -> Score:
        """As that delivery."""
        return _delivery(question).score(question, episode, keys)


def _delivery(question: Question) -> Delivery:
    if question.history:
        return REVISE
    return _TURNS if "parts" in question.paraphrase else FULL


def _lines(question: Question) -> list[str]:
    text: str = question.paraphrase["text"]
    return text.split("\n")


def reworded(question: Question) -> Question:
    """With other words where a prompt shows the request: its text, its conditions or its turns."""
    lines = _lines(question)
    if question.history:
        turns = zip(question.history, lines, strict=True)
        return evolve(question, history=tuple(evolve(turn, text=line) for turn, line in turns))
    if "parts" in question.paraphrase:
        return question
    if is_numbered(question):
        left = iter(lines)
        said = (evolve(one, text=next(left)) if one.terms else one for one in question.sentences)
        return evolve(question, sentences=tuple(said))
    return evolve(question, request=lines[0])


PARAPHRASE: Final = Paraphrase()
