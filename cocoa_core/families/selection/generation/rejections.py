"""Counts rejected draws, by reason."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from typing import Final

from attrs import define, field

__all__ = ["DRAW_BUDGET", "REASONS", "BudgetExhaustedError", "Rejections", "in_words"]

DRAW_BUDGET: Final = 300_000
"""What may be drawn in vain, see `Rejections.drew`. With six slots and three minterms that is 4,000
structures, of which one in forty becomes a requirement; with twelve and eight it is 70, and none does.
"""

REASONS: Final = (
    "a condition without a reason",
    "a distractor is not eliminated",
    "a literal does not matter",
    "a literal points the other way",
    "a term does not matter",
    "few options meet what is said first",
    "no demand can go against its direction",
    "no literal can be edited",
    "no near miss",
    "no other option takes the other way",
    "no primitive fits",
    "no shown option breaks a sum term",
    "option set given up",
    "plain conjunction",
    "right option does not satisfy it",
    "right option is not the worst",
    "right option satisfies most literals",
    "slot does not occur",
    "solver finds other labels",
    "the options are too much alike",
    "too much to read at once",
    "two conditions cannot be said together",
    "two conditions say the same both ways",
    "wording can be read otherwise",
)
"""Reasons that stand in every record, so that the records of a data set have one shape."""


LATER_REASONS: Final = (
    "another number of near misses",
    "no history leads to it",
    "no one value would settle it",
    "the product is not as the dials say",
    "too rare, or too common",
)
"""Reasons that stand in a record only where they occurred."""


class BudgetExhaustedError(Exception):
    """The search for a member was given up: much was drawn without a single requirement."""


@define
class Rejections:
    """How often draws were rejected, and why."""

    reasons: dict[str, int] = field(factory=lambda: dict.fromkeys(REASONS, 0))
    patience: int = DRAW_BUDGET
    """How much may still be drawn before there is a first requirement."""
    groundings: int = 0
    """The number of times that primitives were looked for: once for each structure and target."""

    def count(self, reason: str) -> None:
        """Counts one more rejected draw.

        Raises:
            KeyError: the reason is unknown.
        """
        if reason not in self.reasons and reason in LATER_REASONS:
            self.reasons[reason] = 0
        self.reasons[reason] += 1

    def drew(self, literals: int) -> None:
        """Charges a structure with this number of literals to the budget. Its cost grows with the square of
        its literals.

        Raises:
            BudgetExhaustedError: too much was drawn in vain.
        """
        self.patience -= literals**2
        if self.patience < 0:
            raise BudgetExhaustedError

    def found(self) -> None:
        """Ends the budget: there is a requirement, so further ones can be drawn."""
        self.patience = sys.maxsize

    def to_json(self) -> dict[str, int]:
        """Returns the count of every reason, in alphabetical order."""
        return dict(sorted(self.reasons.items()))


def in_words(counts: Mapping[str, int]) -> str:
    """Returns the five most frequent reasons in words."""
    common = Counter(counts).most_common(5)
    return ", ".join(f"{reason} ({count:,})" for reason, count in common if count) or "none"
