"""Counts rejected draws, by reason."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from attrs import define, field

DRAW_BUDGET: Final = 300_000
"""The cost, see `Rejections.charge`, after which a search without a requirement stops: 4,000 structures with
six slots and three minterms (one in 40 becomes a requirement), 70 with twelve and eight (none does).
"""

_ASKED_AFTER: Final = 8
"""`Rejections.hopeless` is called once in this many structures. A call takes 28 us; one before each structure
would make 17 calls for a conversation of diamonds, which takes 10 ms in all.
"""
_LARGE: Final = 20
"""After a structure with this many literals or more it is called each time: such a structure takes 3 ms or
more.
"""


class Rejection(StrEnum):
    """Why a draw is rejected."""

    UNREASONED = "a condition without a reason"
    NOT_ELIMINATED = "a distractor is not eliminated"
    REDUNDANT_LITERAL = "a literal does not matter"
    OTHER_DIRECTION = "a literal points the other way"
    REDUNDANT_TERM = "a term does not matter"
    OPENING_TOO_NARROW = "few options meet what is said first"
    NO_ODD_DEMAND = "no demand can go against its direction"
    NO_EDIT = "no literal can be edited"
    NO_NEAR_MISS = "no near miss"
    NO_BRANCH = "no other option takes the other way"
    NO_PRIMITIVE = "no primitive fits"
    IDLE_TERM = "no shown option breaks a sum term"
    GIVEN_UP = "option set given up"
    PLAIN = "plain conjunction"
    UNSATISFIED = "right option does not satisfy it"
    NOT_WORST = "right option is not the worst"
    MOST_LITERALS = "right option satisfies most literals"
    UNUSED_SLOT = "slot does not occur"
    OTHER_LABELS = "solver finds other labels"
    ALIKE = "the options are too much alike"
    TOO_MUCH = "too much to read at once"
    CANNOT_COMBINE = "two conditions cannot be said together"
    SAID_TWICE = "two conditions say the same both ways"
    AMBIGUOUS = "wording can be read otherwise"
    NEAR_MISSES = "another number of near misses"
    NO_HISTORY = "no history leads to it"
    NO_LAST_SWAP = "no last swap leads to it"
    NO_DECIDING_VALUE = "no single value would settle it"
    WRONG_STRUCTURE = "the product lacks the structure asked for"
    FREQUENCY = "too rare, or too common"

    @classmethod
    def of_part(cls, redundant: str) -> Rejection:
        """Returns the reason for a part as `Proofs.redundant_part` names it."""
        return cls.REDUNDANT_TERM if redundant.startswith("term") else cls.REDUNDANT_LITERAL

    __hash__ = str.__hash__  # faster than `Enum.__hash__`, which is written in Python


_RECORDED_IF_COUNTED: Final = frozenset(
    {
        Rejection.NEAR_MISSES,
        Rejection.NO_HISTORY,
        Rejection.NO_LAST_SWAP,
        Rejection.NO_DECIDING_VALUE,
        Rejection.WRONG_STRUCTURE,
        Rejection.FREQUENCY,
    }
)
"""Reasons that a record lists only if they occurred. It lists all others even with a count of zero, so that
all records of a data set have the same keys.
"""
_ALWAYS_RECORDED: Final = tuple(reason for reason in Rejection if reason not in _RECORDED_IF_COUNTED)


class BudgetExhaustedError(Exception):
    """The search for a member was given up because the budget was spent before a requirement was found."""


@define
class Rejections:
    """How often draws were rejected, and why."""

    reasons: dict[Rejection, int] = field(factory=lambda: dict.fromkeys(_ALWAYS_RECORDED, 0))
    patience: int = DRAW_BUDGET
    """The cost that may still be charged before the first requirement is found; see `charge`."""
    fitting: int = 0
    """The number of requirements that the ask did not refuse."""
    hopeless: Callable[[], bool] | None = None
    """Returns whether the search is bound to fail, whatever was found for this member. Called once in
    `_ASKED_AFTER` structures, and after each large one.
    """
    structures: int = 0
    """The number of structures drawn."""
    charged: int = 0
    """What was charged for them; see `charge`."""
    groundings: int = 0
    """The number of times that primitives were looked for: once for each structure and target."""

    def count(self, reason: Rejection) -> None:
        """Counts one more rejected draw."""
        self.reasons[reason] = self.reasons.get(reason, 0) + 1

    def charge(self, literals: int) -> None:
        """Charges the budget for a structure: the square of its number of literals.

        Raises:
            BudgetExhaustedError: too much was drawn in vain.
        """
        self.patience -= literals**2
        self.charged += literals**2
        self.structures += 1
        asked = literals >= _LARGE or self.structures % _ASKED_AFTER == 0
        hopeless = self.hopeless if asked else None
        if self.patience < 0 or (hopeless is not None and hopeless()):
            raise BudgetExhaustedError

    def end_budget(self) -> None:
        """Lifts the limit once a requirement exists, since that shows that more can be drawn."""
        self.patience = sys.maxsize

    def to_json(self) -> dict[str, int]:
        """Returns the count of every reason, in alphabetical order."""
        return {reason.value: count for reason, count in sorted(self.reasons.items())}


def in_words(counts: Mapping[str, int]) -> str:
    """Returns the five most frequent reasons in words."""
    common = Counter(counts).most_common(5)
    return ", ".join(f"{reason} ({count:,})" for reason, count in common if count) or "none"
