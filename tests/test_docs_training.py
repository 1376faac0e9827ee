"""docs/training.md keeps its word: its functions do what the page says of them."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any, get_args

import datasets
import pytest
from documents.markdown import blocks
from documents.passages import ROOT
from documents.training import ANSWERS

import cocoa_core
from cocoa_core.answers import Failure
from cocoa_core.export import ExportOptions, export

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


def test_rows_of_a_loaded_data_set_are_enough_for_the_reward(exam: Path) -> None:
    export(exam, "trl", exam.parent / "prompts", ExportOptions(explain=True))
    rows = datasets.load_dataset(
        str(exam.parent / "prompts"), split="test", cache_dir=str(exam.parent / "cache")
    )
    said = [f"({json.loads(record)['answer']})" for record in rows["record"]]
    assert cocoa_core.reward(completions=said, record=rows["record"]) == [1.0] * len(rows)
    assert cocoa_core.reward(completions=[""] * len(rows), record=rows["record"]) == [0.0] * len(rows)


def test_the_filter_lets_no_held_out_requirement_through(exam: Path) -> None:
    names = block("def training(seed, held_out")
    held_out = names["held_out"]
    records = (exam / "questions.jsonl").read_text("utf-8").splitlines()
    assert held_out == {json.loads(record)["requirement"]["id"] for record in records}
    same = list(islice(names["training"](1, held_out, slots=2, minterms=2), 10))
    assert not held_out & {one.requirement.id for one in same}
    assert min(one.provenance.index for one in same) >= 40


def test_every_way_to_fail_and_to_be_right_is_in_the_table() -> None:
    outcomes = {
        (score.outcome, score.failure)
        for score in (cocoa_core.score({"answer": "B"}, completion) for completion in ANSWERS)
    }
    assert outcomes == {
        ("right", None),
        ("wrong", None),
        *(("unparsed", failure) for failure in get_args(Failure)),
    }
