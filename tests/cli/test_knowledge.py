"""`--knowledge` reaches the settings, wherever it is given, and its use is counted and shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from calling import Cocoa

import cocoa_core
from cocoa_core.families.selection import statistics_of
from cocoa_core.items import read_dataset


@pytest.fixture(scope="module")
def flights() -> cocoa_core.DomainHandle:
    return cocoa_core.load_domain("flights")


@pytest.fixture(scope="module")
def knowing(flights: cocoa_core.DomainHandle, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set of ten questions that ask for knowledge."""
    folder = tmp_path_factory.mktemp("knowing") / "exam"
    flights.write(folder, 10, seed=7, knowledge=True)
    return folder


def test_a_sample_is_the_question_of_the_library(cocoa: Cocoa, flights: cocoa_core.DomainHandle) -> None:
    result = cocoa("sample", "-d", "flights", "--knowledge", "--index", 3, "--json")
    question = flights.question(index=3, knowledge=True)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"{question.line()}\n"
    assert question.knowledge
    assert flights.question(index=3).knowledge == ()


def test_what_is_generated_is_what_the_library_generates(
    cocoa: Cocoa, flights: cocoa_core.DomainHandle, knowing: Path, tmp_path: Path
) -> None:
    lines = [question.line() for question in flights.generate(10, 7, knowledge=True)]
    args = ("generate", "-d", "flights", "-n", 10, "--seed", 7, "--knowledge")
    assert cocoa(*args, "--out", "-", "--quiet").stdout.splitlines() == lines
    assert cocoa(*args, "--out", tmp_path / "exam", "--quiet").exit_code == 0
    for name in ("questions.jsonl", "manifest.json", "README.md"):
        assert (tmp_path / "exam" / name).read_bytes() == (knowing / name).read_bytes()
    assert json.loads((knowing / "manifest.json").read_bytes())["settings"]["knowledge"] is True


def test_a_data_set_with_knowledge_is_not_gone_on_with_without_it(cocoa: Cocoa, knowing: Path) -> None:
    result = cocoa("generate", "-d", "flights", "-n", 20, "--seed", 7, "--out", knowing, "--quiet")
    assert result.exit_code == 2
    assert "knowledge" in result.stderr


def test_what_is_generated_verifies(cocoa: Cocoa, knowing: Path) -> None:
    result = cocoa("verify", knowing)
    assert result.exit_code == 0, result.stdout


def test_statistics_show_the_share_and_the_slots(cocoa: Cocoa, knowing: Path, exam: Path) -> None:
    counted = statistics_of(read_dataset(knowing))
    shown = cocoa("stats", knowing).stdout
    assert "Knowledge 10 of 10 (100.0%)" in shown
    assert all(name in shown for name in counted.knowledge_slots)
    assert json.loads(cocoa("stats", knowing, "--json").stdout)["knowledge"] == 10
    assert "Knowledge" not in cocoa("stats", exam).stdout


def test_a_domain_without_derived_slots_is_answered_with_what_to_do(cocoa: Cocoa, cabins: Path) -> None:
    result = cocoa("sample", "-d", cabins, "--slots", 2, "--knowledge")
    assert result.exit_code != 0
    assert "no derived slots with rules" in result.stderr
    assert "leave out --knowledge" in result.stderr


@pytest.mark.parametrize("command", ["sample", "generate"])
def test_the_flag_is_explained(cocoa: Cocoa, command: str) -> None:
    assert "--knowledge" in cocoa(command, "--help").stdout
