"""Finds a smaller request that still fails, by leaving out sum terms while the answer stays wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import evolve, frozen

from cocoa_core.assistants.calling import Target
from cocoa_core.assistants.reading import ReplyReader
from cocoa_core.assistants.running import WRONG, CaseOutcome, ask_case
from cocoa_core.families.selection.targeting.case import REVISE, Case
from cocoa_core.families.selection.targeting.drawing import CaseDrawing


@frozen
class SmallFailure:
    """A request that fails, found by leaving out conditions one at a time."""

    case: Case
    """The smaller request, or the original one where nothing could be left out."""
    outcome: CaseOutcome
    of: str
    """The id of the original case."""
    whole: bool
    """Whether each condition was tried; False where the number of asks ran out."""

    @property
    def said(self) -> str:
        """What the assistant was told, its turns separated by slashes."""
        return " / ".join(turn.text for turn in self.case.script(self.outcome.delivery).turns)

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions in words."""
        return tuple(term.text for term in self.case.words)

    def to_json(self) -> dict[str, Any]:
        """Returns the object that `--json` prints."""
        return {
            "of": self.of,
            "request": self.said,
            "conditions": list(self.conditions),
            "problems": list(self.outcome.problems),
            "whole": self.whole,
        }


def smallest_failures(
    drawing: CaseDrawing,
    cases: Sequence[Case],
    outcomes: Sequence[CaseOutcome],
    target: Target,
    reader: ReplyReader,
    most: int,
) -> list[SmallFailure]:
    """Returns what still fails of each wrong case, the smallest requests first.

    Cases with few conditions are tried first. Each smaller request is worded and proved anew, and has a key
    of its own.

    Args:
        most: how often the target may be asked, over all cases.
    """
    by_id = {case.id: case for case in cases}
    wrong = [failed for failed in outcomes if failed.outcome == WRONG and failed.id in by_id]
    wrong.sort(key=lambda failed: len(by_id[failed.id].terms))
    budget = most
    failures: dict[tuple[str, ...], SmallFailure] = {}
    for outcome in wrong:
        if budget <= 0:
            break
        delivery = outcome.delivery

        def ask(case: Case, delivery: str = delivery) -> CaseOutcome:
            return ask_case(case, target, reader, delivery)

        case = by_id[outcome.id] if delivery == REVISE else evolve(by_id[outcome.id], history=())
        small, used = _shrunk(drawing, case, outcome, ask, budget)
        budget -= used
        failures.setdefault((*small.conditions, delivery * bool(small.case.history)), small)
    return sorted(failures.values(), key=lambda failure: (len(failure.conditions), failure.of))


def _shrunk(
    drawing: CaseDrawing, case: Case, outcome: CaseOutcome, ask: Callable[[Case], CaseOutcome], budget: int
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
