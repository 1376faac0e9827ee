"""Reads and writes concept sets with their sentences and graphs, one a line of a file `graphs.jsonl`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Final

from attrs import frozen

from cocoa_core.errors import FindingsError, Place
from cocoa_core.families.graph_to_text.graphs import RELATIONS, Edge
from cocoa_core.items import Recorded, plain, wrong_parts

_LONGEST: Final = 1 << 20
"""Bytes of a line."""
MOST_EDGES: Final = 200
"""Edges of one graph."""
SIZES: Final = (3, 4, 5)
"""The numbers of concepts that a concept set may have."""


@frozen(slots=False, kw_only=True)
class Reference(Recorded):
    """A sentence over the concepts, and the graph that it expresses: edges of head, relation and tail."""

    sentence: str
    graph: tuple[Edge, ...]


@frozen(slots=False, kw_only=True)
class ConceptSet(Recorded):
    """Three to five concepts, without order, and the sentences over them."""

    id: str
    concepts: tuple[str, ...]
    references: tuple[Reference, ...]


def lines_of(sets: Iterable[ConceptSet]) -> bytes:
    """Returns the file of these concept sets."""
    return "".join(f"{json.dumps(plain(concept_set), ensure_ascii=False)}\n" for concept_set in sets).encode()


def read_concept_sets(data: bytes, name: str) -> tuple[ConceptSet, ...]:
    """Returns the concept sets of a file.

    Args:
        name: what errors call the file.

    Raises:
        FindingsError: a line is no concept set, or the file has none.
    """
    result = tuple(_sets(data, name))
    if not result:
        raise FindingsError(
            "there are no concept sets in this file",
            got="no line" if not data else "no concept set",
            expected="a concept set a line, as `cocoa graphs build` writes them",
            place=Place(name),
        )
    return result


def _sets(data: bytes, name: str) -> Iterator[ConceptSet]:
    lines_by_concepts: dict[frozenset[str], int] = {}
    names: set[str] = set()
    for number, line in enumerate(data.splitlines(), start=1):
        try:
            if len(line) > _LONGEST:
                raise ValueError(f"{len(line):,} bytes in a line")
            concept_set = ConceptSet.read(line)
            _check(concept_set)
            first_line = lines_by_concepts.setdefault(frozenset(concept_set.concepts), number)
            if first_line != number:
                raise ValueError(f"the concepts of line {first_line} again")
            if concept_set.id in names:
                raise ValueError(f"the id {concept_set.id} again")
            names.add(concept_set.id)
        except ValueError as error:
            raise FindingsError(
                "a line of this file is no concept set",
                got=wrong_parts(error),
                expected="id, three to five different concepts, references: a sentence and its graph each",
                fix="build the file again with `cocoa graphs build`, or mend the line",
                place=Place(name, number),
            ) from error
        yield concept_set


def _check(concept_set: ConceptSet) -> None:
    if len(set(concept_set.concepts)) != len(concept_set.concepts) or len(concept_set.concepts) not in SIZES:
        raise ValueError(f"the concepts {', '.join(concept_set.concepts)}")
    if not all(concept.strip() for concept in concept_set.concepts):
        raise ValueError("a concept without letters")
    if not concept_set.references:
        raise ValueError("no references")
    for reference in concept_set.references:
        unknown = sorted({relation for _, relation, _ in reference.graph} - set(RELATIONS))
        if unknown:
            raise ValueError(f"the relation {unknown[0]}")
        if len(set(reference.graph)) != len(reference.graph) or len(reference.graph) > MOST_EDGES:
            raise ValueError("an edge twice in one graph, or more than 200 edges")
        nodes = {node for head, _, tail in reference.graph for node in (head, tail)}
        missing = sorted(set(concept_set.concepts) - nodes)
        if missing:
            raise ValueError(f"the concept {missing[0]}, which is not in its graph")
        if not reference.sentence.strip():
            raise ValueError("an empty sentence")
