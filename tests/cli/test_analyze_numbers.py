"""What `cocoa analyze` prints on a terminal, number by number."""

from __future__ import annotations

import io
import json
import math
from pathlib import Path
from typing import Any

import pytest
from analysis_logs import made_log, right, write_log, wrong_by_one
from attrs import evolve
from calling import Cocoa, call_cocoa, rows_of
from cocoa.analysis_grid import ends, interval, style_of
from cocoa.analysis_view import print_analysis
from cocoa.run_scores_view import print_run_scores, run_score_data
from cocoa.terminal import console
from rich.console import Console

import cocoa_core
from cocoa_core.analysis import LogReading, ReportTable, analyze
from cocoa_core.analysis.tables import columns_of
from cocoa_core.evaluation.run_scores import RunScore
from cocoa_core.intervals import accuracy

TITLES = {
    "sum-terms": ["By sum terms"],
    "width": ["By width"],
    "component": ["By component"],
    "longest-path": ["By longest path"],
    "max-degree": ["By max degree"],
    "entropy": ["By entropy of the right option", "Entropy of the right option"],
    "position": ["By answer position"],
    "broken": ["How wrong the wrong answers are"],
    "slot": ["By slot"],
    "rule": ["By rule"],
    "test": ["By test"],
    "knowledge": ["By knowledge"],
    "failures": ["Parse failures"],
}


@pytest.fixture(scope="module")
def records(exam: Path) -> list[dict[str, Any]]:
    return [question.to_json() for question in cocoa_core.read_dataset(exam)]


@pytest.fixture(scope="module")
def logs(records: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two models, one by two strategies, a reference model; the same model on another data set; failures."""
    folder = tmp_path_factory.mktemp("logs")
    mute = {records[0]["id"], records[1]["id"]}
    write_log(folder / "1.eval", made_log(records, right, model="m/one", strategy="l2m"))
    write_log(
        folder / "2.eval", made_log(records, lambda one, _: "" if one["id"] in mute else "A", model="m/one")
    )
    write_log(folder / "3.eval", made_log(records, wrong_by_one, model="m/two"))
    write_log(folder / "4.eval", made_log(records, wrong_by_one, model="cocoa/random"))
    other = made_log(records[:3], right, model="m/one", dataset="other", origin="ffffffffffff")
    write_log(folder / "5.eval", other)
    failing = made_log(
        records[:1], lambda one, _: "error", model="m/one", created="2026-06-01T10:00:00+00:00"
    )
    write_log(folder / "6.eval", failing)
    return folder


def lines_of(text: str, title: str) -> list[list[str]]:
    """The lines under a title, each as the words that blanks part."""
    lines = text.splitlines()
    start = lines.index(title) + 1
    end = next((index for index in range(start, len(lines)) if not lines[index].strip()), len(lines))
    return [line.split() for line in lines[start:end]]


def test_every_run_has_its_numbers_in_the_summary(cocoa: Cocoa, logs: Path) -> None:
    rows = rows_of(json.loads(cocoa("analyze", logs, "--json").stdout), "summary")
    lines = lines_of(cocoa("analyze", logs, columns=160).stdout, "Accuracy")
    head = next(line for line in lines if "strategy" in line)
    assert head[:4] == ["data", "set", "model", "strategy"]
    for row in rows:
        if row["role"] == "theory":
            assert [row["dataset"], "chance", "20.0%"] in lines
            continue
        names = [row[name] for name in ("dataset", "model", "strategy") if row[name] is not None]
        numbers = [str(row["questions"]), f"{row['accuracy']:.1%}"]
        ends_ = [f"{100 * row['low']:.1f}", "to", f"{100 * row['high']:.1f}"]
        assert [*names, *numbers, *ends_, str(row["parse_failures"])] in lines, row


def test_columns_that_say_the_same_in_every_row_are_left_out(
    cocoa: Cocoa, logs: Path, records: list[dict[str, Any]]
) -> None:
    lines = lines_of(cocoa("analyze", logs / "1.eval", logs / "2.eval", columns=160).stdout, "Accuracy")
    assert next(line for line in lines if "model" in line)[:2] == ["model", "strategy"]
    lines = lines_of(cocoa("analyze", logs / "1.eval", columns=160).stdout, "Accuracy")
    assert next(line for line in lines if "model" in line)[:2] == ["model", "questions"]


def test_a_column_is_printed_where_it_is_declared_so() -> None:
    columns = columns_of("metric; -low share from; mean number; -right count")
    assert [(column.name, column.title) for column in columns] == [
        ("metric", "metric"),
        ("low", "from"),
        ("mean", "mean"),
        ("right", "right"),
    ]
    table = ReportTable("measured", "Measured", columns, (("coverage", 0.25, 3.0, 7),))
    analysis = analyze(LogReading((), ()))
    analysis = evolve(analysis, tables={**analysis.tables, table.name: table})
    output = io.StringIO()
    print_analysis(Console(file=output, width=80), analysis, [table.name], alone=True)
    assert lines_of(output.getvalue(), "Measured")[0] == ["metric", "mean"]
    assert ["coverage", "3"] in lines_of(output.getvalue(), "Measured")


@pytest.fixture(scope="module")
def usual(logs: Path) -> list[str]:
    """The lines that are printed where no more is asked for."""
    return call_cocoa("analyze", logs).stdout.splitlines()


@pytest.mark.parametrize("what", TITLES)
def test_each_kind_of_table_comes_where_it_is_asked_for(logs: Path, usual: list[str], what: str) -> None:
    asked = call_cocoa("analyze", logs, "--by", what).stdout.splitlines()
    assert [title for title in TITLES[what] if title in usual or title not in asked] == []
    assert not [title for other in TITLES if other != what for title in TITLES[other] if title in asked]


def test_all_kinds_of_tables_come_with_all(cocoa: Cocoa, logs: Path) -> None:
    everything = cocoa("analyze", logs, "--by", "all").stdout.splitlines()
    assert {title for titles in TITLES.values() for title in titles} <= set(everything)
    help_text = cocoa("analyze", "--help", columns=200).stdout
    assert [what for what in TITLES if what not in help_text] == []


def test_one_of_something_is_one(
    cocoa: Cocoa, logs: Path, records: list[dict[str, Any]], tmp_path: Path
) -> None:
    stdout = cocoa("analyze", logs, columns=160).stdout
    assert "answered in another log (the first: overloaded) (1 sample)\n" in stdout
    write_log(tmp_path / "1.eval", made_log(records[:1]))
    assert cocoa("analyze", tmp_path).stdout.startswith("1 answer to 1 question in 1 run\n")
    write_log(tmp_path / "2.eval", made_log(records[1:4], lambda one, _: "error"))
    assert "(the first: overloaded) (3 samples)\n" in cocoa("analyze", tmp_path, columns=160).stdout
    (tmp_path / "1.eval").unlink()
    refused = cocoa("analyze", tmp_path)
    assert refused.exit_code == 1
    assert "got: 2.eval: asking ended in an error (the first: overloaded) (3)\n" in refused.stderr
    write_log(tmp_path / "2.eval", made_log([]))
    assert "got: 2.eval: it holds no samples\n" in cocoa("analyze", tmp_path).stderr


def test_intervals_are_written_in_percent_and_in_points() -> None:
    row = {"accuracy": 0.6234, "low": 0.5, "high": 0.75}
    assert interval(row).plain == "50.0 to 75.0"
    assert interval(row, with_share=True).plain == "62.3% (50.0 to 75.0)"
    chance = {"accuracy": 0.2, "low": None, "high": None}
    assert interval(chance).plain == ""
    assert interval(chance, with_share=True).plain == "20.0%"
    assert interval({"accuracy": None, "low": 0.0, "high": 1.0}, with_share=True).plain == ""
    assert ends(-0.031, 0.004).plain == "-3.1 to +0.4"
    assert ends(math.nan, math.nan).plain == ""


def test_models_stand_in_front_of_reference_models() -> None:
    assert [style_of({"role": role}) for role in ("model", "reference", "theory")] == ["", "dim", "dim"]


def standing(**changes: Any) -> RunScore:
    found = accuracy([True, False, True, True], list("abcd"))
    facts: dict[str, Any] = {
        "model": "m/[x]",
        "strategy": "l2m",
        "accuracy": found,
        "parse_failures": 1,
        "input_tokens": 1200,
        "output_tokens": 34,
        "seconds": 1.236,
    }
    return RunScore(**{**facts, **changes})


def printed(capsys: pytest.CaptureFixture[str], *standings: RunScore) -> list[list[str]]:
    print_run_scores(console(), standings, (standing(model="cocoa/random"),), Path("my logs"))
    return [line.split() for line in capsys.readouterr().out.splitlines()]


def test_a_standing_is_a_line_with_its_numbers_under_its_heads(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, standing())
    assert lines[1] == ["model", "strategy", "answers", "right", "95", "%", "unread", "tokens", "seconds"]
    low, high = (100 * one for one in (standing().accuracy.low, standing().accuracy.high))
    numbers = ["4", "75.0%", f"{low:.1f}–{high:.1f}", "1", "1.23k", "1.24"]
    assert ["m/[x]", "l2m", *numbers] in lines
    assert ["cocoa/random", "l2m", *numbers] in lines
    assert lines[-1] == ["Next:", "cocoa", "analyze", "'my", "logs'"]


@pytest.mark.parametrize(
    ("figure", "singular", "plural"),
    [
        ("cut_off", "1 answer was cut off", "1,200 answers were cut off"),
        ("empty", "1 reply was empty", "1,200 replies were empty"),
        ("refused", "1 answer was stopped by the provider", "1,200 answers were stopped by the provider"),
        ("tool_calls", "1 reply asked for tools", "1,200 replies asked for tools"),
    ],
)
def test_answers_that_are_none_are_spoken_of(
    capsys: pytest.CaptureFixture[str], figure: str, singular: str, plural: str
) -> None:
    for many, text in ((1, singular), (1200, plural), (0, None)):
        assert run_score_data(standing(**{figure: many}))[figure] == many
        said = " ".join(word for line in printed(capsys, standing(**{figure: many})) for word in line)
        assert (text in said) if text else not any(part[2:9] in said for part in (singular, plural))


def test_what_a_log_does_not_say_is_a_dash(capsys: pytest.CaptureFixture[str]) -> None:
    for read, written, text in ((None, None, "–"), (950, None, "950"), (None, 7, "7"), (2_000_000, 0, "2M")):
        lines = printed(capsys, standing(input_tokens=read, output_tokens=written, seconds=None))
        (line,) = [one for one in lines if one[:1] == ["m/[x]"]]
        assert line[-2:] == [text, "–"]


def test_data_of_a_standing_are_its_numbers() -> None:
    found, data = standing(), run_score_data(standing())
    for name in ("low", "high", "answers", "right"):
        assert data[name] == getattr(found.accuracy, name)
    for name in ("model", "strategy", "parse_failures", "errors", "input_tokens", "output_tokens", "seconds"):
        assert data[name] == getattr(found, name)
    assert (data["accuracy"], data["clusters"], data["complete"]) == (0.75, 4, True)
