"""`cocoa paraphrase` goes from tasks to replies to a data set, stage by stage or at once."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from calling import OFFLINE, Cocoa

MODELS = ("--writer", "cocoa/grammar", "--reader", "cocoa/parser", "--reader", "cocoa/parser")


def test_stage_by_stage_and_at_once(cocoa: Cocoa, exam: Path, tmp_path: Path) -> None:
    tasks, replies, out = tmp_path / "tasks.jsonl", tmp_path / "replies.jsonl", tmp_path / "out"
    few = ("--limit", "3", "--mutants", "2")
    first = cocoa("paraphrase", exam, "--tasks", tasks, *few)
    assert first.exit_code == 0
    written = [json.loads(line) for line in tasks.read_text("utf-8").splitlines()]
    assert [task["role"] for task in written] == ["writer"] * 3
    at_once = cocoa("paraphrase", exam, *MODELS, "--take", replies, "--out", out, *few)
    assert at_once.exit_code == 0
    assert "3 paraphrases" in at_once.stdout
    assert "two of different makers" in at_once.stdout
    assert cocoa("verify", out).exit_code == 0
    again = cocoa("paraphrase", exam, "--take", replies, "--json", "--tasks", tasks, *few)
    assert again.exit_code == 0
    data = json.loads(again.stdout)
    assert (data["asked"], data["dropped"], data["open"], data["open_tasks"]) == (3, 0, 0, 0)
    assert tasks.read_text("utf-8") == ""


def test_a_drop_says_its_reason(cocoa: Cocoa, exam: Path, tmp_path: Path) -> None:
    call = ("paraphrase", exam, *MODELS[:4], "--reader", "cocoa/prose", "--limit", "4")
    told = cocoa(*call, "--take", tmp_path / "replies.jsonl")
    assert "4 dropped" in told.stdout
    assert told.stdout.count(": reader 2: the answer is not in the notation: ") == 3
    assert "and 1 more, with --json" in told.stdout
    drops = json.loads(cocoa(*call, "--json", "--take", tmp_path / "replies.jsonl").stdout)["drops"]
    assert len(drops) == 4
    assert all(line.startswith("reader 2: ") for _, line in drops)


def test_models_are_asked_through_inspect_and_their_replies_kept(
    cocoa: Cocoa, exam: Path, tmp_path: Path
) -> None:
    """A server that refuses a task loses nothing: the same call asks the others only."""
    pytest.importorskip("inspect_ai")
    from evaluation.local_server import LocalServer, serving

    replies, asked = tmp_path / "replies.jsonl", []

    def answer(messages: Any) -> str | None:
        asked.append(messages)
        return None if len(asked) == 1 else "I would rather not."

    with serving(LocalServer(answer)) as server:
        local = ("--reader", "openai-api/local/served", "--base-url", server.url)
        few = ("--limit", "2", "--mutants", "1")
        call = ("paraphrase", exam, *MODELS[:4], *local, "--take", replies, *few)
        lost = cocoa(*call, "--out", tmp_path / "out", **OFFLINE)
        assert (lost.exit_code, "repeat the call" in lost.stderr) == (1, True)
        kept = len(replies.read_text("utf-8").splitlines())
        result = cocoa(*call, "--out", tmp_path / "out", "--json", **OFFLINE)
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert (report["dropped"], report["open"], report["readers"][1]) == (2, 0, ["openai-api/local/served"])
    models = [json.loads(line)["model"] for line in replies.read_text("utf-8").splitlines()]
    assert 0 < kept < len(models)
    assert models.count("openai-api/local/served") == len(asked) - 1
    assert cocoa("verify", tmp_path / "out").exit_code == 0


def test_models_and_replies_that_cannot_be_are_named(cocoa: Cocoa, exam: Path, tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai")
    other = cocoa("paraphrase", exam, *MODELS[:-1], "some/model", "--out", tmp_path / "out")
    assert (other.exit_code, "some/model" in other.stderr) == (2, True)
    replies = tmp_path / "replies.jsonl"
    replies.write_text("nothing\n", "utf-8")
    wrong = cocoa("paraphrase", exam, "--take", replies, "--tasks", tmp_path / "tasks.jsonl")
    assert (wrong.exit_code, "replies.jsonl:1" in wrong.stderr) == (1, True)


@pytest.mark.parametrize(
    ("field", "value"), [("slot", "no_such"), ("test", "../x"), ("rule", "no-such"), ("values", ["\u202e"])]
)
def test_a_literal_that_the_domain_does_not_have_is_one_error(
    cocoa: Cocoa, exam: Path, tmp_path: Path, field: str, value: object
) -> None:
    changed = tmp_path / "changed"
    shutil.copytree(exam, changed)
    questions = changed / "questions.jsonl"
    first, *others = questions.read_text("utf-8").splitlines()
    record = json.loads(first)
    record["requirement"]["terms"][0][0][field] = value
    questions.write_text("\n".join([json.dumps(record), *others]) + "\n", encoding="utf-8")
    refused = cocoa("paraphrase", changed, *MODELS, "--out", tmp_path / "out", "--limit", "2")
    assert refused.exit_code == 1
    assert "cannot be put into words" in refused.stderr
    assert not (tmp_path / "out").exists()
    assert cocoa("review", changed, "--out", tmp_path / "page.html").exit_code in (0, 1)
