"""Composes the concept sets and sentences of `graphs.jsonl` from `facts.txt` and `words.csv`."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

from cocoa_core.families.graph_to_text.daily_life.grammar import Word, read_words, sentence_of
from cocoa_core.families.graph_to_text.graphs import RELATIONS, Edge, label_of, relations_of, structure_of
from cocoa_core.families.graph_to_text.samples import ConceptSet, Reference
from cocoa_core.seeds import digest_of, seed_of

__all__ = ["FOLDER", "compose", "read_facts"]

FOLDER: Final = Path(__file__).parent
_MOST_EDGES: Final = 4
_PHRASES: Final = 12
"""Numbers that are tried for other phrases of the same facts."""
_SENTENCES: Final = 3
_FEWEST_SENTENCES: Final = 2
_LONGEST: Final = 22
"""Words of a sentence that is kept."""
_NESTED: Final = re.compile(
    r"\b(?:that (?!do)|who|same|as a result|on the way|in order|and then|whenever)\b|do that"
)
"""What makes a sentence heavy: it is kept with one of these at the most."""
_FEWEST: Final = 14
"""Concept sets of a label below which it is left out: too few for a test item and its demonstrations."""
_MOST: Final = {2: 60, 3: 30, 4: 20}
"""Concept sets that are kept of a label with so many relations."""


def read_facts(path: Path) -> dict[str, list[Edge]]:
    """Facts by scene: a heading `[scene]`, then a fact a line: head, relation, tail."""
    found: dict[str, list[Edge]] = {}
    scene: list[Edge] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            scene = found.setdefault(line.strip("[] "), [])
        elif line and not line.startswith("#"):
            head, relation, tail = line.split()
            if relation not in RELATIONS:
                raise ValueError(f"{relation} is none of the thirteen relations")
            scene.append((head, relation, tail))
    return found


def compose(folder: Path = FOLDER) -> list[ConceptSet]:
    """The concept sets in the order of the file: a function of the two tables alone.

    No tree of facts and no sentence is in two of them: they could be in two groups.
    """
    words = read_words(folder / "words.csv")
    by_label: dict[str, list[tuple[tuple[bool, int], tuple[str, ...], tuple[Edge, ...]]]] = {}
    for facts in read_facts(folder / "facts.txt").values():
        for tree in _trees(facts):
            label = label_of(tree)
            if "&" in label:
                for concepts in _concepts(tree):
                    by_label.setdefault(label, []).append((_rank(concepts, tree), concepts, tree))
    taken: set[object] = set()
    found: list[ConceptSet] = []
    for label in sorted(by_label):
        chosen: list[ConceptSet] = []
        own: set[object] = set()
        for _, concepts, tree in sorted(by_label[label]):
            if len(chosen) == _MOST[len(relations_of(label))]:
                break
            if any(one in known for one in (concepts, tree) for known in (taken, own)):
                continue
            one = _concept_set(concepts, tree, words, taken | own)
            if one is not None:
                chosen.append(one)
                own |= {concepts, tree, *(reference.sentence for reference in one.references)}
        if len(chosen) >= _FEWEST:
            taken |= own
            found.extend(chosen)
    return sorted(found, key=lambda one: one.id)


def _rank(concepts: tuple[str, ...], tree: tuple[Edge, ...]) -> tuple[bool, int]:
    """Structures that facts seldom have come first, then chance decides."""
    seldom = structure_of(tree, concepts) in ("A", "C")
    return not seldom, seed_of("daily life", *concepts, *(part for edge in tree for part in edge))


def _concept_set(
    concepts: tuple[str, ...], tree: tuple[Edge, ...], words: Mapping[str, Word], taken: Container[object]
) -> ConceptSet | None:
    """None where fewer than two sentences are light and not taken."""
    said = dict.fromkeys(sentence_of(tree, words, number) for number in range(_PHRASES))
    light = [text for text in said if len(text.split()) <= _LONGEST and len(_NESTED.findall(text)) <= 1]
    plain = [text for text in light if text not in taken]
    if len(plain) < _FEWEST_SENTENCES:
        return None
    references = tuple(Reference(sentence=text, graph=tree) for text in plain[:_SENTENCES])
    identity = digest_of("concept set", *concepts).hex()[:12]
    return ConceptSet(id=identity, concepts=concepts, references=references)


def _trees(facts: Sequence[Edge]) -> Iterator[tuple[Edge, ...]]:
    """Every tree of two to four of the facts that has at most two sources, its edges in their order."""
    grown = {frozenset((number,)) for number in range(len(facts))}
    for _ in range(_MOST_EDGES - 1):
        grown = {
            tree | {number}
            for tree in grown
            for number, (head, _, tail) in enumerate(facts)
            if number not in tree and len({head, tail} & _nodes(facts, tree)) == 1
        }
        for numbers in sorted(map(sorted, grown)):
            tree = tuple(facts[number] for number in numbers)
            if len({head for head, _, _ in tree} - {tail for _, _, tail in tree}) <= 2:
                yield tree


def _nodes(facts: Sequence[Edge], tree: frozenset[int]) -> set[str]:
    return {node for number in tree for node in (facts[number][0], facts[number][2])}


def _concepts(tree: Sequence[Edge]) -> Iterator[tuple[str, ...]]:
    """Sets of three to five nodes that the tree connects: all of them, or all but one between two others."""
    nodes = sorted({node for head, _, tail in tree for node in (head, tail)})
    degree = {node: sum(node in (head, tail) for head, _, tail in tree) for node in nodes}
    inner = [node for node in nodes if degree[node] == 2]
    for left_out in range(2):
        for gone in combinations(inner, left_out):
            concepts = tuple(node for node in nodes if node not in gone)
            if 3 <= len(concepts) <= 5:
                yield concepts
