"""The concept sets in which each label comes in every structure."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from cocoa_core.families.graph_to_text.family import FAMILY
from cocoa_core.families.graph_to_text.metrics.lemmas import coverage
from cocoa_core.families.graph_to_text.pool import samples_of
from cocoa_core.families.graph_to_text.samples import read_concept_sets
from cocoa_core.families.graph_to_text.source import GRAPHS, source_of
from cocoa_core.items import Dataset
from cocoa_core.running import RunSpec, write_dataset
from cocoa_core.verification import verify

SETS = read_concept_sets(source_of("crossings").files[GRAPHS], GRAPHS)


def test_every_label_comes_in_every_structure_and_every_set_has_one_graph() -> None:
    found = {(sample.label, sample.structure) for sample in samples_of(SETS)}
    assert found == {
        (label, structure)
        for label in ("AtLocation&Desires", "AtLocation&HasA", "Desires&HasA")
        for structure in "ABC"
    }
    for one in SETS:
        first, second = one.references
        assert first.graph == second.graph


def test_every_sentence_has_its_concepts_and_stands_once() -> None:
    sentences = [reference.sentence for one in SETS for reference in one.references]
    assert len(set(sentences)) == len(sentences)
    for one in SETS:
        assert {coverage(one.concepts, reference.sentence) for reference in one.references} == {1.0}
    assert not [text for text in sentences for vowel in "aeiou" if f" a {vowel}" in text]


def test_two_hundred_graphs_have_fifty_of_each_structure_in_each_order(tmp_path: Path) -> None:
    """And the graphs are the same in both orders, so that `analyze` can pair them."""
    asked = {}
    for order in ("easy-to-hard", "hard-to-easy"):
        settings = FAMILY.settings({"order": order})
        call = RunSpec(FAMILY, FAMILY.source("crossings"), settings, 0)
        out = tmp_path / order
        items = list(Dataset(out, write_dataset(call, out, 400).manifest, FAMILY))
        assert not verify(out).findings
        asked[order] = [item.sample for item in items if item.distribution == "id"]
        counts = Counter(item.structure for item in items if item.distribution == "id")
        assert min(counts[structure] for structure in "ABC") >= 50
    assert asked["easy-to-hard"] == asked["hard-to-easy"]


def test_a_folder_of_that_name_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "crossings").mkdir()
    source = FAMILY.source("daily-life")
    (tmp_path / "crossings" / "graphs.jsonl").write_bytes(source.files["graphs.jsonl"])
    assert FAMILY.source("crossings").digests == source.digests
