"""What a reader understood, compared with the requirement: equal by the solver, or different in what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from cocoa_core.domain import (
    GroundedLiteral,
    Requirement,
    Schema,
    literal_text,
    read_notation,
    requirement_text,
)
from cocoa_core.errors import MismatchError
from cocoa_core.proof import Proofs, equivalent

__all__ = ["IDLE", "OTHER", "SAME", "UNREAD", "Judgement", "judge", "judge_parts"]

SAME: Final = "same"
OTHER: Final = "other"
"""Some option would be judged otherwise."""
IDLE: Final = "idle"
"""The same meaning, with a part that changes nothing: the text says what was not asked for."""
UNREAD: Final = "unread"
_LOWER: Final = frozenset(("less", "at_most"))
_UPPER: Final = frozenset(("more", "at_least"))


@frozen
class Judgement:
    """A verdict, and in one line what a writer has to know; "" where nothing is wrong."""

    verdict: str
    line: str = ""


def judge_parts(schema: Schema, wanted: Sequence[Requirement], notations: Sequence[str]) -> Judgement:
    """Returns the same for some parts, each by itself: the first verdict that is not `same`, and all
    lines.
    """
    if len(notations) != len(wanted):
        line = f"the answer states {len(notations)} requirements, not {len(wanted)}"
        return Judgement(UNREAD, line)
    judged = [judge(schema, terms, notation) for terms, notation in zip(wanted, notations, strict=True)]
    wrong = [(number, one) for number, one in enumerate(judged, 1) if one.verdict != SAME]
    if not wrong:
        return Judgement(SAME)
    lines = [f"part {number}: {one.line}" if len(wanted) > 1 else one.line for number, one in wrong]
    return Judgement(wrong[0][1].verdict, "; ".join(lines))


def judge(schema: Schema, wanted: Requirement, notation: str) -> Judgement:
    """Returns whether a reader's notation means the requirement, over all options that the theory allows.

    Both ways by the solver: it is true of the same options, and false of the same. No part of it is idle, and
    it speaks of the same derived slots, so that "in Singapore" does not leave open city or country.
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
    return schema.knowledge(literal.primitive.slot for term in requirement for literal in term)


def _difference(schema: Schema, wanted: Requirement, reading: Requirement) -> str:
    """Returns what was lost, added or taken otherwise, literal by literal; the connective where no literal
    was.
    """
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
    said, read = requirement_text(schema, wanted), requirement_text(schema, reading)
    return f"other connective: {said} was read as {read}"


def _literals(requirement: Requirement) -> list[GroundedLiteral]:
    return [literal.canonical() for term in requirement for literal in term]


def _counterpart(literal: GroundedLiteral, others: list[GroundedLiteral]) -> GroundedLiteral | None:
    """That of the others which the literal was taken for: of the same test first, else of the same slot."""
    primitive = literal.primitive
    same_slot = [other for other in others if other.primitive.slot == primitive.slot]
    return next((other for other in same_slot if other.primitive == primitive), next(iter(same_slot), None))


def _opposed(literal: GroundedLiteral, other: GroundedLiteral) -> bool:
    """Returns whether what one lets through lies where the other does not: below and above, in and out."""
    one, two = literal.effective(), other.effective()
    if one.op in _LOWER | _UPPER and two.op in _LOWER | _UPPER:
        return (one.op in _LOWER) != (two.op in _LOWER)
    return one.negated != two.negated


def _text(schema: Schema, literal: GroundedLiteral) -> str:
    return literal_text(schema.slot(literal.primitive.slot).kind, literal)
