"""Which truth values the tests of a requirement can have together: exact per slot, tied by the axioms.

Every vector of truth values that some legal value of the slot gives is admitted, and no other; undefined is a
third value (strong Kleene logic). Axioms are clauses over tests, which are added to the slots they tie. Tests
of derived slots are rewritten as tests of the slot that they follow from, and judged together with its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product as cartesian
from typing import TypeAlias

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.knowledge.rewriting import rewritten
from cocoa_core.domain.primitives import GroundedLiteral, Primitive, Requirement, Test, Value
from cocoa_core.domain.schema import Schema
from cocoa_core.generation.axioms import axiom_clauses
from cocoa_core.logic.solver import Solver

__all__ = ["Theory", "Vector", "vectors"]

Vector: TypeAlias = tuple[bool | None, ...]
_Key: TypeAlias = tuple[str, Test]

_BLOCKED_UP_TO = 3
"""Up to this many defined tests of a slot, impossible vectors are blocked; beyond, possible ones listed."""


def vectors(kind: Kind, tests: Sequence[Test]) -> dict[Vector, Value]:
    """Every achievable vector of truth values of the tests, with a value that gives it."""
    found: dict[Vector, Value] = {}
    evaluate = kind.evaluate
    for value in kind.witnesses(tests):
        found.setdefault(tuple([evaluate(test, value) for test in tests]), value)
    return found


@lru_cache(maxsize=1 << 12)
def _vectors(kind: Kind, tests: tuple[Test, ...]) -> tuple[Vector, ...]:
    return tuple(vectors(kind, tests))


class Theory:
    """The tests of some requirements as variables of a solver, constrained to what values can give."""

    def __init__(self, schema: Schema, requirements: Iterable[Requirement], solver: Solver) -> None:
        self._schema = schema
        self._true: dict[_Key, int] = {}
        self._false: dict[_Key, int] = {}
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
            self._admit(slot, tuple(mentioned), _vectors(kind, tuple(mentioned)), solver)
        for tie in ties:
            solver.add([-self.fails(literal) for literal in tie])

    def holds(self, literal: GroundedLiteral) -> int:
        """The solver's literal that says: it is true."""
        one = literal.canonical()
        table = self._true if one.positive else self._false
        return table[self._key(one.primitive)]

    def fails(self, literal: GroundedLiteral) -> int:
        """The solver's literal that says: it is false."""
        one = literal.canonical()
        table = self._false if one.positive else self._true
        return table[self._key(one.primitive)]

    def _key(self, one: Primitive) -> _Key:
        key = one.slot, one.test
        return self._rewritten.get(key, key) if self._rewritten else key

    def _rewrite(self, slot: str, mentioned: dict[Test, None], derived: tuple[_Key, ...]) -> Kind:
        """Put the tests on slots that follow from this one among those on the slot; its kind for both."""
        found = rewritten(self._schema, slot, mentioned, derived)
        for key, test in zip(derived, found.tests, strict=True):
            mentioned[test] = None
            self._rewritten[key] = slot, test
        return found.kind

    def _admit(
        self, slot: str, tests: tuple[Test, ...], possible: tuple[Vector, ...], solver: Solver
    ) -> None:
        partial = [any(vector[place] is None for vector in possible) for place in range(len(tests))]
        for test, undefined in zip(tests, partial, strict=True):
            true = solver.new_variable()
            false = solver.new_variable() if undefined else -true
            if undefined:
                solver.add([-true, -false])
            self._true[slot, test], self._false[slot, test] = true, false
        trues = [self._true[slot, test] for test in tests]
        falses = [self._false[slot, test] for test in tests]
        if len(tests) <= _BLOCKED_UP_TO and not any(partial):
            self._block(trues, set(possible), solver)
        else:
            self._list(trues, falses, possible, solver)

    def _block(self, trues: list[int], possible: set[Vector], solver: Solver) -> None:
        if len(possible) == 1 << len(trues):
            return
        for vector in cartesian((False, True), repeat=len(trues)):
            if vector not in possible:
                solver.add([-true if value else true for true, value in zip(trues, vector, strict=True)])

    def _list(self, trues: list[int], falses: list[int], possible: Sequence[Vector], solver: Solver) -> None:
        chosen = [solver.new_variable() for _ in possible]
        solver.add(chosen)
        for selector, vector in zip(chosen, possible, strict=True):
            for true, false, value in zip(trues, falses, vector, strict=True):
                solver.add([-selector, true if value else -true])
                if false != -true:
                    solver.add([-selector, false if value is False else -false])


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
