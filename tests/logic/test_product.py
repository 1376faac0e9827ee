"""Literals and products of sums: meaning and canonical order."""

from __future__ import annotations

import pickle
import random

from hypothesis import given
from hypothesis import strategies as st
from logic.tables import literals, products, true_rows

from cocoa_core.logic import Literal, Product
from cocoa_core.logic.product import literal_of

rows = st.integers(0, 63)


@given(literals, rows)
def test_a_literal_and_its_negation_partition_the_rows(literal: Literal, row: int) -> None:
    assert literal.holds(row) is not literal.negated().holds(row)
    assert literal.negated().negated() == literal


@given(literals, rows)
def test_a_positive_literal_holds_where_its_bit_is_set(literal: Literal, row: int) -> None:
    assert Literal(literal.variable).holds(row) == (f"{row:06b}"[5 - literal.variable] == "1")


@given(literals, literals)
def test_literals_are_ordered_by_variable_and_the_positive_one_comes_first(
    one: Literal, other: Literal
) -> None:
    assert (one < other) == ((one.variable, not one.positive) < (other.variable, not other.positive))
    assert (one < other) == (one.code < other.code)


@given(literals)
def test_a_code_gives_its_literal_back(literal: Literal) -> None:
    assert literal_of(literal.code) == literal


@given(st.lists(st.lists(literals, max_size=4), max_size=6), st.randoms(use_true_random=False))
def test_order_and_repetition_leave_no_trace_in_a_canonical_product(
    terms: list[list[Literal]], rng: random.Random
) -> None:
    canonical = Product.of(terms)
    shuffled = [rng.sample([*term, *term[:1]], len([*term, *term[:1]])) for term in [*terms, *terms[:1]]]
    rng.shuffle(shuffled)
    assert Product.of(shuffled) == canonical == Product.of(canonical.terms)
    assert list(canonical.terms) == sorted(canonical.terms, key=lambda term: (len(term), term))
    assert {frozenset(term) for term in terms} == {frozenset(term) for term in canonical.terms}


@given(products)
def test_a_product_holds_where_every_sum_term_has_a_true_literal(product: Product) -> None:
    assert {row for row in range(64) if product.holds(row)} == true_rows(product, 6)


@given(products)
def test_counts_are_those_of_the_terms(product: Product) -> None:
    flat = [literal for term in product.terms for literal in term]
    assert product.literals == len(flat)
    assert product.variables == tuple(sorted({literal.variable for literal in flat}))


@given(products)
def test_a_product_survives_pickling(product: Product) -> None:
    copy = pickle.loads(pickle.dumps(product))
    assert copy == product
    assert hash(copy) == hash(product)
