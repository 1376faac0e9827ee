"""Counts of refused draws, by reason."""

from __future__ import annotations

from collections import Counter

from attrs import define, field

__all__ = ["Tally"]


@define
class Tally:
    """How often draws were refused, and why."""

    reasons: Counter[str] = field(factory=Counter)

    def count(self, reason: str) -> None:
        self.reasons[reason] += 1

    def to_json(self) -> dict[str, int]:
        """Reasons in alphabetical order."""
        return {reason: self.reasons[reason] for reason in sorted(self.reasons)}

    def most_common(self) -> str:
        """The reasons in words, most frequent first."""
        return ", ".join(f"{reason} ({count:,})" for reason, count in self.reasons.most_common(5)) or "none"
