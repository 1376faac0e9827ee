"""Files of others: concept sets as the paper's repository has them, and texts to be scored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cocoa_core.errors import CocoaError, UsageError
from cocoa_core.families.graph_to_text import read_concept_sets
from cocoa_core.families.graph_to_text.building.released import convert_released
from cocoa_core.families.graph_to_text.family import FAMILY
from cocoa_core.families.graph_to_text.scoring_files import scored_texts
from cocoa_core.families.parsing.family import FAMILY as PARSING
from cocoa_core.items import Dataset
from cocoa_core.running import RunSpec, write_dataset

EDGES = [
    ["/c/en/dog", "/c/en/bone", "/r/Desires", "left"],
    ["/c/en/yard", "/c/en/bone/n", "/r/AtLocation", "right"],
]
ENTRY = {"target": "A dog wants the bone  in the yard.", "pruned_graph": EDGES}
CONCEPTS = {"concepts": ["bone", "yard", "dog"]}


def written(path: Path, *lines: Any) -> Path:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return path


@pytest.mark.parametrize("line", [{**CONCEPTS, **ENTRY}, {**CONCEPTS, "concept_set_idx": 7, "refs": [ENTRY]}])
def test_the_papers_files_are_read(tmp_path: Path, line: dict[str, Any]) -> None:
    source = written(tmp_path / "a.jsonl", line, line)
    done = convert_released([source], tmp_path / "out")
    assert (done.sets, done.sentences, dict(done.left_out)) == (1, 1, {})
    data = (tmp_path / "out" / "graphs.jsonl").read_bytes()
    (concept_set,) = read_concept_sets(data, "graphs.jsonl")
    assert concept_set.concepts == ("bone", "dog", "yard")
    (reference,) = concept_set.references
    assert reference.sentence == "A dog wants the bone in the yard."
    assert reference.graph == (("dog", "Desires", "bone"), ("bone", "AtLocation", "yard"))


def test_merged_relations_are_merged_and_a_part_has_no_whole(tmp_path: Path) -> None:
    edges = [["tail", "dog", "PartOf", "left"], ["puppy", "dog", "MannerOf", "left"]]
    line = {"concepts": ["tail", "dog", "puppy"], "target": "x", "pruned_graph": edges}
    convert_released([written(tmp_path / "a.jsonl", line)], tmp_path / "out")
    data = (tmp_path / "out" / "graphs.jsonl").read_bytes()
    (concept_set,) = read_concept_sets(data, "graphs.jsonl")
    assert concept_set.references[0].graph == (("dog", "HasA", "tail"), ("puppy", "IsA", "dog"))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({"concepts": ["dog", "bone"], **ENTRY}, "fewer than three"),
        ({"concepts": ["dog", "bone", "cat"], **ENTRY}, "lacks a concept"),
        ({**CONCEPTS, **ENTRY, "target": " "}, "without words"),
        ({**CONCEPTS, **ENTRY, "pruned_graph": [*EDGES, ["a", "b", "Near", "left"]]}, "none of the thirteen"),
    ],
)
def test_sentences_that_cannot_be_asked_are_counted(
    tmp_path: Path, line: dict[str, Any], reason: str
) -> None:
    with pytest.raises(CocoaError, match=reason):
        convert_released([written(tmp_path / "a.jsonl", line)], tmp_path / "out")
    good = {**CONCEPTS, **ENTRY}
    done = convert_released([written(tmp_path / "a.jsonl", line, good)], tmp_path / "out")
    assert [reason in why for why in done.left_out] == [True]


HALF_A_CHARACTER = json.dumps({**CONCEPTS, **ENTRY, "target": "A \ud800."})
EDGE_OF_THREE = '{"concepts": ["a"], "target": "A.", "pruned_graph": [["a", "IsA", "b"]]}'


@pytest.mark.parametrize(
    "line",
    ["{", "[]", "3", '{"concepts": ["a"]}', '{"concepts": [1], "refs": 3}', EDGE_OF_THREE, HALF_A_CHARACTER],
)
def test_a_line_of_another_kind_is_named_or_counted(tmp_path: Path, line: str) -> None:
    source = written(tmp_path / "a.jsonl", {**CONCEPTS, **ENTRY}, line)
    with pytest.raises(CocoaError, match=r"a\.jsonl:2: a row cannot be read") as caught:
        convert_released([source], tmp_path / "out")
    assert "Error" not in str(caught.value)
    assert "unpack" not in str(caught.value)
    assert '[[NODE, NODE, RELATION, "left"], ...]' in str(caught.value)
    done = convert_released([source], tmp_path / "out", skip_bad=True)
    assert dict(done.left_out) == {"in a line that cannot be read": 1}
    with pytest.raises(CocoaError, match="graphs already"):
        convert_released([source], tmp_path / "out", skip_bad=True)


def test_texts_of_a_file_are_scored_as_answers_are(tmp_path: Path) -> None:
    call = RunSpec(FAMILY, FAMILY.source("crossings"), FAMILY.settings({}), 1)
    dataset = Dataset(tmp_path / "exam", write_dataset(call, tmp_path / "exam", 6).manifest, FAMILY)
    items = list(dataset)
    texts = [item.key[0] for item in items]
    texts[0] = ""
    scores = scored_texts(dataset, written(tmp_path / "texts.txt", *texts))
    assert (scores.texts, scores.unread) == (6, 1)
    assert items[0].distribution == "id"
    assert scores.means["id"]["coverage"] == pytest.approx(2 / 3)
    assert scores.means["ood"]["coverage"] == 1.0
    assert scores.means["ood"].get("rouge_l", 1.0) == pytest.approx(1.0)
    for fewer, count in ((texts[1:], "5 lines"), (texts[1:2], "1 line"), ([], "0 lines")):
        with pytest.raises(CocoaError, match=f"got: {count}\n"):
            scored_texts(dataset, written(tmp_path / "fewer.txt", *fewer))


def test_texts_for_items_of_another_family_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "forms"
    call = RunSpec(PARSING, None, PARSING.settings({}), 1)
    dataset = Dataset(folder, write_dataset(call, folder, 2).manifest, PARSING)
    with pytest.raises(UsageError, match=r"forms, of the family parsing\n  expected: .*graph-to-text"):
        scored_texts(dataset, written(tmp_path / "texts.txt", "a", "b"))
