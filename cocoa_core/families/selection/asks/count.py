"""Asks how many options satisfy the request, including none and all."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from cocoa_core.answers import Number, Shape
from cocoa_core.families.selection.asking import ParsedPrompt, PromptText, all_options
from cocoa_core.families.selection.asks.every.ask import Every, most_right
from cocoa_core.families.selection.generation.context import DrawnQuestion, LabelledAnswer
from cocoa_core.families.selection.record import Question


@frozen
class Count(Every):
    """Asks what `every` asks, but for the number of options; every number is equally frequent."""

    name: str = "count"
    mark: str = "of the options, all of them or none meet everything"
    figures: tuple[str, ...] = ()

    def answer(self, drawn: DrawnQuestion, letters: Sequence[str], right: Sequence[str]) -> LabelledAnswer:
        return LabelledAnswer([str(len(right))])

    def words(self, question: Question) -> PromptText:
        return PromptText.over_options(
            question,
            (
                "How many options meet the request?",
                "How many of the options fit the request?",
                "How many of the options have everything that is asked for?",
            ),
            task="Some of the options, all of them or none meet everything that the request asks for: count "
            "them.",
            method="Count them by listing the conditions of the request and checking every option against "
            "them.",
            now="Now count the options of the following one that meet its request.",
            listing=f"List the conditions, go through {all_options(question)}, and",
            decision="Use what you found to count the options that meet every one of them, and",
            form="where N is the number of options that meet the request, in digits:\nAnswer: N",
        )

    def conclusion(self, question: Question) -> str:
        return f"So the answer is {question.key[0]}."

    def shape(self, question: Question) -> Shape:
        return Number()

    def reference_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str | None:
        return str(len(prompt.satisfying))

    def random_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str:
        return str(draw.randint(0, most_right(len(prompt.letters))))


COUNT: Final = Count()
