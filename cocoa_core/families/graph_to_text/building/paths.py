"""Finds the graph of a sentence: the cheapest paths between its concepts, joined, and pruned where asked.

Dijkstra's algorithm grows a tree of cheapest paths from every concept at once, over a graph that is read page
by page and never held in memory as a whole. It is the bidirectional search of Pohl (1971) for all pairs
together: each of k concepts grows one tree, not one for each of its k - 1 partners. Once the radii of two
trees add up to the cost of a known path between their concepts, no path is cheaper; the search ends when this
holds for every pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import combinations
from math import inf
from typing import Final, Protocol

import numpy as np
from attrs import define, field, frozen

from cocoa_core.families.graph_to_text.graphs import Edge

PRUNINGS: Final = ("none", "tree")
_AHEAD: Final = 16
"""Nodes of a queue that are loaded along with its first: most are expanded soon, and an encoder is several
times as fast with the triples of sixteen nodes in a call as with those of one.
"""

_Pair = tuple[int, int]


class WeightedGraph(Protocol):
    """A graph whose edges, with their weights for one sentence, are read when a search reaches them."""

    def load(self, nodes: Sequence[str]) -> None:
        """Reads the edges of several nodes together, before they are asked for one by one."""

    def pages(self, node: str) -> Iterator[tuple[Sequence[Edge], np.ndarray]]:
        """Yields all edges at a node, in either direction, in pages with their weights, none below 0."""


@frozen
class GraphSearch:
    """The result of a search."""

    graph: tuple[Edge, ...] | None
    """Its edges, sorted; None where two of the concepts are not connected within the bound."""
    looked_at: int
    """The number of edges that were read, counted again for each tree that read them."""
    cut: bool
    """Whether the bound ended the search; a path may then not be a cheapest one."""


def cheapest_graph(concepts: Sequence[str], weighted: WeightedGraph, pruning: str, bound: int) -> GraphSearch:
    """Searches the cheapest paths between every two concepts, whichever way their edges point.

    Of parallel edges the cheapest counts, and of equal ones the first by head, relation and tail.

    Args:
        concepts: two or more, all different.
        weighted: the graph, with the weights of one sentence.
        pruning: "none" for the union of the paths of all pairs; "tree" to take the paths from the cheapest
            on, each only if its concepts are not connected yet by those taken before.
        bound: the number of edges that may be read; the page in which it is reached is still read.
    """
    search = _Search(concepts, weighted, bound)
    cut = search.run()
    paths = search.paths()
    if paths is None:
        return GraphSearch(None, search.looked_at, cut)
    taken = _spanning(concepts, paths) if pruning == "tree" else paths
    graph = tuple(sorted({edge for path in taken for edge in path.edges}))
    return GraphSearch(graph, search.looked_at, cut)


@frozen(order=True)
class _Path:
    cost: float
    ends: tuple[str, str]
    edges: tuple[Edge, ...]


@define
class _Tree:
    """Cheapest paths from one concept; the cost of a node is final once it is settled."""

    root: str
    looked_at: int = 0
    cost: dict[str, float] = field(factory=dict)
    came: dict[str, Edge] = field(factory=dict)
    """The last edge on the path to each node but the root."""
    settled: set[str] = field(factory=set)
    queue: list[tuple[float, str]] = field(factory=list)
    """A heap of costs and nodes, stale ones included."""

    def __attrs_post_init__(self) -> None:
        self.cost[self.root] = 0.0
        self.queue.append((0.0, self.root))

    @property
    def radius(self) -> float:
        """The cost of the next node to be settled; infinite where every connected node is settled."""
        while self.queue and self.queue[0][1] in self.settled:
            heappop(self.queue)
        return self.queue[0][0] if self.queue else inf

    def way(self, node: str) -> list[tuple[str, Edge]]:
        """Returns the path from a node to the root: each node with the edge that leads on."""
        steps = []
        while node != self.root:
            edge = self.came[node]
            steps.append((node, edge))
            node = edge[0] if edge[2] == node else edge[2]
        return steps


class _Search:
    def __init__(self, concepts: Sequence[str], weighted: WeightedGraph, bound: int) -> None:
        self._weighted = weighted
        self._bound = bound
        self._trees = [_Tree(concept) for concept in concepts]
        self._pairs: list[_Pair] = list(combinations(range(len(concepts)), 2))
        self._best: dict[_Pair, tuple[float, str]] = dict.fromkeys(self._pairs, (inf, ""))
        """The cost of the cheapest path known of each pair, and the node in which its two trees meet."""
        self._loaded: set[str] = set()

    @property
    def looked_at(self) -> int:
        return sum(tree.looked_at for tree in self._trees)

    def run(self) -> bool:
        """Grows the trees until every pair has its path, or one pair has none.

        Returns:
            Whether the bound ended the search.
        """
        self._load([tree.root for tree in self._trees])
        while True:
            radii = [tree.radius for tree in self._trees]
            pairs = [(i, j) for i, j in self._pairs if radii[i] + radii[j] < self._best[i, j][0]]
            closed = set(self._pairs).difference(pairs)
            if not pairs or any(self._best[pair][0] == inf for pair in closed):
                return False
            if self.looked_at >= self._bound:
                return True
            # The tree that has read least, not that of the smallest radius: where one concept has ten
            # thousand edges and another ten, the few are followed first, and their path spares the others.
            growing = {number for pair in pairs for number in pair}
            self._grow(min(growing, key=lambda number: (self._trees[number].looked_at, number)))

    def _grow(self, number: int) -> None:
        tree = self._trees[number]
        cost, node = heappop(tree.queue)
        tree.settled.add(node)
        if node not in self._loaded:
            self._load([node, *(name for _, name in tree.queue[: _AHEAD - 1])])
        for edges, weights in self._weighted.pages(node):
            tree.looked_at += len(edges)
            # What costs no less than every path that this tree is part of is on no cheaper one.
            limit = max(self._best[pair][0] for pair in self._pairs if number in pair)
            for index in np.flatnonzero(weights < limit - cost).tolist():
                self._reach(number, node, edges[index], cost + float(weights[index]))
            if self.looked_at >= self._bound:
                return

    def _reach(self, number: int, node: str, edge: Edge, cost: float) -> None:
        tree = self._trees[number]
        neighbour = edge[2] if edge[0] == node else edge[0]
        known_cost = tree.cost.get(neighbour, inf)
        if neighbour in tree.settled or cost > known_cost:
            return
        if cost == known_cost:
            tree.came[neighbour] = min(edge, tree.came[neighbour])
            return
        tree.cost[neighbour] = cost
        tree.came[neighbour] = edge
        heappush(tree.queue, (cost, neighbour))
        for pair in self._pairs:
            if number in pair:
                opposite = self._trees[pair[0] if pair[1] == number else pair[1]]
                if neighbour in opposite.cost:
                    self._best[pair] = min(self._best[pair], (cost + opposite.cost[neighbour], neighbour))

    def _load(self, nodes: list[str]) -> None:
        self._weighted.load([node for node in dict.fromkeys(nodes) if node not in self._loaded])
        self._loaded.update(nodes)

    def paths(self) -> list[_Path] | None:
        """Returns the path of each pair; None where a pair has none."""
        result = []
        for (i, j), (cost, meeting) in self._best.items():
            if cost == inf:
                return None
            ends = (self._trees[i].root, self._trees[j].root)
            result.append(_Path(cost, ends, _joined(self._trees[i], self._trees[j], meeting)))
        return result


def _joined(tree: _Tree, other: _Tree, meeting: str) -> tuple[Edge, ...]:
    """Returns the edges from one root to the other; a detour that costs nothing is left out."""
    forward, back = tree.way(meeting), other.way(meeting)
    numbers_back = {node: number for number, (node, _) in enumerate(back)} | {other.root: len(back)}
    nodes = [tree.root, *(node for node, _ in reversed(forward))]
    for number, node in enumerate(nodes):
        if node in numbers_back:
            edges = [edge for _, edge in forward]
            edges.reverse()
            return (*edges[:number], *(edge for _, edge in back[numbers_back[node] :]))
    raise AssertionError("two trees meet where they meet")


def _spanning(concepts: Sequence[str], paths: Sequence[_Path]) -> list[_Path]:
    part = {concept: {concept} for concept in concepts}
    taken = []
    for path in sorted(paths):
        first, second = path.ends
        if part[first] is not part[second]:
            taken.append(path)
            nodes = {node for head, _, tail in path.edges for node in (head, tail)}
            joined = set().union(*(part[concept] for concept in concepts if concept in nodes))
            for concept in joined:
                part[concept] = joined
    return taken
