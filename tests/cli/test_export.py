"""`cocoa export` says what it wrote and how it is read, in words and as data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from calling import Cocoa

from cocoa_core.export import formats_of
from cocoa_core.items import family_named

FORMATS = tuple(formats_of(family_named("selection")))


@pytest.mark.parametrize("to", FORMATS)
def test_it_says_what_it_wrote_and_how_to_read_it(cocoa: Cocoa, exam: Path, tmp_path: Path, to: str) -> None:
    done = cocoa("export", exam, "--to", to, "--out", tmp_path / "out", columns=300)
    assert (done.exit_code, done.stderr) == (0, "")
    first, second = done.stdout.splitlines()
    assert first == f"10 questions (test 10) written to {tmp_path / 'out'}"
    assert second.startswith("to read them: ")
    assert str(tmp_path / "out") in second


def test_data_is_the_folder_and_its_files(cocoa: Cocoa, exam: Path, tmp_path: Path) -> None:
    done = cocoa("export", exam, "--to", "messages", "-o", tmp_path / "out", "--limit", 3, "--json")
    data = json.loads(done.stdout)
    assert (data["folder"], data["to"], data["questions"]) == (str(tmp_path / "out"), "messages", {"test": 3})
    assert sorted(data["files"]) == sorted(path.name for path in (tmp_path / "out").iterdir())


def test_quiet_says_nothing(cocoa: Cocoa, exam: Path, tmp_path: Path) -> None:
    done = cocoa("export", exam, "--to", "messages", "-o", tmp_path / "out", "--quiet")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")


def test_a_taken_folder_is_a_wrong_call_until_force(cocoa: Cocoa, exam: Path, tmp_path: Path) -> None:
    call = ("export", exam, "--to", "groundcocoa", "--out", tmp_path / "out")
    assert cocoa(*call).exit_code == 0
    refused = cocoa(*call)
    assert refused.exit_code == 2
    for word in ("is not empty", "got: ", "expected: ", "--force"):
        assert word in refused.stderr
    assert cocoa(*call, "--force").exit_code == 0


def test_the_help_names_every_format_and_strategy(cocoa: Cocoa) -> None:
    text = " ".join(cocoa("export", "--help", columns=200).stdout.split())
    for name in (*FORMATS, "direct", "cot-full", "cot-partial", "l2m"):
        assert name in text
