"""Reads the files that the repository of the paper describes: concept sets with graphs and sentences."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import define, field

from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import FindingsError, UsageError
from cocoa_core.families.graph_to_text.building.conceptnet import MERGED, TURNED
from cocoa_core.families.graph_to_text.building.lines import Faults, lines_of
from cocoa_core.families.graph_to_text.graphs import RELATIONS, Edge
from cocoa_core.families.graph_to_text.samples import SIZES, ConceptSet, Reference
from cocoa_core.families.graph_to_text.samples import lines_of as file_of
from cocoa_core.families.graph_to_text.source import GRAPHS
from cocoa_core.seeds import digest_of

_EDGE: Final = 4
_ROW: Final = (
    '{"concepts": [WORD, ...], "target": SENTENCE, "pruned_graph": [[NODE, NODE, RELATION, "left"], ...]}, or'
    ' "refs" with a list of the last two'
)


@define
class ReleasedFiles:
    """What was read."""

    sets: int = 0
    sentences: int = 0
    left_out: Counter[str] = field(factory=Counter)
    """Sentences by the reason for which they are left out."""


def convert_released(paths: Sequence[Path], out: Path, *, skip_bad: bool = False) -> ReleasedFiles:
    """Converts files of JSON lines, as the paper's repository describes them, to `graphs.jsonl` in a folder.

    A line has `concepts`, and `target` with `pruned_graph`, or `refs`, a list of these; an edge is
    `[n1, n2, relation, direction]`, from n1 to n2 if the direction is `left`.

    Args:
        skip_bad: whether lines that cannot be read are left out.

    Raises:
        UsageError: a file is missing, or the folder has graphs already.
        FindingsError: a line cannot be read and may not be left out, or no sentence is left.
    """
    path = out / GRAPHS
    if path.exists():
        raise UsageError("there are graphs already", got=str(path), fix="name another folder")
    faults, result = Faults(skip_bad, expected=_ROW), ReleasedFiles()
    by_concepts: dict[tuple[str, ...], dict[str, Reference]] = {}
    for source in paths:
        for number, line in lines_of(source, faults):
            try:
                read = list(_references(line))
            except KeyError as error:
                faults.add(source, number, f"no {error.args[0]}")
                continue
            except (ValueError, RecursionError) as error:
                faults.add(source, number, f"no JSON in UTF-8: {error}")
                continue
            except (TypeError, AttributeError):
                faults.add(source, number, f"other parts: {line[:80].decode(errors='replace')}")
                continue
            for concepts, reference in read:
                why = _reason_against(concepts, reference)
                if why:
                    result.left_out[why] += 1
                else:
                    by_concepts.setdefault(concepts, {}).setdefault(reference.sentence, reference)
    result.left_out.update({"in a line that cannot be read": faults.found} if faults.found else {})
    sets = [
        ConceptSet(
            id=digest_of("released", *concepts).hex()[:12],
            concepts=concepts,
            references=tuple(references.values()),
        )
        for concepts, references in sorted(by_concepts.items())
    ]
    if not sets:
        raise FindingsError(
            "there is no sentence with a graph in these files",
            got=", ".join(f"{count:,} {why}" for why, count in result.left_out.items()) or "no line",
            expected="lines with concepts, target and pruned_graph, or with refs",
        )
    result.sets, result.sentences = len(sets), sum(len(concepts.references) for concepts in sets)
    out.mkdir(parents=True, exist_ok=True)
    write_whole(path, file_of(sets), alone=True)
    return result


def _references(line: bytes) -> Iterator[tuple[tuple[str, ...], Reference]]:
    data = json.loads(line)
    if b"\\u" in line:
        json.dumps(data, ensure_ascii=False).encode()  # half of a surrogate pair cannot be written
    concepts = tuple(sorted({_node(concept) for concept in data["concepts"]}))
    for entry in data.get("refs", [data]):
        edges = dict.fromkeys(_edge(edge) for edge in entry["pruned_graph"])
        yield concepts, Reference(sentence=" ".join(entry["target"].split()), graph=tuple(edges))


def _edge(edge: Sequence[Any]) -> Edge:
    if len(edge) != _EDGE:
        raise TypeError("an edge has four parts")
    first, second, name, direction = edge
    head, tail = (first, second) if direction == "left" else (second, first)
    name = name.removeprefix("/r/")
    if name == TURNED:
        head, tail = tail, head
    return _node(head), MERGED.get(name, name), _node(tail)


def _node(name: str) -> str:
    return name.removeprefix("/c/en/").split("/")[0].replace("_", " ").lower()


def _reason_against(concepts: Sequence[str], reference: Reference) -> str:
    nodes = {node for head, _, tail in reference.graph for node in (head, tail)}
    if len(concepts) not in SIZES:
        return "with fewer than three or more than five concepts"
    if not {relation for _, relation, _ in reference.graph} <= set(RELATIONS):
        return "with a relation that is none of the thirteen"
    if not reference.sentence or not set(concepts) <= nodes:
        return "whose graph lacks a concept, or without words"
    return ""
