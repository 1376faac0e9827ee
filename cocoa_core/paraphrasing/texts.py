"""Checks what a rewrite must keep word for word, and what it may not add: values, names and numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from cocoa_core.domain import Domain
from cocoa_core.language import say
from cocoa_core.paraphrasing.subjects import ParaphraseSubject

LONGEST_TEXT: Final = 4_000
"""The most characters of a rewrite. The longest request of the preset `frontier` has 2,100."""
UNWRITTEN: Final = "unwritten"
"""The reply has nothing that could be a request."""
UNCHANGED: Final = "unchanged"
"""The rewrite is the original."""
LOCKED: Final = "locked"
"""A locked span is missing, or there is a number that the request does not have."""
_NUMBER: Final = re.compile(r"(?<!\w)\d\w*(?:[.,:]\d\w*)*")
"""A number with the letters after it ("26th"), but not within a name ("VS2")."""


@frozen
class Problem:
    """What is wrong with a rewrite before anyone reads it."""

    verdict: str
    line: str
    """The line for its writer."""


def locked_spans(subject: ParaphraseSubject, domain: Domain) -> tuple[str, ...]:
    """Returns the spans that must be kept, part by part in their order.

    They are numbers, values of literals, and values that the options share. A value that a part says in other
    words ("G or better") is locked as far as it is in the text; a span within another span of the part is not
    listed.
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
        offsets = {span: _place(span, part) for span in [*_NUMBER.findall(part), *values]}
        present = [span for span in offsets if offsets[span] >= 0]
        outermost = [
            span
            for span in present
            if not any(span != other and _place(span, other) >= 0 for other in present)
        ]
        locked.update(dict.fromkeys(sorted(outermost, key=lambda span: (offsets[span], span))))
    return tuple(locked)


def text_problem(locked: Sequence[str], parts: Sequence[str], texts: Sequence[str]) -> Problem | None:
    """Returns what is wrong with a rewrite by its words alone; None for nothing.

    A locked span must be in each part whose original has it.

    Args:
        parts: the original parts.
        texts: the rewritten parts.
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
        original_numbers = set(_NUMBER.findall(part))
        added = [number for number in _NUMBER.findall(text) if number not in original_numbers]
        if added:
            return Problem(LOCKED, f"{where}these numbers are not in the original: {', '.join(added)}")
    return None


def _place(span: str, text: str) -> int:
    """Returns the offset of the span as words of its own, unchanged or with a capital; -1 for none."""
    first = "".join(sorted({span[0], span[0].upper()}))
    pattern = rf"(?<!\w)(?<!\d[.,:])[{re.escape(first)}]{re.escape(span[1:])}(?!\w)(?![.,:]\d)"
    match = re.search(pattern, text)
    return -1 if match is None else match.start()
