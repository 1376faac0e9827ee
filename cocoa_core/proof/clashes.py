"""Which sum terms clash where nothing could meet them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from cocoa_core.domain import Axiom, GroundedLiteral, Requirement, Schema
from cocoa_core.proof.theory import Theory

_KEPT_PAIRS: Final = 1 << 13


def _without_bounds(schema: Schema) -> Schema:
    """Returns the schema with wider bounds, longer lists and open vocabularies; the axioms as they are."""
    return evolve(schema, slots=tuple(evolve(slot, kind=slot.kind.wider()) for slot in schema.slots))


class Clashes:
    """What can never be true together in a domain; it caches what it has found."""

    def __init__(self, schema: Schema) -> None:
        self._schema = _without_bounds(schema)
        self._cache: dict[frozenset[GroundedLiteral], bool] = {}

    def between(self, first: GroundedLiteral, second: GroundedLiteral) -> bool:
        """Returns whether no option can make both literals true, or leave them undefined, by all axioms."""
        key = frozenset((first.canonical(), second.canonical()))
        cached = self._cache.get(key)
        if cached is None:
            if len(self._cache) >= _KEPT_PAIRS:
                self._cache.clear()
            cached = self._cache[key] = self.only(((first,), (second,))) is not None
        return cached

    def only(self, requirement: Requirement, axioms: Sequence[Axiom] | None = None) -> tuple[int, ...] | None:
        """Returns the indices of the sum terms without each of which the requirement can be met: the only
        minimal clash.

        Args:
            requirement: the product of sums.
            axioms: those that may be used; None for all.

        Returns:
            None where the requirement can be met, or clashes in more than one way.
        """
        schema = self._schema if axioms is None else evolve(self._schema, axioms=tuple(axioms))
        theory = Theory(schema, (requirement,))
        with theory.solver() as solver:
            switches = []
            for term in requirement:
                switch = solver.new_variable()
                solver.add([-switch, *(-theory.fails(literal) for literal in term)])
                switches.append(switch)
            if solver.solve(switches):
                return None
            needed = [
                number
                for number in range(len(requirement))
                if solver.solve([*switches[:number], *switches[number + 1 :]])
            ]
            together = solver.solve([switches[number] for number in needed])
        return None if together else tuple(needed)
