"""How many processes a command begins that was told no number, and that they change nothing but the time."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from calling import Cocoa
from cocoa import flags, generate, verify
from hypothesis import given
from hypothesis import strategies as st
from items.made_up import contents


@given(st.integers(1, 64), st.none() | st.integers(0, 10**6), st.integers(1, 5_000))
def test_each_process_has_a_cpu_and_enough_to_do(
    cpus: int, items: int | None, items_per_process: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flags, "_usable_cpus", lambda: cpus)
        workers = flags.workers_for(items, items_per_process)
        assert 1 <= workers <= min(cpus, 8)
        assert workers == 1 or (items or 0) >= workers * items_per_process
        assert workers == min(cpus, 8) or (items or 0) < (workers + 1) * items_per_process


@pytest.mark.parametrize(
    ("stated", "expected"), [("max 100000\n", 6), ("250000 100000\n", 2), ("1600000 100000\n", 6), ("", 6)]
)
def test_cpus_are_those_of_the_affinity_and_the_quota(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, stated: str, expected: int
) -> None:
    (tmp_path / "cpu.max").write_text(stated)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {*range(6)}, raising=False)
    monkeypatch.setattr(flags, "_QUOTA", tmp_path / "cpu.max")
    assert flags._usable_cpus() == expected
    monkeypatch.setattr(flags, "_QUOTA", tmp_path / "none")
    assert flags._usable_cpus() == 6


def test_less_than_a_cpu_is_one_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "cpu.max").write_text("50000 100000\n")
    monkeypatch.setattr(flags, "_QUOTA", tmp_path / "cpu.max")
    assert flags.workers_for(1_000_000, 1) == 1


@pytest.fixture
def two_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two CPUs, and few questions are worth a process."""
    monkeypatch.setattr(flags, "_usable_cpus", lambda: 2)
    for module in (generate, verify):
        monkeypatch.setattr(module, "_WORTH_A_PROCESS", 60)


@pytest.mark.usefixtures("two_processes")
def test_a_long_run_takes_the_machine_and_says_so(cocoa: Cocoa, tmp_path: Path) -> None:
    call = ("generate", "-d", "hotels", "--seed", 4, "-n", 130)
    alone = cocoa(*call, "--workers", 1, "--out", tmp_path / "alone")
    assert "process" not in alone.stdout
    assert " a second by 2 processes)" in cocoa(*call, "--out", tmp_path / "set", columns=400).stdout
    assert contents(tmp_path / "set") == contents(tmp_path / "alone")
    lines = (tmp_path / "alone" / "questions.jsonl").read_text(encoding="utf-8")
    assert cocoa(*call, "--out", "-").stdout == lines
    part = cocoa(*call, "--part", "1/1", "--out", tmp_path / "parts")
    assert part.exit_code == 0
    assert "process" not in part.stdout

    checked = "130 questions checked{}: nothing contradicts them.\n"
    assert cocoa("verify", tmp_path / "set").stdout == checked.format(" by 2 processes")
    assert cocoa("verify", tmp_path / "set", "--workers", 1).stdout == checked.format("")
