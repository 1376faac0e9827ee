"""What a rewrite must keep word for word, and what it may not bring in: values, names and numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from cocoa_core.domain import Domain
from cocoa_core.language import say
from cocoa_core.paraphrasing.subjects import Subject

__all__ = ["LOCKED", "LONGEST_TEXT", "UNCHANGED", "UNWRITTEN", "Problem", "locked_spans", "text_problem"]

LONGEST_TEXT: Final = 4_000
"""Characters of a rewrite. The longest request of the preset `frontier` has 2,100."""
UNWRITTEN: Final = "unwritten"
"""Nothing that could be a request was written."""
UNCHANGED: Final = "unchanged"
LOCKED: Final = "locked"
"""A locked span is missing, or a number is there that the request does not have."""
_NUMBER: Final = re.compile(r"(?<!\w)\d\w*(?:[.,:]\d\w*)*")
"""With what is written onto it ("26th"), but not within a name ("VS2")."""


@frozen
class Problem:
    """What is wrong with a rewrite before anyone reads it: the verdict, and a line for its writer."""

    verdict: str
    line: str


def locked_spans(subject: Subject, domain: Domain) -> tuple[str, ...]:
    """In the order of each part: its numbers, the values of the literals as it says them, and what the
    options share.

    A value that a part says otherwise ("G or better") is locked as far as it stands there; what stands within
    another span of the part is not named again.
    """
    schema, question = domain.schema, subject.question
    values = []
    for literal in {literal: None for terms in subject.wanted for term in terms for literal in term}:
        test, kind = literal.primitive.test, schema.slot(literal.primitive.slot).kind
        values += [say(kind, test.over, arg) for arg in test.args if not isinstance(arg, bool)]
    shown = question.options[0].shown if question.options else {}
    values += [shown[schema.slot(name).label] for name in schema.group_by if schema.slot(name).label in shown]
    locked: dict[str, None] = {}
    for part in subject.parts:
        places = {span: _place(span, part) for span in [*_NUMBER.findall(part), *values]}
        there = [span for span in places if places[span] >= 0]
        whole = [
            span for span in there if not any(span != other and _place(span, other) >= 0 for other in there)
        ]
        locked.update(dict.fromkeys(sorted(whole, key=lambda span: (places[span], span))))
    return tuple(locked)


def text_problem(locked: Sequence[str], parts: Sequence[str], texts: Sequence[str]) -> Problem | None:
    """Returns what is wrong with a rewrite of some parts by its words alone; None for nothing.

    What is locked has to stand in each part whose original has it.
    """
    written = len(texts) == len(parts) and all(text and text.isprintable() for text in texts)
    if not written or sum(map(len, texts)) > LONGEST_TEXT:
        line = 'line "Request: ..."' if len(parts) == 1 else "line for each part, in the form asked for,"
        return Problem(UNWRITTEN, f"your reply has no {line} of at most {LONGEST_TEXT:,} characters")
    if [text.split() for text in texts] == [part.split() for part in parts]:
        return Problem(UNCHANGED, "it is the request as it was, without other words")
    for number, (part, text) in enumerate(zip(parts, texts, strict=True), 1):
        where = f"in part {number} " if len(parts) > 1 else ""
        missing = [span for span in locked if _place(span, part) >= 0 and _place(span, text) < 0]
        if missing:
            return Problem(LOCKED, f"{where}these must stand word for word: {', '.join(missing)}")
        known = set(_NUMBER.findall(part))
        added = [number for number in _NUMBER.findall(text) if number not in known]
        if added:
            return Problem(LOCKED, f"{where}these numbers are not in the original: {', '.join(added)}")
    return None


def _place(span: str, text: str) -> int:
    """Where the span stands as words of its own, as it is or with a capital; -1 for nowhere."""
    first = "".join(sorted({span[0], span[0].upper()}))
    pattern = rf"(?<!\w)(?<!\d[.,:])[{re.escape(first)}]{re.escape(span[1:])}(?!\w)(?![.,:]\d)"
    match = re.search(pattern, text)
    return -1 if match is None else match.start()
