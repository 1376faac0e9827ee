"""`cocoa generate` writes what the library writes, streams what it streams, and says where it is."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from calling import Cocoa
from heeding import heed_interrupts
from items.made_up import contents

import cocoa_core
from cocoa_core.items import read_dataset

COCOA = (sys.executable, "-m", "cocoa")
ENDLESS = "100000"


def test_the_folder_is_the_one_that_the_library_writes(cocoa: Cocoa, exam: Path, tmp_path: Path) -> None:
    result = cocoa("generate", "-d", "flights", "--count", 10, "--seed", 7, "--out", tmp_path / "set")
    assert result.exit_code == 0
    assert contents(tmp_path / "set") == contents(exam)


def test_the_summary_says_how_many_where_and_what_next(cocoa: Cocoa, tmp_path: Path) -> None:
    result = cocoa("generate", "-d", "flights", "-n", 5, "-o", tmp_path / "my set", columns=400)
    assert f"5 questions in {tmp_path / 'my set'}" in result.stdout
    assert "a second" in result.stdout
    assert f"cocoa stats '{tmp_path / 'my set'}'\n" in result.stdout
    assert result.stdout.endswith(f"Next: cocoa verify '{tmp_path / 'my set'}'\n")
    assert result.stderr == ""
    again = cocoa("generate", "-d", "flights", "-n", 5, "-o", tmp_path / "my set", columns=400)
    assert "there already" in again.stdout


def test_json_is_the_manifest_and_quiet_is_silent(cocoa: Cocoa, tmp_path: Path) -> None:
    args = ("generate", "-d", "flights", "-n", 3, "-o", tmp_path / "set")
    assert cocoa(*args, "--quiet").output == ""
    data = json.loads(cocoa(*args, "--json").stdout)
    assert (data["before"], data["written"]) == (3, 0)
    assert data["manifest"] == json.loads((tmp_path / "set" / "manifest.json").read_text(encoding="utf-8"))


def test_a_split_reaches_the_folder(cocoa: Cocoa, tmp_path: Path) -> None:
    out = tmp_path / "set"
    result = cocoa("generate", "-d", "flights", "-n", 10, "-o", out, "--split", "test=0.5, train=0.5")
    assert result.exit_code == 0
    assert read_dataset(out).sides == ("train", "test")
    assert "train" in result.stdout


def test_a_stream_is_the_questions_alone_line_by_line(cocoa: Cocoa, exam: Path) -> None:
    result = cocoa("generate", "-d", "flights", "--count", 10, "--seed", 7, "--out", "-", "--quiet")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout_bytes == (exam / "questions.jsonl").read_bytes()
    lines = [question.line() for question in cocoa_core.generate("flights", 10, seed=7)]
    assert result.stdout.splitlines() == lines


def test_every_flag_reaches_the_settings(cocoa: Cocoa, cabins: Path) -> None:
    flags = ("--slots", 3, "--minterms", 2, "--primitives", "per-slot", "--option-sets", 2)
    result = cocoa("generate", "-d", cabins, "-n", 2, "-o", "-", "--seed", -4, "--split", "test=1", *flags)
    asked = cocoa_core.generate(
        cabins,
        2,
        seed=-4,
        slots=3,
        minterms=2,
        primitives="per-slot",
        option_sets=2,
        split={"test": 1.0},
    )
    assert result.stdout.splitlines() == [question.line() for question in asked]


def test_another_call_for_the_folder_is_refused_and_touches_nothing(cocoa: Cocoa, tmp_path: Path) -> None:
    out = tmp_path / "set"
    cocoa("generate", "-d", "flights", "-n", 2, "-o", out)
    before = contents(out)
    for args in (("--seed", 8), ("--slots", 3), ("--count", 1)):
        result = cocoa("generate", "-d", "flights", "-n", 2, "-o", out, *args)
        assert result.exit_code == 2
        assert "expected: " in result.stderr
        assert contents(out) == before


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_ctrl_c_says_what_is_kept_and_the_same_call_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "set"
    call = [*COCOA, "generate", "-d", "flights", "--slots", "3", "-n", ENDLESS, "-o", str(out)]
    with subprocess.Popen(
        call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heed_interrupts
    ) as process:
        wait_for(out / "questions.jsonl")
        process.send_signal(signal.SIGINT)
        printed, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert printed == ""
    kept = len(list(read_dataset(out)))
    # the last line may be written before it is reported
    notes = [f"interrupted; {number:,} of 100,000 questions are kept in {out}" for number in (kept - 1, kept)]
    assert any(note in said for note in notes)
    assert "same command" in said
    assert "Traceback" not in said

    finished = subprocess.run(
        [*COCOA, "generate", "-d", "flights", "--slots", "3", "-n", str(kept + 2), "-o", str(out), "--json"],
        capture_output=True,
        check=True,
    )
    assert json.loads(finished.stdout)["before"] == kept
    assert json.loads(finished.stdout)["written"] == 2


def wait_for(path: Path, size: int = 20_000) -> None:
    """Until a file has some bytes: a minute at most."""
    for _ in range(600):
        if path.exists() and path.stat().st_size > size:
            return
        time.sleep(0.1)
    raise TimeoutError(path)


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX pipes")
@pytest.mark.parametrize("count", [(), ("-n", ENDLESS)])
def test_a_closed_pipe_ends_the_stream_quietly(count: tuple[str, ...]) -> None:
    call = [*COCOA, "generate", "-d", "flights", "--slots", "2", *count, "-o", "-", "--quiet"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
        process.wait(timeout=60)
    assert json.loads(first)["provenance"]["index"] == 0
    assert said == b""
    assert process.returncode == 141
