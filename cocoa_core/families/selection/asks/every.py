"""Which of these satisfy it? Any number of them, none and all included."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from attrs import frozen

from cocoa_core.answers import NONE, Letters, Score, Shape, read_answer, score_set
from cocoa_core.families.selection.asking import (
    Ask,
    Heard,
    Words,
    all_options,
    each_alone,
    some_options,
)
from cocoa_core.families.selection.generation.context import (
    Answer,
    DrawnQuestion,
    QuestionSetSpec,
    QuestionSource,
    Sets,
)
from cocoa_core.families.selection.generation.rejections import Rejections
from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.setting_specs import PANEL
from cocoa_core.families.selection.settings import Settings

if TYPE_CHECKING:
    from cocoa_core.families.selection.generation.candidates import Pool
    from cocoa_core.families.selection.generation.grounding import GroundedRequirement

__all__ = ["EVERY", "Every", "draw_some", "most_right", "shifted"]

MOST_RIGHT: Final = 6
"""Of more than five options."""


@frozen
class Every(Ask):
    """Every option satisfies the requirement or breaks a sum term; how many satisfy it is drawn first.

    A ring's targets are one mask, cyclically shifted: each option is right equally often in it, so options
    give nothing away; and over rings every number of right options, from none to all, is as frequent.
    """

    name: str = "every"
    mark: str = "Any number of the options meets everything"
    figures: tuple[str, ...] = ("exact", "precision", "recall", "f1")

    def members(self, settings: Settings) -> int:
        """As many as options, if they are a ring; a larger number is drawn by itself."""
        return settings.options if settings.options <= PANEL else 1

    def turns(self, settings: Settings) -> int:
        """How many may satisfy, none included."""
        return most_right(settings.options) + 1

    def draw(
        self,
        source: QuestionSource,
        plan: QuestionSetSpec,
        rng: random.Random,
        rejections: Sequence[Rejections],
        failed: Counter[str],
    ) -> Sets | None:
        """A ring in which each row is right equally often; of more options, as many as the turn says."""
        return draw_some(source, plan, rng, rejections, failed)

    def answer(self, drawn: DrawnQuestion, letters: Sequence[str], right: Sequence[str]) -> Answer:
        """The letters of those that satisfy."""
        return Answer(list(right))

    def words(self, question: Question) -> Words:
        """One way: the words are those that models were asked with from the beginning."""
        return Words(
            shown=f"a request and {some_options(question)}",
            task="Any number of the options meets everything that the request asks for: none of them, some, "
            "or all.",
            question="Which options are they?",
            method="Find them by listing the conditions of the request and checking every option against "
            "them.",
            partial=f"Its solution explains two of the {some_options(question)}.",
            now="Now find all the options that meet the request of the following one.",
            listing=f"List the conditions, go through {all_options(question)}, and",
            step=each_alone(question),
            decision="Use what you found to decide which options meet every one of them, and",
            form="with the letters of all options that meet the request, or the word none:\nAnswer: X, Y",
        )

    def conclusion(self, question: Question) -> str:
        """The letters in a sentence."""
        if len(question.key) == 1:
            return f"So the answer is {question.key[0]}."
        letters = ", ".join(question.key)
        return f"So the right options are {letters}." if letters else "So no option is right."

    def shape(self, question: Question) -> Shape:
        """Some of the letters."""
        return Letters(tuple(option.label for option in question.options))

    def score(self, question: Question, reply: str) -> Score:
        """Right if the reply states all of the letters and no other; precision, recall and F1 beside it."""
        return score_set(frozenset(question.key), read_answer(reply, self.shape(question)))

    def played(self, heard: Heard, draw: random.Random) -> str | None:
        """All that satisfy."""
        return ", ".join(heard.satisfying) or NONE

    def guessed(self, heard: Heard, draw: random.Random) -> str:
        """Each by the toss of a coin."""
        return ", ".join(letter for letter in heard.letters if draw.random() < 0.5) or NONE

    def chance(self, question: Question) -> float:
        """None: it is right as often as any other number of options is."""
        return 1 / (most_right(len(question.options)) + 1)


def most_right(options: int) -> int:
    """How many options satisfy at the most: groups have few rows that satisfy a requirement together."""
    return options if options <= PANEL else MOST_RIGHT


def shifted(size: int, turn: int) -> tuple[int, ...]:
    """The mask of `turn` modulo size + 1 options, shifted by one from member to member."""
    right, every = turn % (size + 1), (1 << size) - 1
    mask = (1 << right) - 1
    return tuple((mask << shift | mask >> (size - shift)) & every for shift in range(size))


def draw_some(
    source: QuestionSource,
    plan: QuestionSetSpec,
    rng: random.Random,
    rejections: Sequence[Rejections],
    failed: Counter[str],
) -> Sets | None:
    """Questions of which as many options satisfy as the turn says; the others break a sum term."""
    from cocoa_core.families.selection.generation.balanced_set import (
        BalancedSetSpec,
        draw_balanced_set,
        questions_of,
    )
    from cocoa_core.families.selection.generation.elimination import DistractorConstraints
    from cocoa_core.families.selection.generation.option_sets import fillers

    options, right = plan.settings.options, plan.turn
    if options <= PANEL:
        shape = BalancedSetSpec(shifted(options, right), options, DistractorConstraints())
    else:
        first = max(min(right, rng.randint(1, 2)), right - (options - PANEL))  # else there are too few others

        def fill(
            pool: Pool, drafts: Sequence[GroundedRequirement], taken: Sequence[int], rng: random.Random
        ) -> Sequence[int] | None:
            [draft] = drafts
            good = fillers(source.groups, pool, taken, draft.satisfied, right - first, rng)
            if good is None:
                return None
            bad = fillers(
                source.groups, pool, (*taken, *good), draft.broken, options - PANEL - right + first, rng
            )
            return None if bad is None else (*good, *bad)

        shape = BalancedSetSpec(((1 << first) - 1,), PANEL, DistractorConstraints(), fill=fill)
    ring = draw_balanced_set(source, plan, shape, rng, rejections, failed)
    return None if ring is None else questions_of(ring)


EVERY: Final = Every()
