"""The worked example of a prompt: a proved question of the same data set, explained from its certificate."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from attrs import frozen

from cocoa_core.domain import Domain, Schema
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.asking import ASKS
from cocoa_core.families.selection.explanation import Explanation, Verdict, explain
from cocoa_core.families.selection.record import Question
from cocoa_core.items import Dataset

__all__ = ["VALIDATION", "Examples", "example_pool", "explained"]

VALIDATION: Final = "validation"
"""The side that examples come from where there is one."""
_POOL: Final = 200
_SLOTS: Final = 4
"""How many slots an example had best speak of: enough to show what there is to do, and still short."""


@frozen
class Examples:
    """Questions to choose examples from, the most suitable first."""

    schema: Schema
    pool: tuple[Question, ...]
    reserve: tuple[Question, ...] = ()
    """Chosen from where the pool has none with another requirement."""

    def example_for(self, question: Question) -> Question:
        """Returns the example for a question: the same for all, as far as it may be, and at every call.

        Never one with the same requirement. Where possible one of another group; else one without an option
        in common; and one that needs what a table knows if the question does.

        Raises:
            UsageError: all questions have the requirement of this one.
        """
        for pool in (self.pool, self.reserve):
            others = [one for one in pool if _of_another(question, one)]
            if others:
                break
        else:
            raise UsageError(
                "there is no other question to show as a worked example",
                got=f"{question.id}, whose requirement is that of all questions",
                expected="a data set with two requirements at least",
                fix="generate more questions into the folder, or use the strategy direct or l2m",
            )
        return min(others, key=lambda one: self._distance(question, one))

    def several_for(self, question: Question, count: int) -> tuple[Question, ...]:
        """So many examples, the same ones at every call, no two with one requirement.

        None has the requirement of the question or one of its options: of five questions about the same
        options four give the fifth away.

        Raises:
            UsageError: there are fewer.
        """
        rows = {option.row for option in question.options}
        found: dict[str, Question] = {}
        for one in (*self.pool, *self.reserve):
            apart = all(option.row not in rows for option in one.options)
            if _of_another(question, one) and apart:
                found.setdefault(one.requirement.id, one)
        chosen = sorted(found.values(), key=lambda one: self._distance(question, one))[:count]
        if len(chosen) < count:
            raise UsageError(
                "there are too few questions to show as examples",
                got=f"{count}; {len(chosen)} share neither requirement nor option with {question.id}",
                expected="as many questions of other requirements and other options",
                fix="ask for fewer, or generate more questions into the folder",
            )
        return tuple(chosen)

    def _distance(self, question: Question, other: Question) -> tuple[bool, bool, bool]:
        """Returns what speaks against an example; of equals the first of the pool is taken."""
        rows = {option.row for option in question.options}
        return (
            _group(self.schema, question) == _group(self.schema, other),
            any(option.row in rows for option in other.options),
            bool(question.knowledge) != bool(other.knowledge),
        )


def example_pool(dataset: Dataset, domain: Domain, side: str | None) -> Examples:
    """Returns questions of the validation side; without one, of the side that is asked about, or of all.

    Args:
        side: the one asked about, None for all. The first few hundred are looked at. Questions of all sides
            are the reserve.
    """
    everywhere = _ranked(islice(iter(dataset), _POOL))
    for one in (VALIDATION, side):
        found = _ranked(islice(dataset.side(one), _POOL)) if one in dataset.sides else ()
        if found:
            return Examples(domain.schema, found, everywhere)
    return Examples(domain.schema, everywhere)


def _of_another(question: Question, other: Question) -> bool:
    """Returns whether the other asks the same of another requirement."""
    return other.ask == question.ask and other.requirement.id != question.requirement.id


def _ranked(questions: Iterable[Question]) -> tuple[Question, ...]:
    return tuple(sorted(questions, key=lambda one: abs(one.complexity.slots - _SLOTS)))


def _group(schema: Schema, question: Question) -> tuple[str | None, ...]:
    """Returns the group's values as shown; the question's own id where nothing groups options."""
    if not question.options:
        return tuple(question.asked.get("group", {}).values()) or (question.id,)
    shown = question.options[0].shown
    labels = [schema.slot(name).label for name in schema.group_by]
    return tuple(shown.get(label) for label in labels) or (question.id,)


def explained(example: Question, domain: Domain, how: str) -> str:
    """Returns the example's solution in words, without the line that names the answer.

    Args:
        how: `full`, every option in turn; `partial`, a right option, if any, and the wrong one that breaks
            least.
    """
    explanation = explain(example, domain)
    if how == "full":
        verdicts: Sequence[Verdict] = explanation.verdicts
    else:
        wrong = [one for one in explanation.verdicts if not one.right]
        least = sorted(wrong, key=lambda one: len(one.reasons))[:1]
        verdicts = (*[one for one in explanation.verdicts if one.right][:1], *least)
    lines = [" ".join(verdict.sentences()) for verdict in verdicts] or [explanation.closing()]
    compared = ASKS[example.ask].compared(example)
    return "\n".join([*_conditions(explanation), "", *lines, *([compared] if compared else [])])


def _conditions(explanation: Explanation) -> list[str]:
    numbered = (
        f"{number}. {words[:1].upper()}{words[1:]}." for number, words in enumerate(explanation.conditions, 1)
    )
    return [explanation.lead(), *numbered]
