"""Derives labels again, and concludes what they say of a published key.

Each condition has a truth value for each reading (`questions`). A condition is settled if its readings agree;
sum terms and requirement follow by strong Kleene logic, so that a label is settled only if it is the same
however the unsettled conditions are read. The verdict on a question compares the settled labels with the
published key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from cocoa_core.auditing.files import reader_of
from cocoa_core.auditing.questions import (
    AS_WRITTEN,
    PublishedCondition,
    PublishedQuestion,
    Readings,
    SetReader,
)
from cocoa_core.errors import CocoaError, MismatchError
from cocoa_core.independent import all_of, any_of

VERDICTS: Final[Mapping[str, str]] = {
    "sound": "the published answer alone is right, under every reading",
    "wrong key": "the published answer is not right, under any reading",
    "several": "the published answer is right, and so is another, under every reading",
    "none": "no answer is right, under any reading",
    "convention": "which answers are right depends on how a condition is read",
    "unreadable": "a condition, an answer or the key cannot be read",
}
"""The verdicts, and what each means."""


@frozen
class JudgedCondition:
    """A condition that was evaluated on an answer."""

    condition: PublishedCondition
    readings: Readings
    """Its truth by the name of the reading."""
    shown: str
    """What the answer has to do with it."""

    @property
    def truth(self) -> bool | None:
        """The common value of the readings; None where they differ."""
        values = set(self.readings.values())
        return values.pop() if len(values) == 1 else None


@frozen
class JudgedOption:
    """An answer, by the name that the question gives it."""

    name: str
    terms: tuple[tuple[JudgedCondition, ...], ...]
    """The conditions of each sum term in order."""

    @property
    def label(self) -> bool | None:
        """Whether the answer satisfies the requirement; None where that depends on a reading."""
        return all_of(any_of(literal.truth for literal in term) for term in self.terms)

    @property
    def holds_literally(self) -> bool:
        """Whether the answer satisfies the requirement if the words are taken literally."""
        return all(any(literal.readings[AS_WRITTEN] for literal in term) for term in self.terms)

    @property
    def conventions(self) -> tuple[str, ...]:
        """The readings that an unsettled label depends on."""
        if self.label is not None:
            return ()
        names = (
            name
            for term in self.terms
            if any_of(literal.truth for literal in term) is None
            for literal in term
            for name, value in literal.readings.items()
            if value != literal.readings[AS_WRITTEN]
        )
        return tuple(dict.fromkeys(names))

    @property
    def refutation(self) -> str:
        """The first sum term that is false under every reading, with the answer's values; empty for none."""
        broken = (term for term in self.terms if any_of(literal.truth for literal in term) is False)
        return " or ".join(f"{literal.condition.text} ({literal.shown})" for literal in next(broken, ()))


@frozen(kw_only=True)
class Judged:
    """The findings about one published question."""

    id: str
    reader: SetReader
    """The reader of its set."""
    verdict: str
    key: str
    record: Mapping[str, Any]
    """The row as it was published."""
    request: str
    right: tuple[str, ...] = ()
    """Names of the answers that are right under every reading."""
    literally_right: tuple[str, ...] = ()
    """Names of those that are right if every condition is taken as written."""
    options: tuple[JudgedOption, ...] = ()
    problem: str = ""
    """What cannot be read in an unreadable question; else empty."""
    findings: tuple[str, ...] = ()
    """What else is wrong in the row, one sentence each."""
    searched: str = ""
    """For an open question, which answers were tried; else empty."""

    @property
    def corrected(self) -> str | None:
        """The answer that the key should have been; None where the readings leave that open.

        There is one if exactly one option is right, and all others wrong, under every reading.
        """
        settled = all(option.label is not None for option in self.options)
        return self.right[0] if settled and len(self.right) == 1 else None

    @property
    def proof(self) -> str:
        """Why the key is wrong, or not the only right answer, as one text; empty for other verdicts."""
        by_name = {option.name: option for option in self.options}
        others = [name for name in self.right if name != self.key]
        if self.verdict == "wrong key":
            also = f" Right is {others[0]}." if others else ""
            return f"{self.key} breaks: {by_name[self.key].refutation}.{also}"
        if self.verdict == "several":
            return f"{self.key} meets every condition, and so does {others[0]}."
        if self.verdict == "none":
            broken = [f"{option.name} breaks: {option.refutation}." for option in self.options]
            return " ".join([*broken, self.searched])
        return ""

    def to_json(self) -> dict[str, Any]:
        """Returns the object of a line in audit.jsonl."""
        return {
            "id": self.id,
            "verdict": self.verdict,
            "published": self.key,
            "right": list(self.right),
            "literally_right": list(self.literally_right),
            "corrected": self.corrected,
            "proof": self.proof,
            "searched": self.searched,
            "problem": self.problem,
            "findings": list(self.findings),
            "options": {
                option.name: {
                    "label": option.label,
                    "conventions": list(option.conventions),
                    "terms": [
                        [
                            {"condition": literal.condition.text, "readings": dict(literal.readings)}
                            for literal in term
                        ]
                        for term in option.terms
                    ],
                }
                for option in self.options
            },
        }


def judge(reader: SetReader, record: Mapping[str, Any], number: int = 1) -> Judged:
    """Returns the verdict on a row, by evaluating every condition on every answer.

    Args:
        number: the number of the row, from 1.
    """
    try:
        question = reader.read(record, number)
    except MismatchError as error:
        return Judged(
            id=str(record.get("id", number)),
            reader=reader,
            verdict="unreadable",
            key="",
            record=record,
            request=str(record.get(reader.request, "")),
            problem=str(error),
        )
    options = tuple(_judged_option(question, name) for name in question.options)
    labels = {option.name: option.label for option in options}
    return Judged(
        id=question.id,
        reader=reader,
        verdict=_verdict(labels, question.key, reader.key_alone),
        key=question.key,
        record=record,
        request=question.request,
        right=tuple(name for name, label in labels.items() if label),
        literally_right=tuple(option.name for option in options if option.holds_literally),
        options=options,
        findings=question.findings,
        searched=question.searched,
    )


def judge_all(
    records: Iterable[Mapping[str, Any]], progress: Callable[[int], None] = lambda count: None
) -> list[Judged]:
    """Returns the verdicts on all rows of a file, including unreadable ones.

    Args:
        progress: is called with the number of rows done.

    Raises:
        CocoaError: there are no rows, or the first has the fields of no set that can be audited.
    """
    judged: list[Judged] = []
    for number, record in enumerate(records, start=1):
        reader = judged[0].reader if judged else reader_of(record)
        judged.append(judge(reader, record, number))
        progress(number)
    if not judged:
        raise CocoaError("the file has no questions", expected="a published set, a question a row")
    return judged


def _judged_option(question: PublishedQuestion, name: str) -> JudgedOption:
    answer = question.options[name]
    return JudgedOption(
        name,
        tuple(
            tuple(
                JudgedCondition(condition, condition.evaluate(answer), condition.shows(answer))
                for condition in term
            )
            for term in question.terms
        ),
    )


def _verdict(labels: Mapping[str, bool | None], key: str, key_alone: bool) -> str:
    right: Sequence[str] = [letter for letter, label in labels.items() if label]
    if not key_alone and not any(label is None or label for label in labels.values()):
        return "none"
    if labels[key] is False:
        return "wrong key"
    if labels[key] and len(right) > 1:
        return "several"
    return "convention" if None in labels.values() else "sound"
