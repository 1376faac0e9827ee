"""Prime implicates: all of them, and nothing else."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from logic.tables import all_clauses, prime_implicates, tables

from cocoa_core.logic import Literal, MintermTable, Product
from cocoa_core.logic.primes import minimal_covers, prime_terms


@given(tables(slots=(1, 5), minterms=(1, 31)))
def test_prime_implicates_are_the_implied_clauses_that_imply_no_other_implied_clause(
    table: MintermTable,
) -> None:
    implied = {
        frozenset(clause)
        for clause in all_clauses(table.variables)
        if all(any(literal.holds(row) for literal in clause) for row in table.rows)
    }
    prime = {one for one in implied if not any(one - {literal} in implied for literal in one)}
    implicates = prime_implicates(table)
    assert len(implicates) == len(prime)
    assert set(map(frozenset, implicates)) == prime
    assert Product.of(implicates).terms == implicates


@given(st.sets(st.integers(1, 63), max_size=8))
def test_minimal_covers_are_the_covers_without_a_needless_mask(masks: set[int]) -> None:
    def union(chosen: tuple[int, ...]) -> int:
        total = 0
        for mask in chosen:
            total |= mask
        return total

    expected = {
        frozenset(chosen)
        for size in range(len(masks) + 1)
        for chosen in combinations(sorted(masks), size)
        if union(chosen) == 63 and all(union(less) != 63 for less in combinations(chosen, size - 1))
    }
    found = list(minimal_covers(sorted(masks), 63))
    assert len(found) == len(expected)
    assert set(map(frozenset, found)) == expected


@settings(max_examples=30)
@given(tables(slots=(4, 8), minterms=(5, 8)), st.integers(0, 20))
def test_a_limit_keeps_the_first_ones(table: MintermTable, limit: int) -> None:
    every = prime_terms(table.columns, table.minterms)
    assert prime_terms(table.columns, table.minterms, limit) == every[:limit]


def test_equal_slots_are_tied_by_every_implication_between_them() -> None:
    assert set(prime_implicates(MintermTable(2, (0, 3)))) == {
        (Literal(0), Literal(1, False)),
        (Literal(0, False), Literal(1)),
    }
