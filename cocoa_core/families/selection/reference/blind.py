"""Measures what the options alone give away, by a classifier that never sees the request."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

import numpy as np
from attrs import frozen

from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.request_reader import Options, OptionValues, RequestReader
from cocoa_core.independent import Slot, Value, VerifierDomain
from cocoa_core.seeds import seed_of

QUERY_BLIND: Final = "query-blind"
"""The name of the classifier in tables."""

_TREES: Final = 120
"""The trees of the classifier."""
_ABSENT: Final = -1.0
"""Stands for a measure of a value that is missing."""


@frozen
class BlindGuesses:
    """What the classifier guessed."""

    right: tuple[bool, ...]
    """For each question, in order, whether it was guessed right."""
    option_sets: tuple[Hashable, ...]
    """The options of each question: questions may share them."""


@frozen(eq=False)
class SeenOptions:
    """The options of one question as the classifier sees them."""

    lines: np.ndarray[Any, Any]
    """The features of each option, shape (options, features)."""
    right: int
    """The index of the right option."""
    option_set: tuple[str, ...]
    """The rows of the options, in the same order."""
    group: tuple[str, ...]
    """The values of the group of the catalogue; the option set where there are no groups."""


def query_blind(questions: Iterable[Question], reader: RequestReader) -> BlindGuesses | None:
    """Returns guesses for some questions, in their order, see `guesses`; also None where a key is not a
    single letter.

    Raises:
        UnreadablePromptError: options cannot be read.
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

    The options are in the order of their rows, so the classifier sees the same five options alike whatever
    their letters are. Of five questions over them, each with another right option, it therefore guesses
    exactly one right.

    Args:
        reader: of the domain.
    """
    rows = {option.label: option.row for option in question.options}
    order = sorted(rows, key=rows.__getitem__)
    lines = features(reader.domain, tuple([options[label] for label in order]))
    shown: Mapping[str, str] = question.options[0].shown
    group = tuple(shown.get(reader.domain.slots[name].label, "") for name in reader.domain.group_by)
    option_set = tuple(rows[label] for label in order)
    return SeenOptions(lines, order.index(question.key[0]), option_set, group or option_set)


def guesses(asked: Sequence[SeenOptions]) -> BlindGuesses | None:
    """Returns guesses by gradient boosting from what the options show: a line for each option, one of a
    question's being right.

    The groups of the catalogue (for flights, the routes) are halved; each half is guessed by a classifier
    that was trained on the other. Without groups the option sets are halved. Chance is one in five. Needs
    scikit-learn, of the extra `eval`; repeats exactly for the same questions in the same order.

    Returns:
        None where a half would be empty, or where questions differ in how many options they have.
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


@lru_cache(maxsize=64)  # the five questions of a balanced set have the same options
def features(domain: VerifierDomain, options: tuple[OptionValues, ...]) -> np.ndarray[Any, Any]:
    """Returns one line for each option, made of the options alone: numbers, ranks, and how often values are
    shared.

    Its shape is (options, features). Nothing of the request goes in.
    """
    shared: list[list[float]] = []
    measures: list[list[float]] = []
    ends: list[int] = []  # for each slot, how many measures there are up to it
    for slot in domain.slots.values():
        if slot.shown:
            values = [option.get(slot.name) for option in options]
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
    """Returns measures of the options: as they are, how far from mean and median, and how many are smaller.

    Args:
        lines: a line for each measure, shape (measures, options); the result has the shape (measures, 4,
            options).
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
    """Returns the numbers of a slot for the options, a list for each measure; -1 where there is none."""
    if slot.plural:
        counts = [_ABSENT if value is None else float(len(value)) for value in values]  # type: ignore[arg-type]
        if slot.worded:
            return [counts]
        lists = [value if isinstance(value, tuple) else () for value in values]
        totals = [float(sum(numbers)) if numbers else _ABSENT for numbers in lists]
        return [counts, totals, [float(max(numbers)) if numbers else _ABSENT for numbers in lists]]
    if slot.worded:
        return []
    return [[_ABSENT if value is None else float(value) for value in values]]  # type: ignore[arg-type]


def _guessed(
    trained: np.ndarray[Any, Any], answers: np.ndarray[Any, Any], asked: np.ndarray[Any, Any]
) -> np.ndarray[Any, Any]:
    """Returns the guess for each question, as the index of an option, shape (questions,).

    Args:
        trained: the options of the questions to learn from, shape (questions, options, features).
        answers: the indices of the right ones of these, shape (questions,).
        asked: the options of the questions to guess, shape (questions, options, features).
    """
    from sklearn.ensemble import HistGradientBoostingClassifier
    from threadpoolctl import threadpool_limits

    count = trained.shape[1]
    model = HistGradientBoostingClassifier(max_iter=_TREES, random_state=0)
    labels = (answers[:, None] == np.arange(count)[None]).reshape(-1)
    with threadpool_limits(limits=1):  # threads that wait for each other cost more than they do
        model.fit(trained.reshape(-1, trained.shape[2]), labels)
        chances = model.predict_proba(asked.reshape(-1, asked.shape[2]))[:, 1].reshape(-1, count)
    guessed: np.ndarray[Any, Any] = chances.argmax(1)
    return guessed


def _shuffled(group: tuple[str, ...]) -> int:
    return seed_of("half", *group)
