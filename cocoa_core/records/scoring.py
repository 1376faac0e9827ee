"""The score of a model's answer against a question's key: a reward that can be verified."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias

from attrs import frozen

from cocoa_core.errors import UsageError
from cocoa_core.records.answers.reader import LABELS, Failure, read_answer

__all__ = ["Answered", "Outcome", "Score", "score"]

Outcome: TypeAlias = Literal["right", "wrong", "unparsed"]


class Answered(Protocol):
    """What can be scored: anything with an answer, a label; `options`, if it has them, name the labels."""

    @property
    def answer(self) -> str: ...


@frozen
class Score:
    """What an answer is worth; `float(score)` is its value.

    value:   1.0 if right, otherwise 0.0
    outcome: `right`; `wrong`: it names another option; `unparsed`: it names none that can be read
    label:   the option it names, None if unparsed
    failure: why it is unparsed, otherwise None
    """

    value: float
    outcome: Outcome
    label: str | None = None
    failure: Failure | None = None

    def __float__(self) -> float:
        return self.value


def score(record: Mapping[str, Any] | Answered, completion: str) -> Score:
    """The score of a completion for one question, the same at every call.

    record: the JSON dict of a question, or an object with `answer` and, optionally, `options`. Options
            without labels, or none at all, mean the labels A to E.

    Raises UsageError if the record has no answer, its answer is no label of its options, or the completion is
    no text; never for any text.
    """
    if not isinstance(completion, str):
        raise UsageError(
            "A completion is scored as text.",
            got=f"a {type(completion).__name__}",
            expected="the text that the model wrote, as a str",
            fix='Of a list of messages pass the last one\'s text: completion[-1]["content"]; of none, "".',
        )
    answer, options = _part(record, "answer"), _part(record, "options") or ()
    labels = tuple(_part(option, "label") for option in options)
    if not labels or not all(isinstance(label, str) and label for label in labels):
        labels = LABELS
    if answer not in labels:
        raise UsageError(
            "This question has no answer that its options know.",
            got=f"answer {answer!r}",
            expected="one of " + ", ".join(labels),
            fix="Pass the question as it stands in the data set.",
        )
    reading = read_answer(completion, labels, _shown(options))
    if reading.label is None:
        return Score(0.0, "unparsed", failure=reading.failure)
    right = reading.label == answer
    return Score(float(right), "right" if right else "wrong", reading.label)


def _part(owner: object, name: str) -> Any:
    return owner.get(name) if isinstance(owner, Mapping) else getattr(owner, name, None)


def _shown(options: Sequence[object]) -> list[Mapping[str, str]]:
    """What each option shows; options that do not say count as showing nothing."""
    shown = (_part(option, "shown") for option in options)
    return [values if isinstance(values, Mapping) else dict(values or ()) for values in shown]
