"""Derives labels, structures and groups of graphs, by other means than the code that made them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from cocoa_core.independent import digest

__all__ = ["RELATIONS", "Edge", "group", "label", "relations", "structure"]

Edge = tuple[str, str, str]
"""Head, relation, tail."""

RELATIONS: Final = frozenset(
    (
        *("AtLocation", "CapableOf", "Causes", "CausesDesire", "Desires", "HasA", "HasPrerequisite"),
        *("HasProperty", "HasSubevent", "IsA", "MotivatedByGoal", "ReceivesAction", "UsedFor"),
    )
)
_ENDS: Final = (
    (2377, "verification-train"),
    (2796, "verification-validation"),
    (7118, "demonstrations"),
    (10_000, "test"),
)
"""The groups in order, each with the first number that lies beyond it."""


def label(graph: Collection[Edge]) -> str:
    """Returns the relation types of a graph in alphabetical order, each once, joined by `&`."""
    return "&".join(name for name in sorted(RELATIONS) if any(relation == name for _, relation, _ in graph))


def relations(text: str) -> set[str]:
    """Returns the relation types that a label names."""
    return set(text.split("&"))


def group(concepts: Collection[str]) -> str:
    """Returns the group of a concept set, by the first 64 bits of its digest modulo ten thousand."""
    bits = int.from_bytes(digest("graph-to-text group", *sorted(concepts))[:8], "big") % 10_000
    return next(name for end, name in _ENDS if bits < end)


def structure(graph: Sequence[Edge], concepts: Collection[str]) -> str:
    """Returns the structure A, B or C of a graph over three concepts, and an empty text for any other graph.

    Nodes that are no concepts are removed one by one: each must have one edge in and one out, which become
    one edge.
    """
    if len(concepts) != 3:
        return ""
    edges = [(head, tail) for head, _, tail in graph]
    for node in {end for edge in edges for end in edge} - set(concepts):
        into = [edge for edge in edges if edge[1] == node]
        out = [edge for edge in edges if edge[0] == node]
        if len(into) != 1 or len(out) != 1 or into == out:
            return ""
        edges.remove(into[0])
        edges.remove(out[0])
        edges.append((into[0][0], out[0][1]))
    if len(edges) != 2 or {end for edge in edges for end in edge} != set(concepts):
        return ""
    heads, tails = {head for head, _ in edges}, {tail for _, tail in edges}
    return "B" if len(heads) == 1 else "C" if len(tails) == 1 else "A"
