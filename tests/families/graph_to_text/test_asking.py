"""Prompts, replies and scores; a whole exam asked, analyzed and exported through the commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from answer_forms import module_at
from calling import rows_of
from export.outside import LM_EVAL, outside
from hypothesis import given
from hypothesis import strategies as st
from net.calls import cocoa, data

from cocoa_core.errors import UsageError
from cocoa_core.families.graph_to_text import FAMILY, RELATIONS, WRITERS, GraphItem
from cocoa_core.families.graph_to_text.family import prompter_of
from cocoa_core.families.graph_to_text.graphs import TEMPLATES, verbalized
from cocoa_core.families.graph_to_text.metrics.lemmas import coverage
from cocoa_core.families.graph_to_text.replies import stated_sentence
from cocoa_core.items import ItemSource, Prompting, read_dataset
from cocoa_core.running import RunSpec, generate


@pytest.fixture(scope="module")
def items(daily_life: ItemSource) -> list[GraphItem]:
    return list(generate(RunSpec(FAMILY, daily_life, FAMILY.settings({}), 2), 30))


def test_the_layout_of_the_paper(items: list[GraphItem]) -> None:
    item = items[0]
    lines = prompter_of(Prompting(strategy="direct")).conversation(item).first.splitlines()
    assert lines[-3] == f"concepts: {', '.join(item.concepts)}"
    edges = ", ".join(f"<H> {head} <R> {relation} <T> {tail}" for head, relation, tail in item.graph)
    assert lines[-2] == f"commonsense reasoning graph: {edges}"
    assert lines[-1] == "sentence:"
    solved = [f"sentence: {demonstration.sentence}" for demonstration in item.demonstrations]
    assert [line for line in lines if line.startswith("sentence: ")] == solved


def test_the_layout_of_the_code(items: list[GraphItem]) -> None:
    item = items[0]
    text = prompter_of(Prompting(strategy="code")).conversation(item).first
    edges = "".join(f"{head} - {relation} - {tail}, " for head, relation, tail in item.graph)
    assert text.endswith(f"### concepts: {', '.join(item.concepts)}\n ### graph: {edges}\n ### sentence:")
    for demonstration in item.demonstrations:
        assert f"\n ### sentence: {demonstration.sentence}; ### concepts: " in text


@pytest.mark.parametrize(
    "how", [Prompting(strategy="cot-full"), Prompting(strategy="code", prompt=Path("x"))]
)
def test_another_strategy_and_a_template_are_refused(how: Prompting) -> None:
    with pytest.raises(UsageError):
        prompter_of(how)


@pytest.mark.parametrize(
    ("completion", "expected"),
    [
        (" The dog barks.", "The dog barks."),
        ("The dog barks.\n\nconcepts: a, b\nsentence: Another.", "The dog barks."),
        ("The dog barks.; ### concepts: a\n ### sentence: Another", "The dog barks."),
        ("Here is a sentence:\n\n“The dog barks.”", "The dog barks."),
        ("sentence: The dog barks.", "The dog barks."),
        ("**Sentence:** The dog barks.", "The dog barks."),
        ("concepts: dog\nsentence: The dog barks.", "The dog barks."),
        ("<think>A cat.</think>\nThe dog barks.", "The dog barks."),
        ("<think>A cat.", ""),
        ("", ""),
        ("Sure:", ""),
    ],
)
def test_the_sentence_of_a_completion(completion: str, expected: str) -> None:
    assert stated_sentence(completion) == expected


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    assert "\n" not in stated_sentence(text)


def test_a_reply_is_worth_the_share_of_its_concepts(items: list[GraphItem]) -> None:
    item = items[0]
    for sentence in item.key:
        assert FAMILY.score(item, [sentence]).value == 1.0
    half = FAMILY.score(item, [f"{item.concepts[0]} and {item.concepts[1]}."])
    assert half.value == pytest.approx(2 / len(item.concepts))
    assert (half.outcome, set(half.metrics)) == ("wrong", set(FAMILY.figures))
    assert FAMILY.score(item, [""]).outcome == FAMILY.score(item, []).outcome == "unparsed"


def test_every_relation_has_a_template() -> None:
    assert set(TEMPLATES) == set(RELATIONS)
    assert verbalized(("tail", "UsedFor", "wag")) == "Tail is used for wag."


@pytest.mark.parametrize("strategy", FAMILY.strategies)
def test_reference_models_read_either_layout(strategy: str, items: list[GraphItem]) -> None:
    prompter = prompter_of(Prompting(strategy=strategy))
    for item in items:
        prompt = prompter.conversation(item).first
        said = {name: stated_sentence(writer.write(prompt)) for name, writer in WRITERS.items()}
        assert said["concepts"] == f"{', '.join(item.concepts)}."
        assert said["triples"] == "; ".join(verbalized(edge)[:-1] for edge in item.graph)
        assert said["copied"] == item.demonstrations[-1].sentence


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty items, asked of two models that need no network."""
    folder = tmp_path_factory.mktemp("asked")
    exam = folder / "exam"
    assert cocoa("generate", "--family", "graph-to-text", "--count", 40, "--seed", 4, "--out", exam).code == 0
    assert cocoa("verify", exam).code == 0
    models = ("--model", "cocoa/triples", "--model", "cocoa/copied")
    assert cocoa("evaluate", exam, *models, "--log-dir", folder / "logs").code == 0
    return folder / "logs"


@pytest.fixture(scope="module")
def analyzed(logs: Path) -> dict[str, Any]:
    """What `analyze --json` prints of them."""
    return data("analyze", logs)


def test_the_gap_is_that_of_the_scores(logs: Path, analyzed: dict[str, Any]) -> None:
    dataset = read_dataset(logs.parent / "exam")
    values: dict[str, list[float]] = {"id": [], "ood": []}
    for item in dataset:
        values[item.distribution].append(coverage(item.concepts, item.demonstrations[-1].sentence))
    inside, outside = (sum(values[side]) / len(values[side]) for side in ("id", "ood"))
    found = {
        row["metric"]: row for row in rows_of(analyzed, "generalization") if row["model"] == "cocoa/copied"
    }
    assert found["score"]["id"] == pytest.approx(inside, abs=1e-6)
    assert found["score"]["gap"] == pytest.approx(inside - outside, abs=1e-6)
    assert found["score"]["gap_low"] < inside - outside < found["score"]["gap_high"]
    assert found["bleu_4"]["gap_low"] <= found["bleu_4"]["gap"] <= found["bleu_4"]["gap_high"]
    assert (found["spice"]["id"], found["spice"]["remark"]) == (None, "absent")
    names = {"score", "rouge_2", "rouge_l", "meteor_es", "bleu_3", "bleu_4", "cider_d", "spice"}
    assert set(found) == names


def test_the_gap_is_parted_and_relations_are_ranked(analyzed: dict[str, Any]) -> None:
    parted = [
        row
        for row in rows_of(analyzed, "gaps")
        if row["model"] == "cocoa/copied" and row["metric"] == "score"
    ]
    assert {row["by"] for row in parted} == {"relations", "structure", "concepts"}
    for by in ("relations", "structure", "concepts"):
        assert sum(row["id_answers"] for row in parted if row["by"] == by) == 20
    ranked = rows_of(analyzed, "relation_rankings")
    assert all(row["id"] is None or 0 <= row["id"] <= 1 for row in ranked), "absent where all relations tie"
    copied = {row["metric"]: row["id"] for row in ranked if row["model"] == "cocoa/copied"}
    assert copied["score"] is not None


def test_reference_lines_are_those_of_the_family(logs: Path) -> None:
    exam = logs.parent / "exam"
    call = ("evaluate", exam, "--model", "cocoa/copied", "--limit", 4, "--reference")
    output = data(*call, "--log-dir", logs.parent / "more")
    assert [reference["model"] for reference in output["references"]] == ["cocoa/triples", "cocoa/concepts"]


def test_it_is_exported_as_messages_and_parquet(logs: Path, tmp_path: Path) -> None:
    exam = logs.parent / "exam"
    for to in ("messages", "parquet"):
        assert cocoa("export", exam, "--to", to, "--out", tmp_path / to).code == 0
    lines = (tmp_path / "messages" / "test.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == 40
    (first, *_) = read_dataset(exam)
    assert first.key[0] in json.dumps(json.loads(lines[0]), ensure_ascii=False)
    refused = cocoa("export", exam, "--to", "groundcocoa", "--out", tmp_path / "no")
    assert (refused.code, refused.clean) == (2, True)


def test_lm_eval_asks_and_scores_as_the_family_does(logs: Path, tmp_path: Path) -> None:
    exam = logs.parent / "exam"
    assert cocoa("export", exam, "--to", "lm-eval", "--out", tmp_path / "tasks").code == 0
    tasks = [f"cocoa_daily_life_direct_{name}" for name in ("id", "ood")]
    called = [*LM_EVAL, "run", "--include_path", tmp_path / "tasks", "--tasks", *tasks]
    called += ["--model", "dummy", "--limit", "3", "--log_samples", "--output_path", tmp_path / "out"]
    outside(tmp_path, *called)
    items = {item.id: item for item in read_dataset(exam)}
    scored = module_at(tmp_path / "tasks" / "cocoa_sentences.py").scored
    for item in items.values():
        for said in (item.key[-1], item.demonstrations[0].sentence, f"sentence: {item.concepts[0]}s!", ""):
            expected = FAMILY.score(item, [said]).value
            assert scored({"concepts": list(item.concepts), "prompt": "Write."}, [said]) == {
                "coverage": expected
            }
    prompter = prompter_of(Prompting(strategy="direct"))
    for task, distribution in zip(tasks, ("id", "ood"), strict=True):
        (path,) = (tmp_path / "out").rglob(f"samples_{task}_*.jsonl")
        samples = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        assert len(samples) == 3
        for sample in samples:
            item = items[sample["doc"]["id"]]
            assert item.distribution == distribution
            assert prompter.conversation(item).first in json.dumps(
                sample["arguments"], ensure_ascii=False
            ).replace("\\n", "\n")
            said = sample["resps"][0][0]
            assert sample["coverage"] == FAMILY.score(item, [said]).value


def test_show_and_stats_speak_of_it(logs: Path) -> None:
    exam = logs.parent / "exam"
    assert data("show", exam, 0)["family"] == "graph-to-text"
    assert data("stats", exam)["counts"]["questions"]["distribution"] == {"id": 20, "ood": 20}


def test_a_domain_that_is_none_is_refused_with_what_to_do(tmp_path: Path) -> None:
    call = cocoa(
        "generate", "--family", "graph-to-text", "-d", "flights", "--count", 2, "--out", tmp_path / "x"
    )
    assert (call.code, call.clean) == (2, True)
    assert "daily-life" in call.err
