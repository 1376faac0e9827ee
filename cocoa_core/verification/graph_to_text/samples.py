"""Reads the concept sets that a data set carries: sentences with their concepts and graphs; counts their
labels.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from cocoa_core.errors import FindingsError, Place, one_line
from cocoa_core.independent import RESTORE, read_json, read_regular
from cocoa_core.verification.graph_to_text.graphs import RELATIONS, Edge, label

__all__ = ["Sample", "Samples", "edges", "read_samples"]

_FILE: Final = "domain/graphs.jsonl"
_MOST_BYTES: Final = 50_000_000
_MOST_EDGES: Final = 200
"""Edges of a graph over five concepts; larger graphs would take too much of the verifier's time."""


@frozen
class Sample:
    """One sentence with its concepts, graph and label."""

    concepts: tuple[str, ...]
    graph: frozenset[Edge]
    label: str
    key: tuple[str, ...]
    """The sentence and the others of its concept set, as an item has them."""


@frozen(eq=False)
class Samples:
    """The sentences that a data set carries, and how many concept sets each label has."""

    by_id: Mapping[str, Sample]
    """By the id of the concept set and the sentence's number, joined by `-`."""
    sets: Mapping[str, int]
    """The number of concept sets that have a label, by label."""


def read_samples(folder: Path) -> Samples:
    """Reads the samples in a data set's folder.

    Raises:
        FindingsError: the file is missing or cannot be read.
    """
    try:
        data = read_regular(folder / _FILE, _MOST_BYTES, folder)
    except OSError as error:
        raise _unreadable(error.strerror or str(error), 0) from None
    samples: dict[str, Sample] = {}
    sets_by_label: dict[str, set[str]] = {}
    for number, line in enumerate(data.splitlines(), 1):
        try:
            for name, sample in _samples(read_json(line)):
                if name in samples:
                    raise ValueError(f"{name} stands twice")
                samples[name] = sample
                sets_by_label.setdefault(sample.label, set()).add(name.rpartition("-")[0])
        except (ValueError, KeyError, TypeError) as error:
            raise _unreadable(one_line(error), number) from None
    return Samples(samples, {name: len(sets) for name, sets in sets_by_label.items()})


def edges(value: Any) -> tuple[Edge, ...]:
    """Returns the edges of a record's graph.

    Raises:
        ValueError: the value is no graph: a list of 1 to 200 edges of head, relation and tail, none of them
            twice.
    """
    if not isinstance(value, list) or not value or not all(isinstance(edge, list) for edge in value):
        raise ValueError("a graph is no list of edges")
    if len(value) > _MOST_EDGES:
        raise ValueError(f"a graph has {len(value):,} edges, not {_MOST_EDGES} at the most")
    result = []
    for edge in value:
        if len(edge) != 3 or not all(isinstance(part, str) and part for part in edge):
            raise ValueError("an edge is no head, relation and tail")
        head, relation, tail = edge
        if relation not in RELATIONS:
            raise ValueError(f"{one_line(relation)} is none of the thirteen relations")
        result.append((head, relation, tail))
    if len(set(result)) < len(result):
        raise ValueError("an edge stands twice")
    return tuple(result)


def _samples(concept_set: Any) -> list[tuple[str, Sample]]:
    """Returns the samples of a concept set, each with its id."""
    name, concepts, references = concept_set["id"], concept_set["concepts"], concept_set["references"]
    sentences = [reference["sentence"] for reference in references]
    if not all(isinstance(text, str) and text for text in (name, *concepts, *sentences)):
        raise ValueError("a text is missing")
    result = []
    for number, reference in enumerate(references):
        graph = edges(reference["graph"])
        sentence = sentences[number]
        key = (sentence, *(text for text in sentences if text != sentence))
        result.append((f"{name}-{number}", Sample(tuple(concepts), frozenset(graph), label(graph), key)))
    return result


def _unreadable(got: str, line: int) -> FindingsError:
    return FindingsError(
        "the graphs of the data set cannot be read",
        got=got,
        expected="the concept sets as they were when the items were written",
        fix=RESTORE,
        place=Place(_FILE, line),
    )
