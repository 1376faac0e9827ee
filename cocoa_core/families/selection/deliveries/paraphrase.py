"""The request in other words, which readers understood alike: see `cocoa paraphrase`."""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

from cocoa_core.errors import UsageError
from cocoa_core.families.selection.asking import ASKS
from cocoa_core.families.selection.deliveries.full import Full
from cocoa_core.families.selection.delivering import Writer
from cocoa_core.families.selection.record import Question

__all__ = ["PARAPHRASE"]


@frozen
class Paraphrase(Full):
    """From `full` to this only the words change; their meaning is not proved, but read alike."""

    name: str = "paraphrase"

    def refusal(self, question: Question) -> str:
        """A question without other words."""
        return "" if question.paraphrase else "no paraphrase in the record"

    def text(self, question: Question, writer: Writer) -> str:
        """The paraphrase in place of the request."""
        if not question.paraphrase:
            raise UsageError(
                "this question has no paraphrase",
                got=question.id,
                expected="a question of a data set that `cocoa paraphrase` wrote, of which one passed",
                fix="take another question, or leave out --delivery paraphrase",
            )
        return ASKS[question.ask].request(evolve(question, request=question.paraphrase["text"]))


PARAPHRASE: Final = Paraphrase()
