"""The dependency graph against plain definitions, and its longest paths against all paths."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from logic.tables import products

from cocoa_core.logic import DependencyGraph, Literal, Product, complexity


def product_of(edges: list[tuple[int, int]]) -> Product:
    return Product.of([Literal(one), Literal(other, False)] for one, other in edges)


def met(product: Product) -> dict[int, set[int]]:
    return {
        variable: {
            at.variable
            for term in product.terms
            if any(at.variable == variable for at in term)
            for at in term
            if at.variable != variable
        }
        for variable in product.variables
    }


def longest_from(neighbours: dict[int, set[int]], path: list[int]) -> int:
    onward = neighbours[path[-1]] - set(path)
    return max((longest_from(neighbours, [*path, vertex]) for vertex in onward), default=len(path))


@given(products)
def test_slots_are_neighbours_where_they_share_a_sum_term(product: Product) -> None:
    graph = DependencyGraph.of(product)
    expected = met(product)
    assert graph.vertices == product.variables
    for vertex, mask in zip(graph.vertices, graph.neighbours, strict=True):
        assert {other for at, other in enumerate(graph.vertices) if mask >> at & 1} == expected[vertex]
    degrees = [len(others) for others in expected.values()]
    assert graph.max_degree == max(degrees, default=0)
    assert graph.average_degree == pytest.approx(sum(degrees) / max(1, len(degrees)))


@given(products)
def test_the_component_is_the_largest_set_of_slots_that_hang_together(product: Product) -> None:
    together = {variable: {variable} for variable in product.variables}
    for term in product.terms:
        for one, other in combinations(term, 2):
            joined = together[one.variable] | together[other.variable]
            together.update(dict.fromkeys(joined, joined))
    assert DependencyGraph.of(product).component == max(map(len, together.values()), default=0)


edges = st.integers(1, 7).flatmap(
    lambda n: st.lists(
        st.tuples(st.integers(0, n), st.integers(0, n)).filter(lambda e: e[0] != e[1]), max_size=14
    )
)


@given(edges)
def test_no_simple_path_is_longer_than_the_longest(edges: list[tuple[int, int]]) -> None:
    product = product_of(edges)
    neighbours = met(product)
    best = max((longest_from(neighbours, [vertex]) for vertex in neighbours), default=0)
    graph = DependencyGraph.of(product)
    assert graph.longest_path == best
    every = [complexity._by_subsets(graph._apart(component)) for component in graph._components()]
    assert max(every, default=0) == best


@pytest.mark.parametrize(("left", "right"), [(3, 5), (4, 8), (6, 6), (5, 15), (9, 11)])
def test_a_path_between_two_camps_alternates(left: int, right: int) -> None:
    product = product_of([(one, left + other) for one in range(left) for other in range(right)])
    graph = DependencyGraph.of(product)
    assert graph.component == left + right
    assert graph.longest_path == 2 * min(left, right) + (left != right)


def test_a_star_of_four_hangs_together_but_its_path_has_three() -> None:
    star = DependencyGraph.of(product_of([(0, 1), (0, 2), (0, 3)]))
    assert (star.component, star.longest_path, star.max_degree, star.average_degree) == (4, 3, 3, 1.5)


def test_a_search_that_runs_out_of_steps_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(7)
    drawn = [
        product_of([(i, j) for i in range(9) for j in range(i) if rng.random() < 0.25]) for _ in range(30)
    ]
    answers = [DependencyGraph.of(product).longest_path for product in drawn]
    complexity._longest.cache_clear()
    monkeypatch.setattr(complexity, "_STEPS", 5)
    assert [DependencyGraph.of(product).longest_path for product in drawn] == answers
    complexity._longest.cache_clear()


def test_twenty_four_slots_in_a_ring_are_one_path() -> None:
    ring = DependencyGraph.of(product_of([(at, (at + 1) % 24) for at in range(24)]))
    assert (ring.component, ring.longest_path, ring.average_degree) == (24, 24, 2.0)
