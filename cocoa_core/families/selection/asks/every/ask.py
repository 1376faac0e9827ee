"""Asks which of the options satisfy the request: any number of them, including none and all."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from cocoa_core.answers import NONE
from cocoa_core.families.selection.asking import SET_FIGURES, Ask, ParsedPrompt, PromptText, all_options
from cocoa_core.families.selection.generation.context import (
    DrawnQuestion,
    LabelledAnswer,
    QuestionSetSearch,
    Sets,
)
from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.setting_specs import PANEL
from cocoa_core.families.selection.settings import Settings

MOST_RIGHT: Final = 6
"""The greatest number of right options where there are more than five options."""


@frozen
class Every(Ask):
    """Asks which options satisfy the requirement; their number is drawn before the requirement is.

    A balanced set has a question for each number of right options, from none to all. In it each option is
    right equally often (for an even number of options, within one), so the options alone tell nothing of the
    answer.
    """

    name: str = "every"
    mark: str = "Any number of the options meets everything"
    figures: tuple[str, ...] = SET_FIGURES

    def members(self, settings: Settings) -> int:
        """Returns one for each number of right options, where they form a balanced set; with more options a
        question is drawn by itself.
        """
        return settings.options + 1 if settings.options <= PANEL else 1

    def balance_levels(self, settings: Settings) -> int:
        return most_right(settings.options) + 1

    def draw(self, search: QuestionSetSearch) -> Sets | None:
        """Returns a balanced set in which each number of right options occurs; with more options, one
        question with as many as the balance level says.
        """
        from cocoa_core.families.selection.asks.every.drawing import draw_some

        return draw_some(search)

    def answer(self, drawn: DrawnQuestion, letters: Sequence[str], right: Sequence[str]) -> LabelledAnswer:
        return LabelledAnswer(list(right))

    def words(self, question: Question) -> PromptText:
        """Returns the only variant: the words that models were asked with from the beginning."""
        return PromptText.over_options(
            question,
            ("Which options are they?",),
            task="Any number of the options meets everything that the request asks for: none of them, some, "
            "or all.",
            method="Find them by listing the conditions of the request and checking every option against "
            "them.",
            now="Now find all the options that meet the request of the following one.",
            listing=f"List the conditions, go through {all_options(question)}, and",
            decision="Use what you found to decide which options meet every one of them, and",
            form="with the letters of all options that meet the request, or the word none:\nAnswer: X, Y",
        )

    def conclusion(self, question: Question) -> str:
        if len(question.key) == 1:
            return f"So the answer is {question.key[0]}."
        letters = ", ".join(question.key)
        return f"So the right options are {letters}." if letters else "So no option is right."

    def reference_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str | None:
        return ", ".join(prompt.satisfying) or NONE

    def random_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str:
        return ", ".join(letter for letter in prompt.letters if draw.random() < 0.5) or NONE

    def chance(self, question: Question) -> float:
        """Returns how often "none" is right: each number of right options is equally frequent."""
        return 1 / (most_right(len(question.options)) + 1)


def most_right(options: int) -> int:
    """Returns how many options satisfy at the most; few rows of a group satisfy one requirement."""
    return options if options <= PANEL else MOST_RIGHT


EVERY: Final = Every()
