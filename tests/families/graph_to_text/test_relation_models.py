"""The rules that stand in for a model of relations, and a model of the user's in their place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from calling import rows_of
from families.graph_to_text.made_files import SETS
from net.calls import cocoa, data

from cocoa_core.analysis import LogReading, only_verified
from cocoa_core.errors import CocoaError, UsageError
from cocoa_core.families.graph_to_text import RELATIONS, relation_model, verified
from cocoa_core.families.graph_to_text.graphs import group_of
from cocoa_core.families.graph_to_text.trained_relations import read_cases
from cocoa_core.items import read_dataset

if TYPE_CHECKING:
    from cocoa_core.families.graph_to_text.trained_relations import TrainedRelations

RULES = relation_model("rules")


def test_the_rules_find_what_our_own_sentences_say() -> None:
    """In the group that is there to validate a model: 98.3 % of 657 relations."""
    asked = [
        (edge, reference.sentence)
        for one in SETS
        if group_of(one.concepts) == "verification-validation"
        for reference in one.references
        for edge in reference.graph
    ]
    found = [RULES.relation(head, tail, sentence) == relation for (head, relation, tail), sentence in asked]
    assert len(found) > 600
    assert sum(found) / len(found) > 0.97


def test_the_rules_find_less_in_another_sentence() -> None:
    """Of a sentence with both concepts and without the relation they would be no check."""
    others = [one.references[0] for one in SETS[:400]]
    wrong = [
        verified([(head, relation, tail)], f"The {head} and the {tail} are mentioned.", RULES)
        for other in others
        for head, relation, tail in other.graph
    ]
    assert sum(wrong) == 0


def test_they_say_what_they_are_and_name_known_relations_alone() -> None:
    assert "no model" in RULES.about
    assert RULES.relation("dog", "bone", "") is None
    assert RULES.relation("knife", "chop", "People use the knife to chop the onions.") == "UsedFor"
    assert RULES.relation("knife", "chop", "The knife can chop the onions.") == "CapableOf"
    assert {
        RULES.relation(h, t, r.sentence) for one in SETS[:300] for r in one.references for h, _, t in r.graph
    } <= {
        *RELATIONS,
        None,
    }


def test_a_trained_model_states_its_errors_and_finds_most_of_what_it_did_not_see(tmp_path: Path) -> None:
    """Its errors are those of the validation side, counted again here; another call trains the same model."""
    cocoa("graphs", "relations", "--out", str(tmp_path / "cases"))
    name = f"trained:{tmp_path / 'cases'}"
    model = cast("TrainedRelations", relation_model(name))
    lines = (tmp_path / "cases" / "validation.jsonl").read_text("utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    said = [model.relation(case["head"], case["tail"], case["sentence"]) for case in cases]
    right = sum(one == case["relation"] for one, case in zip(said, cases, strict=True))
    wrong = sum(one not in (None, case["relation"]) for one, case in zip(said, cases, strict=True))
    assert model.found == right / len(cases) > 0.9
    assert model.mistaken == pytest.approx(wrong / len(cases) / (len(RELATIONS) - 1))
    assert f"{model.found:.1%}" in model.about
    assert model.relation("dog", "bone", "Nobody is here.") is None
    assert cast("TrainedRelations", relation_model(name)).threshold == model.threshold


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"head": "a", "tail": "b", "sentence": "c", "relation": "Near"}']
)
def test_a_case_that_cannot_be_read_is_named(line: str, tmp_path: Path) -> None:
    (tmp_path / "train.jsonl").write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(CocoaError, match="no case of a relation"):
        relation_model(f"trained:{tmp_path}")
    with pytest.raises(UsageError, match="no cases"):
        relation_model(f"trained:{tmp_path / 'absent'}")


def test_cases_are_read_as_editors_save_them(tmp_path: Path) -> None:
    """With a byte order mark, Windows line ends, an empty line, and U+2028 inside a sentence."""
    case = {"head": "a", "tail": "b", "sentence": "a has\u2028b", "relation": "HasA"}
    text = "\ufeff" + f"{json.dumps(case, ensure_ascii=False)}\r\n" * 50 + "\r\n"
    for side in ("train", "validation"):
        (tmp_path / f"{side}.jsonl").write_text(text, "utf-8", newline="")
    cases = read_cases(tmp_path)
    assert {one.sentence for one in cases["train"]} == {case["sentence"]}
    assert len(cases["validation"]) == 50


@pytest.mark.parametrize("name", ["no_such_module:MODEL", "json", "json:nothing", "json:dumps", ":x"])
def test_what_is_no_model_is_refused(name: str) -> None:
    with pytest.raises(UsageError):
        relation_model(name)


MINE = """
from cocoa_core.families.graph_to_text import read_concept_sets
from cocoa_core.families.graph_to_text.source import GRAPHS, source_of

SETS = read_concept_sets(source_of(None).files[GRAPHS], GRAPHS)
FACTS = {(h, t): r for one in SETS for text in one.references for h, r, t in text.graph}

class Mine:
    about = "a model of mine"

    def relation(self, head, tail, sentence):
        return FACTS[head, tail] if head < "m" else None

MODEL = Mine()
"""


def test_analyze_counts_verified_answers_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exam, logs = tmp_path / "exam", tmp_path / "logs"
    assert cocoa("generate", "--family", "graph-to-text", "--count", 20, "--out", exam).code == 0
    assert cocoa("evaluate", exam, "-m", "cocoa/concepts", "--log-dir", logs).code == 0
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    refused = cocoa("analyze", logs, "--verified", "rules")  # a list of concepts says no relation
    assert (refused.code, refused.clean) == (1, True)
    assert "not verified by rules" in refused.err
    expected = [item for item in read_dataset(exam) if all(head < "m" for head, _, _ in item.graph)]
    output = data("analyze", logs, "--verified", "mine:MODEL")
    assert 0 < output["answers"] == len(expected) < 20
    assert sum(one["samples"] for one in output["left_out"]) == 20 - len(expected)
    assert "not verified by a model of mine" in output["left_out"][0]["reason"]
    (bleu,) = [row for row in rows_of(output, "generalization") if row["metric"] == "bleu_4"]
    assert bleu["id_answers"] + bleu["ood_answers"] == len(expected)


def test_logs_of_another_family_have_nothing_to_verify() -> None:
    with pytest.raises(UsageError, match="no answer in these logs"):
        only_verified(LogReading((), ()), RULES)


def test_cases_for_a_model_are_written_and_a_model_is_checked(tmp_path: Path) -> None:
    output = data("graphs", "relations", "--out", tmp_path / "cases", "--check", "rules")
    asked = {
        frozenset((head, relation, tail))
        for one in SETS
        for r in one.references
        for head, relation, tail in r.graph
    }
    for side, count in output["cases"].items():
        lines = (tmp_path / "cases" / f"{side}.jsonl").read_text("utf-8").splitlines()
        assert len(lines) == count > 600
        for line in map(json.loads, lines):
            assert frozenset((line["head"], line["relation"], line["tail"])) in asked
    texts = {side: (tmp_path / "cases" / f"{side}.jsonl").read_text("utf-8") for side in output["cases"]}
    sides = {
        side: {json.loads(line)["sentence"] for line in text.splitlines()} for side, text in texts.items()
    }
    assert not sides["train"] & sides["validation"]
    others = {
        r.sentence
        for one in SETS
        if group_of(one.concepts) in ("test", "demonstrations")
        for r in one.references
    }
    assert not (sides["train"] | sides["validation"]) & others
    assert output["check"]["of"] == output["cases"]["validation"]
    assert output["check"]["right"] / output["check"]["of"] > 0.97
    again = cocoa("graphs", "relations", "--out", tmp_path / "cases")
    assert (again.code, again.clean) == (2, True)
    assert cocoa("graphs", "relations").code == 2
