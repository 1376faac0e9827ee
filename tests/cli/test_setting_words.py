"""(4, 3) is 4 slots, 3 minterms to every command: what --slots and --minterms ask for, wishes apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from analysis_logs import Asked, item_log, write_log
from calling import Cocoa

from cocoa_core.analysis import analyze, read_results
from cocoa_core.families.selection import FAMILY, DifficultyCell
from cocoa_core.items import plain


@pytest.mark.parametrize("wishes", [0, 2])
def test_a_setting_is_the_same_to_every_command(cocoa: Cocoa, tmp_path: Path, wishes: int) -> None:
    size = ("--slots", 2, "--minterms", 3, "--wishes", wishes)
    words = "2 slots, 3 minterms" + " and 2 wishes" * bool(wishes)
    assert str(DifficultyCell(2, 3, wishes)) == words
    call = ("--domain", "flights", *size, "--seed", 5)
    assert cocoa("generate", *call, "-n", 1, "-o", tmp_path / "exam").exit_code == 0
    assert words in " ".join(cocoa("sample", *call).stdout.split())
    assert words in " ".join(cocoa("show", tmp_path / "exam", 0).stdout.split())
    counted = cocoa("stats", tmp_path / "exam").stdout
    assert "(2, 3)" in counted
    assert "is 4 slots, 3 minterms" in counted
    (line,) = (tmp_path / "exam" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    question = FAMILY.read(line)
    facets = plain(FAMILY.facets(question))
    asked = Asked(question.id, 1.0, family="selection", ask="say", facets=facets)
    write_log(tmp_path / "logs" / "1.eval", item_log([asked]))
    tables = analyze(read_results([tmp_path / "logs"])).tables
    (row,) = tables["by_setting"].dicts()
    assert (row["slots"], row["minterms"]) == (2, 3)
    assert "(4, 3) is 4 slots, 3 minterms" in tables["by_setting"].note
    (row,) = tables["by_slots"].dicts()
    assert row["slots"] == 2 + wishes
