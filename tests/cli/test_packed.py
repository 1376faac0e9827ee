"""Every command that reads a data set reads one in shards, compressed or of Parquet."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from calling import Cocoa, call_cocoa
from reading_calls import READING, same_said

import cocoa_core


@pytest.fixture(scope="module", params=["jsonl.zst", "parquet"])
def packed(exam: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """The exam in shards of four."""
    folder = tmp_path_factory.mktemp("packed") / "exam"
    shutil.copytree(exam, folder)
    call = ("generate", "-d", "flights", "-n", 10, "--seed", 7, "--format", request.param, "--shard", 4)
    assert call_cocoa(*call, "-o", folder).exit_code == 0
    assert len(list(folder.glob(f"questions-*.{request.param}"))) == 3
    assert not list(folder.glob("*.jsonl"))
    return folder


@pytest.mark.parametrize("call", READING, ids=lambda call: " ".join(map(str, call)))
def test_every_command_that_reads_a_data_set_says_the_same_of_a_packed_one(
    cocoa: Cocoa, exam: Path, packed: Path, tmp_path: Path, call: tuple[object, ...]
) -> None:
    same_said(cocoa, call, exam, packed, tmp_path / "out")


def test_models_are_asked_and_scored_from_a_packed_one(cocoa: Cocoa, packed: Path, tmp_path: Path) -> None:
    result = cocoa("evaluate", packed, "--model", "cocoa/oracle", "--log-dir", tmp_path / "logs")
    assert result.exit_code == 0, result.output
    result = cocoa("analyze", tmp_path / "logs", "--exam", packed)
    assert result.exit_code == 0, result.output
    for question in cocoa_core.read_dataset(packed):
        assert float(cocoa_core.score(question, f"Answer: {question.answer}")) == 1.0
