"""Labels, structures and groups: laws, the paper's own example, and a second implementation that agrees."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.families.graph_to_text.graphs import (
    GROUPS,
    RELATIONS,
    Edge,
    contracted,
    group_of,
    label_of,
    structure_of,
)
from cocoa_core.verification import graph_to_text as independent

NODES = "abcdef"
edges = st.tuples(st.sampled_from(NODES), st.sampled_from(RELATIONS), st.sampled_from(NODES))
graphs = st.lists(edges.filter(lambda edge: edge[0] != edge[2]), min_size=1, max_size=7, unique=True)


@given(graphs, st.randoms(use_true_random=False), st.sets(st.sampled_from(NODES), min_size=3, max_size=3))
def test_label_and_structure_do_not_depend_on_the_order_of_edges(graph: list[Edge], rng, concepts) -> None:  # type: ignore[no-untyped-def]
    shuffled = list(graph)
    rng.shuffle(shuffled)
    assert label_of(shuffled) == label_of(graph)
    assert structure_of(shuffled, concepts) == structure_of(graph, concepts)


@given(graphs, st.sets(st.sampled_from(NODES), min_size=2, max_size=4))
def test_the_verifier_finds_the_same_label_structure_and_group(graph: list[Edge], concepts: set[str]) -> None:
    assert independent.label(graph) == label_of(graph)
    assert independent.structure(graph, concepts) == structure_of(graph, concepts)
    assert independent.group(concepts) == group_of(concepts)


@given(st.permutations("pqr"), st.sampled_from("ABC"), st.integers(0, 2), st.integers(0, 2))
def test_a_structure_is_found_behind_any_number_of_nodes_between(
    concepts: list[str], structure: str, first: int, second: int
) -> None:
    """Built from its definition: one follows the other, a common source, a common target."""
    u, v, w = concepts
    ends = {"A": ((u, v), (v, w)), "B": ((u, v), (u, w)), "C": ((u, w), (v, w))}[structure]
    graph: list[Edge] = []
    for number, ((head, tail), between) in enumerate(zip(ends, (first, second), strict=True)):
        path = [head, *(f"node {number} {index}" for index in range(between)), tail]
        graph += [(one, "IsA", other) for one, other in pairwise(path)]
    assert structure_of(graph, concepts) == structure
    assert Counter(contracted(graph, concepts)) == Counter(ends)


@pytest.mark.parametrize(
    "graph",
    [
        [("u", "IsA", "m"), ("v", "IsA", "m"), ("v", "HasA", "w")],
        [("u", "IsA", "m"), ("m", "IsA", "v"), ("m", "HasA", "w")],
        [("u", "IsA", "v"), ("v", "IsA", "u")],
        [("u", "IsA", "v"), ("u", "HasA", "v")],
        [("u", "IsA", "v"), ("v", "IsA", "w"), ("w", "IsA", "u")],
        [("u", "IsA", "v"), ("v", "IsA", "w"), ("m", "IsA", "n"), ("n", "IsA", "m")],
    ],
)
def test_what_has_no_such_structure_has_none(graph: list[Edge]) -> None:
    """A path against itself, a fork in between, a node without edges, three edges, a circle beside it."""
    assert structure_of(graph, "uvw") == independent.structure(graph, "uvw") == ""


def test_the_papers_example_has_its_label() -> None:
    graph = [("pizza", "HasA", "cheese"), ("pizza", "AtLocation", "oven")]
    assert label_of(graph) == "AtLocation&HasA"
    assert structure_of(graph, ("oven", "cheese", "pizza")) == "B"


@given(st.lists(st.text(min_size=1), min_size=3, max_size=5, unique=True))
def test_a_group_is_one_of_the_concept_set_and_of_nothing_else(concepts: list[str]) -> None:
    assert group_of(concepts) == group_of(concepts[::-1]) in {name for name, _ in GROUPS}


def test_groups_have_the_shares_of_the_paper() -> None:
    counts = Counter(group_of([str(number), "a", "b"]) for number in range(20_000))
    sizes = {
        "verification-train": 6375,
        "verification-validation": 1125,
        "demonstrations": 11591,
        "test": 7728,
    }
    for name, size in sizes.items():
        assert counts[name] / 20_000 == pytest.approx(size / 26_819, abs=0.015)
    assert sum(share for _, share in GROUPS) == 10_000
