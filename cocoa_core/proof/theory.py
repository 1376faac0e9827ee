"""The truth values that tests can have together: exact for each slot, tied by the axioms."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from cocoa_core.domain import GroundedLiteral, Requirement, Schema, Test
from cocoa_core.domain.kinds import Kind
from cocoa_core.logic import Solver
from cocoa_core.proof.assignments import possible_assignments
from cocoa_core.proof.axioms import axiom_clauses
from cocoa_core.proof.derived_tests import rewritten
from cocoa_core.proof.encoding import Encoding, encode

_KEPT: Final = 1 << 13

Clauses: TypeAlias = tuple[tuple[int, ...], ...]
"""Clauses over a solver's variables."""

_Key: TypeAlias = tuple[str, Test]
_Signs: TypeAlias = dict[Test, bool]
"""Tests, in the order in which they are first said, each with whether it was affirmed then."""


class Theory:
    """The tests of some requirements as variables of a solver, constrained to what values can give.

    `slots` has for each slot, in the order in which the requirements first mention it, the truth values that
    its tests can have together. `ties` has what the axioms add, as clauses. Variables are numbered from 1 in
    the order of the slots and of their tests. The variable of a slot's only test stands for its negation
    where that is mentioned first, if its values allow both alike. So requirements that differ only in names,
    numbers or such signs have equal slots, ties and pairs, and a solver's answer about one holds for all.
    """

    def __init__(self, schema: Schema, requirements: Iterable[Requirement]) -> None:
        self._schema = schema
        self._pairs: dict[_Key, tuple[int, int]] = {}
        self._rewritten: dict[_Key, _Key] = {}
        self._variables = 0
        tests, derived = _tests(schema, requirements)
        closed_schema = schema.closed if derived else schema
        ties = axiom_clauses(closed_schema, tests)
        for tie in ties:
            for literal in tie:
                tests.setdefault(literal.primitive.slot, {}).setdefault(literal.primitive.test, True)
        slots = []
        for slot, mentioned in tests.items():
            kind = closed_schema.slot(slot).kind
            if slot in derived:
                kind = self._rewrite(slot, mentioned, derived[slot])
            slots.append(self._admit(slot, kind, mentioned))
        self.slots = tuple(slots)
        self.ties: Clauses = tuple([tuple([-self.fails(literal) for literal in tie]) for tie in ties])

    def solver(self) -> Solver:
        """Returns a new solver with the theory."""
        return solver_of(self.slots, self.ties)

    def holds(self, literal: GroundedLiteral) -> int:
        """Returns the solver's literal that says that a literal is true."""
        return self.pair(literal)[0]

    def fails(self, literal: GroundedLiteral) -> int:
        """Returns the solver's literal that says that a literal is false."""
        return self.pair(literal)[1]

    def pair(self, literal: GroundedLiteral) -> tuple[int, int]:
        """Returns both of these."""
        canonical = literal.canonical()
        key = canonical.primitive.slot, canonical.primitive.test
        true, false = self._pairs[self._rewritten.get(key, key) if self._rewritten else key]
        return (true, false) if canonical.positive else (false, true)

    def _rewrite(self, slot: str, mentioned: _Signs, derived: dict[_Key, bool]) -> Kind:
        """Puts the tests on slots that follow from this one among those on the slot; its kind for both."""
        replaced = rewritten(self._schema, slot, mentioned, tuple(derived))
        for (key, sign), test in zip(derived.items(), replaced.tests, strict=True):
            mentioned.setdefault(test, sign)
            self._rewritten[key] = slot, test
        return replaced.kind

    def _admit(self, slot: str, kind: Kind, mentioned: _Signs) -> Encoding:
        admitted = _admitted(kind, tuple(mentioned))
        before = self._variables
        self._variables += admitted.variables
        for (test, sign), true, false in zip(mentioned.items(), admitted.trues, admitted.falses, strict=True):
            true, false = true + before, false + before if false > 0 else false - before
            self._pairs[slot, test] = (true, false) if sign or not admitted.free else (false, true)
        return admitted


@lru_cache(maxsize=_KEPT)
def _admitted(kind: Kind, tests: tuple[Test, ...]) -> Encoding:
    return encode(possible_assignments(kind, tests))


def solver_of(slots: Iterable[Encoding], ties: Clauses) -> Solver:
    """Returns a new solver with the theory of these slots and ties."""
    solver = Solver()
    for admitted in slots:
        solver.add_all(admitted.clauses, solver.new_variables(admitted.variables))
    solver.add_all(ties)
    return solver


def _tests(
    schema: Schema, requirements: Iterable[Requirement]
) -> tuple[dict[str, _Signs], dict[str, dict[_Key, bool]]]:
    """Returns the tests of each slot that options hold, and by it those of the slots that follow."""
    tests: dict[str, _Signs] = {}
    derived: dict[str, dict[_Key, bool]] = {}
    for requirement in requirements:
        for term in requirement:
            for literal in term:
                canonical = literal.canonical()
                slot, test = canonical.primitive.slot, canonical.primitive.test
                base = schema.catalogue_slot(slot)
                mentioned = tests.setdefault(base, {})
                if base == slot:
                    mentioned.setdefault(test, canonical.positive)
                else:
                    derived.setdefault(base, {}).setdefault((slot, test), canonical.positive)
    return tests, derived
