"""The file has GroundCocoa's keys, means the same by them, and is read by what reads the original."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest
from export.outside import outside
from scipy.stats import entropy as scipy_entropy

from cocoa_core.export import export
from cocoa_core.families.selection import Question, domain_of, explain
from cocoa_core.families.selection.exports.groundcocoa import FILE, SampleWriter
from cocoa_core.families.selection.prompting.truths import truths_of
from cocoa_core.items import CANARY, read_dataset

KEYS = [
    *("id", "query", "query_fol", "max_dependency", "average_dependency", "largest_connected_component"),
    *("width", "slots", "minterms", "is_natural", "entropy_avg", "entropy_overall", "condition_templates"),
]
PROMPTS = Path(__file__).with_name("original_prompts.py")


def written(folder: Path, out: Path) -> dict[str, Any]:
    export(folder, "groundcocoa", out)
    found: dict[str, Any] = json.loads((out / FILE).read_bytes())
    return found


def questions(folder: Path) -> list[Question]:
    return list(read_dataset(folder))


@pytest.mark.parametrize("name", ["flights", "travelled"])
def test_samples_have_the_keys_of_the_original_in_their_order(
    name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    folder: Path = request.getfixturevalue(name)
    found = written(folder, tmp_path / "out")
    assert (list(found), found["canary"]) == (["canary", "test_set"], CANARY)
    for sample, question in zip(found["test_set"], questions(folder), strict=True):
        assert list(sample) == [*KEYS, *(f"Option {letter}" for letter in "ABCDE"), "Answer"]
        assert (sample["id"], sample["query"]) == (question.id, question.request)
        assert sample["Answer"] == question.answer
        assert [sample[f"Option {option.label}"] for option in question.options] == [
            option.shown for option in question.options
        ]


def test_each_side_is_a_set(hotels: Path, tmp_path: Path) -> None:
    found = written(hotels, tmp_path / "out")
    dataset = read_dataset(hotels)
    assert list(found) == ["canary", *(f"{side}_set" for side in dataset.sides)]
    for side in dataset.sides:
        assert [sample["id"] for sample in found[f"{side}_set"]] == [one.id for one in dataset.side(side)]


def original_entropy(held: list[bool]) -> float:
    return float(scipy_entropy([count for count in (sum(held), len(held) - sum(held)) if count], base=2))


@pytest.mark.parametrize("name", ["flights", "hotels", "travelled"])
def test_truths_worked_out_again_give_the_answer_and_the_entropies_of_the_record(
    name: str, request: pytest.FixtureRequest
) -> None:
    dataset = read_dataset(request.getfixturevalue(name))
    domain = domain_of(dataset)
    for question in dataset:
        for label, terms in truths_of(question, domain).items():
            assert all(any(term) for term in terms) == (label == question.answer)
            flat = [one for term in terms for one in term]
            assert original_entropy([truth is True for truth in flat]) == pytest.approx(
                question.complexity.entropy[label], abs=1e-4
            )


def test_templates_are_the_literals_in_words_by_sum_term(hotels: Path, tmp_path: Path) -> None:
    found = written(hotels, tmp_path / "out")
    dataset = read_dataset(hotels)
    domain = domain_of(dataset)
    for side in dataset.sides:
        for sample, question in zip(found[f"{side}_set"], dataset.side(side), strict=True):
            joined = tuple(", or ".join(term) for term in sample["condition_templates"])
            assert joined == explain(question, domain).conditions


def test_the_largest_connected_component_is_the_longest_path(flights: Path) -> None:
    dataset = read_dataset(flights)
    question = next(iter(dataset))
    star = attrs.evolve(question.complexity, component=4, longest_path=3)
    sample = SampleWriter(domain_of(dataset)).sample(attrs.evolve(question, complexity=star))
    assert sample["largest_connected_component"] == 3


def test_the_task_of_lm_eval_for_the_original_reads_it(flights: Path, tmp_path: Path) -> None:
    written(flights, tmp_path / "out")
    (tmp_path / "home").mkdir()
    docs = json.loads(outside(tmp_path / "home", sys.executable, PROMPTS, tmp_path / "out" / FILE))
    for doc, question in zip(docs, questions(flights), strict=True):
        assert doc["gold"] == f"The answer is Option {question.answer}"
        assert f"User Criteria: {question.request}\n" in doc["criteria"]
        for option in question.options:
            assert f"\n Option {option.label}: {option.shown}\n" in doc["criteria"]
