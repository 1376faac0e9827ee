"""Labels derived anew, and what that says of a published key.

Each condition has a truth value for each reading (`conditions`). A literal is settled if its readings agree;
sum terms and requirement follow by strong Kleene logic, so that a label is settled only if it is the same
however the unsettled conditions are read. The verdict on a question compares the settled labels with the
published key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from cocoa_core.auditing.conditions import AS_WRITTEN, Condition, Readings
from cocoa_core.auditing.formula import formula_findings
from cocoa_core.auditing.published import PublishedQuestion, read_question
from cocoa_core.auditing.query_text import text_findings
from cocoa_core.errors import MismatchError

__all__ = ["VERDICTS", "Judged", "JudgedCondition", "JudgedOption", "judge", "judge_all"]

VERDICTS: Final[Mapping[str, str]] = {
    "sound": "the published option alone is right, under every reading",
    "wrong key": "the published option is not right, under any reading",
    "several": "the published option is right, and so is another, under every reading",
    "none": "no option is right, under any reading",
    "convention": "which options are right depends on how a condition is read",
    "unreadable": "a condition, an option or the key cannot be read",
}


@frozen
class JudgedCondition:
    """truth: None where the readings differ. readings: by name."""

    condition: Condition
    readings: Readings

    @property
    def truth(self) -> bool | None:
        """The common value of the readings, None where they differ."""
        values = set(self.readings.values())
        return values.pop() if len(values) == 1 else None


@frozen
class JudgedOption:
    """terms: by sum term, its conditions in order."""

    letter: str
    terms: tuple[tuple[JudgedCondition, ...], ...]

    @property
    def label(self) -> bool | None:
        """Whether it satisfies the requirement; None where that depends on a reading."""
        return _kleene_and(_kleene_or(literal.truth for literal in term) for term in self.terms)

    @property
    def holds_literally(self) -> bool:
        """Whether it satisfies the requirement if the words are taken literally."""
        return all(any(literal.readings[AS_WRITTEN] for literal in term) for term in self.terms)

    @property
    def conventions(self) -> tuple[str, ...]:
        """The readings that an unsettled label depends on."""
        if self.label is not None:
            return ()
        names = (
            name
            for term in self.terms
            if _kleene_or(literal.truth for literal in term) is None
            for literal in term
            for name, value in literal.readings.items()
            if value != literal.readings[AS_WRITTEN]
        )
        return tuple(dict.fromkeys(names))


@frozen
class Judged:
    """What was found about one published question.

    right:     letters of the options that are right under every reading
    literally_right: letters of the options that are right if the words are taken literally
    problem:   what cannot be read, of an unreadable question
    findings:  what else is wrong: the formula, the declared measures, the text of the request
    """

    id: str
    verdict: str
    key: str
    record: Mapping[str, Any]
    right: tuple[str, ...] = ()
    literally_right: tuple[str, ...] = ()
    options: tuple[JudgedOption, ...] = ()
    problem: str = ""
    findings: tuple[str, ...] = ()

    @property
    def corrected(self) -> str | None:
        """The letter that the key should have been, None unless exactly one option is right and all others
        wrong, under every reading."""
        settled = all(option.label is not None for option in self.options)
        return self.right[0] if settled and len(self.right) == 1 else None

    def values(self, letter: str, condition: Condition) -> list[str]:
        """What an option shows of the fields that a condition speaks of, such as "Price: $979.0"."""
        option = self.record[f"Option {letter}"]
        fields = {"".join(field.split()) for field in condition.fields}
        return [
            f"{name}: {value}"
            for name, value in option.items()
            if value is not None and re.sub(r"\s|\d", "", name) in fields
        ]

    def to_json(self) -> dict[str, Any]:
        """One line of audit.jsonl."""
        return {
            "id": self.id,
            "verdict": self.verdict,
            "published": self.key,
            "right": list(self.right),
            "literally_right": list(self.literally_right),
            "corrected": self.corrected,
            "problem": self.problem,
            "findings": list(self.findings),
            "options": {
                option.letter: {
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


def judge(question: PublishedQuestion) -> Judged:
    """The verdict on a question, by evaluating every condition on every option."""
    options = tuple(
        JudgedOption(
            letter,
            tuple(
                tuple(JudgedCondition(condition, condition.evaluate(flight)) for condition in term)
                for term in question.terms
            ),
        )
        for letter, flight in question.options.items()
    )
    labels = {option.letter: option.label for option in options}
    findings = (*formula_findings(question), *text_findings(question))
    return Judged(
        id=question.id,
        verdict=_verdict(labels, question.key),
        key=question.key,
        record=question.record,
        right=tuple(letter for letter, label in labels.items() if label),
        literally_right=tuple(option.letter for option in options if option.holds_literally),
        options=options,
        findings=findings,
    )


def judge_all(
    records: Iterable[Mapping[str, Any]], progress: Callable[[int], None] = lambda count: None
) -> list[Judged]:
    """The verdicts on all rows of a file, unreadable ones included. progress: called with the rows done."""
    judged = []
    for number, record in enumerate(records, start=1):
        try:
            judged.append(judge(read_question(record, number)))
        except MismatchError as error:
            key = str(record.get("Answer", ""))
            judged.append(
                Judged(str(record.get("id", number)), "unreadable", key, record, problem=str(error))
            )
        progress(number)
    return judged


def _verdict(labels: Mapping[str, bool | None], key: str) -> str:
    right: Sequence[str] = [letter for letter, label in labels.items() if label]
    if not any(label is None or label for label in labels.values()):
        return "none"
    if labels[key] is False:
        return "wrong key"
    if labels[key] and len(right) > 1:
        return "several"
    return "convention" if None in labels.values() else "sound"


def _kleene_or(values: Iterable[bool | None]) -> bool | None:
    truths = list(values)
    return True if True in truths else None if None in truths else False


def _kleene_and(values: Iterable[bool | None]) -> bool | None:
    truths = list(values)
    return False if False in truths else None if None in truths else True
