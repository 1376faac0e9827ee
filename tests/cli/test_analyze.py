"""`cocoa analyze`: what it prints, writes and refuses."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from analysis_logs import made_log, right, write_log, wrong_by_one
from calling import Cocoa

import cocoa_core


@pytest.fixture(scope="module")
def logs(exam: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two models, one of a name that looks like markup, and a broken log."""
    records = [question.to_json() for question in cocoa_core.read_dataset(exam)]
    folder = tmp_path_factory.mktemp("logs")
    write_log(folder / "1.eval", made_log(records, right, model="lab/[bold]big[/bold]"))
    write_log(folder / "2.eval", made_log(records, wrong_by_one, model="lab/small"))
    write_log(folder / "3.eval", made_log(records, wrong_by_one, model="cocoa/random"))
    (folder / "broken.eval").write_bytes(b"no zip")
    return folder


def test_the_essentials_are_on_the_terminal(cocoa: Cocoa, logs: Path) -> None:
    result = cocoa("analyze", logs)
    assert result.exit_code == 0, result.output
    for said in ("30 answers to 10 questions in 3 runs", "lab/[bold]big[/bold]", "chance", "20.0%"):
        assert said in result.stdout
    both = "lab/[bold]big[/bold] and lab/small: they answer 100.0% (72.2 to 100.0) and"  # ten are no verdict
    assert both in " ".join(result.stdout.split())
    for title in ("Accuracy", "By setting", "Comparisons", "Tokens, time and cost"):
        assert f"\n{title}\n" in result.stdout
    assert "Regular and atypical" not in result.stdout, "all of them are regular"
    assert "broken.eval: broken, or not a log of inspect" in result.stdout


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
def test_lines_fit_the_terminal(cocoa: Cocoa, logs: Path, columns: int) -> None:
    result = cocoa("analyze", logs, "--by", "all", columns=columns)
    assert result.exit_code == 0, result.output
    tables = result.stdout[: result.stdout.index("\nLeft out\n")]
    assert max(map(len, tables.splitlines())) <= columns
    assert "…" not in tables or columns < 60


@pytest.mark.parametrize("columns", [40, 50, 60, 72, 100])
def test_the_summary_names_every_run_however_narrow_it_is(cocoa: Cocoa, logs: Path, columns: int) -> None:
    stdout = cocoa("analyze", logs, columns=columns).stdout
    summary = stdout[stdout.index("\nAccuracy\n") : stdout.index("Accuracy with its 95")].splitlines()
    head = next(line for line in summary if line.startswith("model"))
    width = min(head.find(title) for title in ("answers", "questions") if title in head)
    names = "".join(line[:width].strip() for line in summary)
    assert all(name in names for name in ("lab/[bold]big[/bold]", "lab/small", "cocoa/oracle"))


def test_one_run_has_its_intervals_in_every_row(cocoa: Cocoa, logs: Path) -> None:
    result = cocoa("analyze", logs / "1.eval", "--by", "position")
    assert "100.0% (34.2 to 100.0)" in result.stdout, "two answers of each letter"
    titles = [line for line in result.stdout.splitlines() if line.startswith(("By ", "Tokens,"))]
    assert titles == ["By answer position"], "what is asked for comes in place of the usual tables"
    typicality = cocoa("analyze", logs / "1.eval", "--by", "atypical").stdout
    assert typicality.count("Regular and atypical\n") == 1, "the table that is always there"


def test_many_comparisons_are_a_table(cocoa: Cocoa, exam: Path, tmp_path: Path) -> None:
    records = [question.to_json() for question in cocoa_core.read_dataset(exam)]
    for number, model in enumerate(("a", "b", "c")):
        for strategy in ("direct", "cot-full"):
            log = made_log(records, right if number else wrong_by_one, model=model, strategy=strategy)
            write_log(tmp_path / f"{model}-{strategy}.eval", log)
    stdout = cocoa("analyze", tmp_path).stdout
    assert "is better than" not in stdout
    lines = [" ".join(line.split()) for line in stdout.splitlines()]
    assert "direct a b -100.0 -100.0 to -13.1 0.014" in lines
    assert "c direct cot-full +0.0 -27.8 to +27.8 1.000" in lines


def test_the_report_holds_every_table(cocoa: Cocoa, logs: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    result = cocoa("analyze", logs, "--out", out)
    assert result.exit_code == 0, result.output
    names = {path.stem for path in (out / "tables").glob("*.csv")}
    assert {"summary", "typicality", "by_setting", "by_slot", "comparisons", "left_out"} <= names
    rows = list(csv.DictReader((out / "tables" / "summary.csv").read_text(encoding="utf-8").splitlines()))
    lines = ["cocoa/random", "cocoa/oracle", "cocoa/literals", "cocoa/first-term", "chance"]
    assert [row["model"] for row in rows] == ["lab/[bold]big[/bold]", "lab/small", *lines]
    assert cocoa("analyze", logs, "--out", out).exit_code == 0


def test_the_same_logs_give_the_same_bytes(cocoa: Cocoa, logs: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        cocoa("analyze", logs, "--out", tmp_path / name)
    one, two = (
        {
            path.relative_to(tmp_path / name).as_posix(): path.read_bytes()
            for path in (tmp_path / name).rglob("*.csv")
        }
        for name in ("one", "two")
    )
    assert one == two
    assert one


def test_files_of_others_are_kept_without_force(cocoa: Cocoa, logs: Path, tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "summary.csv").write_text("mine")
    result = cocoa("analyze", logs, "--out", tmp_path)
    assert result.exit_code == 2
    assert "--force" in result.stderr
    assert (tmp_path / "tables" / "summary.csv").read_text() == "mine"
    assert cocoa("analyze", logs, "--out", tmp_path, "--force").exit_code == 0
    assert (tmp_path / "tables" / "summary.csv").read_text() != "mine"


def test_json_is_data_alone(cocoa: Cocoa, logs: Path) -> None:
    result = cocoa("analyze", logs, "--json")
    data: dict[str, Any] = json.loads(result.stdout)
    assert data["answers"] == 30
    broken, few = data["left_out"]
    assert broken == {
        "log": "broken.eval",
        "reason": "broken, or not a log of inspect (no zip file that holds one)",
        "samples": 0,
    }
    assert (few["log"], "query-blind" in few["reason"]) == ("exam", True)
    assert data["tables"]["summary"]["rows"][0][1] == "lab/[bold]big[/bold]"
    assert len(data["sentences"]) == 1


def test_tables_that_there_are_not_are_refused(cocoa: Cocoa, logs: Path) -> None:
    unknown = cocoa("analyze", logs, "--by", "colour")
    assert (unknown.exit_code, "sum-terms" in unknown.stderr) == (2, True)
    removed = cocoa("analyze", logs, "--by", "power")
    assert (removed.exit_code, "there is no table 'power' any more" in removed.stderr) == (2, True)


def test_logs_without_an_answer_are_a_finding(cocoa: Cocoa, logs: Path) -> None:
    result = cocoa("analyze", logs / "broken.eval")
    assert result.exit_code == 1
    assert "no answer to analyze" in result.stderr
    assert "broken.eval: broken" in result.stderr


def test_without_inspect_the_extra_is_named(
    cocoa: Cocoa, logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "inspect_ai.log", None)
    result = cocoa("analyze", logs)
    assert result.exit_code == 2
    assert "pip install -e '.[eval]'" in result.stderr


def test_models_are_called_as_wished(cocoa: Cocoa, logs: Path) -> None:
    result = cocoa("analyze", logs, "--name", "lab/small=</script> Small", "--json")
    tables = json.loads(result.stdout)["tables"]
    named = {row[1] for row in tables["summary"]["rows"]}
    assert {"</script> Small", "lab/[bold]big[/bold]"} <= named
    assert "lab/small" not in named


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("lab/nobody=x", "no log has a model of this name"),
        ("lab/small=lab/[bold]big[/bold]", "two models would have one name"),
        ("cocoa/random=x", "reference models keep their names"),
        ("lab/small=cocoa/x", "reference models keep their names"),
        ("lab/small", "expected: MODEL=NAME"),
    ],
)
def test_names_that_cannot_be_are_refused(cocoa: Cocoa, logs: Path, name: str, said: str) -> None:
    result = cocoa("analyze", logs, "--name", name)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.replace("│", " ").split())


def test_a_line_an_answer(cocoa: Cocoa, logs: Path, tmp_path: Path) -> None:
    assert cocoa("analyze", logs, "--out", tmp_path / "r").exit_code == 0
    with (tmp_path / "r" / "tables" / "answers.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 30
    for row in rows:
        assert (row["answer"] == row["key"]) == (row["score"] == "1.0")
    assert len({(row["model"], row["question"], row["epoch"]) for row in rows}) == 30
    assert not (tmp_path / "r" / "tables" / "answers.tex").exists()
