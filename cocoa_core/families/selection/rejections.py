"""Counts of rejected draws, by reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from attrs import define, field

__all__ = ["REASONS", "Rejections", "in_words"]

REASONS: Final = (
    "a distractor is not eliminated",
    "a literal does not matter",
    "a literal points the other way",
    "a term does not matter",
    "no demand can go against its direction",
    "no literal can be edited",
    "no near miss",
    "no other option takes the other way",
    "no primitive fits",
    "no shown option breaks a sum term",
    "option set given up",
    "plain conjunction",
    "right option does not satisfy it",
    "right option satisfies most literals",
    "slot does not occur",
    "solver finds other labels",
    "the options are too much alike",
    "too much to read at once",
    "two conditions say the same both ways",
    "wording can be read otherwise",
)
"""Every reason there is. All stand in every record, so that the records of a data set have one shape."""


LATER_REASONS: Final = (
    "another number of near misses",
    "the product is not as the dials say",
)
"""Those that stand in a record only where they occurred."""


@define
class Rejections:
    """How often draws were rejected, and why."""

    reasons: dict[str, int] = field(factory=lambda: dict.fromkeys(REASONS, 0))

    def count(self, reason: str) -> None:
        """One more draw rejected; KeyError for a reason that is not listed."""
        if reason in LATER_REASONS:
            self.reasons.setdefault(reason, 0)
        self.reasons[reason] += 1

    def to_json(self) -> dict[str, int]:
        """Every reason, in alphabetical order."""
        return dict(sorted(self.reasons.items()))


def in_words(counts: Mapping[str, int]) -> str:
    """The five most frequent reasons that there were, in words."""
    common = Counter(counts).most_common(5)
    return ", ".join(f"{reason} ({count:,})" for reason, count in common if count) or "none"
