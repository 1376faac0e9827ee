"""The graph of a sentence: cheapest paths between its concepts, put together, pruned where asked."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from itertools import combinations, pairwise
from typing import Any, Final

from cocoa_core.errors import UsageError
from cocoa_core.families.graph_to_text.graphs import Edge

__all__ = ["PRUNINGS", "cheapest_graph", "require_networkx"]

PRUNINGS: Final = ("none", "tree")


def require_networkx() -> Any:
    """The library that finds the paths; UsageError where it is not installed."""
    try:
        return import_module("networkx")
    except ImportError:
        raise UsageError(
            "building graphs needs a package that is not installed",
            got="no networkx",
            fix="pip install -e '.[text]' in a checkout of cocoa",
        ) from None


def cheapest_graph(
    concepts: Sequence[str], edges: Sequence[Edge], weights: Sequence[float], pruning: str
) -> tuple[Edge, ...] | None:
    """The edges of the graph, sorted; None where two of the concepts are not connected.

    Paths are found by Dijkstra's algorithm on the undirected graph, of parallel edges the cheapest; a step is
    then the directed edge with that weight, of equal ones the first by relation and direction.
    pruning: "none", the union of the paths of all pairs; "tree": pairs from the cheapest path on, each only
    if its concepts are not connected yet by those taken before.
    """
    networkx = require_networkx()
    graph: Any = networkx.Graph()
    for edge, weight in zip(edges, weights, strict=True):
        head, _, tail = edge
        known = graph.get_edge_data(head, tail)
        if known is None or (weight, edge) < (known["weight"], known["edge"]):
            graph.add_edge(head, tail, weight=weight, edge=edge)
    if any(concept not in graph for concept in concepts):
        return None
    found: list[tuple[float, tuple[str, str], list[str]]] = []
    for place, concept in enumerate(concepts[:-1]):
        costs, paths = networkx.single_source_dijkstra(graph, concept)
        for other in concepts[place + 1 :]:
            if other not in paths:
                return None
            found.append((costs[other], (concept, other), paths[other]))
    taken = _spanning(concepts, found) if pruning == "tree" else [path for _, _, path in found]
    steps = {frozenset(step) for path in taken for step in pairwise(path)}
    return tuple(sorted(graph.edges[tuple(step)]["edge"] for step in steps))


def _spanning(
    concepts: Sequence[str], found: Sequence[tuple[float, tuple[str, str], list[str]]]
) -> list[list[str]]:
    part = {concept: {concept} for concept in concepts}
    taken = []
    for _, (one, other), path in sorted(found):
        if part[one] is not part[other]:
            taken.append(path)
            inside = [concept for concept in concepts if concept in path]
            joined = set().union(*(part[concept] for concept in inside))
            for concept in joined:
                part[concept] = joined
    assert all(part[one] is part[other] for one, other in combinations(concepts, 2))
    return taken
