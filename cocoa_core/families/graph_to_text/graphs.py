"""Reasoning graphs: relations, labels, contraction to concepts, structures, groups of concept sets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from cocoa_core.seeds import seed_of

Edge: TypeAlias = tuple[str, str, str]
"""Head, relation, tail, directed as in ConceptNet: ("knife", "UsedFor", "chop")."""

RELATIONS: Final = (
    *("AtLocation", "CapableOf", "Causes", "CausesDesire", "Desires", "HasA", "HasPrerequisite"),
    *("HasProperty", "HasSubevent", "IsA", "MotivatedByGoal", "ReceivesAction", "UsedFor"),
)
"""The thirteen relations that remain of ConceptNet's (Fu and Frank 2024, Table 9), in alphabetical order."""

COMPONENTS: Final = "&"
DEMONSTRATIONS: Final = "demonstrations"
TEST: Final = "test"
GROUPS: Final = (
    ("verification-train", 2377),
    ("verification-validation", 419),
    (DEMONSTRATIONS, 4322),
    (TEST, 2882),
)
"""Groups of concept sets with their shares in ten thousand, which are those of the paper's Table 12."""

_WHOLE: Final = 10_000
_STRUCTURES: Final = "ABC"


def label_of(graph: Iterable[Edge]) -> str:
    """Returns the label of a graph: its relation types, sorted, joined by `&`. A sentence has to express this
    compound.
    """
    return COMPONENTS.join(sorted({relation for _, relation, _ in graph}))


def relations_of(label: str) -> frozenset[str]:
    """Returns the relation types of a label."""
    return frozenset(label.split(COMPONENTS))


def group_of(concepts: Iterable[str]) -> str:
    """Returns the group of a concept set.

    It is a hash of the set alone, so another graph, sentence or seed moves no set from one group to another.
    """
    remaining = seed_of("graph-to-text group", *sorted(set(concepts))) % _WHOLE
    for name, share in GROUPS:
        if remaining < share:
            return name
        remaining -= share
    raise AssertionError("the shares add up to ten thousand")


def contracted(graph: Sequence[Edge], concepts: Collection[str]) -> tuple[tuple[str, str], ...] | None:
    """Returns the graph with every path of other nodes between two concepts replaced by one directed edge
    (head, tail).

    Parallel edges remain several.

    Returns:
        None where there is no such graph: a node that is no concept does not have exactly two
        edges, or the edges of a path point in different directions.
    """
    touching: dict[str, list[int]] = {}
    for number, (head, _, tail) in enumerate(graph):
        for node in (head, tail):
            touching.setdefault(node, []).append(number)
    inner = [node for node in touching if node not in concepts]
    if any(len(touching[node]) != 2 for node in inner):
        return None
    edges: list[tuple[str, str]] = []
    visited: set[int] = set()
    for number, (head, _, tail) in enumerate(graph):
        if number in visited:
            continue
        if head not in concepts:
            continue
        node_reached, last = tail, number
        visited.add(number)
        while node_reached not in concepts:
            (following,) = (other for other in touching[node_reached] if other != last)
            if graph[following][0] != node_reached or following in visited:
                return None
            visited.add(following)
            node_reached, last = graph[following][2], following
        edges.append((head, node_reached))
    return tuple(edges) if len(visited) == len(graph) else None


def structure_of(graph: Sequence[Edge], concepts: Collection[str]) -> str:
    """Returns how a graph composes two relations over three concepts; empty where it does not.

    A: one follows the other (u to v, v to w). B: they share their source. C: they share their target. A graph
    has one of these if its contraction has exactly two edges and they connect its three concepts.
    """
    edges = contracted(graph, concepts) if len(concepts) == 3 else None
    if edges is None or len(edges) != 2 or {node for edge in edges for node in edge} != set(concepts):
        return ""
    (head, tail), (other_head, other_tail) = edges
    if head == other_head:
        return "B"
    return "C" if tail == other_tail else "A"


def difficulty(structure: str) -> int:
    """Returns the rank of a structure, A, B, C as in the paper's gaps; graphs without one come last."""
    return _STRUCTURES.index(structure) if structure else len(_STRUCTURES)


TEMPLATES: Final[Mapping[str, str]] = {
    "AtLocation": "{} is found at {}",
    "CapableOf": "{} can {}",
    "Causes": "{} causes {}",
    "CausesDesire": "{} makes someone want {}",
    "Desires": "{} wants {}",
    "HasA": "{} has {}",
    "HasPrerequisite": "{} needs {} first",
    "HasProperty": "{} is {}",
    "HasSubevent": "{} includes {}",
    "IsA": "{} is a kind of {}",
    "MotivatedByGoal": "{} is done for {}",
    "ReceivesAction": "{} can have done to it: {}",
    "UsedFor": "{} is used for {}",
}
"""By relation. The paper prints only that of UsedFor; the others are cocoa's own."""


def verbalized(edge: Edge) -> str:
    """Returns an edge as a sentence: ("tail", "UsedFor", "wag") gives "Tail is used for wag." """
    head, relation, tail = edge
    text = TEMPLATES[relation].format(head, tail)
    return f"{text[:1].upper()}{text[1:]}."
