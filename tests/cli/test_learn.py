"""`cocoa learn`: a run and a grid on sentences of cocoa's own, and what a wrong call is told."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from calling import Cocoa
from parsing_sentences import written

TINY = ("--set", "hidden=8", "--set", "epochs=1", "--set", "longest=400")
needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="the extra learn is not installed")


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sentences of cocoa's own as rows in the notation of COGS; gen has a category of either kind by name."""
    folder = tmp_path_factory.mktemp("rows")
    written(folder / "train.tsv", 40)
    gen = folder / "gen.tsv"
    written(gen, 12, seed=1, alone=0)
    names = ("cp_recursion", "active_to_passive")
    lines = [line.rpartition("\t")[0] for line in gen.read_text().splitlines()]
    gen.write_text("".join(f"{line}\t{names[number % 2]}\n" for number, line in enumerate(lines)))
    return folder


@needs_torch
def test_a_run_is_read_by_the_scorer(cocoa: Cocoa, rows: Path, tmp_path: Path) -> None:
    call = ("learn", "train", rows / "train.tsv", "--ask", rows / "gen.tsv", "--out", tmp_path / "run", *TINY)
    done = cocoa(*call)
    assert done.exit_code == 0, done.stderr
    assert "loss" in done.stdout
    again = cocoa(*call, "--json")
    assert json.loads(again.stdout) == json.loads((tmp_path / "run" / "manifest.json").read_text())
    scored = cocoa(
        "recogs", "score", rows / "gen.tsv", tmp_path / "run" / "gen.txt", "--notation", "cogs", "--json"
    )
    assert json.loads(scored.stdout)["rows"] == 12


@needs_torch
def test_a_grid_goes_on_and_is_shown(cocoa: Cocoa, rows: Path, tmp_path: Path) -> None:
    out = tmp_path / "grid"
    few = ("--model", "lstm", "--asked", 2, "--concatenations", 1)
    call = ("learn", "grid", rows, "--out", out, *few, *TINY)
    assert cocoa(*call, "--variant", "cogs", "--seeds", 1).exit_code == 0
    kept = (out / "lstm" / "cogs" / "seed-0" / "scores.json").stat().st_mtime_ns
    widened = cocoa(*call, "--variant", "cogs", "--variant", "recogs-pos", "--seeds", 2, "--json")
    assert widened.exit_code == 0, widened.stderr
    assert [(run["variant"], run["seed"]) for run in json.loads(widened.stdout)] == [
        ("cogs", 0),
        ("recogs-pos", 0),
        ("cogs", 1),
        ("recogs-pos", 1),
    ]
    assert (out / "lstm" / "cogs" / "seed-0" / "scores.json").stat().st_mtime_ns == kept
    shown = cocoa("learn", "table", out, columns=200)
    assert shown.exit_code == 0
    assert "Figure 5" in shown.stdout
    assert "32.1 (28.2 to 36.0)" in shown.stdout, "the published LSTM on COGS"
    data = json.loads(cocoa("learn", "table", out, "--json").stdout)["tables"]
    assert {row["cells"]["overall"]["seeds"] for row in data["figure-5"]} == {2}
    other = cocoa("learn", "grid", rows, "--out", out, "--variant", "cogs", "--asked", 3, *TINY)
    assert other.exit_code == 2
    assert "other rows" in other.stderr


def test_without_torch_one_message_says_what_to_install(
    cocoa: Cocoa, rows: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    missing = cocoa("learn", "train", rows / "train.tsv", "--out", tmp_path / "run", *TINY)
    assert missing.exit_code == 2
    assert missing.stderr.count("error:") == 1
    assert "pip install -e '.[learn]'" in missing.stderr
    assert not (tmp_path / "run").exists()
