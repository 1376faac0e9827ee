"""`cocoa recogs transform` and `cocoa recogs score`, and the parsing family through every command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from calling import Cocoa
from parsing_sentences import rows_of, written


@pytest.fixture(scope="module")
def cogs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("cogs") / "train.tsv", 30)


def test_a_file_is_transformed_and_scored_against_itself(cocoa: Cocoa, cogs: Path, tmp_path: Path) -> None:
    out = tmp_path / "pos.tsv"
    done = cocoa("recogs", "transform", "--to", "recogs-pos", "--split", "dev", cogs, out)
    assert (done.exit_code, done.stdout) == (0, f"{len(rows_of(cogs))} rows written to {out}\n")
    scored = cocoa("recogs", "score", out, out)
    assert scored.exit_code == 0
    assert scored.stdout.count("100.00%") >= 8
    data = json.loads(cocoa("recogs", "score", out, out, "--json").stdout)
    assert data["rows"] == len(rows_of(cogs))
    assert data["groups"]["all"]["macro"]["bijective"]["share"] == 1.0
    assert data["modes_differ"] == {"rows": 0, "first": []}


def test_rows_on_which_the_modes_differ_are_said(cocoa: Cocoa, tmp_path: Path) -> None:
    gold, said = tmp_path / "gold.tsv", tmp_path / "said.txt"
    gold.write_text("A cat .\tcat ( 1 )\tcp_recursion\n", encoding="utf-8")
    said.write_text("cat ( 2 ) AND cat ( 3 )\n", encoding="utf-8")
    result = cocoa("recogs", "score", gold, said)
    assert result.exit_code == 0
    assert "differ on 1 row:" in result.stdout
    assert "line 1: the variables 2, 3 all stand for 1" in result.stdout


def test_a_broken_row_is_named_and_left_out_only_where_told(cocoa: Cocoa, cogs: Path, tmp_path: Path) -> None:
    path = tmp_path / "in.tsv"
    path.write_text(cogs.read_text(encoding="utf-8") + "A cat .\tcat ( x _ )\tsome\n", encoding="utf-8")
    out = tmp_path / "out.tsv"
    failed = cocoa("recogs", "transform", "--to", "rm-x", path, out)
    assert failed.exit_code == 1
    line = len(rows_of(cogs)) + 1
    assert f"{path}:{line}:19: this row cannot be read" in failed.stderr
    assert "expected: the number of a variable" in failed.stderr
    assert not out.exists()
    done = cocoa("recogs", "transform", "--to", "rm-x", path, out, "--skip-bad", "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["skipped"] == 1
    assert "left out: 1 row;" in done.stderr
    assert "fix:" not in done.stderr


def test_a_file_without_rows_is_refused(cocoa: Cocoa, tmp_path: Path) -> None:
    empty, out = tmp_path / "empty.tsv", tmp_path / "out.tsv"
    empty.touch()
    for args in (("transform", "--to", "rm-x", empty, out), ("score", empty, empty), ("count", empty)):
        failed = cocoa("recogs", *args)
        assert (failed.exit_code, failed.stdout) == (2, "")
        assert failed.stderr.startswith("error: the file has no rows")
    assert list(tmp_path.iterdir()) == [empty]


def test_no_flag_is_named_that_a_command_does_not_have(cocoa: Cocoa, tmp_path: Path) -> None:
    path = tmp_path / "in.tsv"
    path.write_text("a sentence\n", encoding="utf-8")
    said = {
        name: cocoa("recogs", name, *args).stderr
        for name, args in (("count", (path,)), ("transform", ("--to", "rm-x", path, tmp_path / "out.tsv")))
    }
    assert {name: "--skip-bad" in text for name, text in said.items()} == {"count": False, "transform": True}


def test_sentences_go_through_every_command(cocoa: Cocoa, tmp_path: Path) -> None:
    exam, logs = tmp_path / "exam", tmp_path / "logs"
    hold = ("--hold-out", "pp-recursion,prim-to-subj-common", "--set", "variants=recogs")
    assert cocoa("generate", "--family", "parsing", *hold, "-n", 120, "-o", exam, "-q").exit_code == 0
    assert cocoa("verify", exam).exit_code == 0
    asked = ("--model", "cocoa/oracle", "--strategy", "direct", "--side", "gen", "--log-dir", logs)
    assert cocoa("evaluate", exam, *asked).exit_code == 0
    analyzed = cocoa("analyze", logs, "--by", "groups", "--by", "category", columns=160)
    assert analyzed.exit_code == 0
    assert "meaning" in analyzed.stdout
    assert "pp_recursion" in analyzed.stdout
    for form in ("cogs", "messages", "parquet"):
        assert cocoa("export", exam, "--to", form, "--out", tmp_path / form, "-q").exit_code == 0
    gold = tmp_path / "cogs" / "gen.tsv"
    scored = cocoa("recogs", "score", gold, tmp_path / "cogs" / "gen.recogs.tsv", "--json")
    assert json.loads(scored.stdout)["groups"]["structural"]["micro"]["bijective"]["share"] == 1.0
    assert cocoa("show", exam, 0).stdout.count("\n") >= 4
    assert json.loads(cocoa("stats", exam, "--json").stdout)["questions"] == 120
    assert "120 items of parsing" in cocoa("stats", exam).stdout
    record = json.loads(cocoa("show", exam, 0, "--json").stdout)
    assert record["family"] == "parsing"


def test_a_sample_is_what_generate_writes(cocoa: Cocoa, tmp_path: Path) -> None:
    family = ("--family", "parsing", "--set", "notation=variable-free", "--seed", 5)
    streamed = cocoa("generate", *family, "-n", 3, "-o", "-").stdout.splitlines()
    sampled = [cocoa("sample", *family, "--index", index, "--json").stdout.strip() for index in range(3)]
    assert streamed == sampled
    assert json.loads(sampled[0])["key"] in cocoa("sample", *family, columns=400).stdout


def test_of_no_rows_there_is_no_share(cocoa: Cocoa, tmp_path: Path) -> None:
    gold, predicted = tmp_path / "gold.tsv", tmp_path / "predicted.txt"
    for path in (gold, predicted):
        path.write_text("no row\n", encoding="utf-8")
    shown = cocoa("recogs", "score", gold, predicted, "--skip-bad").stdout
    assert "nan" not in shown
    assert shown.count("n/a") == 5
    data = json.loads(cocoa("recogs", "score", gold, predicted, "--skip-bad", "--json").stdout)
    for measured in data["groups"]["all"]["micro"].values():
        assert measured == {"right": 0, "share": None, "low": None, "high": None}


def test_no_name_of_a_category_is_broken(cocoa: Cocoa, tmp_path: Path) -> None:
    """At 80 columns a long name has a line of its own; the figures of all rows stand below each other."""
    names = ["cp_recursion", "only_seen_as_unacc_subj_as_obj_omitted_transitive_subj"]
    lines = "".join(f"A cat slept .\tcat ( 1 ) ; sleep ( 2 ) AND agent ( 2 , 1 )\t{name}\n" for name in names)
    (tmp_path / "gold.tsv").write_text(lines, encoding="utf-8")
    for columns in (60, 80, 160):
        shown = cocoa("recogs", "score", tmp_path / "gold.tsv", tmp_path / "gold.tsv", columns=columns).stdout
        assert all(name in shown for name in names)
        ends = {len(line) for line in shown.splitlines() if line.endswith("%")}
        assert len(ends) == 1
