"""`cocoa generate --part` and `--range` write parts, `cocoa join` makes the data set of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from calling import Cocoa
from items.made_up import contents

TOY = ("generate", "--family", "toy-turns", "--set", "length=2", "-n", 40)


@pytest.mark.usefixtures("toys")
def test_parts_and_ranges_join_to_what_one_call_writes(cocoa: Cocoa, tmp_path: Path) -> None:
    assert cocoa(*TOY, "-o", tmp_path / "whole").exit_code == 0
    for one in ("1/4", "2/4"):
        result = cocoa(*TOY, "--part", one, "-o", tmp_path / "parts")
        assert (result.exit_code, result.stderr) == (0, "")
        assert "10 questions of the indices" in result.stdout
        assert "cocoa join" in result.stdout
    data = json.loads(cocoa(*TOY, "--range", "20:40", "-o", tmp_path / "parts", "--json").stdout)
    assert (data["start"], data["stop"], data["items"], data["written"]) == (20, 40, 20, 20)
    assert cocoa(*TOY, "--range", "20:40", "-o", tmp_path / "parts", "--quiet").output == ""
    join = ("join", tmp_path / "parts", "--family", "toy-turns", "--out", tmp_path / "exam")
    result = cocoa(*join)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "40 questions in" in result.stdout
    assert contents(tmp_path / "exam") == contents(tmp_path / "whole")
    assert json.loads(cocoa(*join, "--json").stdout)["written"] == 0


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--part", "3"), "two whole numbers, such as 3/64"),
        (("--range", "5-9"), "two whole numbers, such as 0:5000"),
        (("--part", "5/4"), "no such part"),
        (("--range", "30:41"), "no such indices"),
        (("--part", "1/4", "--range", "0:10"), "one of them"),
    ],
)
@pytest.mark.usefixtures("toys")
def test_a_part_that_cannot_be_is_a_wrong_call(
    cocoa: Cocoa, tmp_path: Path, flags: tuple[str, ...], said: str
) -> None:
    result = cocoa(*TOY, *flags, "-o", tmp_path / "parts")
    assert (result.exit_code, said in result.stderr) == (2, True)
    assert not (tmp_path / "parts").exists()


@pytest.mark.usefixtures("toys")
def test_a_stream_is_not_packed_and_a_part_is_one_file(cocoa: Cocoa, tmp_path: Path) -> None:
    result = cocoa(*TOY, "-o", "-", "--format", "jsonl.zst")
    assert (result.exit_code, "plain lines" in result.stderr) == (2, True)
    for flags in (("--part", "1/2"), ("--range", "0:2"), ("--engine", "ray")):
        result = cocoa("generate", "-d", "flights", "-n", 4, "--out", "-", *flags)
        assert (result.exit_code, "are not streamed" in result.stderr) == (2, True)
        assert flags[0] in result.stderr
    result = cocoa(*TOY, "--part", "1/4", "-o", tmp_path / "parts", "--shard", 3)
    assert (result.exit_code, "one file" in result.stderr) == (2, True)
    assert cocoa(*TOY, "--part", "1/4", "-o", tmp_path / "parts", "--format", "jsonl.zst").exit_code == 0
    assert len(list((tmp_path / "parts").glob("part-*.jsonl.zst"))) == 1


def test_a_part_is_not_streamed(cocoa: Cocoa) -> None:
    result = cocoa(*TOY, "--part", "1/4", "-o", "-")
    assert (result.exit_code, "--out FOLDER" in result.stderr) == (2, True)


def test_an_engine_that_there_is_not_is_a_wrong_call_and_a_stream_has_none(
    cocoa: Cocoa, tmp_path: Path, toys: tuple[str, ...]
) -> None:
    assert toys
    result = cocoa(*TOY, "--engine", "steam", "-o", tmp_path / "set")
    assert (result.exit_code, "no such engine" in result.stderr) == (2, True)
    result = cocoa(*TOY, "--engine", "ray", "-o", "-")
    assert (result.exit_code, "--out FOLDER" in result.stderr) == (2, True)


def test_a_folder_without_parts_is_a_wrong_call(cocoa: Cocoa, tmp_path: Path) -> None:
    result = cocoa("join", tmp_path, "--out", tmp_path / "exam")
    assert (result.exit_code, "no parts of a run here" in result.stderr) == (2, True)
