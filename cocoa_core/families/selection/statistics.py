"""Counts over a set of questions: settings, complexity, answers, broken terms, lengths and rejections."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

import attrs
from attrs import define, field, frozen

from cocoa_core.families.selection.prompting.layout import printed_option
from cocoa_core.families.selection.record import Question
from cocoa_core.items import ASKED_BEFORE, ranked

_LENGTH_STEP: Final = 20
_TOKEN: Final = re.compile(r"\w+|[^\w\s]")
"""A word or a mark. GroundCocoa's paper does not say what it counts. The five options of its own example have
1,198 of these and 514 words between blanks; its mean context has 1,252.
"""
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
"""Names of the mean entropies of a question's options, by whether these options satisfy its requirement."""


@frozen
class Spread:
    """How often each whole number occurred, ascending, with summary statistics: None if nothing occurred."""

    counts: Mapping[int, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def mean(self) -> float | None:
        if not self.total:
            return None
        return sum(value * count for value, count in self.counts.items()) / self.total

    @property
    def median(self) -> int | None:
        """The median; the lower one of the two middle values if their number is even."""
        remaining = (self.total + 1) // 2
        for value, count in self.counts.items():
            remaining -= count
            if remaining <= 0:
                return value
        return None

    @property
    def least(self) -> int | None:
        return min(self.counts, default=None)

    @property
    def most(self) -> int | None:
        return max(self.counts, default=None)

    def binned(self, step: int) -> dict[int, int]:
        """Returns counts by the lower end of bins of width `step`, ascending, with empty ones between."""
        if not self.counts:
            return {}
        bins = range(min(self.counts) // step, max(self.counts) // step + 1)
        result = {number * step: 0 for number in bins}
        for value, count in self.counts.items():
            result[value // step * step] += count
        return result

    def to_json(self) -> dict[str, Any]:
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
    """The means of each measure of complexity, of the entropy of right and of wrong options, and of the words
    in a request.

    Each is taken over the questions that have the measure; None where no question has it, as the entropy of
    right options where none is right.
    """
    rejections: Mapping[str, int]
    """Rejected draws by reason, most frequent first."""

    @property
    def acceptance(self) -> float | None:
        """The share of draws that became requirements; None where no draw is recorded.

        A requirement counts once, however many option sets it has.
        """
        draws = self.requirements + sum(self.rejections.values())
        return self.requirements / draws if draws else None

    def to_json(self) -> dict[str, Any]:
        return {**attrs.asdict(self), "acceptance": _rounded(self.acceptance)}


@frozen
class Statistics:
    """Everything that is counted over a set of questions."""

    questions: int
    requirements: int
    domains: Mapping[str, int]
    settings: tuple[Cell, ...]
    """In ascending order."""
    letters: Mapping[str, Mapping[str, int]]
    """How many options satisfy their request, by side (empty where there are no sides) and letter."""
    broken: Spread
    """How many sum terms the wrong options break."""
    unbroken: int
    """The number of sum terms that no shown option breaks."""
    words: Spread
    """Lengths of requests."""
    query_length: float | None
    """The mean number of words and marks of a request."""
    context_length: float | None
    """The same for a request with its options, in the form that GroundCocoa prints them."""
    vocabulary: int
    """The number of different words and marks in all of these, whatever their case."""
    atypical: int
    """The number of questions with a demand against what people want."""
    atypical_rules: Mapping[str, int]
    """These questions by rule of the demand, most frequent first."""
    atypical_paper: int
    """The number of questions with a literal that few people ask for: the definition of GroundCocoa."""
    atypical_paper_rules: Mapping[str, int]
    """These questions by rule of the literal, most frequent first."""
    knowledge: int
    """The number of questions that need a fact that the options do not show."""
    knowledge_slots: Mapping[str, int]
    """These questions by derived slot, most frequent first."""
    minimality: Mapping[str, int]
    primitives: Mapping[str, int]
    """`minimality`, `primitives` and `domains` count questions by what their records say."""

    @property
    def rejections(self) -> dict[str, int]:
        """Rejected draws by reason over all settings, most frequent first."""
        total: Counter[str] = Counter()
        for cell in self.settings:
            total.update(cell.rejections)
        return ranked(total)

    @property
    def acceptance(self) -> float | None:
        """The share of draws that became requirements, over all settings; None where no draw is recorded."""
        requirements = sum(cell.requirements for cell in self.settings)
        draws = requirements + sum(self.rejections.values())
        return requirements / draws if draws else None

    def lengths(self) -> dict[int, int]:
        """Returns the number of requests by their number of words, in bins of twenty."""
        return self.words.binned(_LENGTH_STEP)

    def to_json(self) -> dict[str, Any]:
        data = {attribute.name: getattr(self, attribute.name) for attribute in attrs.fields(Statistics)}
        return {
            name: _plain(value)
            for name, value in {**data, "rejections": self.rejections, "acceptance": self.acceptance}.items()
        }


def _plain(value: Any) -> Any:
    if isinstance(value, Spread | Cell):
        return value.to_json()
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return _rounded(value) if isinstance(value, float) else value


def statistics_of(questions: Iterable[Question]) -> Statistics:
    """Returns the counts over questions, which are read once and in any order; memory grows by one entry for
    each requirement and each word.
    """
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
    """For each measure the number of questions that have it."""
    rejections: Counter[str] = field(factory=Counter)


@define
class _Counting:
    cells: dict[tuple[int, int], _Cell] = field(factory=dict)
    letters: dict[str, Counter[str]] = field(factory=dict)
    broken: Counter[int] = field(factory=Counter)
    words: Counter[int] = field(factory=Counter)
    query_tokens: int = 0
    context_tokens: int = 0
    vocabulary: set[str] = field(factory=set)
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
        provenance = question.provenance
        cell = self.cells.setdefault((provenance.setting[0], provenance.setting[1]), _Cell())
        words = len(question.request.split())
        cell.questions += 1
        cell.atypical += bool(question.complexity.against)
        measures = {**_measures(question), "words": words}
        cell.sums.update(measures)
        cell.having.update(measures.keys())
        if provenance.option_set == 0:
            cell.requirements += 1
            cell.rejections.update(provenance.rejections)
            if provenance.attempt:
                cell.rejections[ASKED_BEFORE] += provenance.attempt
        self.letters.setdefault(provenance.side or "", Counter()).update(question.right or ("none",))
        self.broken.update(len(terms) for terms in question.certificate.broken.values())
        self.unbroken += sum(not use.broken_by for use in question.certificate.terms)
        self.words[words] += 1
        query = _TOKEN.findall(question.request.lower())
        self.query_tokens += len(query)
        self.context_tokens += len(query)
        self.vocabulary.update(query)
        for option in question.options:
            label = _TOKEN.findall(option.label.lower())
            count, tokens = _option_tokens(tuple(option.shown.items()))
            self.context_tokens += len(label) + count
            self.vocabulary.update(label, tokens)
        self.against.update(question.complexity.against)
        self.marked.update(question.complexity.atypical)
        self.marked_questions += bool(question.complexity.atypical)
        self.knowledge.update(question.knowledge)
        self.knowing += bool(question.knowledge)
        self.minimality[provenance.minimality] += 1
        self.primitives[provenance.primitives] += 1
        self.domains[f"{question.domain.name} {question.domain.version}"] += 1
        self.requirements.add(question.requirement.id)

    def done(self) -> Statistics:
        cells = sorted(self.cells.items())
        questions = sum(cell.questions for _, cell in cells)
        return Statistics(
            questions=questions,
            requirements=len(self.requirements),
            settings=tuple(_cell(*setting, cell) for setting, cell in cells),
            letters={side: dict(sorted(self.letters[side].items())) for side in sorted(self.letters)},
            broken=Spread(dict(sorted(self.broken.items()))),
            unbroken=self.unbroken,
            words=Spread(dict(sorted(self.words.items()))),
            query_length=self.query_tokens / questions if questions else None,
            context_length=self.context_tokens / questions if questions else None,
            vocabulary=len(self.vocabulary),
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


@lru_cache(maxsize=1 << 10)
def _option_tokens(shown: tuple[tuple[str, str], ...]) -> tuple[int, frozenset[str]]:
    """Returns how many words and marks an option has beside its label, and which. Each option is in five
    questions of a balanced set, under other labels.
    """
    tokens = _TOKEN.findall(printed_option("", dict(shown)).lower())
    return len(tokens), frozenset(tokens)


def _measures(question: Question) -> dict[str, Any]:
    complexity = question.complexity
    result: dict[str, Any] = {name: getattr(complexity, name) for name in _MEASURES}
    right = question.certificate.satisfied
    for name, satisfies in _ENTROPIES.items():
        entropies = [value for label, value in complexity.entropy.items() if (label in right) is satisfies]
        if entropies:
            result[name] = sum(entropies) / len(entropies)
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
