"""What is true of the worked example: of values that witness something, and of its options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product as combinations

from cocoa_core.domain import GroundedLiteral, Requirement, Test, Value
from cocoa_core.domain.kinds import Kind
from cocoa_core.proof import witnessed_assignments

from .example import Example


def kind_of(found: Example, literal: GroundedLiteral) -> Kind:
    """The kind of the literal's slot."""
    return found.domain.schema.slot(literal.primitive.slot).kind


def literals_of(found: Example, slot: str) -> list[GroundedLiteral]:
    """The distinct tests of a slot as positive literals, in the order of the requirement."""
    return list(
        dict.fromkeys(
            GroundedLiteral(literal.primitive)
            for term in found.requirement
            for literal in term
            if literal.primitive.slot == slot
        )
    )


def tests_of(found: Example, slot: str) -> list[Test]:
    """The distinct tests of a slot, in the order of the requirement."""
    return [literal.primitive.test for literal in literals_of(found, slot)]


def _assignments(found: Example) -> Iterator[Mapping[str, Value]]:
    """Values of all slots that together give everything the tests can be."""
    witnesses = []
    for slot in found.slots:
        kind = found.domain.schema.slot(slot).kind
        possible = witnessed_assignments(kind, tests_of(found, slot))
        witnesses.append([possible[vector] for vector in sorted(possible, key=lambda vector: None in vector)])
    for values in combinations(*witnesses):
        yield dict(zip(found.slots, values, strict=True))


def _holds(found: Example, literal: GroundedLiteral, values: Mapping[str, Value]) -> bool | None:
    truth = kind_of(found, literal).evaluate(literal.primitive.test, values[literal.primitive.slot])
    return None if truth is None else truth == literal.positive


def any_of(truths: list[bool | None]) -> bool | None:
    """An OR by strong Kleene logic."""
    return True if True in truths else None if None in truths else False


def witness(found: Example, place: int, number: int | None) -> str:
    """Values with which the sum term at `place` is false, or true by one literal alone; others are true."""
    others: Requirement = found.requirement[:place] + found.requirement[place + 1 :]
    for values in _assignments(found):
        here = [_holds(found, literal, values) for literal in found.requirement[place]]
        if here == [at == number for at in range(len(here))] and all(
            any_of([_holds(found, literal, values) for literal in term]) for term in others
        ):
            return ", ".join(
                f"{slot} `{found.domain.schema.slot(slot).kind.write(value)}`"
                for slot, value in values.items()
            )
    raise RuntimeError("the solver found values that are not there, which is a fault of cocoa")


def truth(found: Example, literal: GroundedLiteral, letter: str) -> bool | None:
    """Whether the literal holds on the option with that letter."""
    row = next(option.row for option in found.question.options if option.label == letter)
    values = found.domain.catalogue.rows[found.domain.catalogue.ids.index(row)]
    by_name = dict(zip((slot.name for slot in found.domain.schema.slots), values, strict=True))
    return _holds(found, literal, by_name)
