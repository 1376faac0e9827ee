"""The record of an item: concepts, their graph, demonstrations, and the sentences to compare with."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from cocoa_core.families.graph_to_text.graphs import Edge
from cocoa_core.items import Item, Recorded

NAME: Final = "graph-to-text"
ASK: Final = "write"


@frozen(slots=False, kw_only=True)
class Demonstration(Recorded):
    """A solved case."""

    sample: str
    """The id of its concept set and, after the hyphen, the position of its sentence in the set, from 0."""
    concepts: tuple[str, ...]
    graph: tuple[Edge, ...]
    label: str
    structure: str
    """A, B or C; empty where the graph has none of them."""
    sentence: str


@frozen(slots=False, kw_only=True)
class GraphItem(Item):
    """A request for a sentence that has these concepts and expresses this graph.

    Its `key` holds the sentences of the concept set, that of this graph first; they are there to compare
    with, and are not computed.
    """

    sample: str
    """As in a demonstration."""
    concepts: tuple[str, ...]
    graph: tuple[Edge, ...]
    """The edges in the order shown."""
    label: str
    structure: str
    distribution: str
    """"id": every demonstration has the label; "ood": none has it, but together they cover its relations."""
    demonstrations: tuple[Demonstration, ...]
