"""ConceptNet and CommonGen files in their real formats, made of the facts and sentences of daily life."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from cocoa_core.families import graph_to_text
from cocoa_core.families.graph_to_text.graphs import Edge
from cocoa_core.families.graph_to_text.samples import ConceptSet, read_concept_sets

DATA: bytes = (Path(graph_to_text.__file__).parent / "daily_life" / "graphs.jsonl").read_bytes()
SETS: tuple[ConceptSet, ...] = read_concept_sets(DATA, "graphs.jsonl")
FACTS: list[Edge] = [*dict.fromkeys(edge for one in SETS for text in one.references for edge in text.graph)]


def row(head: str, relation: str, tail: str, weight: float = 1.0, language: str = "en", pos: str = "") -> str:
    """A row of the assertions, without its end."""
    start, end = (f"/c/{language}/{one.replace(' ', '_')}{pos}" for one in (head, tail))
    about = {
        "dataset": "/d/conceptnet/4/en",
        "license": "cc:by/4.0",
        "sources": [{"contributor": "/s/contributor/omcs/x", "process": "/s/process/split_words"}],
        "surfaceText": f"[[{head}]] is [[{tail}]]",
        "weight": weight,
    }
    uri = f"/a/[/r/{relation}/,{start}/,{end}/]"
    return "\t".join((uri, f"/r/{relation}", start, end, json.dumps(about)))


def foreign_rows(count: int) -> Iterator[str]:
    """Rows that are not kept: other languages, other relations, a web address."""
    for number in range(count):
        kind = number % 4
        if kind == 0:
            yield row(f"mot{number}", "IsA", f"chose{number}", language="fr")
        elif kind == 1:
            yield row(f"word{number}", "RelatedTo", f"word{number + 1}")
        elif kind == 2:
            start = f"/c/en/word{number}"
            address = f"http://example.org/{number}"
            uri = f"/a/[/r/ExternalURL/,{start}/,{address}/]"
            yield "\t".join((uri, "/r/ExternalURL", start, address, '{"weight": 1.0}'))
        else:
            one, other = f"/c/de/wort{number}", f"/c/en/word{number}"
            uri = f"/a/[/r/Synonym/,{one}/,{other}/]"
            yield "\t".join((uri, "/r/Synonym", one, other, '{"weight": 1.0}'))


def commongen_lines(sets: Iterable[ConceptSet], tagged: bool = False) -> Iterator[str]:
    """In CommonGen's own form; tagged: with the parts of speech of version 1.0."""
    for one in sets:
        names = [f"{name}_{'NV'[index % 2]}" if tagged else name for index, name in enumerate(one.concepts)]
        scene = [reference.sentence for reference in one.references]
        yield json.dumps({"concept_set": "#".join(names), "scene": scene})


def write_gzip(path: Path, rows: Iterable[str]) -> Path:
    with gzip.open(path, "wt", encoding="utf-8", compresslevel=1) as file:
        file.writelines(f"{one}\n" for one in rows)
    return path


def write_lines(path: Path, rows: Iterable[str]) -> Path:
    path.write_text("".join(f"{one}\n" for one in rows), encoding="utf-8")
    return path
