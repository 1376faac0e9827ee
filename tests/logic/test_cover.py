"""Minimum covers against all covers, and which terms a row breaks."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from logic.tables import products

from cocoa_core.logic import Product
from cocoa_core.logic.cover import broken_by, minimum_cover


@st.composite
def covers(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    count = draw(st.integers(1, 9))
    rows = draw(st.lists(st.integers(1, (1 << count) - 1), max_size=14))
    return rows, draw(st.lists(st.integers(1, 4), min_size=count, max_size=count))


@given(covers())
@example(([0b0011, 0b0101, 0b1100], [4, 1, 1, 1]))  # what covers more may still cost too much
def test_no_cover_has_fewer_candidates_or_as_many_that_are_shorter(
    problem: tuple[list[int], list[int]],
) -> None:
    rows, lengths = problem
    cover = minimum_cover(rows, lengths)
    assert cover == sorted(set(cover))
    best = min(
        (size, sum(lengths[place] for place in chosen))
        for size in range(len(lengths) + 1)
        for chosen in combinations(range(len(lengths)), size)
        if all(any(row >> place & 1 for place in chosen) for row in rows)
    )
    assert all(any(row >> place & 1 for place in cover) for row in rows)
    assert (len(cover), sum(lengths[place] for place in cover)) == best


@given(covers(), st.randoms(use_true_random=False))
def test_the_order_of_rows_decides_nothing_but_ties(
    problem: tuple[list[int], list[int]], rng: random.Random
) -> None:
    rows, lengths = problem
    cover, other = minimum_cover(rows, lengths), minimum_cover(rng.sample(rows, len(rows)), lengths)
    assert (len(cover), sum(lengths[at] for at in cover)) == (len(other), sum(lengths[at] for at in other))


def test_a_row_without_a_candidate_is_an_error() -> None:
    with pytest.raises(ValueError, match="no candidate"):
        minimum_cover([1, 0], [1])


@given(products)
def test_a_row_breaks_the_terms_without_a_true_literal(product: Product) -> None:
    broken = broken_by([[literal.code for literal in term] for term in product.terms], 6)
    assert len(broken) == 64
    for row, mask in enumerate(broken):
        for index, term in enumerate(product.terms):
            assert bool(mask >> index & 1) is not any(literal.holds(row) for literal in term)
