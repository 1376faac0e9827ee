"""Rows for trainers: the prompt of the data set, and a record that the reward takes, in every ask."""

from __future__ import annotations

import json
from pathlib import Path

import datasets
import pytest
from every_ask import ASKS, call_of

import cocoa_core
from cocoa_core.errors import UsageError
from cocoa_core.export import ExportOptions, export
from cocoa_core.families.selection.deliveries.turns import Turns
from cocoa_core.items import Prompting, family_named, read_dataset
from cocoa_core.running import RunSpec, write_dataset


@pytest.mark.parametrize(("family", "ask"), ASKS)
def test_rows_are_asked_and_paid(family: str, ask: str, tmp_path: Path) -> None:
    write_dataset(call_of(family, ask), tmp_path / "set", 3)
    dataset = read_dataset(tmp_path / "set")
    items = list(dataset)
    for form in ("trl", "nemo-gym"):
        export(tmp_path / "set", form, tmp_path / form, ExportOptions(explain=True))
        rows = datasets.load_dataset(
            str(tmp_path / form), split="test", cache_dir=str(tmp_path / "cache")
        ).to_list()
        prompter = dataset.family.prompter(dataset, Prompting(strategy=next(iter(dataset.family.strategies))))
        right = [prompter.replies(item)[-1] for item in items]
        assert cocoa_core.reward(completions=right, record=[row["record"] for row in rows]) == [1.0] * 3
        for item, row in zip(items, rows, strict=True):
            asked = row["prompt"] if form == "trl" else row["responses_create_params"]["input"]
            assert asked == cocoa_core.prompt(item, explain=True, dataset=dataset)
            assert json.loads(row["record"]) == item.to_json()


@pytest.mark.parametrize("answering", [None, "each"])
def test_of_a_conversation_the_prompt_is_all_but_what_is_paid(answering: str | None, tmp_path: Path) -> None:
    family = family_named("selection")
    call = RunSpec(family, family.source("hotels"), family.settings({"revisions": 2}), 3)
    write_dataset(call, tmp_path / "set", 2)
    asked, rows = ExportOptions(delivery="revise", answering=answering), {}
    for form in ("messages", "trl", "nemo-gym"):
        export(tmp_path / "set", form, tmp_path / form, asked)
        lines = (tmp_path / form / "test.jsonl").read_text("utf-8").splitlines()
        rows[form] = [json.loads(line) for line in lines]
    whole = [row["messages"] for row in rows["messages"]]
    turns = [message["role"] for message in whole[0] if message["role"] != "system"]
    assert turns == ["user", "assistant"] * (len(turns) // 2)
    assert len(turns) >= 6
    assert [row["prompt"] for row in rows["trl"]] == [messages[:-1] for messages in whole]
    prompts = [row["responses_create_params"]["input"] for row in rows["nemo-gym"]]
    assert prompts == [messages[:-1] for messages in whole]
    last = [messages[-1]["content"] for messages in whole]
    assert cocoa_core.reward(completions=last, record=[row["record"] for row in rows["trl"]]) == [1.0] * 2


@pytest.mark.parametrize("form", ["messages", "trl", "nemo-gym"])
def test_what_cannot_be_asked_over_turns_is_left_out_and_counted(
    form: str, flights: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five of sixteen cannot, and none has revisions."""
    monkeypatch.setattr(Turns, "refusal", lambda self, question: "few" * (question.provenance.index < 5))
    exported = export(flights, form, tmp_path / form, ExportOptions(delivery="turns"))
    assert exported.questions == {"test": 11}
    assert exported.notes == ("5 questions were left out, which cannot be asked in this way",)
    with pytest.raises(UsageError, match="no question can be asked in this way"):
        export(flights, form, tmp_path / "none", ExportOptions(delivery="revise"))
    assert not (tmp_path / "none").exists()


def test_turns_are_refused(flights: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="several turns"):
        export(flights, "trl", tmp_path / "out", ExportOptions(strategy="l2m"))
    assert not (tmp_path / "out").exists()
