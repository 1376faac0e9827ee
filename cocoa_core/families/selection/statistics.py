"""What is said of a set of questions: settings, complexity, answers, terms broken, lengths, rejections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

import attrs
from attrs import define, field, frozen

from cocoa_core.families.selection.record import Question
from cocoa_core.items import ASKED_BEFORE, ranked

__all__ = ["Cell", "Spread", "Statistics", "statistics_of"]

_LENGTH_STEP: Final = 20
_MEASURES: Final = (
    "sum_terms",
    "literals",
    "width",
    "component",
    "longest_path",
    "max_degree",
    "average_degree",
)
_ENTROPIES: Final = {"entropy_right": True, "entropy_wrong": False}
"""Means over the options of a question that satisfy its requirement, or do not."""


@frozen
class Spread:
    """Counts by whole number, in ascending order, with what is read off them; None of no counts."""

    counts: Mapping[int, int]

    @property
    def total(self) -> int:
        """How many were counted."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float | None:
        """The arithmetic mean."""
        if not self.total:
            return None
        return sum(value * count for value, count in self.counts.items()) / self.total

    @property
    def median(self) -> int | None:
        """The value in the middle, the lower one of two."""
        left = (self.total + 1) // 2
        for value, count in self.counts.items():
            left -= count
            if left <= 0:
                return value
        return None

    @property
    def least(self) -> int | None:
        """The smallest number."""
        return min(self.counts, default=None)

    @property
    def most(self) -> int | None:
        """The greatest number."""
        return max(self.counts, default=None)

    def binned(self, step: int) -> dict[int, int]:
        """Counts by the lower end of bins of `step`, ascending, the empty ones between them included."""
        if not self.counts:
            return {}
        bins = range(min(self.counts) // step, max(self.counts) // step + 1)
        result = {number * step: 0 for number in bins}
        for value, count in self.counts.items():
            result[value // step * step] += count
        return result

    def to_json(self) -> dict[str, Any]:
        """Plain data, the mean to four decimals."""
        return {
            "counts": {str(value): count for value, count in self.counts.items()},
            "mean": _rounded(self.mean),
            "median": self.median,
            "least": self.least,
            "most": self.most,
        }


@frozen
class Cell:
    """The questions of one setting (slots, minterms)."""

    slots: int
    minterms: int
    questions: int
    requirements: int
    atypical: int
    means: Mapping[str, float | None]
    """Of each measure of complexity, of the entropy of right and of wrong options, of words in a request;
    over the questions that have it, None where none has, as the entropy of right options where none is right.
    """
    rejections: Mapping[str, int]
    """Refused draws by reason, most frequent first. acceptance: requirements / (requirements + refused
    draws), counted once for all option sets of a requirement.
    """

    @property
    def acceptance(self) -> float | None:
        """Draws that became requirements, over all draws; None where no draw is recorded."""
        draws = self.requirements + sum(self.rejections.values())
        return self.requirements / draws if draws else None

    def to_json(self) -> dict[str, Any]:
        """Plain data, keys in the order of the fields, the acceptance at the end."""
        return {**attrs.asdict(self), "acceptance": _rounded(self.acceptance)}


@frozen
class Statistics:
    """Everything counted over a set of questions."""

    questions: int
    requirements: int
    settings: tuple[Cell, ...]
    """In ascending order."""
    letters: Mapping[str, Mapping[str, int]]
    """Options that satisfy, by side ("" where there are none) and letter."""
    broken: Spread
    """How many sum terms the wrong options break."""
    unbroken: int
    """Sum terms that no shown option breaks."""
    words: Spread
    """Lengths of requests."""
    atypical: int
    """Questions with a demand against what people want, by rule."""
    atypical_rules: Mapping[str, int]
    atypical_paper: int
    """Questions with a literal that few people ask for, by rule: what GroundCocoa calls so."""
    atypical_paper_rules: Mapping[str, int]
    knowledge: int
    """Questions that ask for what the options do not show."""
    knowledge_slots: Mapping[str, int]
    """By derived slot."""
    minimality: Mapping[str, int]
    primitives: Mapping[str, int]
    domains: Mapping[str, int]
    """`minimality`, `primitives` and `domains`: questions by what their provenance says."""

    @property
    def rejections(self) -> dict[str, int]:
        """Refused draws by reason over all settings, most frequent first."""
        total: Counter[str] = Counter()
        for cell in self.settings:
            total.update(cell.rejections)
        return ranked(total)

    @property
    def acceptance(self) -> float | None:
        """The same over all settings."""
        kept = sum(cell.requirements for cell in self.settings)
        draws = kept + sum(self.rejections.values())
        return kept / draws if draws else None

    def lengths(self) -> dict[int, int]:
        """Returns requests by their number of words, in bins of twenty."""
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
            "atypical_paper": self.atypical_paper,
            "atypical_paper_rules": dict(self.atypical_paper_rules),
            "knowledge": self.knowledge,
            "knowledge_slots": dict(self.knowledge_slots),
            "minimality": dict(self.minimality),
            "primitives": dict(self.primitives),
            "rejections": self.rejections,
            "acceptance": _rounded(self.acceptance),
        }


def statistics_of(questions: Iterable[Question]) -> Statistics:
    """Returns counts over questions, read once and in any order; memory grows by one id a requirement."""
    counting = _Counting()
    for question in questions:
        counting.add(question)
    return counting.done()


@define
class _Cell:
    questions: int = 0
    requirements: int = 0
    atypical: int = 0
    sums: Counter[str] = field(factory=Counter)
    having: Counter[str] = field(factory=Counter)
    """Questions that have the measure."""
    rejections: Counter[str] = field(factory=Counter)


@define
class _Counting:
    cells: dict[tuple[int, int], _Cell] = field(factory=dict)
    letters: dict[str, Counter[str]] = field(factory=dict)
    broken: Counter[int] = field(factory=Counter)
    words: Counter[int] = field(factory=Counter)
    against: Counter[str] = field(factory=Counter)
    marked: Counter[str] = field(factory=Counter)
    marked_questions: int = 0
    knowledge: Counter[str] = field(factory=Counter)
    knowing: int = 0
    minimality: Counter[str] = field(factory=Counter)
    primitives: Counter[str] = field(factory=Counter)
    domains: Counter[str] = field(factory=Counter)
    requirements: set[str] = field(factory=set)
    unbroken: int = 0

    def add(self, question: Question) -> None:
        made = question.provenance
        cell = self.cells.setdefault((made.setting[0], made.setting[1]), _Cell())
        words = len(question.request.split())
        cell.questions += 1
        cell.atypical += bool(question.complexity.against)
        measures = {**_measures(question), "words": words}
        cell.sums.update(measures)
        cell.having.update(measures.keys())
        if made.option_set == 0:
            cell.requirements += 1
            cell.rejections.update(made.rejections)
            if made.attempt:
                cell.rejections[ASKED_BEFORE] += made.attempt
        self.letters.setdefault(made.side or "", Counter()).update(question.right or ("none",))
        self.broken.update(len(terms) for terms in question.certificate.broken.values())
        self.unbroken += sum(not use.broken_by for use in question.certificate.terms)
        self.words[words] += 1
        self.against.update(question.complexity.against)
        self.marked.update(question.complexity.atypical)
        self.marked_questions += bool(question.complexity.atypical)
        self.knowledge.update(question.knowledge)
        self.knowing += bool(question.knowledge)
        self.minimality[made.minimality] += 1
        self.primitives[made.primitives] += 1
        self.domains[f"{question.domain.name} {question.domain.version}"] += 1
        self.requirements.add(question.requirement.id)

    def done(self) -> Statistics:
        cells = sorted(self.cells.items())
        return Statistics(
            questions=sum(cell.questions for _, cell in cells),
            requirements=len(self.requirements),
            settings=tuple(_cell(*setting, cell) for setting, cell in cells),
            letters={side: dict(sorted(self.letters[side].items())) for side in sorted(self.letters)},
            broken=Spread(dict(sorted(self.broken.items()))),
            unbroken=self.unbroken,
            words=Spread(dict(sorted(self.words.items()))),
            atypical=sum(cell.atypical for _, cell in cells),
            atypical_rules=ranked(self.against),
            atypical_paper=self.marked_questions,
            atypical_paper_rules=ranked(self.marked),
            knowledge=self.knowing,
            knowledge_slots=ranked(self.knowledge),
            minimality=ranked(self.minimality),
            primitives=ranked(self.primitives),
            domains=ranked(self.domains),
        )


def _measures(question: Question) -> dict[str, Any]:
    complexity = question.complexity
    result: dict[str, Any] = {name: getattr(complexity, name) for name in _MEASURES}
    right = question.certificate.satisfied
    for name, satisfies in _ENTROPIES.items():
        some = [value for label, value in complexity.entropy.items() if (label in right) is satisfies]
        if some:
            result[name] = sum(some) / len(some)
    return result


def _cell(slots: int, minterms: int, cell: _Cell) -> Cell:
    return Cell(
        slots=slots,
        minterms=minterms,
        questions=cell.questions,
        requirements=cell.requirements,
        atypical=cell.atypical,
        means={
            name: round(cell.sums[name] / cell.having[name], 4) if cell.having[name] else None
            for name in (*_MEASURES, *_ENTROPIES, "words")
        },
        rejections=ranked(cell.rejections),
    )


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(figure, 4)
