"""The record of an item: concepts, their graph, demonstrations, and the sentences to compare with."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from cocoa_core.families.graph_to_text.graphs import Edge
from cocoa_core.items import Item, Recorded

__all__ = ["ASK", "NAME", "Demonstration", "GraphItem"]

NAME: Final = "graph-to-text"
ASK: Final = "write"


@frozen(slots=False, kw_only=True)
class Demonstration(Recorded):
    """A solved case."""

    sample: str
    """Its concept set and, after the hyphen, which of its sentences, from 0."""
    concepts: tuple[str, ...]
    graph: tuple[Edge, ...]
    label: str
    structure: str
    """A, B, C, or "" where the graph has none."""
    sentence: str


@frozen(slots=False, kw_only=True)
class GraphItem(Item):
    """Write a sentence for these concepts and this graph.

    key:          the sentences of the concept set, that of this graph first: to compare with, not computed
    sample:       as of a demonstration; graph: in the order shown
    distribution: "id": every demonstration has the label; "ood": none has, together they cover it
    """

    sample: str
    concepts: tuple[str, ...]
    graph: tuple[Edge, ...]
    label: str
    structure: str
    distribution: str
    demonstrations: tuple[Demonstration, ...]
