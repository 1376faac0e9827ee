"""The oracle of exact minima is itself compared with an exhaustive search and with branch and bound."""

from __future__ import annotations

from hypothesis import example, given, settings
from logic.maxsat import exact_minimum, size
from logic.tables import prime_implicates, smallest, tables, true_rows

from cocoa_core.logic import MintermTable
from cocoa_core.logic.cover import broken_by, minimum_cover


@given(tables(slots=(2, 4), minterms=(5, 15)))
def test_the_exact_minimum_is_that_of_an_exhaustive_search(table: MintermTable) -> None:
    minimum = exact_minimum(table)
    assert true_rows(minimum, table.variables) == set(table.rows)
    assert size(minimum) == smallest(table)


@settings(max_examples=30)
@given(tables(slots=(5, 6), minterms=(5, 9)))
@example(MintermTable(6, (0, 11, 26, 29, 43, 45, 49)))  # ten clauses can do with 27 literals as well as nine
def test_maxsat_and_branch_and_bound_find_the_same_minimum(table: MintermTable) -> None:
    primes = prime_implicates(table)
    rows = broken_by([[literal.code for literal in prime] for prime in primes], table.variables)
    chosen = minimum_cover([row for row in rows if row], [len(prime) for prime in primes])
    assert size(exact_minimum(table)) == (len(chosen), sum(len(primes[number]) for number in chosen))
