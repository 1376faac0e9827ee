"""Measures of products, against brute force."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.verification.selection.measures import Sign, entropy, graph_of, table_of

SLOTS = "abcdef"
TERMS = st.lists(
    st.dictionaries(st.sampled_from(SLOTS), st.booleans(), min_size=1, max_size=4), min_size=1, max_size=5
)


def signed(terms: list[dict[str, bool]]) -> tuple[frozenset[Sign], ...]:
    return tuple(frozenset(term.items()) for term in terms)


def rows(terms: tuple[frozenset[Sign], ...], slots: list[str]) -> list[bool]:
    """The truth table, row by row."""
    tables = (dict(zip(slots, row, strict=True)) for row in product((False, True), repeat=len(slots)))
    return [all(any(row[slot] == sign for slot, sign in term) for term in terms) for row in tables]


@given(TERMS)
def test_a_truth_table_has_the_rows_that_satisfy_the_product(terms: list[dict[str, bool]]) -> None:
    product_, slots = signed(terms), sorted({slot for term in terms for slot in term})
    table, full = table_of(product_), rows(product_, slots)
    assert table.minterms == sum(full)
    without = [rows(product_[:index] + product_[index + 1 :], slots) for index in range(len(product_))]
    assert table.irredundant == all(other != full for other in without)
    shorter = [rows((*product_, term - {sign}), slots) for term in product_ for sign in term]
    assert table.prime == all(other != full for other in shorter)


@given(TERMS)
def test_a_graph_is_measured_as_by_walking_every_path(terms: list[dict[str, bool]]) -> None:
    groups = frozenset(frozenset(term) for term in terms)
    slots = frozenset().union(*groups)
    edges = {frozenset(pair) for group in groups for pair in combinations(group, 2)}
    graph = graph_of(slots, groups)

    def walks(order: tuple[str, ...]) -> int:
        length = 1
        while length < len(order) and frozenset(order[length - 1 : length + 1]) in edges:
            length += 1
        return length

    assert graph.longest_path == max(walks(order) for order in permutations(sorted(slots)))
    degrees = [sum(slot in edge for edge in edges) for slot in slots]
    assert graph.max_degree == max(degrees)
    assert graph.average_degree == pytest.approx(sum(degrees) / len(degrees))
    parts = {slot: {slot} for slot in slots}
    for edge in edges:
        one, other = edge
        joined = parts[one] | parts[other]
        for slot in joined:
            parts[slot] = joined
    assert graph.component == max(map(len, parts.values()))


def test_a_star_of_four_has_component_four_and_path_three() -> None:
    graph = graph_of(frozenset("abcd"), frozenset(frozenset(pair) for pair in ("ab", "ac", "ad")))
    assert (graph.component, graph.longest_path, graph.max_degree, graph.average_degree) == (4, 3, 3, 1.5)


@pytest.mark.parametrize(
    ("satisfied", "literals", "bits"), [(3, 4, 0.8113), (2, 4, 1.0), (0, 4, 0.0), (4, 4, 0.0)]
)
def test_entropy_is_that_of_the_share(satisfied: int, literals: int, bits: float) -> None:
    assert entropy(satisfied, literals) == pytest.approx(bits, abs=5e-5)
