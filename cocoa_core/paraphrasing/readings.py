"""Compares what a reader understood with the requirement: equal by the solver, or what is different."""

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
    return schema.knowledge(literal.primitive.slot for term in requirement for literal in term)


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
