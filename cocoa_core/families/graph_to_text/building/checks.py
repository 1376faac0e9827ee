"""Compares the paper's figures of its data with those of what was built."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from cocoa_core.families.graph_to_text.building.commongen import Scenes
from cocoa_core.families.graph_to_text.graphs import DEMONSTRATIONS, TEST, group_of
from cocoa_core.families.graph_to_text.pool import kept_labels, samples_of
from cocoa_core.families.graph_to_text.samples import ConceptSet

__all__ = ["Check", "checks_of"]

_SETS: Final = {3: 19_684, 4: 3_947, 5: 3_188}
_NODES: Final = {3: 8.31, 4: 10.85, 5: 13.33}
"""Mean nodes of a graph, by the number of its concepts (Table 2)."""
_GROUPS: Final = {
    "verification-train": 6_375,
    "verification-validation": 1_125,
    DEMONSTRATIONS: 11_591,
    TEST: 7_728,
}


@frozen
class Check:
    """A figure that the paper states, beside the one found here."""

    what: str
    """What the figure counts."""
    expected: float
    got: float | None
    """None where there is nothing to count."""


def checks_of(sets: Sequence[ConceptSet], scenes: Scenes) -> tuple[Check, ...]:
    """Returns the checks of the concept sets with a kept label, as the paper counts; the sums of its figures
    come first.
    """
    samples = samples_of(sets)
    labels = kept_labels(samples)
    kept = [sample for sample in samples if sample.label in labels]
    by_id = {sample.of.id: sample.of for sample in kept}
    sizes = Counter(len(concept_set.concepts) for concept_set in by_id.values())
    groups = Counter(group_of(concept_set.concepts) for concept_set in by_id.values())
    graphs = [sample.reference.graph for sample in kept]
    nodes = [
        (len(sample.of.concepts), len({node for head, _, tail in graph for node in (head, tail)}))
        for sample, graph in zip(kept, graphs, strict=True)
    ]

    def mean(numbers: Sequence[int]) -> float | None:
        return round(sum(numbers) / len(numbers), 2) if numbers else None

    return (
        Check("concept sets, the sum over sizes", sum(_SETS.values()), len(by_id)),
        Check("concept sets, the sum over groups", sum(_GROUPS.values()), len(by_id)),
        *(Check(f"concept sets of {size}", number, sizes[size]) for size, number in _SETS.items()),
        *(Check(f"concept sets in {name}", number, groups[name]) for name, number in _GROUPS.items()),
        Check("labels", 468, len(labels)),
        Check("sentences", 55_269, len(kept)),
        Check("nodes a graph, mean", 9.07, mean([count for _, count in nodes])),
        *(
            Check(f"nodes a graph of {size} concepts, mean", number, mean([n for s, n in nodes if s == size]))
            for size, number in _NODES.items()
        ),
        Check("edges a graph, mean", 7.73, mean([len(graph) for graph in graphs])),
        Check("relations a graph, mean", 4.63, mean([sample.label.count("&") + 1 for sample in kept])),
        Check("sentences read (train and validation, one a row)", 67_389 + 4_018, _sentences(scenes)),
    )


def _sentences(scenes: Scenes) -> int:
    return sum(map(len, scenes.sentences.values()))
