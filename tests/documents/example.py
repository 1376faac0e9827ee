"""The question that docs/concepts.md works through: found by what it must show, never by hand."""

from __future__ import annotations

from functools import cache
from itertools import product as combinations
from typing import Final

from attrs import frozen

import cocoa_core
from cocoa_core.domain import Domain, GroundedLiteral, Requirement
from cocoa_core.families.selection import Question, grounded
from cocoa_core.logic import Literal, MintermTable, Product, SumTerm, prime_terms
from cocoa_core.proof import witnessed_assignments

SLOTS: Final = 3
MINTERMS: Final = 4
SHARED: Final = 0.0
_SEARCHED: Final = 200


@frozen
class Example:
    """A question with what it was made from, worked out again from its record.

    slots: those it speaks of, in the order of the schema; the i-th is variable i of `product` and `table`.
    primes: all prime implicates of the table. requirement: its literals, in the order of `product`.
    """

    domain: Domain
    question: Question
    slots: tuple[str, ...]
    product: Product
    table: MintermTable
    primes: tuple[SumTerm, ...]
    requirement: Requirement


def question_of(index: int) -> Question:
    """The question of that index in the example's setting."""
    return _flights().question(index=index, slots=SLOTS, minterms=MINTERMS, shared=SHARED)


@cache
def example() -> Example:
    """The first question with two tests of one slot that exclude each other in some vector of truth values,
    its sum terms chosen among primes, that leaves axioms aside."""
    for index in range(_SEARCHED):
        found = _example(question_of(index))
        if _instructive(found):
            return found
    raise LookupError(f"no question below {_SEARCHED} will do as an example")


@cache
def _flights() -> cocoa_core.DomainHandle:
    return cocoa_core.load_domain("flights")


def _example(question: Question) -> Example:
    domain = _flights().domain
    terms = question.requirement.terms
    names = {literal.slot for term in terms for literal in term}
    slots = tuple(slot.name for slot in domain.schema.slots if slot.name in names)
    product = Product(
        tuple(
            tuple(Literal(slots.index(literal.slot), literal.positive) for literal in term) for term in terms
        )
    )
    rows = [sum(bit << index for index, bit in enumerate(bits)) for bits in _rows(len(slots))]
    table = MintermTable(len(slots), [row for row in rows if product.holds(row)])
    requirement = tuple(tuple(grounded(domain.schema, literal) for literal in term) for term in terms)
    primes = Product.of_codes(prime_terms(table.columns, table.minterms)).terms
    return Example(domain, question, slots, product, table, primes, requirement)


def _rows(variables: int) -> list[tuple[int, ...]]:
    return list(combinations((0, 1), repeat=variables))


def _instructive(found: Example) -> bool:
    axioms = found.domain.schema.axioms
    tied = {measure.slot for axiom in axioms for measure in axiom.measures}
    tied |= {test.slot for axiom in axioms for test in axiom.tests}
    tests: dict[str, set[GroundedLiteral]] = {}
    for term in found.requirement:
        for literal in term:
            tests.setdefault(literal.primitive.slot, set()).add(GroundedLiteral(literal.primitive))
    return (
        len(found.primes) > len(found.product.terms)
        and not tied & set(found.slots)
        and any(_excluding(found.domain, slot, list(several)) for slot, several in tests.items())
        and max(map(len, found.requirement)) == 2
    )


def _excluding(domain: Domain, slot: str, literals: list[GroundedLiteral]) -> bool:
    """Whether no value of the slot gives some vector of true and false, and each gives one."""
    possible = witnessed_assignments(
        domain.schema.slot(slot).kind, [literal.primitive.test for literal in literals]
    )
    return len(possible) < 1 << len(literals) and not any(None in vector for vector in possible)
