"""The table at the end of a run and the analysis of its log say the same."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from analysis_logs import Asked, item_log, made_log, write_log
from inspect_ai.log import read_eval_log

import cocoa_core
from cocoa_core.analysis import analyze, read_results
from cocoa_core.evaluation.run_scores import score_of_run


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    flights = cocoa_core.load_domain("flights")
    return [question.to_json() for question in flights.generate(16, seed=11, option_sets=2)]


@pytest.mark.parametrize("epochs", [1, 3])
@pytest.mark.parametrize("seed", range(3))
def test_a_standing_is_the_row_of_the_summary(
    records: list[dict[str, Any]], tmp_path: Path, seed: int, epochs: int
) -> None:
    rng = random.Random(seed)
    log = made_log(
        records,
        lambda record, _: rng.choice([record["answer"], *"ABCDE", "", "error"]),
        model="lab/m",
        strategy="cot-full",
        epochs=epochs,
    )
    for sample in log.samples or ():
        assert sample.metadata is not None
        sample.metadata["cluster"] = sample.metadata["cocoa"]["requirement"]["id"]
    path = write_log(tmp_path / "1.eval", log)
    standing = score_of_run(read_eval_log(str(path), header_only=True))
    tables = analyze(read_results([path])).tables
    (summary, *_), (usage,) = (list(tables[name].dicts()) for name in ("summary", "usage"))
    assert (standing.model, standing.strategy) == (summary["model"], summary["strategy"])
    accuracy = standing.accuracy
    assert (accuracy.answers, accuracy.right, accuracy.clusters) == tuple(
        summary[name] for name in ("answers", "right", "clusters")
    )
    assert (accuracy.low, accuracy.high) == (summary["low"], summary["high"])
    assert standing.parse_failures == summary["parse_failures"]
    assert accuracy.answers + standing.errors == len(records) * epochs
    assert standing.errors > 0
    assert not standing.complete
    assert standing.why is not None
    assert "overloaded" in standing.why
    assert standing.seconds == usage["seconds_mean"]
    assert (standing.output_tokens or 0) >= usage["output_tokens"]


def test_graded_answers_count_by_their_score(tmp_path: Path) -> None:
    values: list[float | str] = ["C", "I", 0.25, 0.5]
    asked = [Asked(str(number), value) for number, value in enumerate(values)]
    path = write_log(tmp_path / "1.eval", item_log(asked))
    accuracy = score_of_run(read_eval_log(str(path), header_only=True)).accuracy
    (summary, *_) = list(analyze(read_results([path])).tables["summary"].dicts())
    assert (accuracy.right, accuracy.share) == (1, 0.4375)
    assert (accuracy.share, accuracy.low, accuracy.high) == (
        summary["accuracy"],
        summary["low"],
        summary["high"],
    )
