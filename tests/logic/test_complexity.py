"""The figures of a product, and entropy."""

from __future__ import annotations

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st
from logic.tables import products

from cocoa_core.logic import Literal, Product, complexity_of, entropy


@given(products, st.integers(1, 9))
def test_counts_are_those_of_the_product(product: Product, minterms: int) -> None:
    figures = complexity_of(product, minterms)
    assert figures.slots == len(product.variables)
    assert figures.minterms == minterms
    assert figures.sum_terms == len(product.terms)
    assert figures.literals == sum(len(term) for term in product.terms)
    assert figures.width == sum(len({at.variable for at in term}) >= 2 for term in product.terms)


@given(products)
def test_graph_figures_bound_each_other(product: Product) -> None:
    figures = complexity_of(product, 1)
    assert figures.longest_path <= figures.component <= figures.slots
    assert figures.average_degree <= figures.max_degree < max(1, figures.component)
    assert min(figures.component, 2) <= figures.longest_path or figures.slots == 0


def test_a_slot_and_its_negation_in_one_sum_term_are_one_slot() -> None:
    assert complexity_of(Product.of([[Literal(0), Literal(0, False)]]), 1).width == 0


def test_a_star_of_four() -> None:
    star = complexity_of(Product.of([[Literal(0), Literal(other)] for other in (1, 2, 3)]), 4)
    assert (star.slots, star.sum_terms, star.literals, star.width) == (4, 3, 6, 3)
    assert (star.component, star.longest_path, star.max_degree, star.average_degree) == (4, 3, 3, 1.5)


@pytest.mark.parametrize(
    ("satisfied", "literals", "bits"), [(3, 4, 0.8113), (2, 4, 1.0), (0, 5, 0.0), (5, 5, 0.0), (1, 8, 0.5436)]
)
def test_entropy_of_the_share_of_satisfied_literals(satisfied: int, literals: int, bits: float) -> None:
    assert round(entropy(satisfied, literals), 4) == bits


@given(st.integers(1, 40).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_entropy_is_symmetric_and_largest_at_one_half(share: tuple[int, int]) -> None:
    satisfied, total = share
    assert isclose(entropy(satisfied, total), entropy(total - satisfied, total), abs_tol=1e-12)
    assert 0 <= entropy(satisfied, total) <= 1
    assert (entropy(satisfied, total) == 1) == (2 * satisfied == total)


@pytest.mark.parametrize(("satisfied", "literals"), [(-1, 4), (5, 4), (0, 0)])
def test_an_impossible_share_is_an_error(satisfied: int, literals: int) -> None:
    with pytest.raises(ValueError, match="cannot be satisfied"):
        entropy(satisfied, literals)
