"""Irredundant covers: nothing lost, nothing needless."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st
from logic.tables import literals, seeds, tables, true_rows

from cocoa_core.logic import Literal, MintermTable, Product
from cocoa_core.logic.columns import MergedColumns
from cocoa_core.logic.irredundant import (
    irredundant,
    irredundant_terms,
    needed_by_rows,
    needed_by_solver,
    signed,
)


@given(st.lists(st.lists(literals, min_size=1, max_size=4), max_size=8), seeds)
def test_what_is_left_means_the_same_and_every_term_of_it_matters(
    terms: list[list[Literal]], seed: int
) -> None:
    product = Product.of(terms)
    codes = [tuple(literal.code for literal in term) for term in product.terms]
    kept = irredundant(codes, 6, random.Random(seed))
    assert set(kept) <= set(codes)
    rows = true_rows(Product.of_codes(kept), 6)
    assert rows == true_rows(product, 6)
    for index in range(len(kept)):
        assert true_rows(Product.of_codes(kept[:index] + kept[index + 1 :]), 6) != rows


@given(st.lists(st.lists(literals, min_size=1, max_size=4), max_size=8))
def test_rows_and_solver_agree_on_which_terms_are_needed(terms: list[list[Literal]]) -> None:
    codes = [tuple(literal.code for literal in term) for term in terms]
    assert needed_by_rows(codes, 6) == needed_by_solver(codes, 6)


@given(tables(slots=(2, 7), minterms=(2, 20)), seeds)
def test_the_walk_leaves_the_minterms_and_no_other_row(table: MintermTable, seed: int) -> None:
    columns = MergedColumns.of(table)
    terms = irredundant_terms(columns.masks, table.minterms, random.Random(seed))
    kept = {
        sum((mask >> minterm & 1) << index for index, mask in enumerate(columns.masks))
        for minterm in range(table.minterms)
    }
    assert true_rows(Product.of_codes(terms), len(columns.masks)) == kept


@given(literals)
def test_a_literal_is_signed_as_the_solver_writes_it(literal: Literal) -> None:
    assert signed(literal.code) == (literal.variable + 1) * (1 if literal.positive else -1)
