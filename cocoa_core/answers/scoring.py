"""Scores a model's answer against a question's key: a reward that can be verified."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Protocol, TypeAlias

from attrs import field, frozen

from cocoa_core.answers.reader import (
    LABELS,
    NONE,
    READER_VERSION,
    Failure,
    Letter,
    Reading,
    Value,
    read_answer,
)
from cocoa_core.errors import UsageError

Outcome: TypeAlias = Literal["right", "wrong", "unparsed"]


class Scorable(Protocol):
    """A question that can be scored: it has an answer, a label, and may have `options` with labels."""

    @property
    def answer(self) -> str: ...


@frozen
class Score:
    """The score of an answer. `float(score)` is its value."""

    value: float
    """1.0 if the answer is right, otherwise 0.0."""
    outcome: Outcome
    """`right`; `wrong`: another answer is stated; `unparsed`: no answer can be read."""
    label: str | None = None
    """The letter that is stated; None if none is or the answer is no letter."""
    failure: Failure | None = None
    """Why no answer can be read; None where one can."""
    version: int = READER_VERSION
    """The version of the rule by which the answer was read."""
    answer: str = ""
    """The answer in words; empty where none can be read."""
    metrics: Mapping[str, float] = field(factory=dict)
    """Other figures by name, such as the F1 of a set."""

    def __float__(self) -> float:
        return self.value


def score(record: Mapping[str, Any] | Scorable, completion: str) -> Score:
    """Returns the score of a completion for one question, the same at every call.

    Args:
        record: the JSON dict of a question, or an object with `answer` and, optionally, `options`. Without
            options, or with options that have no labels, the labels are A to E.
        completion: the text that a model wrote.

    Raises:
        UsageError: the record has no answer, its answer is no label of its options, or the completion is no
            text. No text raises an error.
    """
    if not isinstance(completion, str):
        raise UsageError(
            "A completion is scored as text.",
            got=f"a {type(completion).__name__}",
            expected="the text that the model wrote, as a str",
            fix='Of a list of messages pass the last one\'s text: completion[-1]["content"]; of none, "".',
        )
    answer = _part(record, "answer")
    labels = tuple(_part(option, "label") for option in _part(record, "options") or ())
    if not labels or not all(isinstance(label, str) and label for label in labels):
        labels = LABELS
    if answer not in labels:
        raise UsageError(
            "This question has no answer that its options know.",
            got=f"answer {answer!r}",
            expected="one of " + ", ".join(labels),
            fix="Pass the question as it stands in the data set.",
        )
    return score_exact(answer, read_answer(completion, Letter(labels)))


def score_exact(key: Value, reading: Reading) -> Score:
    """Scores an answer that is right if it equals the key: a letter, a whole set, a number, yes or no."""
    if reading.value is None:
        return Score(0.0, "unparsed", failure=reading.failure)
    same_kind = isinstance(key, bool) == isinstance(reading.value, bool)  # True == 1 is no answer
    return _scored(same_kind and reading.value == key, reading)


def score_text(key: str, reading: Reading) -> Score:
    """Scores an answer that is right if its words are the key's, ignoring case, spaces and underscores."""
    if reading.value is None:
        return score_exact(key, reading)
    return _scored(_words(str(reading.value)) == _words(key), reading)


def set_metrics(key: frozenset[str], reading: Reading) -> Mapping[str, float]:
    """Returns `exact`, `precision`, `recall` and `f1` of a set that was read; all are 0 where none was.

    An empty set has precision 1 (it states nothing wrong), an empty key recall 1 (nothing is missing).
    """
    stated = reading.value
    if not isinstance(stated, frozenset):
        return dict.fromkeys(("exact", "precision", "recall", "f1"), 0.0)
    shared = len(stated & key)
    precision, recall = shared / len(stated) if stated else 1.0, shared / len(key) if key else 1.0
    f1 = 2 * shared / (len(stated) + len(key)) if stated or key else 1.0
    return {"exact": float(stated == key), "precision": precision, "recall": recall, "f1": f1}


def _scored(right: bool, reading: Reading) -> Score:
    label = reading.value if isinstance(reading.value, str) else None
    return Score(float(right), "right" if right else "wrong", label, answer=_in_words(reading.value))


def _in_words(value: Value | None) -> str:
    if isinstance(value, frozenset):
        return ", ".join(sorted(value)) or NONE
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _words(text: str) -> str:
    return " ".join(text.replace("_", " ").split()).casefold()


def _part(owner: object, name: str) -> Any:
    return owner.get(name) if isinstance(owner, Mapping) else getattr(owner, name, None)
