"""The truth values that tests of one slot can have together, and the table constraint as CNF: clauses that
admit these assignments and no others. Assignments are found once for all tests of one pattern.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import product as cartesian
from typing import Any, Final, TypeAlias

from attrs import frozen

from cocoa_core.domain import Test, Value
from cocoa_core.domain.kinds import Kind, VocabularyKind

Assignment: TypeAlias = tuple[bool | None, ...]

_KEPT_ASSIGNMENTS: Final = 1 << 13


def witnessed_assignments(kind: Kind, tests: Sequence[Test]) -> dict[Assignment, Value]:
    """Returns every achievable assignment of truth values of the tests, with a value that gives it."""
    witnesses: dict[Assignment, Value] = {}
    evaluate = kind.evaluate
    for value in kind.witnesses(tests):
        witnesses.setdefault(tuple([evaluate(test, value) for test in tests]), value)
    return witnesses


def possible_assignments(kind: Kind, tests: tuple[Test, ...]) -> tuple[Assignment, ...]:
    """Returns the achievable assignments without values, in no particular order.

    What words a test names does not matter: only which tests name the same words, which of them are legal,
    and how many others are. So tests of words are looked up by that.
    """
    # `worded` first: below an abstract class `isinstance` is slow to say no.
    if kind.worded and isinstance(kind, VocabularyKind):
        return _of_words(_Words(kind, tests))
    return _of_numbers(kind, tests)


@lru_cache(maxsize=_KEPT_ASSIGNMENTS)
def _of_numbers(kind: Kind, tests: tuple[Test, ...]) -> tuple[Assignment, ...]:
    return tuple(witnessed_assignments(kind, tests))


class _Words:
    """Tests of words; equal to others with the same assignments."""

    __slots__ = ("_key", "kind", "tests")

    def __init__(self, kind: VocabularyKind, tests: tuple[Test, ...]) -> None:
        self.kind, self.tests = kind, tests
        places: dict[Any, int] = {}
        named: list[Hashable] = []
        for test in tests:
            args = test.args
            if test.over is None:
                args = tuple([places.setdefault(arg, len(places)) for arg in args])
            named.append((test.op, test.over, args))
        self._key = (*named, *kind.shape(), *_legal(kind, list(places)))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Words) and self._key == other._key


def _legal(kind: VocabularyKind, named: Sequence[str]) -> tuple[int | bool, ...]:
    """Returns which named words are legal, and how many others, up to what a value can hold."""
    if not kind.closed:
        return ()
    legal = [word in kind.values for word in named]
    return min(len(kind.values) - sum(legal), kind.max_items), *legal


@lru_cache(maxsize=_KEPT_ASSIGNMENTS)
def _of_words(words: _Words) -> tuple[Assignment, ...]:
    return tuple(witnessed_assignments(words.kind, words.tests))


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
