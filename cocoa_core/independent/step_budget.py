"""Bounds how much a reading may try before it is given up, by counting, so that it is the same on every
machine.
"""

from __future__ import annotations

from typing import Final

from attrs import define

__all__ = ["MOST_STEPS", "StepBudget", "StepBudgetExceededError"]

MOST_STEPS: Final = 50_000
"""The candidates that the reading of one request may try: thirty times what the longest request of a crowded
domain takes.
"""


class StepBudgetExceededError(Exception):
    """The steps are spent: the text can be read in too many ways."""


@define
class StepBudget:
    """The steps that are left for one reading and all its parts."""

    left: int = MOST_STEPS

    def take(self, number: int = 1) -> None:
        """Spends steps.

        Raises:
            StepBudgetExceededError: fewer are left.
        """
        self.left -= number
        if self.left < 0:
            raise StepBudgetExceededError
