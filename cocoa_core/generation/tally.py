"""Counts of refused draws, by reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from attrs import define, field

__all__ = ["REASONS", "Tally", "in_words"]

REASONS: Final = (
    "a literal does not matter",
    "a term does not matter",
    "a wrong option is not refused",
    "no near miss",
    "no primitive fits",
    "no shown option breaks a sum term",
    "option set given up",
    "plain conjunction",
    "right option does not satisfy it",
    "right option satisfies most literals",
    "slot does not occur",
    "solver finds other labels",
    "the options are too much alike",
    "wording can be read otherwise",
)
"""Every reason there is. All stand in every record, so that the records of a data set have one shape."""


@define
class Tally:
    """How often draws were refused, and why."""

    reasons: dict[str, int] = field(factory=lambda: dict.fromkeys(REASONS, 0))

    def count(self, reason: str) -> None:
        """One more draw refused; KeyError for a reason that is not listed."""
        self.reasons[reason] += 1

    def to_json(self) -> dict[str, int]:
        """Every reason, in alphabetical order."""
        return dict(self.reasons)


def in_words(counts: Mapping[str, int]) -> str:
    """The five most frequent reasons that there were, in words."""
    common = Counter(counts).most_common(5)
    return ", ".join(f"{reason} ({count:,})" for reason, count in common if count) or "none"
