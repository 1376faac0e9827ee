"""The exact minimum by MaxSAT, against an exhaustive search."""

from __future__ import annotations

import random

import pytest
from heeding import interrupted_soon
from hypothesis import example, given, settings
from logic.tables import seeds, smallest, tables, true_rows

from cocoa_core.errors import SettingsError
from cocoa_core.logic.columns import Columns
from cocoa_core.logic.cover import broken_by, minimum_cover
from cocoa_core.logic.exact import exact_terms, merged
from cocoa_core.logic.minimize import minimize
from cocoa_core.logic.minterms import MintermTable, draw_table
from cocoa_core.logic.primes import prime_implicates


@settings(max_examples=60, deadline=None)
@given(tables(slots=(2, 4), minterms=(5, 15)), seeds)
def test_the_exact_minimum_is_that_of_an_exhaustive_search(table: MintermTable, seed: int) -> None:
    found = minimize(table, seed, exact=True)
    assert true_rows(found.product, table.variables) == set(table.rows)
    assert (len(found.product.terms), found.product.literals) == smallest(table)
    assert found.minimality == "exact"


@settings(max_examples=30, deadline=None)
@given(tables(slots=(5, 6), minterms=(5, 9)), seeds)
@example(
    MintermTable(6, (0, 11, 26, 29, 43, 45, 49)), 0
)  # ten clauses can do with 27 literals as well as nine
def test_maxsat_and_branch_and_bound_find_the_same_minimum(table: MintermTable, seed: int) -> None:
    found = minimize(table, seed, exact=True).product
    primes = prime_implicates(table)
    rows = broken_by([[at.code for at in prime] for prime in primes], table.variables)
    chosen = minimum_cover([row for row in rows if row], [len(prime) for prime in primes])
    best = len(chosen), sum(len(primes[place]) for place in chosen)
    assert (len(found.terms), found.literals) == best


@settings(max_examples=40, deadline=None)
@given(tables(slots=(3, 7), minterms=(2, 5)), seeds)
def test_slots_kept_together_lose_nothing(table: MintermTable, seed: int) -> None:
    apart = Columns.of(table)
    single = Columns(
        apart.minterms,
        apart.units,
        tuple(mask for mask, copies in zip(apart.masks, apart.copies, strict=True) for _ in copies),
        tuple((code,) for copies in apart.copies for code in copies),
    )
    together = merged(apart)
    rings = sum(len(copies) for copies in together.copies if len(copies) > 1)
    one = exact_terms(single.masks, table.minterms, random.Random(seed))
    other = exact_terms(together.masks, table.minterms, random.Random(seed))
    assert len(one) == len(other) + rings
    assert sum(map(len, one)) == sum(map(len, other)) + 2 * rings


@pytest.mark.parametrize("seed", range(3))
def test_rows_that_the_first_choice_leaves_standing_are_seen_to(seed: int) -> None:
    table = draw_table(10, 6, random.Random(seed))
    exact, quick = minimize(table, seed, exact=True).product, minimize(table, seed).product
    assert true_rows(exact, 10) == set(table.rows)
    assert (len(exact.terms), exact.literals) < (len(quick.terms), quick.literals)


def test_a_table_with_too_many_primes_is_refused_with_what_to_do() -> None:
    with pytest.raises(SettingsError, match="too many prime implicates") as caught:
        minimize(draw_table(16, 8, random.Random(1)), 0, exact=True)
    assert "irredundant" in (caught.value.fix or "")


def test_ctrl_c_is_the_interrupt_that_python_knows() -> None:
    table = draw_table(10, 7, random.Random(1))  # takes seconds
    with interrupted_soon(0.5), pytest.raises(KeyboardInterrupt):
        minimize(table, 1, exact=True)
