"""Whether anything at all could meet a requirement, and which of its sum terms clash where nothing can.

A clash must not hang on what a schema happens to bound, or on how a missing value is taken: it is proved with
undefined literals counted true, and with the bounds of numbers, the lengths of lists and the words of closed
vocabularies taken away. What is fixed by the kind stays: the times of a day, whole numbers, two truth values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from attrs import evolve

from cocoa_core.domain import Axiom, GroundedLiteral, Requirement, Schema
from cocoa_core.domain.kinds import (
    LAST_DAY,
    LONGEST_DURATION,
    Category,
    CategorySet,
    Date,
    Duration,
    Kind,
    NumberList,
    Quantity,
)
from cocoa_core.proof.theory import Theory

__all__ = ["Clashes"]

_MORE_ITEMS: Final = 2
_KEPT: Final = 1 << 13


def _without_bounds(schema: Schema) -> Schema:
    """The schema with wider bounds, longer lists and open vocabularies; the axioms as they are.

    Bounds lie as far outside of the old ones as these are apart: a test with an argument between these is
    decided no further out than that.
    """
    return evolve(schema, slots=tuple(evolve(slot, kind=_wider(slot.kind)) for slot in schema.slots))


def _wider(kind: Kind) -> Kind:
    if isinstance(kind, Category):
        return evolve(kind, closed=False)
    if isinstance(kind, CategorySet):
        return evolve(kind, closed=False, min_items=0, max_items=kind.max_items + _MORE_ITEMS)
    if isinstance(kind, NumberList):
        items = _wider_number(kind.items)
        return evolve(kind, items=items, min_items=0, max_items=kind.max_items + _MORE_ITEMS)
    return _wider_number(kind) if isinstance(kind, Quantity | Date | Duration) else kind


_Number = TypeVar("_Number", Quantity, Date, Duration, Quantity | Duration, Quantity | Date | Duration)


def _wider_number(kind: _Number) -> _Number:
    span, low, high = kind.maximum - kind.minimum + 1, kind.minimum, kind.maximum
    if isinstance(kind, Quantity):
        return evolve(kind, minimum=low - span, maximum=high + span)
    first, last = (1, LAST_DAY) if isinstance(kind, Date) else (0, LONGEST_DURATION)
    return evolve(kind, minimum=max(first, low - span), maximum=min(last, high + span))


class Clashes:
    """What can never be together in a domain; keeps what it has found."""

    def __init__(self, schema: Schema) -> None:
        self._schema = _without_bounds(schema)
        self._known: dict[frozenset[GroundedLiteral], bool] = {}

    def between(self, one: GroundedLiteral, other: GroundedLiteral) -> bool:
        """Whether no option can make both literals true, or leave them undefined; by all axioms."""
        key = frozenset((one.canonical(), other.canonical()))
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            found = self._known[key] = self.only(((one,), (other,))) is not None
        return found

    def only(self, requirement: Requirement, axioms: Sequence[Axiom] | None = None) -> tuple[int, ...] | None:
        """The sum terms (from 0) without each of which the requirement can be met; they clash.

        Together they cannot be met, so they are the only minimal clash: whatever is unsatisfiable holds
        all of them. None where the requirement can be met, or clashes in more than one way.
        axioms: those that may be used, all unless told.
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
