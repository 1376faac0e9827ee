"""Counting what is in a set of questions, in one reading of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from attrs import define, field

from cocoa_core.records.ledger import ASKED_BEFORE
from cocoa_core.records.question import Question
from cocoa_core.records.statistics import Cell, Spread, Statistics, ranked

__all__ = ["statistics_of"]

_MEASURES: Final = (
    "sum_terms",
    "literals",
    "width",
    "component",
    "longest_path",
    "max_degree",
    "average_degree",
)


def statistics_of(questions: Iterable[Question]) -> Statistics:
    """Counts over questions, read once and in any order; memory grows by one id a requirement."""
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
    rejections: Counter[str] = field(factory=Counter)


@define
class _Counting:
    cells: dict[tuple[int, int], _Cell] = field(factory=dict)
    letters: dict[str, Counter[str]] = field(factory=dict)
    broken: Counter[int] = field(factory=Counter)
    words: Counter[int] = field(factory=Counter)
    rules: Counter[str] = field(factory=Counter)
    knowledge: Counter[str] = field(factory=Counter)
    knowing: int = 0
    minimality: Counter[str] = field(factory=Counter)
    primitives: Counter[str] = field(factory=Counter)
    domains: Counter[str] = field(factory=Counter)
    requirements: set[str] = field(factory=set)
    unbroken: int = 0

    def add(self, question: Question) -> None:
        made = question.provenance
        cell = self.cells.setdefault(made.setting, _Cell())
        words = len(question.request.split())
        cell.questions += 1
        cell.atypical += bool(question.complexity.atypical)
        cell.sums.update(_measures(question))
        cell.sums["words"] += words
        if made.option_set == 0:
            cell.requirements += 1
            cell.rejections.update(made.rejections)
            if made.attempt:
                cell.rejections[ASKED_BEFORE] += made.attempt
        self.letters.setdefault(made.side or "", Counter())[question.answer] += 1
        self.broken.update(len(terms) for terms in question.certificate.broken.values())
        self.unbroken += sum(not use.broken_by for use in question.certificate.terms)
        self.words[words] += 1
        self.rules.update(question.complexity.atypical)
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
            atypical_rules=ranked(self.rules),
            knowledge=self.knowing,
            knowledge_slots=ranked(self.knowledge),
            minimality=ranked(self.minimality),
            primitives=ranked(self.primitives),
            domains=ranked(self.domains),
        )


def _measures(question: Question) -> dict[str, Any]:
    complexity = question.complexity
    found: dict[str, Any] = {name: getattr(complexity, name) for name in _MEASURES}
    wrong = [value for label, value in complexity.entropy.items() if label != question.answer]
    found["entropy_right"] = complexity.entropy.get(question.answer, 0.0)
    found["entropy_wrong"] = sum(wrong) / len(wrong) if wrong else 0.0
    return found


def _cell(slots: int, minterms: int, cell: _Cell) -> Cell:
    return Cell(
        slots=slots,
        minterms=minterms,
        questions=cell.questions,
        requirements=cell.requirements,
        atypical=cell.atypical,
        means={name: round(total / cell.questions, 4) for name, total in cell.sums.items()},
        rejections=ranked(cell.rejections),
    )
