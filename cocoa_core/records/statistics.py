"""What is said of a set of questions: settings, complexity, answers, terms broken, lengths, rejections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

import attrs
from attrs import frozen

__all__ = ["Cell", "Spread", "Statistics", "ranked"]

_LENGTH_STEP: Final = 20


@frozen
class Spread:
    """Counts by whole number, in ascending order, with what is read off them; all 0 where there are none."""

    counts: Mapping[int, int]

    @property
    def total(self) -> int:
        """How many were counted."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """The arithmetic mean."""
        return sum(value * count for value, count in self.counts.items()) / self.total if self.total else 0.0

    @property
    def median(self) -> int:
        """The value in the middle, the lower one of two."""
        left = (self.total + 1) // 2
        for value, count in self.counts.items():
            left -= count
            if left <= 0:
                return value
        return 0

    @property
    def least(self) -> int:
        """The smallest number."""
        return min(self.counts, default=0)

    @property
    def most(self) -> int:
        """The greatest number."""
        return max(self.counts, default=0)

    def binned(self, step: int) -> dict[int, int]:
        """Counts by the lower end of bins of `step`, ascending, the empty ones between them included."""
        if not self.counts:
            return {}
        bins = range(self.least // step, self.most // step + 1)
        found = {number * step: 0 for number in bins}
        for value, count in self.counts.items():
            found[value // step * step] += count
        return found

    def to_json(self) -> dict[str, Any]:
        """Plain data, the mean to four decimals."""
        return {
            "counts": {str(value): count for value, count in self.counts.items()},
            "mean": round(self.mean, 4),
            "median": self.median,
            "least": self.least,
            "most": self.most,
        }


@frozen
class Cell:
    """The questions of one setting (slots, minterms).

    means: of each measure of complexity, of the entropy of right and of wrong options, of words in a request.
    rejections: refused draws by reason, most frequent first. acceptance: requirements / (requirements +
    refused draws), counted once for all option sets of a requirement.
    """

    slots: int
    minterms: int
    questions: int
    requirements: int
    atypical: int
    means: Mapping[str, float]
    rejections: Mapping[str, int]

    @property
    def acceptance(self) -> float:
        """Draws that became requirements, over all draws; 0 where there are none."""
        draws = self.requirements + sum(self.rejections.values())
        return self.requirements / draws if draws else 0.0

    def to_json(self) -> dict[str, Any]:
        """Plain data, keys in the order of the fields, the acceptance at the end."""
        return {**attrs.asdict(self), "acceptance": round(self.acceptance, 4)}


@frozen
class Statistics:
    """Everything counted over a set of questions.

    settings: in ascending order. letters: by side ("" where there are no sides), then A to E.
    broken: how many sum terms the wrong options break. unbroken: sum terms that no shown option breaks.
    words: lengths of requests. atypical: questions by rule whose literal few people ask for.
    knowledge: questions that ask for what the options do not show; knowledge_slots: by derived slot.
    minimality, primitives, domains: questions by what their provenance says.
    """

    questions: int
    requirements: int
    settings: tuple[Cell, ...]
    letters: Mapping[str, Mapping[str, int]]
    broken: Spread
    unbroken: int
    words: Spread
    atypical: int
    atypical_rules: Mapping[str, int]
    knowledge: int
    knowledge_slots: Mapping[str, int]
    minimality: Mapping[str, int]
    primitives: Mapping[str, int]
    domains: Mapping[str, int]

    @property
    def rejections(self) -> dict[str, int]:
        """Refused draws by reason over all settings, most frequent first."""
        total: Counter[str] = Counter()
        for cell in self.settings:
            total.update(cell.rejections)
        return ranked(total)

    @property
    def acceptance(self) -> float:
        """The same over all settings."""
        kept = sum(cell.requirements for cell in self.settings)
        draws = kept + sum(self.rejections.values())
        return kept / draws if draws else 0.0

    def lengths(self) -> dict[int, int]:
        """Requests by their number of words, in bins of twenty."""
        return self.words.binned(_LENGTH_STEP)

    def to_json(self) -> dict[str, Any]:
        """Plain data, keys in the order of the fields."""
        return {
            "questions": self.questions,
            "requirements": self.requirements,
            "domains": dict(self.domains),
            "settings": [cell.to_json() for cell in self.settings],
            "letters": {side: dict(counts) for side, counts in self.letters.items()},
            "broken": self.broken.to_json(),
            "unbroken": self.unbroken,
            "words": self.words.to_json(),
            "atypical": self.atypical,
            "atypical_rules": dict(self.atypical_rules),
            "knowledge": self.knowledge,
            "knowledge_slots": dict(self.knowledge_slots),
            "minimality": dict(self.minimality),
            "primitives": dict(self.primitives),
            "rejections": self.rejections,
            "acceptance": round(self.acceptance, 4),
        }


def ranked(counts: Mapping[str, int]) -> dict[str, int]:
    """Most frequent first, equals in alphabetical order; what never happened is left out."""
    happened = (one for one in counts.items() if one[1])
    return dict(sorted(happened, key=lambda one: (-one[1], one[0])))
