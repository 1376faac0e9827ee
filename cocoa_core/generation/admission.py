"""Vectors of truth values as clauses that admit them and no others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product as cartesian
from typing import Final, TypeAlias

from attrs import frozen

from cocoa_core.generation.vectors import Vector

__all__ = ["Admission", "admission"]

_Clause: TypeAlias = tuple[int, ...]

_BLOCKED: Final = 90
"""Up to so many combinations of truth values the impossible ones are blocked; beyond, the possible listed."""
_KEPT: Final = 1 << 12


@frozen
class Admission:
    """trues, falses: for each test the solver's literal that says so. variables: from 1 to so many.

    A test that is defined in every vector has one variable, another has two: it may be neither.
    """

    trues: tuple[int, ...]
    falses: tuple[int, ...]
    variables: int
    clauses: tuple[_Clause, ...]


@lru_cache(maxsize=_KEPT)
def admission(possible: tuple[Vector, ...]) -> Admission:
    """Clauses whose models give the tests exactly the vectors; at least one, all equally long."""
    trues, falses, variables = [], [], 0
    combinations = 1
    for place in range(len(possible[0])):
        partial = any(vector[place] is None for vector in possible)
        trues.append(variables + 1)
        falses.append(variables + 2 if partial else -variables - 1)
        variables += 1 + partial
        combinations *= 2 + partial
    exclusive = [(-true, -false) for true, false in zip(trues, falses, strict=True) if false != -true]
    if combinations <= _BLOCKED:
        return Admission(
            tuple(trues), tuple(falses), variables, (*exclusive, *_blocking(trues, falses, possible))
        )
    listing = _listing(trues, falses, possible, variables)
    return Admission(tuple(trues), tuple(falses), variables + len(possible), (*exclusive, *listing))


def _blocking(trues: Sequence[int], falses: Sequence[int], possible: Sequence[Vector]) -> list[_Clause]:
    """A clause against every impossible vector, as short as all possible ones allow."""
    models = [_bits(_model(trues, falses, vector)) for vector in possible]
    choices = [
        (False, True) if false == -true else (False, True, None)
        for true, false in zip(trues, falses, strict=True)
    ]
    found: dict[int, _Clause] = {}
    for vector in cartesian(*choices):
        literals = _model(trues, falses, vector)
        model = _bits(literals)
        if model in models or any(not model & clause for clause in found):
            continue
        clause = _bits([-one for one in literals])
        for one in literals:
            shorter = clause & ~(1 << 2 * abs(one) + (one > 0))
            if all(model & shorter for model in models):
                clause = shorter
        found[clause] = tuple([-one for one in literals if clause & _bits([-one])])
    return list(found.values())


def _bits(literals: Iterable[int]) -> int:
    """A bit for each literal."""
    return sum([1 << 2 * abs(one) + (one < 0) for one in literals])


def _model(trues: Sequence[int], falses: Sequence[int], vector: Vector) -> list[int]:
    """The literals that hold where the tests have these values, each once."""
    found = []
    for true, false, value in zip(trues, falses, vector, strict=True):
        found.append(true if value else -true)
        if false != -true:
            found.append(false if value is False else -false)
    return found


def _listing(
    trues: Sequence[int], falses: Sequence[int], possible: Sequence[Vector], variables: int
) -> list[_Clause]:
    """One variable more for each possible vector, which gives the tests its values; one of these holds."""
    chosen = range(variables + 1, variables + 1 + len(possible))
    found: list[_Clause] = [tuple(chosen)]
    for selector, vector in zip(chosen, possible, strict=True):
        found += [(-selector, literal) for literal in _model(trues, falses, vector)]
    return found
