"""What items are drawn from: every sentence with its graph, by label, in the groups of their concept sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from attrs import frozen

from cocoa_core.families.graph_to_text.graphs import (
    DEMONSTRATIONS,
    TEST,
    group_of,
    label_of,
    relations_of,
    structure_of,
)
from cocoa_core.families.graph_to_text.metrics.lemmas import words_of
from cocoa_core.families.graph_to_text.samples import ConceptSet, Reference

__all__ = ["FEWEST", "Pool", "Sample", "kept_labels", "samples_of"]

FEWEST: Final = 5
"""Concept sets that a label has at the least: one that is asked and four demonstrations."""


@frozen
class Sample:
    """A sentence of a concept set, with its graph."""

    of: ConceptSet
    number: int
    """Which of the set's references, from 0."""
    label: str
    structure: str

    @property
    def id(self) -> str:
        """The concept set and the number."""
        return f"{self.of.id}-{self.number}"

    @property
    def reference(self) -> Reference:
        """The sentence and its graph."""
        return self.of.references[self.number]


def samples_of(sets: Iterable[ConceptSet]) -> list[Sample]:
    """Returns every sentence of every set, in their order."""
    return [
        Sample(
            concept_set,
            number,
            label_of(reference.graph),
            structure_of(reference.graph, concept_set.concepts),
        )
        for concept_set in sets
        for number, reference in enumerate(concept_set.references)
    ]


def kept_labels(samples: Iterable[Sample]) -> frozenset[str]:
    """Returns labels of two relations and more that five concept sets and more have."""
    found: dict[str, set[str]] = {}
    for sample in samples:
        found.setdefault(sample.label, set()).add(sample.of.id)
    return frozenset(
        label for label, sets in found.items() if len(relations_of(label)) > 1 and len(sets) >= FEWEST
    )


@frozen
class Pool:
    """Of kept labels alone.

    No demonstration has a sentence of a concept set that is asked: where two sets share one, it is not shown.
    """

    demonstrations: Mapping[str, Mapping[str, Sequence[Sample]]]
    """By label, then concept set."""
    tests: tuple[Sample, ...]
    """In the order of the file."""
    labels: frozenset[str]

    @classmethod
    def of(cls, sets: Iterable[ConceptSet]) -> Pool:
        """Returns the pool of these concept sets."""
        samples = samples_of(sets)
        labels = kept_labels(samples)
        groups = {sample.of.id: sample.of.concepts for sample in samples}
        group = {key: group_of(concepts) for key, concepts in groups.items()}
        asked = {_plain(sample) for sample in samples if group[sample.of.id] == TEST}
        demonstrations: dict[str, dict[str, list[Sample]]] = {}
        tests: list[Sample] = []
        for sample in samples:
            if sample.label not in labels:
                continue
            if group[sample.of.id] == DEMONSTRATIONS and _plain(sample) not in asked:
                demonstrations.setdefault(sample.label, {}).setdefault(sample.of.id, []).append(sample)
            elif group[sample.of.id] == TEST:
                tests.append(sample)
        return cls(demonstrations, tuple(tests), labels)


def _plain(sample: Sample) -> str:
    """Returns the sentence, whatever its case and punctuation."""
    return " ".join(words_of(sample.reference.sentence))
