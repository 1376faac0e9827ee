"""What a rewrite must keep word for word, and what it may not bring in: values, names and numbers."""

from __future__ import annotations

import re
from typing import Final

from attrs import frozen

from cocoa_core.domain import Domain
from cocoa_core.families.selection.record import Question
from cocoa_core.language import say

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


def locked_spans(question: Question, domain: Domain) -> tuple[str, ...]:
    """In the order of the request: its numbers, the values of its literals as it says them, and what its
    options share.

    A value that the request says otherwise ("G or better") is locked as far as it stands there; what stands
    within another span is not named again.
    """
    request, schema = question.request, domain.schema
    spans = list(_NUMBER.findall(request))
    for term in question.requirement.terms:
        for literal in term:
            kind = schema.slot(literal.slot).kind
            args = [kind.read_arg(literal.test, literal.over, text) for text in literal.values]
            spans += [say(kind, literal.over, arg) for arg in args if not isinstance(arg, bool)]
    shown = question.options[0].shown if question.options else {}
    spans += [shown[schema.slot(name).label] for name in schema.group_by if schema.slot(name).label in shown]
    places = {span: _place(span, request) for span in spans}
    there = [span for span in places if places[span] >= 0]
    whole = [span for span in there if not any(span != other and _place(span, other) >= 0 for other in there)]
    return tuple(sorted(whole, key=lambda span: (places[span], span)))


def text_problem(locked: tuple[str, ...], request: str, text: str) -> Problem | None:
    """What is wrong with a rewrite of the request by its words alone; None for nothing."""
    if not text or not text.isprintable() or len(text) > LONGEST_TEXT:
        return Problem(
            UNWRITTEN, f'your reply has no line "Request: ..." of at most {LONGEST_TEXT:,} characters'
        )
    if text.split() == request.split():
        return Problem(UNCHANGED, "it is the request as it was, without other words")
    missing = [span for span in locked if _place(span, text) < 0]
    if missing:
        return Problem(LOCKED, f"these must stand word for word: {', '.join(missing)}")
    known = set(_NUMBER.findall(request))
    added = [number for number in _NUMBER.findall(text) if number not in known]
    if added:
        return Problem(LOCKED, f"the request does not have these numbers: {', '.join(added)}")
    return None


def _place(span: str, text: str) -> int:
    """Where the span stands as words of its own, as it is or with a capital; -1 for nowhere."""
    first = "".join(sorted({span[0], span[0].upper()}))
    pattern = rf"(?<!\w)(?<!\d[.,:])[{re.escape(first)}]{re.escape(span[1:])}(?!\w)(?![.,:]\d)"
    match = re.search(pattern, text)
    return -1 if match is None else match.start()
