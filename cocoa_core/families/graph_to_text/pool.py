"""The samples that items are drawn from: sentences with graphs, by label and by concept set."""

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

FEWEST: Final = 5
"""The fewest concept sets that a kept label has: one that is asked and four demonstrations."""


@frozen
class Sample:
    """A sentence of a concept set, with its graph."""

    of: ConceptSet
    """The concept set."""
    number: int
    """The position of the sentence among the references of its set, from 0."""
    label: str
    structure: str

    @property
    def id(self) -> str:
        """The id of the concept set and the number, joined by `-`."""
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
    """Returns the labels of at least two relations that at least five concept sets have."""
    sets_by_label: dict[str, set[str]] = {}
    for sample in samples:
        sets_by_label.setdefault(sample.label, set()).add(sample.of.id)
    return frozenset(
        label for label, sets in sets_by_label.items() if len(relations_of(label)) > 1 and len(sets) >= FEWEST
    )


@frozen
class GraphPool:
    """The samples with kept labels that may be demonstrated, and those that may be asked.

    No demonstration has a sentence of a concept set that is asked: where two sets share a sentence, it is
    left out.
    """

    demonstrations: Mapping[str, Mapping[str, Sequence[Sample]]]
    """By label, then by the id of the concept set."""
    tests: tuple[Sample, ...]
    """The samples that may be asked, in the order of the file."""
    labels: frozenset[str]
    """The kept labels."""

    @classmethod
    def of(cls, sets: Iterable[ConceptSet]) -> GraphPool:
        """Returns the pool of these concept sets."""
        samples = samples_of(sets)
        labels = kept_labels(samples)
        concepts_by_id = {sample.of.id: sample.of.concepts for sample in samples}
        group_by_id = {key: group_of(concepts) for key, concepts in concepts_by_id.items()}
        asked_sentences = {_plain(sample) for sample in samples if group_by_id[sample.of.id] == TEST}
        demonstrations: dict[str, dict[str, list[Sample]]] = {}
        tests: list[Sample] = []
        for sample in samples:
            if sample.label not in labels:
                continue
            if group_by_id[sample.of.id] == DEMONSTRATIONS and _plain(sample) not in asked_sentences:
                demonstrations.setdefault(sample.label, {}).setdefault(sample.of.id, []).append(sample)
            elif group_by_id[sample.of.id] == TEST:
                tests.append(sample)
        return cls(demonstrations, tuple(tests), labels)


def _plain(sample: Sample) -> str:
    """Returns the words of the sentence, without its case and punctuation."""
    return " ".join(words_of(sample.reference.sentence))
