"""docs/training.md keeps its word: its functions do what the page says of them."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import datasets
import pytest
from documents.markdown import blocks
from documents.passages import ROOT
from documents.training import ANSWERS

import cocoa_core

TEXT = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")


def block(start: str) -> dict[str, Any]:
    """The names that the block with this line in it defines."""
    (found,) = [one.text for one in blocks(TEXT) if one.language == "python" and start in one.text]
    names: dict[str, Any] = {}
    exec(found, names)  # what the page tells its reader to run
    return names


@pytest.fixture
def exam(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data set of forty questions of two slots, named as on the page, in the current folder."""
    monkeypatch.chdir(tmp_path)
    cocoa_core.load_domain("flights").write("exam", count=40, seed=1, slots=2, minterms=2)
    return tmp_path / "exam"


def test_the_prompt_shows_all_that_a_person_sees_and_not_the_answer() -> None:
    prompt = block("def prompt(record)")["prompt"]
    record = cocoa_core.load_domain("flights").question(seed=3).to_json()
    shown = prompt(record)
    assert record["request"] in shown
    for option in record["options"]:
        assert all(f"- {label}: {value}\n" in shown for label, value in option["shown"].items())
        assert option["row"] not in shown
    assert prompt(record | {"answer": "?", "certificate": None, "requirement": None}) == shown


def test_the_reward_is_a_number_for_each_completion_of_either_form() -> None:
    reward = block("def reward(completions")["reward"]
    records = [one.to_json() for one in cocoa_core.generate("flights", count=6, seed=2)]
    columns = {
        "prompts": ["..."] * 6,
        "completion_ids": [[1, 2]] * 6,
        "answer": [one["answer"] for one in records],
        "options": [one["options"] for one in records],
    }
    texts = [f"Answer: {letter}" for letter in "ABCDEA"]
    expected = [float(one["answer"] == letter) for one, letter in zip(records, "ABCDEA", strict=True)]
    messages = [[{"role": "assistant", "content": text}] for text in texts]
    assert reward(completions=texts, **columns) == expected
    assert reward(completions=messages, **columns) == expected
    assert all(type(one) is float for one in reward(completions=texts, **columns))


def test_rows_of_a_loaded_data_set_are_enough_for_the_reward(exam: Path) -> None:
    reward = block("def reward(completions")["reward"]
    rows = datasets.load_dataset(str(exam), split="test", cache_dir=str(exam.parent / "cache"))
    columns = {name: list(rows[name]) for name in ("answer", "options")}
    assert reward(completions=[f"({answer})" for answer in rows["answer"]], **columns) == [1.0] * len(rows)
    assert reward(completions=[""] * len(rows), **columns) == [0.0] * len(rows)


def test_the_filter_lets_no_held_out_requirement_through(exam: Path) -> None:
    names = block("def training(seed, held_out")
    held_out = names["held_out"]
    assert len(held_out) == 40
    same = list(islice(names["training"](1, held_out, slots=2, minterms=2), 10))
    assert not held_out & {one.requirement.id for one in same}
    assert min(one.provenance.index for one in same) == 40


def test_every_way_to_fail_and_to_be_right_is_in_the_table() -> None:
    outcomes = {
        (score.outcome, score.failure)
        for score in (cocoa_core.score({"answer": "B"}, completion) for completion in ANSWERS)
    }
    assert outcomes == {
        ("right", None),
        ("wrong", None),
        *(("unparsed", failure) for failure in ("empty", "refusal", "several", "unreadable")),
    }
