"""The proof of equality: yes exactly for what is equal on every row."""

from __future__ import annotations

from hypothesis import given
from logic.tables import prime_implicates, products, tables, true_rows

from cocoa_core.logic import Literal, MintermTable, Product, equal_to_table


@given(products, tables(slots=(6, 6), minterms=(1, 63)))
def test_proved_equal_means_equal_on_every_row(product: Product, table: MintermTable) -> None:
    true = true_rows(product, 6)
    assert equal_to_table(product, table) == (true == set(table.rows))
    if 0 < len(true) < 64:
        assert equal_to_table(product, MintermTable(6, tuple(true)))


@given(tables(slots=(1, 6), minterms=(1, 6)))
def test_a_product_stays_equal_or_is_refused_as_its_terms_go(table: MintermTable) -> None:
    terms = prime_implicates(table)
    for index in range(len(terms)):
        left = Product.of([*terms[:index], *terms[index + 1 :]])
        assert equal_to_table(left, table) == (true_rows(left, table.variables) == set(table.rows))


def test_a_variable_that_the_table_does_not_have_is_not_equal() -> None:
    assert not equal_to_table(Product.of([[Literal(0)], [Literal(1)]]), MintermTable(1, (1,)))
