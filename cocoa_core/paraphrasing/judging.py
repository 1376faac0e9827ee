"""Judges a rewrite: what it must keep word for word and may not add (values, names, numbers), and whether
what a reader understood equals the requirement by the solver, or what is different.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from cocoa_core.domain import (
    Domain,
    GroundedLiteral,
    Requirement,
    Schema,
    literal_text,
    read_notation,
    requirement_text,
)
from cocoa_core.errors import MismatchError
from cocoa_core.language import say
from cocoa_core.paraphrasing.subjects import ParaphraseSubject
from cocoa_core.proof import Proofs, equivalent

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
        offsets = {span: _offset(span, part) for span in [*_NUMBER.findall(part), *values]}
        present = [span for span in offsets if offsets[span] >= 0]
        outermost = [
            span
            for span in present
            if not any(span != other and _offset(span, other) >= 0 for other in present)
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
        missing = [span for span in locked if _offset(span, part) >= 0 and _offset(span, text) < 0]
        if missing:
            return Problem(LOCKED, f"{where}these must stand word for word: {', '.join(missing)}")
        original_numbers = set(_NUMBER.findall(part))
        added = [number for number in _NUMBER.findall(text) if number not in original_numbers]
        if added:
            return Problem(LOCKED, f"{where}these numbers are not in the original: {', '.join(added)}")
    return None


def _offset(span: str, text: str) -> int:
    """Returns the offset of the span as words of its own, unchanged or with a capital; -1 for none."""
    first = "".join(sorted({span[0], span[0].upper()}))
    pattern = rf"(?<!\w)(?<!\d[.,:])[{re.escape(first)}]{re.escape(span[1:])}(?!\w)(?![.,:]\d)"
    match = re.search(pattern, text)
    return -1 if match is None else match.start()


SAME: Final = "same"
OTHER: Final = "other"
"""Some option would be judged differently."""
IDLE: Final = "idle"
"""The meaning is the same, but a part changes nothing: the text says something that was not asked for."""
UNREAD: Final = "unread"
"""The answer is not in the notation."""
_LOWER: Final = frozenset(("less", "at_most"))
_UPPER: Final = frozenset(("more", "at_least"))


@frozen
class Judgement:
    """A verdict on what a reader understood."""

    verdict: str
    line: str = ""
    """What a writer has to know, on one line; empty where nothing is wrong."""


def judge_parts(schema: Schema, wanted: Sequence[Requirement], notations: Sequence[str]) -> Judgement:
    """Returns the judgement of several parts: the first verdict that is not `same`, and all lines."""
    if len(notations) != len(wanted):
        line = f"the answer states {len(notations)} requirements, not {len(wanted)}"
        return Judgement(UNREAD, line)
    judged = [judge(schema, terms, notation) for terms, notation in zip(wanted, notations, strict=True)]
    wrong = [(number, judgement) for number, judgement in enumerate(judged, 1) if judgement.verdict != SAME]
    if not wrong:
        return Judgement(SAME)
    lines = [
        f"part {number}: {judgement.line}" if len(wanted) > 1 else judgement.line
        for number, judgement in wrong
    ]
    return Judgement(wrong[0][1].verdict, "; ".join(lines))


def judge(schema: Schema, wanted: Requirement, notation: str) -> Judgement:
    """Returns the judgement on whether a reader's notation means the requirement, over all options that
    the theory allows.

    The solver shows that both are true of the same options and false of the same. No part of the notation may
    be idle, and it must have the same derived slots, so that "in Singapore" does not leave open whether a
    city or a country is meant.
    """
    try:
        reading = read_notation(schema, notation)
    except MismatchError as error:
        return Judgement(UNREAD, f"the answer is not in the notation: {error}")
    if _derived(schema, reading) != _derived(schema, wanted) or not equivalent(schema, reading, wanted):
        return Judgement(OTHER, _difference(schema, wanted, reading))
    idle = Proofs(schema, reading).redundant_part()
    if idle is not None:
        return Judgement(IDLE, f"added: {idle} of {requirement_text(schema, reading)} changes nothing")
    return Judgement(SAME)


def _derived(schema: Schema, requirement: Requirement) -> tuple[str, ...]:
    return schema.derived_among(literal.primitive.slot for term in requirement for literal in term)


def _difference(schema: Schema, wanted: Requirement, reading: Requirement) -> str:
    """Returns the literals that were lost, added or read differently; the connective where there are none."""
    lost, added = _literals(wanted), _literals(reading)
    for literal in list(lost):
        if literal in added:
            lost.remove(literal)
            added.remove(literal)
    lines = []
    for literal in list(lost):
        match = _counterpart(literal, added)
        if match is not None:
            lost.remove(literal)
            added.remove(match)
            name = "other side" if _opposed(literal, match) else "other value"
            lines.append(f"{name}: {_text(schema, literal)} was read as {_text(schema, match)}")
    lines += [f"lost: {_text(schema, literal)}" for literal in lost]
    lines += [f"added: {_text(schema, literal)}" for literal in added]
    if lines:
        return "; ".join(lines)
    expected, read = requirement_text(schema, wanted), requirement_text(schema, reading)
    return f"other connective: {expected} was read as {read}"


def _literals(requirement: Requirement) -> list[GroundedLiteral]:
    return [literal.canonical() for term in requirement for literal in term]


def _counterpart(literal: GroundedLiteral, others: list[GroundedLiteral]) -> GroundedLiteral | None:
    """Returns the literal for which this one was taken; None where there is none.

    A literal of the same test comes first, else one of the same slot.
    """
    primitive = literal.primitive
    same_slot = [other for other in others if other.primitive.slot == primitive.slot]
    return next((other for other in same_slot if other.primitive == primitive), next(iter(same_slot), None))


def _opposed(literal: GroundedLiteral, other: GroundedLiteral) -> bool:
    """Returns whether the two literals are on opposite sides: below and above, in and out."""
    test, other_test = literal.effective(), other.effective()
    if test.op in _LOWER | _UPPER and other_test.op in _LOWER | _UPPER:
        return (test.op in _LOWER) != (other_test.op in _LOWER)
    return test.negated != other_test.negated


def _text(schema: Schema, literal: GroundedLiteral) -> str:
    return literal_text(schema.slot(literal.primitive.slot).kind, literal)
