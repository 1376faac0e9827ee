"""What a run has to know of a question beside its line: its place, its counts, its fingerprints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from attrs import frozen

from cocoa_core.records.fingerprints import question_fingerprint, requirement_fingerprint
from cocoa_core.records.question import Question

__all__ = ["Entry"]


@frozen
class Entry:
    """A question, small.

    fingerprint: of the requirement and the set of option rows. requirement: fingerprint of the requirement.
    line: the record with the line's end, in UTF-8; empty where the question itself is carried.
    """

    index: int
    option_set: int
    attempt: int
    side: str | None
    setting: tuple[int, int]
    answer: str
    atypical: bool
    minimality: str
    rejections: Mapping[str, int]
    requirement: int
    fingerprint: int
    knowledge: tuple[str, ...] = ()
    line: bytes = b""
    question: Question | None = None

    @classmethod
    def of(cls, question: Question, *, written: bool) -> Entry:
        """The entry of a question: with its line if it is to be written, otherwise with the question."""
        made, requirement = question.provenance, question.requirement.id
        return cls(
            index=made.index,
            option_set=made.option_set,
            attempt=made.attempt,
            side=made.side,
            setting=made.setting,
            answer=question.answer,
            atypical=bool(question.complexity.atypical),
            minimality=made.minimality,
            rejections=made.rejections,
            requirement=requirement_fingerprint(requirement),
            fingerprint=question_fingerprint(requirement, (option.row for option in question.options)),
            knowledge=question.knowledge,
            line=f"{question.line()}\n".encode() if written else b"",
            question=None if written else question,
        )

    @classmethod
    def read(cls, line: bytes) -> Entry:
        """The entry of a written line. ValueError where the line is no whole record."""
        try:
            data: dict[str, Any] = json.loads(line)
            made, requirement = data["provenance"], data["requirement"]["id"]
            slots, minterms = made["setting"]
            return cls(
                index=made["index"],
                option_set=made["option_set"],
                attempt=made["attempt"],
                side=made["side"],
                setting=(slots, minterms),
                answer=data["answer"],
                atypical=bool(data["complexity"]["atypical"]),
                minimality=made["minimality"],
                rejections=made["rejections"],
                requirement=requirement_fingerprint(requirement),
                fingerprint=question_fingerprint(requirement, [one["row"] for one in data["options"]]),
                knowledge=tuple(data["knowledge"]),
                line=line,
            )
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError("expected a whole record of a question") from error
