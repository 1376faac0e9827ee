"""Reasoning graphs: relations, labels, contraction to the concepts, structures, groups of concept sets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, TypeAlias

from cocoa_core.seeds import seed_of

__all__ = [
    "COMPONENTS",
    "DEMONSTRATIONS",
    "GROUPS",
    "RELATIONS",
    "TEST",
    "Edge",
    "contracted",
    "difficulty",
    "group_of",
    "label_of",
    "relations_of",
    "structure_of",
]

Edge: TypeAlias = tuple[str, str, str]
"""Head, relation, tail, directed as in ConceptNet: ("knife", "UsedFor", "chop")."""

RELATIONS: Final = (
    *("AtLocation", "CapableOf", "Causes", "CausesDesire", "Desires", "HasA", "HasPrerequisite"),
    *("HasProperty", "HasSubevent", "IsA", "MotivatedByGoal", "ReceivesAction", "UsedFor"),
)
"""The thirteen relations that are left of ConceptNet's (Fu and Frank 2024, Table 9), by the alphabet."""

COMPONENTS: Final = "&"
DEMONSTRATIONS: Final = "demonstrations"
TEST: Final = "test"
GROUPS: Final = (
    ("verification-train", 2377),
    ("verification-validation", 419),
    (DEMONSTRATIONS, 4322),
    (TEST, 2882),
)
"""Groups of concept sets with their shares in ten thousand: those of the paper's Table 12."""

_WHOLE: Final = 10_000
_STRUCTURES: Final = "ABC"


def label_of(graph: Iterable[Edge]) -> str:
    """Returns the set of relation types, sorted, joined by `&`: the compound that a sentence has to
    express.
    """
    return COMPONENTS.join(sorted({relation for _, relation, _ in graph}))


def relations_of(label: str) -> frozenset[str]:
    """Returns the relation types of a label."""
    return frozenset(label.split(COMPONENTS))


def group_of(concepts: Iterable[str]) -> str:
    """Returns the group of a concept set: a hash of the set and of nothing else, so no set is in two groups.

    Another graph, another sentence or another seed moves no set from one group to another.
    """
    left = seed_of("graph-to-text group", *sorted(set(concepts))) % _WHOLE
    for name, share in GROUPS:
        if left < share:
            return name
        left -= share
    raise AssertionError("the shares add up to ten thousand")


def contracted(graph: Sequence[Edge], concepts: Collection[str]) -> tuple[tuple[str, str], ...] | None:
    """Returns the graph with every path of other nodes between two concepts made one directed edge (head,
    tail).

    None where that gives no such graph: a node that is no concept has another number of edges than two, or
    the edges of a path point in different directions. Parallel edges stay several.
    """
    touching: dict[str, list[int]] = {}
    for number, (head, _, tail) in enumerate(graph):
        for node in (head, tail):
            touching.setdefault(node, []).append(number)
    inner = [node for node in touching if node not in concepts]
    if any(len(touching[node]) != 2 for node in inner):
        return None
    found: list[tuple[str, str]] = []
    done: set[int] = set()
    for number, (head, _, tail) in enumerate(graph):
        if number in done:
            continue
        if head not in concepts:
            continue
        place, last = tail, number
        done.add(number)
        while place not in concepts:
            (following,) = (other for other in touching[place] if other != last)
            if graph[following][0] != place or following in done:
                return None
            done.add(following)
            place, last = graph[following][2], following
        found.append((head, place))
    return tuple(found) if len(done) == len(graph) else None


def structure_of(graph: Sequence[Edge], concepts: Collection[str]) -> str:
    """Returns how two relations are composed over three concepts; "" where the graph is nothing of this kind.

    A: one follows the other (u to v, v to w). B: they have their source in common. C: their target. Typed are
    graphs that have exactly two edges over all of their three concepts once contracted.
    """
    edges = contracted(graph, concepts) if len(concepts) == 3 else None
    if edges is None or len(edges) != 2 or {node for edge in edges for node in edge} != set(concepts):
        return ""
    (head, tail), (other_head, other_tail) = edges
    if head == other_head:
        return "B"
    return "C" if tail == other_tail else "A"


def difficulty(structure: str) -> int:
    """Returns the rank of a structure: A, B, C, as the paper's gaps have them; what is untyped comes last."""
    return _STRUCTURES.index(structure) if structure else len(_STRUCTURES)
