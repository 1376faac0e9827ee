"""Chooses a prompt's worked example, a proved question of the data set, and explains it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from attrs import frozen

from cocoa_core.domain import Domain, Schema
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.asking import ASKS
from cocoa_core.families.selection.explanation import OptionVerdict, explain
from cocoa_core.families.selection.record import Question
from cocoa_core.items import Dataset

VALIDATION: Final = "validation"
"""The side that examples come from where there is one."""
_POOL: Final = 200
"""The most questions of a side that are looked at."""
_SLOTS: Final = 4
"""The preferred number of slots of an example: enough to show the task, and still short."""


@frozen
class Examples:
    """Questions to choose examples from, the most suitable first."""

    schema: Schema
    pool: tuple[Question, ...]
    reserve: tuple[Question, ...] = ()
    """The questions to choose from where the pool has none with another requirement."""

    def example_for(self, question: Question) -> Question:
        """Returns the example for a question: the same for all questions as far as possible, and at every
        call.

        It never has the same requirement. Where possible it is of another group; else it has no option in
        common; and it needs knowledge of a table if the question does.

        Raises:
            UsageError: all questions have the requirement of this one.
        """
        for pool in (self.pool, self.reserve):
            others = [other for other in pool if _of_another(question, other)]
            if others:
                break
        else:
            raise UsageError(
                "there is no other question to show as a worked example",
                got=f"{question.id}, whose requirement is that of all questions",
                expected="a data set with two requirements at least",
                fix="generate more questions into the folder, or use the strategy direct or l2m",
            )
        return min(others, key=lambda other: self._distance(question, other))

    def several_for(self, question: Question, count: int) -> tuple[Question, ...]:
        """Returns `count` examples, the same ones at every call, no two with one requirement.

        None has the requirement of the question or one of its options: of five questions about the same
        options four give the fifth away.

        Raises:
            UsageError: there are fewer.
        """
        rows = set(question.rows)
        by_requirement: dict[str, Question] = {}
        for candidate in (*self.pool, *self.reserve):
            if _of_another(question, candidate) and rows.isdisjoint(candidate.rows):
                by_requirement.setdefault(candidate.requirement.id, candidate)
        chosen = sorted(by_requirement.values(), key=lambda candidate: self._distance(question, candidate))[
            :count
        ]
        if len(chosen) < count:
            raise UsageError(
                "there are too few questions to show as examples",
                got=f"{count}; {len(chosen)} share neither requirement nor option with {question.id}",
                expected="as many questions of other requirements and other options",
                fix="ask for fewer, or generate more questions into the folder",
            )
        return tuple(chosen)

    def _distance(self, question: Question, other: Question) -> tuple[bool, bool, bool]:
        return (
            _group(self.schema, question) == _group(self.schema, other),
            not set(question.rows).isdisjoint(other.rows),
            bool(question.knowledge) != bool(other.knowledge),
        )


def example_pool(dataset: Dataset, domain: Domain, side: str | None) -> Examples:
    """Returns the questions of the validation side; without one, of the side that is asked about, or of all.

    Args:
        side: the side that is asked about; None: all.

    Returns:
        The first `_POOL` questions of that side, ranked; the first `_POOL` of the whole data set are the
            reserve.
    """
    everywhere = _ranked(islice(iter(dataset), _POOL))
    for side_name in (VALIDATION, side):
        questions = _ranked(islice(dataset.side(side_name), _POOL)) if side_name in dataset.sides else ()
        if questions:
            return Examples(domain.schema, questions, everywhere)
    return Examples(domain.schema, everywhere)


def _of_another(question: Question, other: Question) -> bool:
    return other.ask == question.ask and other.requirement.id != question.requirement.id


def _ranked(questions: Iterable[Question]) -> tuple[Question, ...]:
    return tuple(sorted(questions, key=lambda question: abs(question.complexity.slots - _SLOTS)))


def _group(schema: Schema, question: Question) -> tuple[str | None, ...]:
    if not question.options:
        return tuple(question.asked.get("group", {}).values()) or (question.id,)
    shown = question.options[0].shown
    labels = [schema.slot(name).label for name in schema.group_by]
    return tuple(shown.get(label) for label in labels) or (question.id,)


def explained(example: Question, domain: Domain, how: str) -> tuple[str, tuple[str, ...]]:
    """Returns the example's solution in words, without the line that names the answer, and the letters of the
    options that it is about.

    Args:
        how: `full`: every option in turn; `partial`: a right option, if any, and the wrong one that breaks
            the fewest sum terms.
    """
    explanation = explain(example, domain)
    if how == "full":
        verdicts: Sequence[OptionVerdict] = explanation.verdicts
    else:
        wrong = [option_verdict for option_verdict in explanation.verdicts if not option_verdict.right]
        least = sorted(wrong, key=lambda option_verdict: len(option_verdict.reasons))[:1]
        verdicts = (
            *[option_verdict for option_verdict in explanation.verdicts if option_verdict.right][:1],
            *least,
        )
    lines = [" ".join(verdict.sentences()) for verdict in verdicts] or [explanation.conclusion]
    compared = ASKS[example.ask].comparison_text(example)
    text = "\n".join([*explanation.listed_conditions(), "", *lines, *([compared] if compared else [])])
    return text, tuple(verdict.label for verdict in verdicts)
