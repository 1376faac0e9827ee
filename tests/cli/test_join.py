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


@pytest.mark.usefixtures("toys")
def test_a_part_may_be_packed(cocoa: Cocoa, tmp_path: Path) -> None:
    assert cocoa(*TOY, "--part", "1/4", "-o", tmp_path / "parts", "--format", "jsonl.zst").exit_code == 0
    assert len(list((tmp_path / "parts").glob("part-*.jsonl.zst"))) == 1
