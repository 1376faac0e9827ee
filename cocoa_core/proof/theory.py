"""Which truth values the tests of a requirement can have together: exact per slot, tied by the axioms.

Every assignment of truth values that some legal value of the slot gives is admitted, and no other; undefined
is a third value (strong Kleene logic). Axioms are clauses over tests, which are added to the slots they tie.
Tests of derived slots are rewritten as tests of the slot that they follow from, and judged with its own:
`any {Europe}` of the continents says the same as `any` of all European cities; so it is with `none`, `only`,
`is` and `one_of`, also where the value is missing or the set is empty. A table may have thousands of words,
but those among which no test tells a difference are as good as one another, so a few of each sort will do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, TypeAlias

from attrs import frozen

from cocoa_core.domain import GroundedLiteral, Requirement, Scalar, Schema, Test
from cocoa_core.domain.kinds import Kind, VocabularyKind
from cocoa_core.logic import Solver
from cocoa_core.proof.assignments import possible_assignments
from cocoa_core.proof.axioms import axiom_clauses
from cocoa_core.proof.encoding import Encoding, encode

__all__ = ["Clauses", "Rewritten", "Theory", "rewritten", "solver_of"]

_KEPT: Final = 1 << 13

Clauses: TypeAlias = tuple[tuple[int, ...], ...]
"""Clauses over a solver's variables."""

_Key: TypeAlias = tuple[str, Test]
_Signs: TypeAlias = dict[Test, bool]
"""Tests, in the order in which they are first said, each with whether it was affirmed then."""


class Theory:
    """The tests of some requirements as variables of a solver, constrained to what values can give.

    slots: for each slot, in the order in which the requirements first speak of it, the truth values that its
    tests can have together. ties: what the axioms add, as clauses.
    Variables are numbered from 1 on in the order of the slots and of their tests. That of the only test of a
    slot stands for its negation where this is said first, if its values allow both alike. So requirements
    that differ in names, numbers or such signs alone have equal slots, ties and pairs, and what a solver says
    of one of them holds for all.
    """

    def __init__(self, schema: Schema, requirements: Iterable[Requirement]) -> None:
        self._schema = schema
        self._pairs: dict[_Key, tuple[int, int]] = {}
        self._rewritten: dict[_Key, _Key] = {}
        self._variables = 0
        tests, derived = _tests(schema, requirements)
        known = schema.closed if derived else schema
        ties = axiom_clauses(known, tests)
        for tie in ties:
            for literal in tie:
                tests.setdefault(literal.primitive.slot, {}).setdefault(literal.primitive.test, True)
        slots = []
        for slot, mentioned in tests.items():
            kind = known.slot(slot).kind
            if slot in derived:
                kind = self._rewrite(slot, mentioned, derived[slot])
            slots.append(self._admit(slot, kind, mentioned))
        self.slots = tuple(slots)
        self.ties: Clauses = tuple([tuple([-self.fails(literal) for literal in tie]) for tie in ties])

    def solver(self) -> Solver:
        """A new solver to which the theory holds."""
        return solver_of(self.slots, self.ties)

    def holds(self, literal: GroundedLiteral) -> int:
        """The solver's literal that says: it is true."""
        return self.pair(literal)[0]

    def fails(self, literal: GroundedLiteral) -> int:
        """The solver's literal that says: it is false."""
        return self.pair(literal)[1]

    def pair(self, literal: GroundedLiteral) -> tuple[int, int]:
        """Both of these."""
        canonical = literal.canonical()
        key = canonical.primitive.slot, canonical.primitive.test
        true, false = self._pairs[self._rewritten.get(key, key) if self._rewritten else key]
        return (true, false) if canonical.positive else (false, true)

    def _rewrite(self, slot: str, mentioned: _Signs, derived: dict[_Key, bool]) -> Kind:
        """Put the tests on slots that follow from this one among those on the slot; its kind for both."""
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
    """A new solver to which the theory with these slots and ties holds."""
    solver = Solver()
    for admitted in slots:
        solver.add_all(admitted.clauses, solver.new_variables(admitted.variables))
    solver.add_all(ties)
    return solver


def _tests(
    schema: Schema, requirements: Iterable[Requirement]
) -> tuple[dict[str, _Signs], dict[str, dict[_Key, bool]]]:
    """The tests of each slot that options hold, and by such a slot the tests of those that follow from it."""
    tests: dict[str, _Signs] = {}
    derived: dict[str, dict[_Key, bool]] = {}
    for requirement in requirements:
        for term in requirement:
            for literal in term:
                canonical = literal.canonical()
                slot, test = canonical.primitive.slot, canonical.primitive.test
                base = schema.base(slot)
                mentioned = tests.setdefault(base, {})
                if base == slot:
                    mentioned.setdefault(test, canonical.positive)
                else:
                    derived.setdefault(base, {}).setdefault((slot, test), canonical.positive)
    return tests, derived


@frozen
class Rewritten:
    """Tests of one slot that options hold, in place of tests of slots that follow from it.

    kind:  that of the slot, its vocabulary closed to words that stand for all which the tables know
    tests: in the order in which they were given; of a value of `kind` each is true, false or undefined
           exactly where the test that it stands for is of what follows from the value
    """

    kind: Kind
    tests: tuple[Test, ...]


def rewritten(
    schema: Schema, slot: str, direct: Iterable[Test], derived: Sequence[tuple[str, Test]]
) -> Rewritten:
    """Tests of slots that follow from `slot`, to be judged along with `direct` tests of the slot itself.

    derived: each with its slot. The values of the kind give every assignment of truth values of all
    these tests together that some option gives, and no other. KeyError for a slot that is not derived.
    """
    kind = schema.closed.slot(slot).kind
    if not isinstance(kind, VocabularyKind):
        raise TypeError(f"expected a slot with words, got {slot}")
    named = {arg for test in direct if test.over is None for arg in test.args}
    words = [word for word in map(str, named) if schema.knows(slot, word)]
    for sort in _sorts(schema, slot, derived):
        words += islice((word for words in sort for word in words if word not in named), kind.most_words)
    return Rewritten(
        kind.closed_to(words),
        tuple(_on(schema, name, test, words) for name, test in derived),
    )


def _sorts(schema: Schema, slot: str, derived: Sequence[tuple[str, Test]]) -> Iterable[list[tuple[str, ...]]]:
    """The words of the slot, several at a time, those in one list that none of the tests tells apart."""
    names = tuple(dict.fromkeys(name for name, _ in derived))
    asked = [(names.index(name), frozenset(test.args)) for name, test in derived]
    sorts: dict[tuple[bool, ...], list[tuple[str, ...]]] = {}
    for follow, words in schema.alike(slot, names).items():
        sorts.setdefault(tuple([follow[number] in args for number, args in asked]), []).append(words)
    return sorts.values()


def _on(schema: Schema, name: str, test: Test, words: Iterable[str]) -> Test:
    follows = schema.follows(name)
    args: list[Scalar] = sorted(word for word in words if follows[word] in test.args)
    return Test("one_of" if test.op == "is" else test.op, tuple(args))
