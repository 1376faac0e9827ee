"""What the options alone give away: a classifier that never sees the request."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np
from attrs import frozen

from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.request_reader import Options, RequestReader
from cocoa_core.independent import Slot, Value
from cocoa_core.seeds import seed_of

__all__ = ["QUERY_BLIND", "BlindGuesses", "SeenOptions", "features", "guesses", "query_blind", "seen"]

QUERY_BLIND: Final = "query-blind"
"""What the classifier is called in tables."""

_TREES: Final = 120
_ABSENT: Final = -1.0


@frozen
class BlindGuesses:
    """Whether each question was guessed, in order, and the options of each: questions may share them."""

    right: tuple[bool, ...]
    option_sets: tuple[Hashable, ...]


@frozen(eq=False)
class SeenOptions:
    """The options of one question as the classifier sees them."""

    lines: np.ndarray[Any, Any]
    """One an option, shape (options, features)."""
    right: int
    """The place of the right one."""
    option_set: tuple[str, ...]
    """Which options they are, in the same order."""
    group: tuple[str, ...]
    """Of the catalogue, or the option set."""


def query_blind(questions: Iterable[Question], reader: RequestReader) -> BlindGuesses | None:
    """Returns guesses for some questions, in their order; see `guesses`.

    None also where a key is no single letter.

    Raises:
        UnreadableError: options cannot be read.
    """
    asked = list(questions)
    if any(question.answer is None for question in asked):
        return None
    return guesses(
        [
            seen(
                reader, question, reader.options({option.label: option.shown for option in question.options})
            )
            for question in asked
        ]
    )


def seen(reader: RequestReader, question: Question, options: Options) -> SeenOptions:
    """Returns what the classifier learns from, and is asked about.

    In the order of what they show: the same five are the same to it, under whatever letters. So it guesses
    one of five questions right, exactly, where these ask for each of five options.

    Args:
        options: of the question.
    """
    rows = {option.label: option.row for option in question.options}
    order = sorted(rows, key=rows.__getitem__)
    lines = features(reader, {label: options[label] for label in order})
    shown: Mapping[str, str] = question.options[0].shown
    group = tuple(shown.get(reader.domain.slots[name].label, "") for name in reader.domain.group_by)
    option_set = tuple(rows[label] for label in order)
    return SeenOptions(lines, order.index(question.key[0]), option_set, group or option_set)


def guesses(asked: Sequence[SeenOptions]) -> BlindGuesses | None:
    """Returns guesses by gradient boosting from what options show: a line an option, one of a question's
    right.

    The groups of the catalogue (for flights, the routes) are halved; each half is guessed by a classifier
    that was trained on the other. Without groups the sets of options are halved. Chance is one in five. None
    where a half would be empty, or where questions differ in how many options they have. Needs scikit-learn,
    of the extra `eval`; repeats exactly, for the same questions in the same order.
    """
    groups = sorted({question.group for question in asked}, key=_shuffled)
    numbers = {group: number for number, group in enumerate(groups)}
    if len(numbers) < 2 or len({question.lines.shape for question in asked}) > 1:
        return None
    halves = np.array([numbers[question.group] % 2 for question in asked])
    lines = np.stack([question.lines for question in asked])
    answers = np.array([question.right for question in asked])
    right = np.zeros(len(asked), dtype=bool)
    for half in (0, 1):
        tested = halves == half
        right[tested] = _guessed(lines[~tested], answers[~tested], lines[tested]) == answers[tested]
    return BlindGuesses(tuple(map(bool, right)), tuple(question.option_set for question in asked))


def features(reader: RequestReader, options: Options) -> np.ndarray[Any, Any]:
    """Returns one line an option, made of the options alone: numbers, ranks, and how often values are shared.

    Shape (options, features). Nothing of the request goes in.
    """
    shared: list[list[float]] = []
    measures: list[list[float]] = []
    ends: list[int] = []  # for each slot, how many measures there are up to it
    for slot in reader.domain.slots.values():
        if slot.shown:
            values = [option.get(slot.name) for option in options.values()]
            shared.append([float(values.count(value)) for value in values])
            measures += _measures(slot, values)
            ends.append(len(measures))
    compared = _compared(np.array(measures, dtype=float).reshape(len(measures), len(options)))
    columns: list[np.ndarray[Any, Any]] = []
    for number, (start, end) in enumerate(pairwise([0, *ends])):
        columns += [np.array([shared[number]]), *compared[start:end]]
    matrix = np.ascontiguousarray(np.concatenate(columns).T)
    scaled = (matrix - matrix.mean(0)) / (matrix.std(0) + 1e-9)
    centre = np.linalg.norm(scaled, axis=1)[:, None]
    nearest = np.sort(np.linalg.norm(scaled[:, None] - scaled[None], axis=2), axis=1)[:, 1:]
    return np.concatenate([matrix, centre, nearest], axis=1)


def _compared(lines: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Returns numbers of the options: as they are, how far from mean and median, and how many are smaller.

    Args:
        lines: one a measure, shape (measures, options); the result has the shape (measures, 4, options).
    """
    spread = lines.std(axis=1, keepdims=True)
    spread[spread == 0] = 1.0
    return np.stack(
        [
            lines,
            (lines - lines.mean(axis=1, keepdims=True)) / spread,
            abs(lines - np.median(lines, axis=1, keepdims=True)) / spread,
            (lines[:, None] < lines[:, :, None]).sum(2, dtype=float),
        ],
        axis=1,
    )


def _measures(slot: Slot, values: Sequence[Value]) -> list[list[float]]:
    """Returns the numbers of a slot for the five options, one list a measure; -1 where there is none."""
    if slot.plural:
        counts = [_ABSENT if value is None else float(len(value)) for value in values]  # type: ignore[arg-type]
        if slot.kind == "set":
            return [counts]
        lists = [value if isinstance(value, tuple) else () for value in values]
        totals = [float(sum(one)) if one else _ABSENT for one in lists]
        return [counts, totals, [float(max(one)) if one else _ABSENT for one in lists]]
    if slot.kind == "category":
        return []
    return [[_ABSENT if value is None else float(value) for value in values]]  # type: ignore[arg-type]


def _guessed(
    known: np.ndarray[Any, Any], answers: np.ndarray[Any, Any], asked: np.ndarray[Any, Any]
) -> np.ndarray[Any, Any]:
    """Returns the guesses, one a question: places of options, shape (asked,).

    Args:
        known, asked: options of the questions to learn from, and of those to guess, shape (questions,
            options, features).
        answers: places of the right ones of `known`, shape (questions,).
    """
    from sklearn.ensemble import HistGradientBoostingClassifier
    from threadpoolctl import threadpool_limits

    count = known.shape[1]
    model = HistGradientBoostingClassifier(max_iter=_TREES, random_state=0)
    labels = (answers[:, None] == np.arange(count)[None]).reshape(-1)
    with threadpool_limits(limits=1):  # threads that wait for each other cost more than they do
        model.fit(known.reshape(-1, known.shape[2]), labels)
        chances = model.predict_proba(asked.reshape(-1, asked.shape[2]))[:, 1].reshape(-1, count)
    guessed: np.ndarray[Any, Any] = chances.argmax(1)
    return guessed


def _shuffled(group: tuple[str, ...]) -> int:
    return seed_of("half", *group)
