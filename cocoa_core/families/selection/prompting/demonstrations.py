"""Questions shown before a question, chosen by what both are composed of, in an order that is asked for."""

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

__all__ = ["DEMONSTRATIONS", "ORDERS", "Demonstrations", "coverage", "demonstrations_of", "ordered"]

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
    """Returns the questions in one of ORDERS by their structure, those of equal rank as they are."""
    if order == "shuffled":
        return tuple(questions)
    return tuple(sorted(questions, key=_difficulty, reverse=order == "hard-to-easy"))


def _difficulty(question: Question) -> int:
    return DIFFICULTY["none" if question.composition is None else question.composition.structure]


def coverage(question: Question, shown: Iterable[Question], granularity: str) -> str:
    """Returns what those that are shown have of a question's label: it itself, all of its parts, some, or
    none.
    """
    own = _label(question, granularity)
    labels = [_label(one, granularity) for one in shown]
    if own in labels:
        return "the label"
    both = own & _Label().union(*labels)
    return "all parts" if both == own else "some parts" if both else "nothing"


@frozen(eq=False)
class Demonstrations:
    """kind: one of DEMONSTRATIONS. strict: whether no label of those shown may hold that of the question.

    by_label: the questions that may be shown, in an order that does not depend on that of the data set.
    """

    kind: str
    order: str
    granularity: str
    strict: bool
    by_label: Mapping[_Label, Sequence[Question]] = field(repr=False)

    def of(self, question: Question, count: int) -> tuple[Question, ...] | None:
        """So many for a question, the same at every call; None where there are not.

        None has its requirement or one of its options.
        """
        rows = {option.row for option in question.options}
        own = _label(question, self.granularity)
        found: dict[str, Question] = {}
        for label in self._labels(question.id, own, count):
            if label is None:
                return None
            one = next(self._free(question.id, label, {question.requirement.id, *found}, rows), None)
            if one is None:
                return None
            found[one.requirement.id] = one
        shown = list(found.values())
        stream("order of demonstrations", question.id).shuffle(shown)
        return ordered(shown, self.order)

    def _labels(self, name: str, own: _Label, count: int) -> Iterator[_Label | None]:
        """Yields the labels of those to be shown, None where there is none that would do."""
        kind = self.kind
        if kind == "matched":
            kind = "id" if own in self.by_label else "ood"
        if kind == "id":
            yield from [own if own in self.by_label else None] * count
        elif kind == "ood":
            yield from self._cover(name, own, count)
        else:
            yield from self._halves(name, own, count, int(kind[1]))

    def _others(self, own: _Label) -> list[_Label]:
        """Returns labels that share something with the question's and are not it, the smallest first."""
        found = [label for label in self.by_label if label & own and label != own]
        if self.strict:
            found = [label for label in found if not label > own]
        return sorted(found, key=lambda label: (len(label), sorted(label)))

    def _cover(self, name: str, own: _Label, count: int) -> Iterator[_Label | None]:
        """Yields each the first of those that have most of what is left; then any that have a part."""
        others, left = self._others(own), own
        rng = stream("cover", name)
        for number in range(count):
            if not others or (left and number == count - 1 and not any(left <= label for label in others)):
                yield None
                return
            best = max(others, key=lambda label: len(label & left)) if left else rng.choice(others)
            left -= best
            yield best

    def _halves(self, name: str, own: _Label, count: int, smaller: int) -> Iterator[_Label | None]:
        """By turns of labels that show one part of the question's, and just the other."""
        divisions = []
        for chosen in combinations(sorted(own), smaller) if len(own) == 4 else ():
            parts = _Label(chosen), own - _Label(chosen)
            both = [[label for label in self._others(own) if label & own == part] for part in parts]
            if all(both):
                divisions.append(both)
        if not divisions or count < 2:
            yield None
            return
        rng = stream("halves", name)
        both = rng.choice(divisions)
        for number in range(count):
            yield rng.choice(both[number % 2])

    def _free(self, name: str, label: _Label, taken: set[str], rows: set[str]) -> Iterator[Question]:
        """Yields the questions of a label from a place that is drawn, without those that say too much."""
        questions = self.by_label[label]
        start = stream("demonstrations", name).randrange(len(questions))
        for one in (*questions[start:], *questions[:start]):
            if one.requirement.id not in taken and rows.isdisjoint([option.row for option in one.options]):
                yield one


def demonstrations_of(dataset: Dataset, kind: str, order: str) -> Demonstrations:
    """From the training side of a data set, or, where there is none, from all of it.

    Raises:
        UsageError: an unknown kind or order; records without labels.
    """
    for name, got, known in (("kind of demonstrations", kind, DEMONSTRATIONS), ("order", order, ORDERS)):
        if got not in known:
            raise UsageError(f"there is no such {name}", got=got, expected=" or ".join(known))
    split = dataset.manifest.split or {}
    granularity = str(split.get("granularity", "polarity"))
    found: defaultdict[_Label, list[Question]] = defaultdict(list)
    for one in dataset.side(TRAIN) if TRAIN in dataset.sides else dataset:
        if one.composition is None:
            raise UsageError(
                "the questions of this data set have no labels to choose demonstrations by",
                got=f"question {one.id}, written by cocoa {one.provenance.version}",
                expected="records with `composition`",
                fix="generate the data set again, or leave out --demonstrations",
            )
        found[_label(one, granularity)].append(one)
    by_label = {label: sorted(own, key=lambda one: one.id) for label, own in found.items()}
    return Demonstrations(kind, order, granularity, split.get("by") == "strict", by_label)


def _label(question: Question, granularity: str) -> _Label:
    return _Label() if question.composition is None else _Label(question.composition.labels[granularity])
