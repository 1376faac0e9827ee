"""Tests of derived slots as tests of the slots that options hold: "Europe" as its cities in the table.

`any {Europe}` of the continents says the same as `any` of all European cities; so it is with `none`, `only`,
`is` and `one_of`, also where the value is missing or the set is empty. Proofs are over these tests, with the
vocabulary of the slot closed to the table (`Schema.closed`): what is said of cities and of continents is then
judged together, exactly.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from cocoa_core.domain.derived import Derived
from cocoa_core.domain.primitives import GroundedLiteral, Primitive, Requirement, Scalar, Test
from cocoa_core.domain.schema import Schema

__all__ = ["derived_among", "knowledge_of", "on_base"]


def on_base(schema: Schema, literal: GroundedLiteral) -> GroundedLiteral:
    """The canonical literal of a slot that options hold which is true, false and undefined as this one is.

    Of a slot that is not derived that is the literal's own canonical form. ValueError for a test that derived
    slots do not have; KeyError for an unknown slot.
    """
    derived = schema.slot(literal.primitive.slot).derived
    if derived is None:
        return literal.canonical()
    one = literal.primitive
    slot, op, args = one.slot, one.test.op, one.test.args
    if op not in schema.slot(slot).ops(one.test.over):
        raise ValueError(f"expected a test of a derived slot, got {op}")
    while derived is not None:
        slot, args = derived.source, _sources(derived, args)
        derived = schema.slot(slot).derived
    test = Test("one_of" if op == "is" else op, args)
    return GroundedLiteral(Primitive(slot, test, one.rule), literal.positive).canonical()


@lru_cache(maxsize=4096)
def _sources(derived: Derived, args: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
    return derived.sources(args)


def knowledge_of(schema: Schema, requirement: Requirement) -> tuple[str, ...]:
    """The derived slots that a requirement speaks of, in the order of the schema."""
    return derived_among(schema, (one.primitive.slot for term in requirement for one in term))


def derived_among(schema: Schema, names: Iterable[str]) -> tuple[str, ...]:
    """The derived slots among these names, in the order of the schema."""
    if not schema.derived:
        return ()
    wanted = set(names)
    return tuple(slot.name for slot in schema.slots if slot.derived is not None and slot.name in wanted)
