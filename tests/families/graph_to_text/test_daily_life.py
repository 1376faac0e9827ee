"""The concept sets that ship with cocoa: what the script writes, and what their page says of them."""

from __future__ import annotations

from collections import Counter

from cocoa_core.families.graph_to_text.daily_life.composing import FOLDER, compose, read_facts
from cocoa_core.families.graph_to_text.daily_life.grammar import read_words
from cocoa_core.families.graph_to_text.graphs import RELATIONS, relations_of
from cocoa_core.families.graph_to_text.metrics.lemmas import coverage
from cocoa_core.families.graph_to_text.pool import Pool, samples_of
from cocoa_core.families.graph_to_text.samples import lines_of, read_concept_sets

DATA = (FOLDER / "graphs.jsonl").read_bytes()
SETS = read_concept_sets(DATA, "graphs.jsonl")


def test_the_file_is_what_the_script_writes() -> None:
    assert lines_of(compose()) == DATA


def test_every_word_of_a_fact_is_known_and_every_relation_is_used() -> None:
    facts = [edge for scene in read_facts(FOLDER / "facts.txt").values() for edge in scene]
    words = read_words(FOLDER / "words.csv")
    assert {node for head, _, tail in facts for node in (head, tail)} == set(words)
    assert len(words) > 400
    assert {relation for _, relation, _ in facts} == set(RELATIONS)
    assert {one for sample in samples_of(SETS) for one in relations_of(sample.label)} == set(RELATIONS)


def test_every_graph_is_made_of_the_facts_and_has_all_of_the_concepts() -> None:
    facts = {edge for scene in read_facts(FOLDER / "facts.txt").values() for edge in scene}
    for one in SETS:
        for reference in one.references:
            assert set(reference.graph) <= facts
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


def test_all_sizes_structures_and_labels_of_two_to_four_relations_occur(pool: Pool) -> None:
    samples = samples_of(SETS)
    assert {len(one.concepts) for one in SETS} == {3, 4, 5}
    assert {sample.structure for sample in samples} == {"", "A", "B", "C"}
    assert {len(relations_of(label)) for label in pool.labels} == {2, 3, 4}
    assert min(Counter(sample.label for sample in samples).values()) >= 5


def test_no_sentence_is_of_two_concept_sets() -> None:
    """Or one could be asked that another shows."""
    sentences = [reference.sentence for one in SETS for reference in one.references]
    assert len(set(sentences)) == len(sentences)
