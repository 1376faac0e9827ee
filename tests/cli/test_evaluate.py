"""`cocoa evaluate` through the real inspect pipeline, with models and servers of this machine alone."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest
from calling import OFFLINE, Cocoa, evaluated
from evaluation.local_server import LocalServer, Messages

import cocoa_core

STRATEGIES = ("direct", "cot-full", "cot-partial", "l2m")


@pytest.fixture(scope="module")
def flights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fifty questions about flights."""
    folder = tmp_path_factory.mktemp("flights") / "exam"
    cocoa_core.load_domain("flights").write(folder, 50, seed=5)
    return folder


@pytest.fixture(scope="module")
def hotels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fifty questions about hotels, a few on a validation side."""
    folder = tmp_path_factory.mktemp("hotels") / "exam"
    cocoa_core.load_domain("hotels").write(folder, 50, seed=6, split={"validation": 0.1, "test": 0.9})
    return folder


def test_the_oracle_is_right_by_every_strategy_and_is_not_asked_twice(
    cocoa: Cocoa, flights: Path, tmp_path: Path
) -> None:
    strategies = [part for name in STRATEGIES for part in ("--strategy", name)]
    call = (flights, "--model", "cocoa/oracle", *strategies, "--log-dir", tmp_path)
    first = evaluated(cocoa, 0, *call)
    assert [(model["strategy"], model["right"], model["answers"]) for model in first["models"]] == [
        (name, 50, 50) for name in STRATEGIES
    ]
    logs = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.eval")}
    assert len(logs) == 4
    assert evaluated(cocoa, 0, *call) == first
    assert {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.eval")} == logs


def test_reference_lines_stand_beside_a_model_on_another_domain(
    cocoa: Cocoa, hotels: Path, tmp_path: Path
) -> None:
    call = (hotels, "-m", "cocoa/oracle", "-s", "cot-full", "--side", "test", "--log-dir", tmp_path)
    data = evaluated(cocoa, 0, *call, "--reference")
    (oracle,) = data["models"]
    assert oracle["accuracy"] == 1.0
    assert oracle["answers"] > 30
    lines = {reference["model"]: reference for reference in data["references"]}
    assert list(lines) == ["cocoa/random", "cocoa/first-term", "cocoa/literals", "query-blind"]
    assert lines["cocoa/random"]["accuracy"] < 0.5  # of some forty answers: 20 %, and seldom half
    assert all(line["answers"] == oracle["answers"] and line["accuracy"] < 0.7 for line in lines.values())
    assert all(line["parse_failures"] == 0 for line in lines.values())


def test_stalls_errors_and_rate_limits_are_survived(
    cocoa: Cocoa, flights: Path, server: LocalServer, tmp_path: Path
) -> None:
    server.faults = ["rate limit", "error", "stall"]
    call = (flights, "-m", "openai-api/local/served", "--limit", 6, "--timeout", 1, "--max-connections", 3)
    data = evaluated(cocoa, 0, *call, "--log-dir", tmp_path)
    assert server.met == {"rate limit": 1, "error": 1, "stall": 1, "answer": 6}
    (model,) = data["models"]
    answers = [one.answer for _, one in zip(range(6), cocoa_core.read_dataset(flights), strict=False)]
    assert model["right"] == answers.count("B")
    assert model["input_tokens"] > 6 * 100
    assert model["output_tokens"] == 12


def test_what_could_not_be_asked_is_asked_by_the_next_call_and_nothing_else(
    cocoa: Cocoa, flights: Path, server: LocalServer, tmp_path: Path
) -> None:
    questions = [one for _, one in zip(range(6), cocoa_core.read_dataset(flights), strict=False)]
    third = questions[2].request

    def refusing(messages: Messages) -> str | None:
        return None if third in messages[-1]["content"] else "I cannot help with that."

    server.answer = refusing
    call = (flights, "-m", "openai-api/local/served", "--log-dir", tmp_path)
    data = evaluated(cocoa, 1, *call, "--limit", 4)
    (model,) = data["models"]
    assert (model["answers"], model["errors"], model["parse_failures"]) == (3, 1, 3)
    assert not model["complete"]
    assert "not this one" in model["why"]
    assert server.met["answer"] == 3
    server.answer = lambda messages: f"Answer: {questions[2].answer}"
    (model,) = evaluated(cocoa, 0, *call, "--limit", 6)["models"]
    assert (model["answers"], model["errors"], model["parse_failures"]) == (6, 0, 3)
    assert server.met["answer"] == 3 + 1 + 2


def test_without_a_terminal_lines_say_how_far_a_run_is(
    cocoa: Cocoa, flights: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cocoa.progress._BETWEEN_LINES", 0.0)
    call = ("evaluate", flights, "-m", "cocoa/random", "--limit", 5, "--epochs", 2, "--log-dir", tmp_path)
    lines = cocoa(*call, **OFFLINE).stderr.splitlines()
    assert [line.partition(",")[0] for line in lines] == [f"asking: {done} of 10" for done in range(1, 11)]


def test_the_table_says_how_it_went_and_what_is_next(cocoa: Cocoa, flights: Path, tmp_path: Path) -> None:
    call = ("evaluate", flights, "-m", "cocoa/random", "--limit", 5, "--epochs", 2, "--log-dir", tmp_path)
    result = cocoa(*call, columns=80, **OFFLINE)
    assert result.exit_code == 0, result.stderr[-3000:]
    (row,) = (line for line in result.stdout.splitlines() if line.startswith("cocoa/random"))
    assert row.split()[1:3] == ["direct", "10"]
    assert f"Next: cocoa analyze {tmp_path}" in result.stdout
    assert all(len(line) <= 80 for line in result.stdout.splitlines() if "analyze" not in line)
    # without a terminal cocoa says how far it is, every few seconds, and inspect nothing
    assert all(line.startswith("asking: ") for line in result.stderr.splitlines())


def test_without_the_extra_the_message_is_how_to_install_it(
    cocoa: Cocoa, flights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import importlib.util

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    result = cocoa("evaluate", flights, "-m", "cocoa/random")
    assert result.exit_code == 2
    assert "pip install -e '.[eval]'" in result.stderr


def test_the_reference_models_count_words_and_need_no_encoding() -> None:
    from cocoa_core.evaluation.providers import ReferenceModels

    model = ReferenceModels("random")
    assert anyio.run(model.count_tokens, "one two  three") == 3
