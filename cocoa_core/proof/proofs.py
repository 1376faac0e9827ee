"""What is proved of every requirement before it is asked, each by the solver over requirement and theory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeAlias

from cocoa_core.domain import GroundedLiteral, Primitive, Requirement, Schema
from cocoa_core.logic import Solver
from cocoa_core.proof.theory import Theory

__all__ = ["Proofs", "Truths", "equivalent", "labels"]

Truths: TypeAlias = Sequence[Sequence[bool | None]]
"""What an option makes of each literal of each sum term of a requirement."""


class Proofs:
    """One requirement in one solver. Use as a context manager; every question below is a solver call.

    Clauses are switched on by assumptions, so that a sum term can be taken out or replaced.
    """

    def __init__(self, schema: Schema, requirement: Requirement) -> None:
        self._solver = Solver()
        self._theory = Theory(schema, (requirement,), self._solver)
        pairs = [[self._theory.pair(literal) for literal in term] for term in requirement]
        self._true = [[true for true, _ in term] for term in pairs]
        self._false = [[false for _, false in term] for term in pairs]
        self._switches: list[int] = []
        for term in self._true:
            switch = self._solver.new_variable()
            self._solver.add([-switch, *term])
            self._switches.append(switch)

    def __enter__(self) -> Proofs:
        self._solver.__enter__()
        return self

    def __exit__(self, *_caught: object) -> None:
        self._solver.__exit__(None, None, None)

    def satisfiable(self) -> bool:
        """Some option makes every sum term true."""
        return self._solver.solve(self._switches)

    def falsifiable(self) -> bool:
        """Some option makes some sum term false, all its literals defined."""
        return any(self._solver.solve(term) for term in self._false)

    def redundant_part(self) -> str | None:
        """The first part without which the meaning stays the same: "term 2", "literal 1 of term 3", or None.

        A sum term matters if some option breaks it alone and makes all others true. A literal matters if
        some option makes it true, the rest of its sum term false, and all other sum terms true. Where every
        sum term matters, the requirement can also be broken.
        """
        for number, literals in enumerate(self._false):
            others = self._switches[:number] + self._switches[number + 1 :]
            if not self._solver.solve(others + literals):
                return f"term {number + 1}"
            if len(literals) == 1:
                continue
            for position, true in enumerate(self._true[number]):
                rest = literals[:position] + literals[position + 1 :]
                if not self._solver.solve([*others, true, *rest]):
                    return f"literal {position + 1} of term {number + 1}"
        return None


def labels(requirement: Requirement, options: Iterable[Truths]) -> tuple[bool | None, ...]:
    """Each option's label as the solver derives it, undefined literals left free; None if they decide it."""
    with Solver() as solver:
        variables: dict[Primitive, int] = {}
        names = [[_named(literal, variables, solver) for literal in term] for term in requirement]
        every = [name for term in names for name in term]
        demanded, refused = solver.new_variable(), solver.new_variable()
        denied = [solver.new_variable() for _ in requirement]
        for term, broken in zip(names, denied, strict=True):
            solver.add([-demanded, *term])
            solver.add_all([[-broken, -name] for name in term])
        solver.add([-refused, *denied])
        labels_found: list[bool | None] = []
        for option in options:
            shown = [
                name if truth else -name
                for name, truth in zip(every, chain.from_iterable(option), strict=True)
                if truth is not None
            ]
            can_hold, can_fail = solver.solve([*shown, demanded]), solver.solve([*shown, refused])
            labels_found.append(None if can_hold and can_fail else can_hold)
        return tuple(labels_found)


def _named(literal: GroundedLiteral, names: dict[Primitive, int], solver: Solver) -> int:
    """What the solver calls a literal; one that is the same by the words alone has the same name."""
    canonical = literal.canonical()
    name = names.get(canonical.primitive)
    if name is None:
        name = names[canonical.primitive] = solver.new_variable()
    return name if canonical.positive else -name


def equivalent(schema: Schema, one: Requirement, other: Requirement) -> bool:
    """Whether two requirements are true of the same values and false of the same values, by the solver."""
    with Solver() as solver:
        theory = Theory(schema, (one, other), solver)
        return all(
            not _holds_without(solver, theory, first, second)
            for first, second in ((one, other), (other, one))
        )


def _holds_without(solver: Solver, theory: Theory, first: Requirement, second: Requirement) -> bool:
    """Whether some values make `first` true and `second` not, or `second` false and `first` not."""
    true, not_false = [], []
    for term in first:
        holds, stands = solver.new_variable(), solver.new_variable()
        solver.add([-holds, *(theory.holds(literal) for literal in term)])
        solver.add([-stands, *(-theory.fails(literal) for literal in term)])
        true.append(holds)
        not_false.append(stands)
    return any(
        solver.solve([*true, *(-theory.holds(literal) for literal in term)])
        or solver.solve([*not_false, *(theory.fails(literal) for literal in term)])
        for term in second
    )
