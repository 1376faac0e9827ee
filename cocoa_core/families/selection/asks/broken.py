"""Asks which of the numbered conditions one of the options breaks."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from cocoa_core.answers import NONE, Letters, Shape
from cocoa_core.families.selection.asking import (
    SET_FIGURES,
    Ask,
    ParsedPrompt,
    PromptText,
    UnreadablePromptError,
    some_options,
)
from cocoa_core.families.selection.asks.numbering import (
    listed_numbers,
    numbered_request,
    numbers,
    numbers_in,
)
from cocoa_core.families.selection.generation.context import (
    DrawnQuestion,
    LabelledAnswer,
    QuestionSetSearch,
    Sets,
)
from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.settings import Settings


@frozen
class Broken(Ask):
    """Asks about one option; how many conditions it breaks, from none to all, is drawn first.

    In a balanced set each member asks about another option.
    """

    name: str = "broken"
    mark: str = "The question is which conditions option"
    figures: tuple[str, ...] = SET_FIGURES

    def balance_levels(self, settings: Settings) -> int:
        from cocoa_core.families.selection.generation.violations import BALANCE_LEVELS

        return BALANCE_LEVELS

    def draw(self, search: QuestionSetSearch) -> Sets | None:
        from cocoa_core.families.selection.generation.violations import (
            NumberedAsk,
            draw_numbered,
            plan_random_violations,
            settled,
        )

        ask = NumberedAsk(plan_random_violations, settled)
        return draw_numbered(search, ask)

    def answer(self, drawn: DrawnQuestion, letters: Sequence[str], right: Sequence[str]) -> LabelledAnswer:
        if drawn.draft is None or drawn.placed is None:
            raise ValueError("expected a requirement, and an option that is asked about")
        row = drawn.rows[drawn.placed]
        key = [str(number) for number, fails in enumerate(drawn.draft.fails, 1) if fails >> row & 1]
        return LabelledAnswer(key, asked={"option": letters[drawn.placed]})

    def request(self, question: Question) -> str:
        return numbered_request(question)

    def words(self, question: Question) -> PromptText:
        letter = question.asked["option"]
        ways = (
            f"Which of the numbered conditions does option {letter} break?",
            f"Which conditions does option {letter} fail to meet?",
            f"Take option {letter}: which of the numbered conditions are not met?",
        )
        return PromptText.over_options(
            question,
            ways,
            shown=f"a request with numbered conditions, and {some_options(question)}",
            task=f"The question is which conditions option {letter} breaks: none of them, some, or all.",
            method="Find out by checking that option against each condition in turn.",
            partial="Its solution explains two of the options.",
            now=f"Now say which of the conditions of the following request option {letter} breaks.",
            listing=f"Go through the conditions, check option {letter} against each of them, and",
            decision=f"Use what you found to say which of them option {letter} breaks, and",
            form="with the numbers of all conditions that it breaks, or the word none:\nAnswer: 1, 2",
        )

    def conclusion(self, question: Question) -> str:
        letter = question.asked["option"]
        if not question.key:
            return f"So option {letter} breaks none of the conditions."
        if len(question.key) == 1:
            return f"So option {letter} breaks {listed_numbers(question.key)} alone."
        return f"So option {letter} breaks these conditions: {', '.join(question.key)}."

    def shape(self, question: Question) -> Shape:
        return Letters(numbers(question))

    def reference_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str | None:
        letters = {*re.findall(r"which conditions option (\S+) breaks", prompt.text)}
        if len(letters) != 1 or not letters <= prompt.met.keys():
            raise UnreadablePromptError(
                f"the prompt does not ask about one of the options: {', '.join(letters)}"
            )
        met = prompt.met[letters.pop()]
        return ", ".join(str(number) for number, holds in enumerate(met, 1) if not holds) or NONE

    def random_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str:
        return ", ".join(number for number in numbers_in(prompt) if draw.random() < 0.5) or NONE

    def chance(self, question: Question) -> float:
        """Returns how often "none" is right, or "all": numbers of broken conditions are equally frequent."""
        return 1 / (len(question.requirement.terms) + 1)


BROKEN: Final = Broken()
