"""Which truth values the tests of a requirement can have together: exact per slot, tied by the axioms.

Every vector of truth values that some legal value of the slot gives is admitted, and no other; undefined is a
third value (strong Kleene logic). Axioms are clauses over tests, which are added to the slots they tie. Tests
of derived slots are rewritten as tests of the slot that they follow from, and judged together with its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.knowledge.rewriting import rewritten
from cocoa_core.domain.primitives import GroundedLiteral, Requirement, Test
from cocoa_core.domain.schema import Schema
from cocoa_core.generation.admission import admission
from cocoa_core.generation.axioms import axiom_clauses
from cocoa_core.generation.vectors import possible_vectors
from cocoa_core.logic.solver import Solver

__all__ = ["Theory"]

_Key: TypeAlias = tuple[str, Test]


class Theory:
    """The tests of some requirements as variables of a solver, constrained to what values can give."""

    def __init__(self, schema: Schema, requirements: Iterable[Requirement], solver: Solver) -> None:
        self._schema = schema
        self._pairs: dict[_Key, tuple[int, int]] = {}
        self._rewritten: dict[_Key, _Key] = {}
        tests, derived = _tests(schema, requirements)
        known = schema.closed if derived else schema
        ties = axiom_clauses(known, tests)
        for tie in ties:
            for literal in tie:
                tests.setdefault(literal.primitive.slot, {})[literal.primitive.test] = None
        for slot, mentioned in tests.items():
            kind = known.slot(slot).kind
            if slot in derived:
                kind = self._rewrite(slot, mentioned, tuple(derived[slot]))
            self._admit(slot, kind, tuple(mentioned), solver)
        solver.add_all([[-self.fails(literal) for literal in tie] for tie in ties])

    def holds(self, literal: GroundedLiteral) -> int:
        """The solver's literal that says: it is true."""
        return self.pair(literal)[0]

    def fails(self, literal: GroundedLiteral) -> int:
        """The solver's literal that says: it is false."""
        return self.pair(literal)[1]

    def pair(self, literal: GroundedLiteral) -> tuple[int, int]:
        """Both of these."""
        one = literal.canonical()
        key = one.primitive.slot, one.primitive.test
        true, false = self._pairs[self._rewritten.get(key, key) if self._rewritten else key]
        return (true, false) if one.positive else (false, true)

    def _rewrite(self, slot: str, mentioned: dict[Test, None], derived: tuple[_Key, ...]) -> Kind:
        """Put the tests on slots that follow from this one among those on the slot; its kind for both."""
        found = rewritten(self._schema, slot, mentioned, derived)
        for key, test in zip(derived, found.tests, strict=True):
            mentioned[test] = None
            self._rewritten[key] = slot, test
        return found.kind

    def _admit(self, slot: str, kind: Kind, tests: tuple[Test, ...], solver: Solver) -> None:
        admitted = admission(possible_vectors(kind, tests))
        before = solver.new_variables(admitted.variables)
        for test, true, false in zip(tests, admitted.trues, admitted.falses, strict=True):
            self._pairs[slot, test] = true + before, false + before if false > 0 else false - before
        solver.add_all(admitted.clauses, before)


def _tests(
    schema: Schema, requirements: Iterable[Requirement]
) -> tuple[dict[str, dict[Test, None]], dict[str, dict[_Key, None]]]:
    """The tests of each slot that options hold, and by such a slot the tests of those that follow from it."""
    tests: dict[str, dict[Test, None]] = {}
    derived: dict[str, dict[_Key, None]] = {}
    for requirement in requirements:
        for term in requirement:
            for literal in term:
                one = literal.canonical().primitive
                base = schema.base(one.slot)
                mentioned = tests.setdefault(base, {})
                if base == one.slot:
                    mentioned[one.test] = None
                else:
                    derived.setdefault(base, {})[one.slot, one.test] = None
    return tests, derived
