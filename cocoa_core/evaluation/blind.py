"""What the options alone give away: a classifier that never sees the request."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from attrs import frozen

from cocoa_core.domain.schema import Schema
from cocoa_core.evaluation.reference.request_reader import Options, RequestReader
from cocoa_core.records.question import Question
from cocoa_core.seeds import seed_of
from cocoa_core.verification.slots import Slot, Value

__all__ = ["BlindGuesses", "features", "query_blind"]

_TREES: Final = 120
_ABSENT: Final = -1.0


@frozen
class BlindGuesses:
    """Whether each question was guessed, in order, and the options of each: questions may share them."""

    right: tuple[bool, ...]
    option_sets: tuple[Hashable, ...]


def query_blind(questions: Iterable[Question], reader: RequestReader, schema: Schema) -> BlindGuesses | None:
    """Guesses by gradient boosting from what options show: five lines a question, one of them right.

    The groups of the catalogue (for flights, the routes) are halved; each half is guessed by a classifier
    that was trained on the other. Without groups the sets of options are halved. Chance is one in five.
    None where a half would be empty. Needs scikit-learn, of the extra `eval`; repeats exactly.
    """
    asked = list(questions)
    keys = [_option_set(question) for question in asked]
    groups = [_group(schema, question, key) for question, key in zip(asked, keys, strict=True)]
    numbers = {group: number for number, group in enumerate(sorted(set(groups), key=_shuffled))}
    halves = np.array([numbers[group] % 2 for group in groups])
    if len(numbers) < 2:
        return None
    lines = np.stack([features(reader, question) for question in asked])
    answers = np.array([[one.label for one in question.options].index(question.answer) for question in asked])
    right = np.zeros(len(asked), dtype=bool)
    for half in (0, 1):
        tested = halves == half
        right[tested] = _guessed(lines[~tested], answers[~tested], lines[tested]) == answers[tested]
    return BlindGuesses(tuple(map(bool, right)), tuple(keys))


def features(reader: RequestReader, question: Question) -> np.ndarray[Any, Any]:
    """One line an option, made of the five options alone: numbers, ranks, and how often values are shared.

    Shape (5, features). Nothing of the request goes in.
    """
    options: Options = reader.options({one.label: one.shown for one in question.options})
    columns: list[np.ndarray[Any, Any]] = []
    for slot in reader.domain.slots.values():
        if slot.shown:
            values = [options[one.label][slot.name] for one in question.options]
            columns.append(np.array([values.count(value) for value in values], dtype=float))
            for numbers in _measures(slot, values):
                columns += _compared(np.array(numbers, dtype=float))
    matrix = np.stack(columns, axis=1)
    scaled = (matrix - matrix.mean(0)) / (matrix.std(0) + 1e-9)
    centre = np.linalg.norm(scaled, axis=1)[:, None]
    nearest = np.sort(np.linalg.norm(scaled[:, None] - scaled[None], axis=2), axis=1)[:, 1:]
    return np.concatenate([matrix, centre, nearest], axis=1)


def _compared(line: np.ndarray[Any, Any]) -> list[np.ndarray[Any, Any]]:
    """A number of each option: as it is, how far from mean and median, and its rank."""
    spread = line.std() or 1.0
    return [
        line,
        (line - line.mean()) / spread,
        abs(line - np.median(line)) / spread,
        line.argsort().argsort().astype(float),
    ]


def _measures(slot: Slot, values: Sequence[Value]) -> list[list[float]]:
    """The numbers of a slot for the five options, one list a measure; -1 where there is none."""
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
    from sklearn.ensemble import HistGradientBoostingClassifier
    from threadpoolctl import threadpool_limits

    count = known.shape[1]
    model = HistGradientBoostingClassifier(max_iter=_TREES, random_state=0)
    labels = (answers[:, None] == np.arange(count)[None]).reshape(-1)
    with threadpool_limits(limits=1):  # threads that wait for each other cost more than they do
        model.fit(known.reshape(-1, known.shape[2]), labels)
        chances = model.predict_proba(asked.reshape(-1, asked.shape[2]))[:, 1].reshape(-1, count)
    chances += np.random.default_rng(0).random(chances.shape) * 1e-9  # equals are drawn between
    guessed: np.ndarray[Any, Any] = chances.argmax(1)
    return guessed


def _option_set(question: Question) -> tuple[str, ...]:
    return tuple(sorted(option.row for option in question.options))


def _group(schema: Schema, question: Question, rows: tuple[str, ...]) -> tuple[str, ...]:
    shown: Mapping[str, str] = question.options[0].shown
    return tuple(shown.get(schema.slot(name).label, "") for name in schema.group_by) or rows


def _shuffled(group: tuple[str, ...]) -> int:
    return seed_of("half", *group)
