"""`cocoa paraphrase` goes from tasks to replies to a data set, stage by stage or at once."""

from __future__ import annotations

import json
from pathlib import Path

from calling import Cocoa

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
    assert "3 requests have a paraphrase" in at_once.stdout
    assert "two of different makers" in at_once.stdout
    assert cocoa("verify", out).exit_code == 0
    again = cocoa("paraphrase", exam, "--take", replies, "--json", "--tasks", tasks, *few)
    assert again.exit_code == 0
    said = json.loads(again.stdout)
    assert (said["asked"], said["dropped"], said["open"], said["open_tasks"]) == (3, 0, 0, 0)
    assert tasks.read_text("utf-8") == ""


def test_wrong_calls_say_what_to_do(cocoa: Cocoa, exam: Path, tmp_path: Path) -> None:
    nothing = cocoa("paraphrase", exam)
    assert (nothing.exit_code, "--tasks" in nothing.stderr) == (2, True)
    alone = cocoa("paraphrase", exam, "--writer", "cocoa/grammar", "--out", tmp_path / "out")
    assert (alone.exit_code, "--reader MODEL" in alone.stderr) == (2, True)
    other = cocoa("paraphrase", exam, *MODELS[:-1], "some/model", "--out", tmp_path / "out")
    assert (other.exit_code, "some/model" in other.stderr) == (2, True)
    full = cocoa("paraphrase", exam, *MODELS, "--limit", "1", "--mutants", "0", "--out", tmp_path)
    replies = tmp_path / "replies.jsonl"
    replies.write_text("nothing\n", "utf-8")
    wrong = cocoa("paraphrase", exam, "--take", replies, "--tasks", tmp_path / "tasks.jsonl")
    assert (wrong.exit_code, "replies.jsonl:1" in wrong.stderr) == (1, True)
    assert full.exit_code in (0, 2)
