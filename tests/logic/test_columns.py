"""Columns brought together, and products written back over all slots."""

from __future__ import annotations

import random

from hypothesis import given
from logic.tables import seeds, tables, true_rows

from cocoa_core.logic import MintermTable, Product
from cocoa_core.logic.columns import MergedColumns, separates_alone, written_out
from cocoa_core.logic.primes import prime_terms
from cocoa_core.logic.product import literal_of


@given(tables(slots=(1, 8), minterms=(1, 8)))
def test_every_slot_is_one_copy_of_one_column_or_constant(table: MintermTable) -> None:
    columns = MergedColumns.of(table)
    assert columns.masks == tuple(sorted(set(columns.masks)))
    placed = [code for copies in columns.copies for code in copies]
    assert sorted(code >> 1 for code in [*placed, *columns.units]) == list(range(table.variables))
    for mask, copies in zip(columns.masks, columns.copies, strict=True):
        assert mask
        assert not mask & 1
        for code in copies:
            assert mask == sum(literal_of(code).holds(row) << index for index, row in enumerate(table.rows))
    assert all(literal_of(code).holds(row) for code in columns.units for row in table.rows)


@given(tables(slots=(1, 6), minterms=(1, 8)))
def test_a_column_separates_alone_where_two_minterms_differ_in_its_slot_only(table: MintermTable) -> None:
    for slot in range(table.variables):
        flipped = {row ^ 1 << slot for row in table.rows}
        assert separates_alone(table.columns, table.minterms, slot) == bool(flipped & set(table.rows))


@given(tables(slots=(2, 8), minterms=(1, 4)), seeds)
def test_a_product_over_the_columns_becomes_one_over_the_slots_with_the_same_meaning(
    table: MintermTable, seed: int
) -> None:
    columns = MergedColumns.of(table)
    terms = prime_terms(columns.masks, table.minterms)
    written = Product.of_codes(written_out(columns, terms, random.Random(seed)))
    assert true_rows(written, table.variables) == set(table.rows)


@given(tables(slots=(2, 8), minterms=(1, 4)), seeds)
def test_a_product_over_slots_numbered_anew_is_named_back(table: MintermTable, seed: int) -> None:
    columns = MergedColumns.of(table)
    terms = prime_terms(columns.masks, table.minterms)
    anew = written_out(columns.renamed(), terms, random.Random(seed))
    assert columns.renamed_back(anew) == written_out(columns, terms, random.Random(seed))


@given(tables(slots=(4, 8), minterms=(2, 3)))
def test_equal_slots_cost_one_clause_each_and_one_more_where_they_alone_separate(table: MintermTable) -> None:
    columns = MergedColumns.of(table)
    written = written_out(columns, [], random.Random(0))
    rings = sum(
        len(copies) > 1 and separates_alone(columns.masks, table.minterms, index)
        for index, copies in enumerate(columns.copies)
    )
    extra = sum(len(copies) - 1 for copies in columns.copies)
    assert len(written) == len(columns.units) + extra + rings
