"""How much a reading may try before it is given up: counted, so that it is the same on every machine."""

from __future__ import annotations

from typing import Final

from attrs import define

__all__ = ["MOST_STEPS", "StepBudget", "StepBudgetExceededError"]

MOST_STEPS: Final = 50_000
"""Candidates that the reading of one request may try: thirty times what a crowded domain's longest takes."""


class StepBudgetExceededError(Exception):
    """The steps are spent: what is being read can be read in too many ways."""


@define
class StepBudget:
    """Steps that are left, over all parts of one reading."""

    left: int = MOST_STEPS

    def take(self, number: int = 1) -> None:
        """Take some; SpentError where there are not so many."""
        self.left -= number
        if self.left < 0:
            raise StepBudgetExceededError
