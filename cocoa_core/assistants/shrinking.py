"""The smallest request that still fails: sum terms are left out one by one while the answer stays wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from cocoa_core.assistants.calling import Target
from cocoa_core.assistants.reading import RowReader
from cocoa_core.assistants.running import WRONG, Outcome, ask_case
from cocoa_core.families.selection.targeting.case import Case
from cocoa_core.families.selection.targeting.drawing import CaseDrawing

__all__ = ["SmallFailure", "smallest_failures"]


@frozen
class SmallFailure:
    """A request that fails, of which no condition can go without its being answered right."""

    case: Case
    """The smaller request, or the one that was asked where nothing could go."""
    outcome: Outcome
    of: str
    """The case it came from."""
    whole: bool
    """Whether each of its conditions was tried; not where the number of asks ran out."""

    @property
    def conditions(self) -> tuple[str, ...]:
        """In words."""
        return tuple(term.text for term in self.case.words)

    def to_json(self) -> dict[str, Any]:
        """As `--json` has it."""
        return {
            "of": self.of,
            "request": self.case.message,
            "conditions": list(self.conditions),
            "problems": list(self.outcome.problems),
            "whole": self.whole,
        }


def smallest_failures(
    drawing: CaseDrawing,
    cases: Sequence[Case],
    outcomes: Sequence[Outcome],
    target: Target,
    reader: RowReader,
    most: int,
) -> list[SmallFailure]:
    """For wrong cases, those with fewest conditions first, what of each still fails; the smallest first.

    Args:
        most: how often the target may be asked, over all of them. Each smaller request is worded and proved
            anew, and has a key of its own.
    """
    by_id = {case.id: case for case in cases}
    wrong = [one for one in outcomes if one.outcome == WRONG and one.id in by_id]
    wrong.sort(key=lambda one: len(by_id[one.id].terms))
    budget = most
    found: dict[tuple[str, ...], SmallFailure] = {}
    for outcome in wrong:
        if budget <= 0:
            break
        delivery = outcome.delivery

        def ask(case: Case, delivery: str = delivery) -> Outcome:
            return ask_case(case, target, reader, delivery)

        small, used = _shrunk(drawing, by_id[outcome.id], outcome, ask, budget)
        budget -= used
        found.setdefault(small.conditions, small)
    return sorted(found.values(), key=lambda failure: (len(failure.conditions), failure.of))


def _shrunk(
    drawing: CaseDrawing, case: Case, outcome: Outcome, ask: Callable[[Case], Outcome], budget: int
) -> tuple[SmallFailure, int]:
    """Returns the smallest part of one case that fails, and how often the target was asked."""
    kept = list(range(len(case.terms)))
    small, result, used, number = case, outcome, 0, 0
    while number < len(kept) and len(kept) > 1:
        tried = kept[:number] + kept[number + 1 :]
        smaller = drawing.reduced(case, tried)
        if smaller is not None:
            if used == budget:
                return SmallFailure(small, result, case.id, whole=False), used
            used += 1
            answer = ask(smaller)
            if answer.outcome == WRONG:
                kept, small, result = tried, smaller, answer
                continue
        number += 1
    return SmallFailure(small, result, case.id, whole=True), used
