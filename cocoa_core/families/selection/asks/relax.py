"""Asks which one condition must be given up so that an option fits, and which option that is."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from cocoa_core.answers import Letters, Reading, Shape
from cocoa_core.families.selection.asking import (
    Ask,
    ParsedPrompt,
    PromptText,
    all_options,
    some_options,
)
from cocoa_core.families.selection.asks.numbering import numbered_request, numbers, numbers_in
from cocoa_core.families.selection.generation.context import (
    DrawnQuestion,
    LabelledAnswer,
    QuestionSetSearch,
    Sets,
)
from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.settings import Settings


@frozen
class Relax(Ask):
    """Asks for a condition and an option: one option breaks one condition, which is drawn first; each other
    option breaks two or more.
    """

    name: str = "relax"
    mark: str = "Exactly one of the options breaks a single condition"
    figures: tuple[str, ...] = ("condition", "option")

    def balance_levels(self, settings: Settings) -> int:
        """Returns the number of balance levels, over which each condition is the answer equally often."""
        from cocoa_core.families.selection.generation.violations import BALANCE_LEVELS

        return BALANCE_LEVELS

    def draw(self, search: QuestionSetSearch) -> Sets | None:
        from cocoa_core.families.selection.generation.violations import (
            NumberedAsk,
            draw_numbered,
            plan_single_violation,
        )

        ask = NumberedAsk(plan_single_violation, lambda draft: draft.broken_twice)
        return draw_numbered(search, ask)

    def answer(self, drawn: DrawnQuestion, letters: Sequence[str], right: Sequence[str]) -> LabelledAnswer:
        if drawn.draft is None or drawn.placed is None:
            raise ValueError("expected a requirement, and an option that breaks one condition")
        row = drawn.rows[drawn.placed]
        [number] = [number for number, fails in enumerate(drawn.draft.fails, 1) if fails >> row & 1]
        return LabelledAnswer([str(number), letters[drawn.placed]])

    def request(self, question: Question) -> str:
        return numbered_request(question)

    def words(self, question: Question) -> PromptText:
        ways = (
            "Which one condition has to be given up so that an option meets all the others, and which option "
            "is that?",
            "If just one condition could be dropped, which one would leave an option that meets the rest, "
            "and which option?",
            "Which single condition stands in the way of one of the options, and of which one?",
        )
        return PromptText.over_options(
            question,
            ways,
            shown=f"a request with numbered conditions, and {some_options(question)}",
            task="No option meets all conditions. Exactly one of the options breaks a single condition; each "
            "of the others breaks two or more.",
            method="Find out by checking every option against every condition.",
            partial="Its solution explains two of the options.",
            now="Now find the condition and the option for the following request.",
            listing=f"Go through {all_options(question)}, count the conditions that each breaks, and",
            decision="Exactly one option breaks just one of them. Use what you found to say which condition "
            "that is, and which option, and",
            form="where N is the number of the condition and X is the letter of the option:\nAnswer: N, X",
        )

    def conclusion(self, question: Question) -> str:
        return f"So the condition and the option are {', '.join(question.key)}."

    def shape(self, question: Question) -> Shape:
        return Letters((*numbers(question), *question.labels))

    def metrics(self, question: Question, reading: Reading) -> Mapping[str, float]:
        number, letter = question.key
        stated = reading.value if isinstance(reading.value, frozenset) else frozenset()
        return {
            "condition": float(stated & frozenset(numbers(question)) == {number}),
            "option": float(stated & frozenset(question.labels) == {letter}),
        }

    def reference_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str | None:
        """Returns an option that breaks one condition alone, and that condition; None where there is none."""
        broken = {
            letter: [str(number) for number, holds in enumerate(met, 1) if not holds]
            for letter, met in prompt.met.items()
        }
        near = [f"{numbers[0]}, {letter}" for letter, numbers in broken.items() if len(numbers) == 1]
        if not near and not prompt.whole and prompt.satisfying:
            return f"{draw.choice(numbers_in(prompt))}, {draw.choice(prompt.satisfying)}"
        return prompt.pick(near, draw)

    def random_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str:
        return f"{draw.choice(numbers_in(prompt))}, {draw.choice(prompt.letters)}"

    def chance(self, question: Question) -> float:
        return 1 / (len(question.requirement.terms) * len(question.options))


RELAX: Final = Relax()
