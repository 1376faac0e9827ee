"""What `cocoa evaluate` says of a run, `cocoa analyze` says of its log."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from calling import OFFLINE, Cocoa, rows_of

import cocoa_core


def test_both_say_the_same_of_a_run(cocoa: Cocoa, tmp_path: Path) -> None:
    exam, flights = tmp_path / "exam", cocoa_core.load_domain("flights")
    seed = next(
        seed
        for seed in range(50)
        if any(one.provenance.option_set for one in flights.generate(12, seed=seed, option_sets=2))
    )
    flights.write(exam, 12, seed=seed, option_sets=2)
    called = (exam, "-m", "cocoa/random", "-s", "direct", "-s", "cot-partial", "--epochs", 2)
    ran = cocoa("evaluate", *called, "--log-dir", tmp_path / "logs", "--json", **OFFLINE)
    assert ran.exit_code == 0, ran.stderr[-2000:]
    read = cocoa("analyze", tmp_path / "logs", "--json")
    assert read.exit_code == 0, read.output
    data = json.loads(read.stdout)
    summary = [row for row in rows_of(data, "summary") if row["strategy"]]
    models = json.loads(ran.stdout)["models"]
    assert [(model["model"], model["strategy"]) for model in models] == [
        (row["model"], row["strategy"]) for row in summary
    ]
    for one, row, used in zip(models, summary, rows_of(data, "usage"), strict=True):
        assert row["dataset"] == "exam"
        assert (row["epochs"], row["questions"]) == (2, row["answers"] // 2)
        assert row["clusters"] < row["questions"]
        for name in ("answers", "right", "accuracy", "low", "high", "clusters", "parse_failures"):
            assert one[name] == row[name], name
        assert (one["input_tokens"], one["output_tokens"]) == (used["input_tokens"], used["output_tokens"])
        assert one["seconds"] == pytest.approx(used["seconds_mean"])
    assert [line for line in data["left_out"] if line["samples"]] == []
