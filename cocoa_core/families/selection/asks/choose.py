"""Asks which option satisfies the request: exactly one does, or at most one with the setting `none`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from attrs import frozen

from cocoa_core.answers import NONE, Letter, Shape
from cocoa_core.families.selection.asking import (
    Ask,
    ParsedPrompt,
    PromptText,
    all_options,
    some_options,
)
from cocoa_core.families.selection.generation.context import (
    DrawnQuestion,
    LabelledAnswer,
    QuestionSetSearch,
    Sets,
)
from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.setting_specs import PANEL
from cocoa_core.families.selection.settings import Settings

if TYPE_CHECKING:
    from cocoa_core.families.selection.generation.balanced_set import Fill
    from cocoa_core.families.selection.generation.candidates import CandidatePool
    from cocoa_core.families.selection.generation.grounding import GroundedRequirement

_NONE_MAY_BE: Final = "the letter of the option, or the word none:"
_METHOD: Final = "by listing the conditions of the request and checking every option against them."


@frozen
class Choose(Ask):
    """Asks for the only right option. Every other option breaks a sum term, and some option exactly one."""

    name: str = "choose"
    mark: str = "one of the options meets everything"

    def members(self, settings: Settings) -> int:
        """Returns one for each row of the balanced set, and one more where none of them may satisfy."""
        return min(PANEL, settings.options) + settings.none

    def members_without_letter(self, settings: Settings, balance_level: int) -> frozenset[int]:
        """Returns the member without a right option, by the level; empty where one is always right."""
        return frozenset([balance_level % self.members(settings)] if settings.none else [])

    def draw(self, search: QuestionSetSearch) -> Sets | None:
        """Returns a balanced set in which every row is right once and further options are never right."""
        from cocoa_core.families.selection.generation.balanced_set import BalancedSetSpec, draw_questions
        from cocoa_core.families.selection.generation.elimination import DistractorConstraints

        plan = search.plan
        rows = min(PANEL, plan.settings.options)
        targets = [1 << option for option in range(rows)]
        for member in self.members_without_letter(plan.settings, plan.balance_level):
            targets.insert(member, 0)
        near_misses = plan.settings.near_misses
        constraints = DistractorConstraints(
            near_miss=True, every_term=rows == PANEL, hidden=rows > 2, near_misses=near_misses
        )
        fill = wrong_options(search, rows, far=near_misses is not None)
        set_spec = BalancedSetSpec(tuple(targets), rows, constraints, any_order=True, fill=fill)
        return draw_questions(search, set_spec)

    def answer(self, drawn: DrawnQuestion, letters: Sequence[str], right: Sequence[str]) -> LabelledAnswer:
        [letter] = right or [NONE]
        return LabelledAnswer([letter], letter)

    def words(self, question: Question) -> PromptText:
        """Returns the words that models were asked with from the beginning; others where none may satisfy."""
        if question.provenance.settings.get("none"):
            return _or_none(question)
        return PromptText.over_options(
            question,
            ("Which option is it?",),
            task="Exactly one of the options meets everything that the request asks for.",
            method=f"Find it {_METHOD}",
            partial=f"Its solution explains two of the {some_options(question)}: the one that meets the "
            "request, and one of those that do not.",
            now="Now find the right option of the following one.",
            listing=f"List the conditions, go through {all_options(question)}, and",
            decision="Exactly one option meets every one of them. Use what you found to decide which it is, "
            "and",
            form="where X is the letter of the option:\nAnswer: X",
        )

    def conclusion(self, question: Question) -> str:
        if question.answer == NONE:
            return "So no option is right, and the answer is none."
        return f"So the answer is {question.answer}."

    def shape(self, question: Question) -> Shape:
        return Letter(question.labels, bool(question.provenance.settings.get("none")))

    def reference_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str | None:
        stated = prompt.pick(prompt.satisfying, draw)
        return NONE if stated is None and _NONE_MAY_BE in prompt.text else stated

    def random_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str:
        return draw.choice([*prompt.letters, *([NONE] if _NONE_MAY_BE in prompt.text else [])])

    def chance(self, question: Question) -> float:
        """Returns the share of each answer: letters are right equally often, and "none", where it may be, as
        often as a row of the balanced set.
        """
        options = len(question.options)
        if question.provenance.settings.get("none"):
            return 1 / (min(PANEL, options) + 1)
        return 1 / options


def wrong_options(search: QuestionSetSearch, rows: int, *, far: bool = False) -> Fill | None:
    """Returns what draws the options beyond `rows`, which break every requirement; None where there are none.

    Args:
        far: whether they break two sum terms of each requirement or more.
    """
    from cocoa_core.families.selection.generation.option_sets import fillers

    further = search.plan.settings.options - rows

    def fill(
        pool: CandidatePool, drafts: Sequence[GroundedRequirement], taken: Sequence[int], rng: random.Random
    ) -> Sequence[int] | None:
        wrong = -1
        for draft in drafts:
            wrong &= draft.broken_twice if far else draft.broken
        return fillers(search.source.groups, pool, taken, wrong, further, rng)

    return fill if further else None


def _or_none(question: Question) -> PromptText:
    return PromptText.over_options(
        question,
        ("Which option is it, if any?", "Which one is it, or is it none?", "Is there one, and which?"),
        task="At most one of the options meets everything that the request asks for; it may be that none "
        "does.",
        method=f"Find out {_METHOD}",
        now="Now find the right option of the following one, if it has one.",
        listing=f"List the conditions, go through {all_options(question)}, and",
        decision="At most one option meets every one of them. Use what you found to decide which, and",
        form="where X is the letter of the option, or the word none:\nAnswer: X",
    )


CHOOSE: Final = Choose()
