"""The concept sets that ship with cocoa: their bytes, and what their page says of them."""

from __future__ import annotations

from collections import Counter

from families.graph_to_text.made_files import DATA, FACTS, SETS

from cocoa_core.families.graph_to_text.graphs import RELATIONS, relations_of
from cocoa_core.families.graph_to_text.metrics.lemmas import coverage
from cocoa_core.families.graph_to_text.pool import GraphPool, samples_of
from cocoa_core.families.graph_to_text.samples import lines_of


def test_the_file_is_written_as_concept_sets_are() -> None:
    assert lines_of(SETS) == DATA


def test_every_relation_is_used_and_every_graph_has_all_of_the_concepts() -> None:
    assert {relation for _, relation, _ in FACTS} == set(RELATIONS)
    assert {one for sample in samples_of(SETS) for one in relations_of(sample.label)} == set(RELATIONS)
    for one in SETS:
        for reference in one.references:
            assert set(one.concepts) <= {node for head, _, tail in reference.graph for node in (head, tail)}


def test_every_sentence_has_all_of_its_concepts_and_no_two_of_a_set_are_alike() -> None:
    for one in SETS:
        sentences = [reference.sentence for reference in one.references]
        assert 2 <= len(set(sentences)) == len(sentences) <= 3
        for sentence in sentences:
            assert coverage(one.concepts, sentence) == 1.0, (one.concepts, sentence)
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert len(sentence.split()) <= 22


def test_all_sizes_structures_and_labels_of_two_to_four_relations_occur(pool: GraphPool) -> None:
    samples = samples_of(SETS)
    assert {len(one.concepts) for one in SETS} == {3, 4, 5}
    assert {sample.structure for sample in samples} == {"", "A", "B", "C"}
    assert {len(relations_of(label)) for label in pool.labels} == {2, 3, 4}
    assert min(Counter(sample.label for sample in samples).values()) >= 5


def test_no_sentence_is_of_two_concept_sets() -> None:
    """Or one could be asked that another shows."""
    sentences = [reference.sentence for one in SETS for reference in one.references]
    assert len(set(sentences)) == len(sentences)
