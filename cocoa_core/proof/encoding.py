"""The table constraint as CNF: clauses that admit some assignments of truth values, and no others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product as cartesian
from typing import Final, TypeAlias

from attrs import frozen

from cocoa_core.proof.assignments import Assignment

_Clause: TypeAlias = tuple[int, ...]

_BLOCKED: Final = 90
"""Up to so many combinations of truth values the impossible ones are blocked; beyond, the possible listed."""
_KEPT: Final = 1 << 12


@frozen(eq=False)
class Encoding:
    """Clauses that admit given assignments. A test that is defined in all of them has one variable; another
    has two, since it may be neither true nor false.
    """

    trues: tuple[int, ...]
    falses: tuple[int, ...]
    """For each test the solver's literal that says it is false; `trues` has those that say it is true."""
    variables: int
    """The number of variables, which are numbered from 1."""
    clauses: tuple[_Clause, ...]
    free: bool
    """Whether there is one test, which can be true and can be false: its negation has the same clauses."""


@lru_cache(maxsize=_KEPT)
def encode(possible: tuple[Assignment, ...]) -> Encoding:
    """Returns clauses whose models give the tests exactly these assignments, of which there are some."""
    return _encoded(frozenset(possible))


@lru_cache(maxsize=_KEPT)
def _encoded(assignments: frozenset[Assignment]) -> Encoding:
    possible = sorted(assignments, key=str)
    trues, falses, variables = [], [], 0
    combinations = 1
    for number in range(len(possible[0])):
        partial = any(assignment[number] is None for assignment in possible)
        trues.append(variables + 1)
        falses.append(variables + 2 if partial else -variables - 1)
        variables += 1 + partial
        combinations *= 2 + partial
    exclusive = [(-true, -false) for true, false in zip(trues, falses, strict=True) if false != -true]
    if combinations <= _BLOCKED:
        clauses = _blocking(trues, falses, possible)
    else:
        clauses = _listing(trues, falses, possible, variables)
        variables += len(possible)
    free = assignments >= {(True,), (False,)}
    return Encoding(tuple(trues), tuple(falses), variables, (*exclusive, *clauses), free)


def _blocking(trues: Sequence[int], falses: Sequence[int], possible: Sequence[Assignment]) -> list[_Clause]:
    """Returns a clause against every impossible assignment, as short as all possible ones allow."""
    models = [_bits(_model(trues, falses, assignment)) for assignment in possible]
    choices = [
        (False, True) if false == -true else (False, True, None)
        for true, false in zip(trues, falses, strict=True)
    ]
    clauses: dict[int, _Clause] = {}
    for assignment in cartesian(*choices):
        literals = _model(trues, falses, assignment)
        model = _bits(literals)
        if model in models or any(not model & clause for clause in clauses):
            continue
        clause = _bits([-literal for literal in literals])
        for literal in literals:
            shorter = clause & ~(1 << 2 * abs(literal) + (literal > 0))
            if all(model & shorter for model in models):
                clause = shorter
        clauses[clause] = tuple([-literal for literal in literals if clause & _bits([-literal])])
    return list(clauses.values())


def _bits(literals: Iterable[int]) -> int:
    """Returns a bit for each literal."""
    return sum([1 << 2 * abs(literal) + (literal < 0) for literal in literals])


def _model(trues: Sequence[int], falses: Sequence[int], assignment: Assignment) -> list[int]:
    """Returns the literals that hold where the tests have these values, each once."""
    literals = []
    for true, false, value in zip(trues, falses, assignment, strict=True):
        literals.append(true if value else -true)
        if false != -true:
            literals.append(false if value is False else -false)
    return literals


def _listing(
    trues: Sequence[int], falses: Sequence[int], possible: Sequence[Assignment], variables: int
) -> list[_Clause]:
    """Returns one more variable for each possible assignment, of which one holds."""
    chosen = range(variables + 1, variables + 1 + len(possible))
    clauses: list[_Clause] = [tuple(chosen)]
    for selector, assignment in zip(chosen, possible, strict=True):
        clauses += [(-selector, literal) for literal in _model(trues, falses, assignment)]
    return clauses
