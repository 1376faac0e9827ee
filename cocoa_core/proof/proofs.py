"""What is proved of every requirement before it is asked, by SAT over it and its theory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from functools import lru_cache
from itertools import chain
from typing import Final, TypeAlias

from cocoa_core.domain import GroundedLiteral, Primitive, Requirement, Schema, canonical_terms
from cocoa_core.logic import Solver
from cocoa_core.proof.encoding import Encoding
from cocoa_core.proof.theory import Clauses, Theory, solver_of

_KEPT: Final = 1 << 12
"""Forms of requirements of which is kept what was proved: the presets have some hundreds."""

Truths: TypeAlias = Sequence[Sequence[bool | None]]
"""What an option makes of each literal of each sum term of a requirement."""


class Proofs:
    """Proofs about one requirement over all options.

    `form` is what a solver is given. Every answer is a function of that, and cached by it.
    """

    def __init__(self, schema: Schema, requirement: Requirement) -> None:
        theory = Theory(schema, (requirement,))
        terms = tuple([tuple([theory.pair(literal) for literal in term]) for term in requirement])
        self.form = theory.slots, theory.ties, terms

    def satisfiable(self) -> bool:
        """Returns whether some option makes every sum term true."""
        satisfiable, _ = _proved(*self.form)
        return satisfiable

    def redundant_part(self) -> str | None:
        """Returns the first part without which the meaning stays the same: "term 2", "literal 1 of term 3",
        or None.

        A sum term matters if some option breaks it alone and makes all others true. A literal matters if some
        option makes it true, the rest of its sum term false, and all other sum terms true. Where every sum
        term matters, the requirement can also be broken.
        """
        _, redundant = _proved(*self.form)
        return redundant


_Terms: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]
"""For each literal of each sum term the solver's literals that say that it is true, and that it is false."""


@lru_cache(maxsize=_KEPT)
def _proved(slots: tuple[Encoding, ...], ties: Clauses, terms: _Terms) -> tuple[bool, str | None]:
    """Returns whether a requirement of this form is satisfiable, and its redundant part."""
    with solver_of(slots, ties) as solver:
        switches = [solver.new_variable() for _ in terms]
        for switch, term in zip(switches, terms, strict=True):
            solver.add([-switch, *(true for true, _ in term)])
        return solver.solve(switches), _redundant_part(solver, switches, terms)


def _redundant_part(solver: Solver, switches: list[int], terms: _Terms) -> str | None:
    """See `Proofs.redundant_part`; each of the switches turns a sum term on."""
    for number, term in enumerate(terms):
        other_switches = switches[:number] + switches[number + 1 :]
        literals = [false for _, false in term]
        if not solver.solve(other_switches + literals):
            return f"term {number + 1}"
        if len(literals) == 1:
            continue
        for position, (true, _) in enumerate(term):
            other_literals = literals[:position] + literals[position + 1 :]
            if not solver.solve([*other_switches, true, *other_literals]):
                return f"literal {position + 1} of term {number + 1}"
    return None


def labels(requirement: Requirement, options: Iterable[Truths]) -> tuple[bool | None, ...]:
    """Returns the label of each option; None if undefined literals decide it.

    Where every literal is defined, the label is the value of the formula. Elsewhere the solver derives it
    with undefined literals left free; one that occurs twice, or with its negation, is one variable.
    """
    truths = list(options)
    if all(None not in term for option in truths for term in option):
        return tuple([all(True in term for term in option) for option in truths])
    return derived_labels(requirement, truths)


def derived_labels(requirement: Requirement, options: Iterable[Truths]) -> tuple[bool | None, ...]:
    """Returns the labels as the solver derives them, for options with undefined literals."""
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
        derived: list[bool | None] = []
        for option in options:
            shown = [
                name if truth else -name
                for name, truth in zip(every, chain.from_iterable(option), strict=True)
                if truth is not None
            ]
            can_hold, can_fail = solver.solve([*shown, demanded]), solver.solve([*shown, refused])
            derived.append(None if can_hold and can_fail else can_hold)
        return tuple(derived)


def _named(literal: GroundedLiteral, names: dict[Primitive, int], solver: Solver) -> int:
    """Returns what the solver calls a literal; one that is the same by the words alone has the same name."""
    canonical = literal.canonical()
    name = names.get(canonical.primitive)
    if name is None:
        name = names[canonical.primitive] = solver.new_variable()
    return name if canonical.positive else -name


def equivalent(schema: Schema, first: Requirement, second: Requirement) -> bool:
    """Returns whether two requirements are true and false of the same values, by solver where they differ in
    more than the order.

    The sum terms in which they differ are compared first: if these are equivalent, so is the whole.
    """
    first_terms, second_terms = canonical_terms(first), canonical_terms(second)
    if first_terms == second_terms:
        return True
    differing = _terms_beside(first, second_terms), _terms_beside(second, first_terms)
    return _same_values(schema, *differing) or (
        differing != (first, second) and _same_values(schema, first, second)
    )


def _terms_beside(requirement: Requirement, terms: Set[frozenset[GroundedLiteral]]) -> Requirement:
    return tuple(term for term in requirement if canonical_terms((term,)).isdisjoint(terms))


def _same_values(schema: Schema, first: Requirement, second: Requirement) -> bool:
    theory = Theory(schema, (first, second))
    with theory.solver() as solver:
        return not (
            _holds_without(solver, theory, first, second) or _holds_without(solver, theory, second, first)
        )


def _holds_without(solver: Solver, theory: Theory, first: Requirement, second: Requirement) -> bool:
    """Returns whether some values make `first` true and `second` not, or `second` false and `first` not."""
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
