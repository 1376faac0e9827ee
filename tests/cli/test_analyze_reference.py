"""`cocoa analyze`: the reference lines beside the models, and what they say about the data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from analysis_logs import made_log, right, write_log, wrong_by_one
from calling import OFFLINE, Cocoa, rows_of

import cocoa_core

LINES = ["cocoa/oracle", "cocoa/literals", "cocoa/first-term", "cocoa/random"]


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Ten about flights, some with an atypical demand, which only happens where it is asked for."""
    folder = tmp_path_factory.mktemp("atypical") / "exam"
    cocoa_core.load_domain("flights").write(folder, 10, seed=7, atypical=0.5)
    return [question.to_json() for question in cocoa_core.read_dataset(folder)]


@pytest.fixture(scope="module")
def logs(records: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    write_log(folder / "1.eval", made_log(records, right, model="lab/big"))
    write_log(folder / "2.eval", made_log(records, wrong_by_one, model="lab/small"))
    return folder


def analyzed(cocoa: Cocoa, *args: object) -> dict[str, Any]:
    result = cocoa("analyze", *args, "--json")
    assert result.exit_code == 0, result.output
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def rows(data: dict[str, Any], table: str = "summary") -> dict[str, dict[str, Any]]:
    """By model, in the table's order."""
    return {row["model"]: row for row in rows_of(data, table)}


def test_lines_are_those_of_a_run_that_was_made(cocoa: Cocoa, tmp_path: Path) -> None:
    exam = tmp_path / "exam"
    cocoa_core.load_domain("hotels").write(exam, 20, seed=8)
    records = [question.to_json() for question in cocoa_core.read_dataset(exam)]
    write_log(tmp_path / "other" / "1.eval", made_log(records, right, model="lab/big"))
    asked = ("--model", "cocoa/literals", "--model", "cocoa/oracle", "--log-dir", tmp_path / "ran")
    assert cocoa("evaluate", exam, *asked, "--json", **OFFLINE).exit_code == 0
    made, ran = (rows(analyzed(cocoa, tmp_path / name)) for name in ("other", "ran"))
    assert list(made) == ["lab/big", *LINES, "chance"]
    assert list(ran) == ["cocoa/literals", "cocoa/oracle", "cocoa/first-term", "cocoa/random", "chance"]
    for model in LINES:
        for column in ("answers", "right", "low", "high", "clusters", "parse_failures"):
            assert made[model][column] == ran[model][column], model
        assert made[model]["strategy"] is None
    assert [ran[model]["strategy"] for model in LINES] == ["direct", "direct", None, None]


@pytest.mark.parametrize("columns", [50, 60, 80, 120])
def test_lines_stand_below_the_models_at_every_width(cocoa: Cocoa, logs: Path, columns: int) -> None:
    result = cocoa("analyze", logs, columns=columns)
    assert result.exit_code == 0, result.output
    shown = result.stdout[: result.stdout.index("Regular and atypical")]
    heads = [line.split()[0] for line in shown.splitlines() if line.startswith(("lab/", "cocoa/"))]
    assert [head[:9] for head in heads] == [name[:9] for name in ("lab/big", "lab/small", *LINES)]
    assert "None" not in result.stdout
    assert "strategy" not in shown.split("Accuracy with its")[0]
    assert "Something is wrong" not in result.stdout
    assert "no reference line of query-blind" in result.stdout


def test_tables_of_parts_have_the_models_alone_and_say_so(cocoa: Cocoa, logs: Path) -> None:
    stdout = cocoa("analyze", logs).stdout
    shown = stdout[stdout.index("\nRegular and atypical\n") : stdout.index("\nBy setting\n")]
    assert shown.count("regular") == 2
    assert ("cocoa/oracle" in shown, "Without the reference models" in shown) == (False, True)
    assert "(72.2 to 100.0)" in shown


def test_without_them_there_are_the_models_alone(cocoa: Cocoa, logs: Path) -> None:
    data = analyzed(cocoa, logs, "--no-reference")
    assert list(rows(data)) == ["lab/big", "lab/small", "chance"]
    assert (data["remarks"], data["left_out"]) == ([], [])


def test_a_defect_is_told_on_the_terminal_and_on_the_page(
    cocoa: Cocoa, records: list[dict[str, Any]], tmp_path: Path
) -> None:
    spoilt = [{**record, "request": "I'm looking for a flight. Surprise me."} for record in records[:2]]
    write_log(tmp_path / "logs" / "1.eval", made_log([*spoilt, *records[2:]], right, model="lab/big"))
    result = cocoa("analyze", tmp_path / "logs", "--out", tmp_path / "report")
    text = "which should be right everywhere, states the key in 8 of 10 answers: 2 state none."
    assert text in " ".join(result.stdout.split())
    page = (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    assert text in page
    assert page.index(text) < page.index("10 answers to 10 questions")
    data = analyzed(cocoa, tmp_path / "logs")
    assert [(remark["dataset"], remark["defect"]) for remark in data["remarks"]] == [("exam", True)]


def test_the_page_has_the_lines_and_says_what_they_do(cocoa: Cocoa, logs: Path, tmp_path: Path) -> None:
    assert cocoa("analyze", logs, "--out", tmp_path).exit_code == 0
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    models = page[page.index('id="models"') : page.index('id="comparisons"')]
    for name in LINES:
        assert f'<tr class="quiet"><th scope="row">{name}</th>' in models
    assert "cocoa/oracle reads request and options" in models
    figure = (tmp_path / "figures" / "accuracy-light.svg").read_text(encoding="utf-8")
    assert all(f">{name.partition('/')[2]}</text>" in figure for name in LINES)


def test_logs_of_an_unknown_domain_say_what_to_do(cocoa: Cocoa, cabins: Path, tmp_path: Path) -> None:
    exam = tmp_path / "exam"
    cocoa_core.load_domain(cabins).write(exam, 5, seed=3, slots=3, minterms=2)
    records = [question.to_json() for question in cocoa_core.read_dataset(exam)]
    logs = write_log(tmp_path / "1.eval", made_log(records, wrong_by_one, dataset="/nowhere/exam"))
    data = analyzed(cocoa, logs)
    assert list(rows(data)) == ["openai/gpt-4o", "cocoa/random", "chance"]
    assert "--exam" in data["left_out"][0]["reason"]
    assert list(rows(analyzed(cocoa, logs, "--exam", exam))) == ["openai/gpt-4o", *LINES, "chance"]


def test_a_folder_that_is_no_data_set_or_another_one_is_told(
    cocoa: Cocoa, logs: Path, cabins: Path, tmp_path: Path
) -> None:
    wrong = cocoa("analyze", logs, "--exam", tmp_path)
    assert (wrong.exit_code, str(tmp_path) in wrong.stderr) == (2, True)
    cocoa_core.load_domain(cabins).write(tmp_path / "exam", 2, seed=3, slots=3, minterms=2)
    other = cocoa("analyze", logs, "--exam", tmp_path / "exam")
    assert other.exit_code == 0
    assert "no question in these logs is of the data set in" in other.stderr
