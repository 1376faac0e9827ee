"""Assigns questions to training, and to tests of what training does not contain."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import evolve, field, frozen

from cocoa_core.errors import SettingsError, UsageError
from cocoa_core.families.selection.record import GRANULARITIES, SELECTION
from cocoa_core.families.selection.splitting.divergence import ATOM_LIMIT, divergences, most_divergent
from cocoa_core.families.selection.splitting.parts import Label, Parts, parts_of
from cocoa_core.items import TEST_ID, TEST_OOD, TRAIN, Dataset, Manifest, write_resplit
from cocoa_core.seeds import digest_of
from cocoa_core.suggestions import not_among

BY: Final[Mapping[str, str]] = {
    "exact": "labels held out, each of whose primitives training has in others",
    "strict": "as exact, and no label of training contains a held-out one",
    "mcd": "pairs of literals as unlike those of training as can be, the literals alike",
    "length": "requirements with more literals than any of training",
    "template": "shapes held out: how often each primitive occurs, and how they meet",
    "depth": "longer chains of implications than any of training",
}
"""The kinds of split, and what each holds out."""
SHARE: Final = 0.2
"""The share of questions that is held out by default."""
SUPPORT: Final = 5
"""The fewest questions of a label that may be held out, by default."""
_SHOTS: Final = 4
"""The questions of a label that stay in training while others test: as many as the examples shown."""


@frozen(kw_only=True)
class Plan:
    """How a data set is split."""

    by: str = field()
    """One of BY."""
    share: float = SHARE
    """The share that is held out of the questions that may be."""
    seed: int = 0
    granularity: str = "polarity"
    """The granularity of the labels."""
    support: int = SUPPORT
    """The fewest questions of a label that may be held out."""

    def __attrs_post_init__(self) -> None:
        for name, got, choices in (
            ("kind of split", self.by, tuple(BY)),
            ("granularity", self.granularity, GRANULARITIES),
        ):
            if got not in choices:
                raise SettingsError(f"there is no such {name}", **not_among(got, choices, " or "))
        if not 0 < self.share < 1:
            raise SettingsError(
                "the share is out of range", got=f"{self.share:g}", expected="a number between 0 and 1"
            )
        if self.support < 1:
            raise SettingsError(
                "the support is out of range", got=str(self.support), expected="a whole number from 1"
            )


@frozen
class Division:
    """The sides of a split."""

    side: Mapping[str, str]
    """The side of each question that stays in the data set, by id."""
    report: Mapping[str, Any]
    """What a manifest says of the split."""


def divide(questions: Iterable[Parts], plan: Plan) -> Division:
    """Divides questions into training and tests; the result does not depend on their order.

    Questions of one balanced set, or of one requirement, are on one side. Where some of them are held out and
    others are not, the others are left out.

    Raises:
        UsageError: nothing can be held out, or the literals of both sides cannot be brought close enough.
    """
    ordered = sorted(questions, key=lambda question: question.id)
    groups = _groups(ordered, plan.seed)
    excluded: Counter[str] = Counter()
    held, held_out = _held(ordered, groups, plan)
    side: dict[str, str] = {}
    for group in groups:
        held_group = [question for question in group if question.id in held]
        side.update((question.id, TEST_OOD) for question in held_group)
        if held_group:
            excluded["of a ring with held-out questions"] += len(group) - len(held_group)
        else:
            side.update((question.id, TRAIN) for question in group)
    if plan.by == "strict":
        sets = [frozenset(label) for label in held_out]
        supersets = [
            question
            for question in ordered
            if side.get(question.id) == TRAIN and any(frozenset(question.label) >= label for label in sets)
        ]
        for superset in supersets:
            del side[superset.id]
        excluded["its label contains a held-out one"] += len(supersets)
    _take_test_id(groups, side, plan, sum(side_taken == TEST_OOD for side_taken in side.values()))
    excluded["a part of it is not in training"] += _drop_uncovered(ordered, side, plan)
    sides = {
        name: [question for question in ordered if side.get(question.id) == name]
        for name in (TRAIN, TEST_ID, TEST_OOD)
    }
    if not sides[TRAIN] or not sides[TEST_OOD]:
        raise _nothing(plan, len(ordered), f"{len(sides[TEST_OOD])} held out, {len(sides[TRAIN])} to train")
    return Division(side, _report(plan, groups, sides, held_out, excluded, len(ordered)))


def _groups(ordered: Sequence[Parts], seed: int) -> list[list[Parts]]:
    """Returns the questions that stay together, in hashed order; those of a group are sorted by id."""
    leader: dict[str, str] = {}

    def find(name: str) -> str:
        while (parent := leader.setdefault(name, name)) != name:
            leader[name] = leader[parent]
            name = leader[name]
        return name

    for question in ordered:
        for other in question.kinship[1:]:
            leader[find(other)] = find(question.kinship[0])
    groups: defaultdict[str, list[Parts]] = defaultdict(list)
    for question in ordered:
        groups[find(question.kinship[0])].append(question)
    return sorted(groups.values(), key=lambda group: digest_of("group", seed, group[0].id))


def _held(
    ordered: Sequence[Parts], groups: Sequence[Sequence[Parts]], plan: Plan
) -> tuple[set[str], list[Label]]:
    """Returns the ids of the questions that are held out, and their labels where labels decide."""
    if plan.by in ("length", "depth"):
        size: Callable[[Parts], int] = (
            (lambda question: question.length) if plan.by == "length" else lambda question: question.depth
        )
        return _longest(ordered, size, plan), []
    if plan.by == "mcd":
        return _divergent(groups, plan), []
    key: Callable[[Parts], Label] = (
        (lambda question: question.template) if plan.by == "template" else lambda question: question.label
    )
    labels = _labels_out(ordered, key, plan)
    return {question.id for question in ordered if key(question) in labels}, sorted(labels)


def _labels_out(ordered: Sequence[Parts], key: Callable[[Parts], Label], plan: Plan) -> set[Label]:
    """Holds out labels in hashed order, as long as training keeps every primitive of the held-out labels."""
    support = Counter(map(key, ordered))
    parts = {key(question): frozenset(question.label) for question in ordered}
    eligible = [
        label for label, number in support.items() if len(parts[label]) > 1 and number >= plan.support
    ]
    wanted = plan.share * sum(support[label] for label in eligible)
    held_out: set[Label] = set()
    number = 0
    for label in sorted(eligible, key=lambda primitives: digest_of("label", plan.seed, "|".join(primitives))):
        if number >= wanted:
            break
        candidates = {*held_out, label}
        training_parts = frozenset().union(
            *(parts[label_kept] for label_kept in _kept(support, parts, candidates, plan))
        )
        if all(parts[label_tried] <= training_parts for label_tried in candidates):
            held_out = candidates
            number += support[label]
    return held_out


def _kept(
    support: Mapping[Label, int], parts: Mapping[Label, frozenset[str]], held_out: set[Label], plan: Plan
) -> Iterable[Label]:
    """Returns the labels that stay in training."""
    if plan.by != "strict":
        return (label for label in support if label not in held_out)
    return (
        label for label in support if not any(parts[label] >= parts[held_label] for held_label in held_out)
    )


def _longest(ordered: Sequence[Parts], size: Callable[[Parts], int], plan: Plan) -> set[str]:
    """Returns the ids above the smallest bound that leaves at most the share, but one at least."""
    sizes = {question.id: size(question) for question in ordered}
    bounds = sorted(set(sizes.values()))
    if len(bounds) < 2:
        raise _nothing(plan, len(ordered), f"all of the same {plan.by}, {bounds[0] if bounds else 0}")
    for bound in bounds[:-1]:
        above = {name for name, length in sizes.items() if length > bound}
        if len(above) <= plan.share * len(ordered):
            break
    return above


def _divergent(groups: Sequence[Sequence[Parts]], plan: Plan) -> set[str]:
    """Returns the ids of as many groups as the share whose compounds are far from those of training."""
    wanted = max(1, round(plan.share * len(groups)))
    if 2 * wanted >= len(groups):
        raise _nothing(plan, sum(map(len, groups)), f"{len(groups)} rings or requirements")
    rest = groups[wanted:]  # the first groups are kept for test_id
    chosen = most_divergent(rest, wanted, plan.seed)
    return {question.id for index in chosen for question in rest[index]}


def _take_test_id(groups: Sequence[Sequence[Parts]], side: dict[str, str], plan: Plan, most: int) -> None:
    """Moves groups from training to the test of what training has, in hashed order.

    It stops when their number reaches that of the held-out questions, or the share of the training questions.
    At least `_SHOTS` questions of each label stay in training.
    """
    remaining = Counter(
        question.label for group in groups for question in group if side.get(question.id) == TRAIN
    )
    most = min(most, round(plan.share * remaining.total()))
    taken = 0
    for group in groups:
        group_labels = Counter(question.label for question in group)
        if taken >= most:
            return
        if any(side.get(question.id) != TRAIN for question in group):
            continue
        if all(remaining[label] - number >= _SHOTS for label, number in group_labels.items()):
            remaining -= group_labels
            taken += len(group)
            side.update((question.id, TEST_ID) for question in group)


def _drop_uncovered(ordered: Sequence[Parts], side: dict[str, str], plan: Plan) -> int:
    """Drops held-out questions with a primitive that training lacks, and returns their number."""
    training_parts = {
        part for question in ordered if side.get(question.id) == TRAIN for part in question.label
    }
    lacking = [
        question
        for question in ordered
        if side.get(question.id) == TEST_OOD and not training_parts.issuperset(question.label)
    ]
    for question in lacking:
        del side[question.id]
    return len(lacking)


def _report(
    plan: Plan,
    groups: Sequence[Sequence[Parts]],
    sides: Mapping[str, Sequence[Parts]],
    held_out: Sequence[Label],
    excluded: Mapping[str, int],
    count: int,
) -> dict[str, Any]:
    train = sides[TRAIN]
    reached = divergences(train, sides[TEST_OOD])
    if plan.by == "mcd" and (atoms := reached["atoms"]) is not None and atoms > ATOM_LIMIT:
        raise UsageError(
            "the literals of both sides cannot be brought close enough",
            got=f"an atom divergence of {atoms:g} over {count:,} questions",
            expected=f"{ATOM_LIMIT:g} at most",
            fix="generate more questions, or hold out a larger --share",
        )
    bounds = {"length": lambda question: question.length, "depth": lambda question: question.depth}
    return {
        "by": plan.by,
        "granularity": plan.granularity,
        "share": plan.share,
        "seed": plan.seed,
        "min_support": plan.support,
        "of": count,
        "held_out": [" ".join(label) for label in held_out],
        **({f"longest_{plan.by}": max(map(bounds[plan.by], train))} if plan.by in bounds else {}),
        "novelty": _novelty(train, sides[TEST_OOD]),
        "left_out": {reason: number for reason, number in sorted(excluded.items()) if number},
        "divergence": {
            "reached": reached,
            "test_id": divergences(train, sides[TEST_ID]),
            "random": _random(groups, sides),
        },
    }


def _novelty(train: Sequence[Parts], test: Sequence[Parts]) -> dict[str, int]:
    """Counts the test questions by what is new in them.

    They are "structural" where the label by polarity is new, "lexical" where that is not new but the label by
    slots is, and "seen" otherwise.
    """
    shapes, combinations = {question.polarity for question in train}, {question.slots for question in train}
    counts = Counter(
        "structural"
        if question.polarity not in shapes
        else "lexical"
        if question.slots not in combinations
        else "seen"
        for question in test
    )
    return {name: counts[name] for name in ("lexical", "seen", "structural")}


def _random(
    groups: Sequence[Sequence[Parts]], sides: Mapping[str, Sequence[Parts]]
) -> dict[str, float | None]:
    test: list[Parts] = []
    train: list[Parts] = []
    for group in groups:
        taken = test if len(test) < len(sides[TEST_OOD]) else train
        if taken is train and len(train) >= len(sides[TRAIN]):
            break
        taken.extend(group)
    return divergences(train, test)


def _nothing(plan: Plan, count: int, got: str) -> UsageError:
    return UsageError(
        f"these questions cannot be split by {plan.by}",
        got=f"{count:,} questions, {got}",
        expected="some to hold out, and others to train on that have their parts",
        fix="generate more questions, or give another --granularity, --min-support or --share",
    )


def split_dataset(
    dataset: Dataset, plan: Plan, out: Path, progress: Callable[[int], None] | None = None
) -> Manifest:
    """Writes the division of a data set into a new folder, and returns its manifest.

    Args:
        plan: how it is split.
        progress: called with the number of questions read so far.

    Raises:
        UsageError: the data set is of another family, has sides or paraphrases, is not complete, or lacks
            labels; or the folder is not empty.
    """
    manifest = dataset.manifest
    if manifest.family != SELECTION:
        raise UsageError(
            "only questions over options can be split by what they are composed of",
            got=f"the family {manifest.family}",
            expected=SELECTION,
        )
    if manifest.paraphrase is not None:
        raise UsageError(
            "this data set cannot be split",
            got="one with paraphrases, whose manifest counts them all",
            expected="the data set that they were made for",
            fix="split that one, and say the parts in other words",
        )
    if len(dataset.sides) > 1 or not manifest.complete:
        raise UsageError(
            "this data set cannot be split",
            got=f"the sides {', '.join(dataset.sides)}" if manifest.complete else "one that is not complete",
            expected="a complete data set without sides",
            fix="generate it without --split" if manifest.complete else "repeat the call that began it",
        )
    questions: list[Parts] = []
    for number, question in enumerate(dataset, 1):
        parts = parts_of(question, plan.granularity)
        if parts is None:
            raise UsageError(
                "the questions of this data set have no labels",
                got=f"question {question.id}, written by cocoa {manifest.cocoa_version}",
                expected="records with `composition`",
                fix="generate the data set again, with the same seed and settings",
            )
        questions.append(parts)
        if progress is not None:
            progress(number)
    division = divide(questions, plan)
    new_manifest = evolve(manifest, split=division.report)
    return write_resplit(dataset, new_manifest, (TRAIN, TEST_ID, TEST_OOD), division.side, out)
