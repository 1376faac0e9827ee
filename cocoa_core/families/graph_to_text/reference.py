"""Models without a network: what shortcuts reach. They read the prompt alone, in either layout."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from attrs import frozen

from cocoa_core.families.graph_to_text.verbalizing import verbalized

__all__ = ["WRITERS", "Writer"]

_CONCEPTS: Final = re.compile(r"(?m)^(?:.*; )?(?:### )?concepts: (.*)$")
_GRAPH: Final = re.compile(r"(?m)^ ?(?:### graph|commonsense reasoning graph): (.*)$")
_EDGES: Final = (
    re.compile(r"<H> (.*?) <R> (\w+) <T> (.*?)(?:, (?=<H>)|$)"),
    re.compile(r"(.*?) - (\w+) - (.*?)(?:, |,?$)"),
)
_SENTENCE: Final = re.compile(r"sentence: (.+?)(?:; ###.*)?$", re.MULTILINE)


@frozen
class Writer:
    """about: in a few words. write: from the prompt to a reply."""

    name: str
    about: str
    write: Callable[[str], str]


def _listed(prompt: str) -> str:
    return f"{_last(_CONCEPTS, prompt)}."


def _said(prompt: str) -> str:
    graph = _last(_GRAPH, prompt)
    edges = next((found for form in _EDGES if (found := form.findall(graph))), [])
    return "; ".join(verbalized(edge).rstrip(".") for edge in edges) or "."


def _copied(prompt: str) -> str:
    return _last(_SENTENCE, prompt)


def _last(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.findall(text)
    return str(found[-1]).strip() if found else ""


WRITERS: Final[Mapping[str, Writer]] = MappingProxyType(
    {
        one.name: one
        for one in (
            Writer("triples", "says every edge of the graph by a template, one after the other", _said),
            Writer("concepts", "lists the concepts", _listed),
            Writer("copied", "repeats the sentence of the last demonstration", _copied),
        )
    }
)
"""By name, as in `cocoa/triples`."""
