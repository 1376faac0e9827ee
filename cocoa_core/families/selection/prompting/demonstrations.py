"""Chooses the questions shown before a question, by what both are composed of, in a wanted order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, TypeAlias

from attrs import field, frozen

from cocoa_core.errors import UsageError
from cocoa_core.families.selection.composition import DIFFICULTY
from cocoa_core.families.selection.record import Question
from cocoa_core.items import TRAIN, Dataset
from cocoa_core.seeds import stream
from cocoa_core.suggestions import not_among

DEMONSTRATIONS: Final[Mapping[str, str]] = {
    "id": "of the label of the question",
    "ood": "of other labels that together have every primitive of it",
    "matched": "as id where training has the label, else as ood",
    "d1-3": "of a label of four primitives: some show one of them, others the other three",
    "d2-2": "of a label of four primitives: some show two of them, others the other two",
}
ORDERS: Final = ("shuffled", "easy-to-hard", "hard-to-easy")

_Label: TypeAlias = frozenset[str]


def ordered(questions: Sequence[Question], order: str) -> tuple[Question, ...]:
    """Returns the questions in one of ORDERS by their structure; those of equal rank stay in their order."""
    if order == "shuffled":
        return tuple(questions)
    return tuple(sorted(questions, key=_difficulty, reverse=order == "hard-to-easy"))


def _difficulty(question: Question) -> int:
    return DIFFICULTY["none" if question.composition is None else question.composition.structure]


def coverage(question: Question, shown: Iterable[Question], granularity: str) -> str:
    """Returns what the shown questions have of a label: itself, all of its parts, some, or none."""
    question_label = _label(question, granularity)
    labels = [_label(example, granularity) for example in shown]
    if question_label in labels:
        return "the label"
    covered = question_label & _Label().union(*labels)
    return "all parts" if covered == question_label else "some parts" if covered else "nothing"


@frozen(eq=False)
class Demonstrations:
    """Chooses the questions of a data set that are shown before a question."""

    kind: str
    """One of DEMONSTRATIONS."""
    order: str
    """One of ORDERS."""
    granularity: str
    strict: bool
    """Whether no label of those shown may contain that of the question."""
    by_label: Mapping[_Label, Sequence[Question]] = field(repr=False)
    """The questions that may be shown, in an order that does not depend on that of the data set."""

    def of(self, question: Question, count: int) -> tuple[Question, ...] | None:
        """Returns `count` questions to show before a question, the same at every call; None where there are
        too few.

        None of them has its requirement or one of its options.
        """
        rows = set(question.rows)
        question_label = _label(question, self.granularity)
        by_requirement: dict[str, Question] = {}
        for label in self._labels(question.id, question_label, count):
            if label is None:
                return None
            candidate = next(
                self._free(question.id, label, {question.requirement.id, *by_requirement}, rows), None
            )
            if candidate is None:
                return None
            by_requirement[candidate.requirement.id] = candidate
        shown = list(by_requirement.values())
        stream("order of demonstrations", question.id).shuffle(shown)
        return ordered(shown, self.order)

    def _labels(self, name: str, question_label: _Label, count: int) -> Iterator[_Label | None]:
        """Yields the labels of the questions to be shown; None where no label would do."""
        kind = self.kind
        if kind == "matched":
            kind = "id" if question_label in self.by_label else "ood"
        if kind == "id":
            yield from [question_label if question_label in self.by_label else None] * count
        elif kind == "ood":
            yield from self._cover(name, question_label, count)
        else:
            yield from self._halves(name, question_label, count, int(kind[1]))

    def _others(self, question_label: _Label) -> list[_Label]:
        """Returns the labels that share something with the question's and are not it, the smallest first."""
        labels = [label for label in self.by_label if label & question_label and label != question_label]
        if self.strict:
            labels = [label for label in labels if not label > question_label]
        return sorted(labels, key=lambda label: (len(label), sorted(label)))

    def _cover(self, name: str, question_label: _Label, count: int) -> Iterator[_Label | None]:
        """Yields the labels that cover the most uncovered parts; then random labels that share a part."""
        others, uncovered = self._others(question_label), question_label
        rng = stream("cover", name)
        for number in range(count):
            if not others or (
                uncovered and number == count - 1 and not any(uncovered <= label for label in others)
            ):
                yield None
                return
            best = max(others, key=lambda label: len(label & uncovered)) if uncovered else rng.choice(others)
            uncovered -= best
            yield best

    def _halves(self, name: str, question_label: _Label, count: int, smaller: int) -> Iterator[_Label | None]:
        """Yields in turn labels with one part of the question's label, and with the other part."""
        divisions = []
        for chosen in combinations(sorted(question_label), smaller) if len(question_label) == 4 else ():
            parts = _Label(chosen), question_label - _Label(chosen)
            halves = [
                [label for label in self._others(question_label) if label & question_label == part]
                for part in parts
            ]
            if all(halves):
                divisions.append(halves)
        if not divisions or count < 2:
            yield None
            return
        rng = stream("halves", name)
        halves = rng.choice(divisions)
        for number in range(count):
            yield rng.choice(halves[number % 2])

    def _free(self, name: str, label: _Label, taken: set[str], rows: set[str]) -> Iterator[Question]:
        """Yields a label's questions from a drawn position on, but for those taken or sharing an option."""
        questions = self.by_label[label]
        start = stream("demonstrations", name).randrange(len(questions))
        for question in (*questions[start:], *questions[:start]):
            if question.requirement.id not in taken and rows.isdisjoint(question.rows):
                yield question


def demonstrations_of(dataset: Dataset, kind: str, order: str) -> Demonstrations:
    """Returns the demonstrations of the training side of a data set, or of all of it where there is no such
    side.

    Raises:
        UsageError: the kind or the order is unknown, or records have no labels.
    """
    for name, got, choices in (("kind of demonstrations", kind, DEMONSTRATIONS), ("order", order, ORDERS)):
        if got not in choices:
            raise UsageError(f"there is no such {name}", **not_among(got, choices, " or "))
    split = dataset.manifest.split or {}
    granularity = str(split.get("granularity", "polarity"))
    collected: defaultdict[_Label, list[Question]] = defaultdict(list)
    for question in dataset.side(TRAIN) if TRAIN in dataset.sides else dataset:
        if question.composition is None:
            raise UsageError(
                "the questions of this data set have no labels to choose demonstrations by",
                got=f"question {question.id}, written by cocoa {question.provenance.version}",
                expected="records with `composition`",
                fix="generate the data set again, or leave out --demonstrations",
            )
        collected[_label(question, granularity)].append(question)
    by_label = {
        label: sorted(labelled, key=lambda question: question.id) for label, labelled in collected.items()
    }
    return Demonstrations(kind, order, granularity, split.get("by") == "strict", by_label)


def _label(question: Question, granularity: str) -> _Label:
    return _Label() if question.composition is None else _Label(question.composition.labels[granularity])
