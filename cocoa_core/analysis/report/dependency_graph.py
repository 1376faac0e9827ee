"""Lays out the dependency graph of a question as the paper draws it: slots, joined by sum terms."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final
from xml.sax.saxutils import escape

from attrs import frozen

from cocoa_core.text import visible

_WIDTH: Final = 480
_HEIGHT: Final = 240
_ASIDE: Final = 0.25


@frozen
class Vertex:
    """A slot, under the label that options show."""

    label: str
    x: float
    y: float
    text_x: float
    text_y: float
    side: str
    """The anchor of its text: `start`, `middle` or `end`."""


@frozen
class Edge:
    """A line between two slots."""

    first: Vertex
    second: Vertex
    terms: int
    """The number of sum terms that hold both."""


@frozen
class GraphDrawing:
    """The graph, with the vertices on an ellipse in the order of the requirement."""

    width: int
    height: int
    vertices: tuple[Vertex, ...]
    edges: tuple[Edge, ...]
    text: str
    """A description for those who do not see the picture."""

    def svg(self) -> str:
        """Returns the graph as a picture of its own for a paper, black on a transparent ground."""
        lines = [
            f'<line x1="{edge.first.x}" y1="{edge.first.y}" x2="{edge.second.x}" y2="{edge.second.y}" '
            f'stroke="#555" stroke-width="{1.5 * min(edge.terms, 3)}"/>'
            for edge in self.edges
        ]
        for vertex in self.vertices:
            lines.append(f'<circle cx="{vertex.x}" cy="{vertex.y}" r="6"/>')
            attributes = f'x="{vertex.text_x}" y="{vertex.text_y}" text-anchor="{vertex.side}"'
            lines.append(f"<text {attributes}>{escape(visible(vertex.label))}</text>")
        opening = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" font-family="sans-serif" font-size="13">'
        )
        title = f"<title>{escape(visible(self.text))}</title>"
        return "\n".join([opening, title, *lines, "</svg>\n"])


def graph_of(terms: Sequence[Sequence[Mapping[str, Any]]], labels: Mapping[str, str]) -> GraphDrawing:
    """Returns the graph of a record's sum terms.

    Args:
        labels: the labels of slots, by name; a slot without one is shown by its name.
    """
    named = [list(dict.fromkeys(str(literal["slot"]) for literal in term)) for term in terms]
    slots = list(dict.fromkeys(slot for term in named for slot in term))
    shared = Counter(pair for term in named for pair in combinations(sorted(term, key=slots.index), 2))
    vertices = {
        slot: _vertex(labels.get(slot, slot.replace("_", " ")), index, len(slots))
        for index, slot in enumerate(slots)
    }
    edges = tuple(Edge(vertices[first], vertices[second], count) for (first, second), count in shared.items())
    joined = "; ".join(f"{edge.first.label} with {edge.second.label}" for edge in edges)
    text = f"Dependency graph. Joined: {joined}." if joined else "Dependency graph without an edge."
    return GraphDrawing(_WIDTH, _HEIGHT, tuple(vertices.values()), edges, text)


def _vertex(label: str, index: int, count: int) -> Vertex:
    angle = 2 * math.pi * index / count - math.pi / 2
    across, down = math.cos(angle), math.sin(angle)
    x, y = _WIDTH / 2 + 0.27 * _WIDTH * across, _HEIGHT / 2 + 0.34 * _HEIGHT * down
    side = "middle" if abs(across) < _ASIDE else "start" if across > 0 else "end"
    text_x = x if side == "middle" else x + math.copysign(12, across)
    text_y = y + (4 if side != "middle" else -12 if down < 0 else 22)
    return Vertex(label, round(x, 1), round(y, 1), round(text_x, 1), round(text_y, 1), side)
