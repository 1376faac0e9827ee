"""A breakdown on terminals of different widths: side by side as long as there is room."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from analysis_logs import made_log, right, write_log, wrong_by_one
from calling import Cocoa, rows_of

import cocoa_core

SETTINGS = ("(2, 2)", "(3, 2)", "(4, 2)", "(4, 3)", "(5, 2)", "(6, 2)")
LEFT_OUT = "Without the reference models"


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two models of a local server and a reference model, by two strategies; the settings of the paper."""
    folder = tmp_path_factory.mktemp("logs")
    made = cocoa_core.generate("flights", count=10, seed=7, preset="paper")
    records = [question.to_json() for question in made]
    chosen: dict[str, Any] = {str(tuple(one["provenance"]["setting"])): one for one in records}
    assert tuple(sorted(chosen)) == SETTINGS
    for number, model in enumerate(("openai-api/local/strong", "openai-api/local/weak", "cocoa/random")):
        for strategy in ("cot-partial", "direct"):
            answers = wrong_by_one if number else right
            log = made_log(list(chosen.values()), answers, model=model, strategy=strategy)
            write_log(folder / f"{number}-{strategy}.eval", log)
    return folder


def by_setting(cocoa: Cocoa, logs: Path, columns: int) -> str:
    said = cocoa("analyze", logs, "--no-reference", columns=columns).stdout
    found: str = said[said.index("\nBy setting\n") : said.index("\nComparisons\n")]
    assert max(map(len, found.splitlines())) <= columns
    return found


def test_the_settings_of_the_paper_fit_beside_models_of_a_server_on_a_usual_terminal(
    cocoa: Cocoa, logs: Path
) -> None:
    found = by_setting(cocoa, logs, 80)
    (head,) = [line for line in found.splitlines() if line.startswith("model")]
    assert [one for one in SETTINGS if one not in head] == []
    assert "failures" in head
    assert "openai-api/local/ cot-partial" in found
    assert found.count("\nstrong\n") == 2
    assert "cocoa/random" in found


def test_on_a_narrower_one_parse_failures_make_room(cocoa: Cocoa, logs: Path) -> None:
    found = by_setting(cocoa, logs, 72)
    assert all(one in found for one in SETTINGS)
    assert "failures" not in found


def test_where_runs_follow_each_other_reference_models_are_left_out_and_it_says_so(
    cocoa: Cocoa, logs: Path, tmp_path: Path
) -> None:
    found = by_setting(cocoa, logs, 60)
    assert found.count("slots minterms") == 4
    assert "cocoa/random" not in found
    assert LEFT_OUT in found
    for name in ("2-direct.eval", "2-cot-partial.eval"):
        (tmp_path / name).write_bytes((logs / name).read_bytes())
    alone = by_setting(cocoa, tmp_path, 40)
    assert alone.count("slots minterms") == 2
    assert LEFT_OUT not in alone


def test_a_wide_terminal_has_the_interval_of_a_constraints_difference(cocoa: Cocoa, logs: Path) -> None:
    data = json.loads(cocoa("analyze", logs, "--no-reference", "--json").stdout)
    said = {width: cocoa("analyze", logs, "--by", "slot", columns=width).stdout for width in (109, 110)}
    for row in rows_of(data, "by_slot"):
        if row["role"] == "model" and row["difference"] is not None:
            points, low, high = (f"{100 * row[f'difference{end}']:+.1f}" for end in ("", "_low", "_high"))
            assert f"{points} ({low} to {high})" in said[110]
            assert f"({low} to {high})" not in said[109]
            assert points in said[109]
