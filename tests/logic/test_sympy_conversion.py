"""Products as SymPy expressions: the same meaning, there and back."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from logic.tables import products, seeds, tables

from cocoa_core.errors import UsageError
from cocoa_core.logic import Literal, MintermTable, Product, from_sympy, minimize, to_sympy

NAMES = ("price", "class", "of", "lambda", "two words", "S")


@settings(max_examples=60, deadline=None)
@given(products)
def test_an_expression_has_the_value_of_its_product_on_every_row(product: Product) -> None:
    from sympy import Symbol

    expression = to_sympy(product, NAMES)
    for row in (0, 63, 5, 22, 41, 58):
        values = {Symbol(name): bool(row >> variable & 1) for variable, name in enumerate(NAMES)}
        assert bool(expression.subs(values)) is product.holds(row)


@settings(max_examples=60, deadline=None)
@given(tables(slots=(1, 6), minterms=(1, 6)), seeds)
def test_a_minimized_product_comes_back_as_it_was(table: MintermTable, seed: int) -> None:
    product = minimize(table, seed).product
    assert from_sympy(to_sympy(product, NAMES), NAMES) == product


@pytest.mark.parametrize("product", [Product.of([]), Product.of([[]]), Product.of([[Literal(2, False)]])])
def test_true_false_and_a_literal_come_back_as_they_were(product: Product) -> None:
    assert from_sympy(to_sympy(product, NAMES), NAMES) == product


def test_the_form_that_sympy_finds_can_be_loaded() -> None:
    from sympy import symbols
    from sympy.logic import POSform

    table = MintermTable(4, (1, 6, 12))
    names = ("a", "b", "c", "d")
    form = POSform(symbols(names), [[row >> i & 1 for i in range(4)] for row in table.rows])
    loaded = from_sympy(form, names)
    assert {row for row in range(16) if loaded.holds(row)} == {1, 6, 12}


def test_other_expressions_and_symbols_are_refused() -> None:
    from sympy import symbols

    a, b, c = symbols("a b c")
    with pytest.raises(UsageError, match="not a product of sums"):
        from_sympy((a & b) | c, ("a", "b", "c"))
    with pytest.raises(UsageError, match="names no variable"):
        from_sympy(a & b, ("a", "c"))
    with pytest.raises(UsageError, match="more variables"):
        to_sympy(Product.of([[Literal(3)]]), ("a", "b"))


def test_without_sympy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sympy", None)
    with pytest.raises(UsageError, match="not installed") as caught:
        to_sympy(Product.of([[Literal(0)]]), ("a",))
    assert ".[sympy]" in caught.value.fix
