"""Reference models without a network, which show what shortcuts reach from the prompt alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from attrs import frozen

from cocoa_core.families.graph_to_text.graphs import verbalized

_CONCEPTS: Final = re.compile(r"(?m)^(?:.*; )?(?:### )?concepts: (.*)$")
_GRAPH: Final = re.compile(r"(?m)^ ?(?:### graph|commonsense reasoning graph): (.*)$")
"""The last match of `_CONCEPTS`, `_GRAPH` or `_SENTENCE` in a prompt belongs to the case that is asked, or,
for sentences, to the last demonstration.
"""
_EDGES: Final = (
    re.compile(r"<H> (.*?) <R> (\w+) <T> (.*?)(?:, (?=<H>)|$)"),
    re.compile(r"(.*?) - (\w+) - (.*?)(?:, |,?$)"),
)
_SENTENCE: Final = re.compile(r"sentence: (.+?)(?:; ###.*)?$", re.MULTILINE)


@frozen
class ReferenceWriter:
    """A reference model."""

    name: str
    about: str
    """A description in a few words."""
    write: Callable[[str], str]
    """Returns the reply to a prompt."""


def _listed(prompt: str) -> str:
    return f"{_last(_CONCEPTS, prompt)}."


def _verbalized(prompt: str) -> str:
    graph = _last(_GRAPH, prompt)
    edges = next((triples for form in _EDGES if (triples := form.findall(graph))), [])
    return "; ".join(verbalized(edge).rstrip(".") for edge in edges) or "."


def _copied(prompt: str) -> str:
    return _last(_SENTENCE, prompt)


def _last(pattern: re.Pattern[str], text: str) -> str:
    matches = pattern.findall(text)
    return str(matches[-1]).strip() if matches else ""


WRITERS: Final[Mapping[str, ReferenceWriter]] = MappingProxyType(
    {
        writer.name: writer
        for writer in (
            ReferenceWriter(
                "triples", "says every edge of the graph by a template, one after the other", _verbalized
            ),
            ReferenceWriter("concepts", "lists the concepts", _listed),
            ReferenceWriter("copied", "repeats the sentence of the last demonstration", _copied),
        )
    }
)
"""By name, as in `cocoa/triples`."""
