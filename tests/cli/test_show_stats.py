"""`cocoa show` and `cocoa stats` say what a data set holds."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from calling import Cocoa
from cocoa.stats import print_statistics
from items.made_up import question
from rich.console import Console

from cocoa_core.families.selection import Question, domain_of, explain, statistics_of
from cocoa_core.items import read_dataset


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_a_question_is_found_by_index_or_by_the_start_of_its_id(cocoa: Cocoa, exam: Path) -> None:
    question = read_dataset(exam).find(4)
    by_index = cocoa("show", exam, 4)
    assert by_index.exit_code == 0
    assert (
        by_index.stdout
        == cocoa("show", exam, question.id).stdout
        == cocoa("show", exam, question.id[:9]).stdout
    )
    assert cocoa("show", exam).stdout == cocoa("show", exam, 0).stdout


def test_a_question_is_shown_with_its_whole_proof(cocoa: Cocoa, exam: Path) -> None:
    dataset = read_dataset(exam)
    for index in range(4):
        question = dataset.find(index)
        shown = squeezed(cocoa("show", exam, index).stdout)
        assert squeezed(question.request) in shown
        assert squeezed(question.requirement.text) in shown
        for verdict in explain(question, domain_of(dataset)).verdicts:
            assert squeezed("".join(verdict.sentences())) in shown


def test_json_of_a_question_is_its_line(cocoa: Cocoa, exam: Path) -> None:
    lines = (exam / "questions.jsonl").read_bytes().splitlines(keepends=True)
    assert [cocoa("show", exam, index, "--json").stdout_bytes for index in range(10)] == lines


def test_a_certificate_that_cannot_be_worded_is_a_finding(cocoa: Cocoa, exam: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(exam, tmp_path / "copy"))
    path = folder / "questions.jsonl"
    record = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    record["certificate"]["broken"] = {}
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    result = cocoa("show", folder, 0)
    assert result.exit_code == 1
    assert f"{path.name}:1" in result.stderr


def test_data_of_the_statistics_is_what_is_counted(cocoa: Cocoa, exam: Path) -> None:
    data = json.loads(cocoa("stats", exam, "--json").stdout)
    assert data == json.loads(json.dumps(statistics_of(read_dataset(exam)).to_json()))
    assert data["questions"] == 10


@pytest.mark.parametrize("columns", [40, 60, 74, 80, 140])
def test_the_tables_hold_the_figures(cocoa: Cocoa, exam: Path, columns: int) -> None:
    statistics = statistics_of(read_dataset(exam))
    shown = cocoa("stats", exam, columns=columns)
    assert shown.exit_code == 0
    assert max(map(len, shown.stdout.splitlines())) <= columns
    assert "…" not in shown.stdout
    for title in ("Settings", "Complexity", "Answers", "Conditions", "Length", "Atypical", "Rejections"):
        assert re.search(rf"^{title}", shown.stdout, re.MULTILINE)
    for cell in statistics.settings:
        share = f"{cell.questions / 10:.1%}"
        assert re.search(
            rf"^\s*{cell.slots}\s+{cell.minterms}\s+{cell.questions}\s+{share}", shown.stdout, re.M
        )
    for letter, count in statistics.letters[""].items():
        assert re.search(rf"^{letter}\s+{count}\s+{count / 10:.1%}", shown.stdout, re.MULTILINE)
    assert f"median {statistics.words.median}" in shown.stdout
    for reason, count in statistics.rejections.items():
        assert re.search(rf"^{reason.split()[0]}\b.*\b{count:,}$", shown.stdout, re.MULTILINE)


def test_a_set_that_is_not_complete_is_counted_with_a_note(cocoa: Cocoa, exam: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(exam, tmp_path / "copy"))
    path = folder / "manifest.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    data["complete"], data["count"] = False, 5000
    path.write_text(json.dumps(data), encoding="utf-8")
    with (folder / "questions.jsonl").open("ab") as file:
        file.write(b'{"id":"half a li')
    result = cocoa("stats", folder, "--json", columns=200)
    assert "not complete: 10 of 5,000" in result.stderr
    assert json.loads(result.stdout)["questions"] == 10


def test_a_broken_line_is_a_finding_with_its_place(cocoa: Cocoa, exam: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(exam, tmp_path / "copy"))
    lines = (folder / "questions.jsonl").read_bytes().splitlines(keepends=True)
    lines[3] = lines[3][:100] + b"\n"
    (folder / "questions.jsonl").write_bytes(b"".join(lines))
    for command in (("stats", folder), ("show", folder, 9)):
        result = cocoa(*command, columns=400)
        if command[0] == "stats":
            assert result.exit_code == 1
            assert f"{folder / 'questions.jsonl'}:4" in result.stderr
        else:
            assert result.exit_code == 0


def test_the_dependency_graph_is_drawn_into_a_new_file(cocoa: Cocoa, exam: Path, tmp_path: Path) -> None:
    drawn = tmp_path / "graph.svg"
    assert cocoa("show", exam, "0", "--graph", drawn).exit_code == 0
    assert drawn.read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.parametrize(
    ("questions", "line"),
    [
        ([], "shortest n/a, median n/a, mean n/a, longest n/a"),
        (
            [],
            "as GroundCocoa counts (in its Table 1): query n/a (95.95), context n/a (1252.27), vocabulary 0 ",
        ),
        ([question(0, 1)], "n/a of draws became questions"),
    ],
)
def test_what_no_question_has_is_not_available(questions: list[Question], line: str) -> None:
    """The second option set of a requirement has no draws of its own."""
    console = Console(width=100, record=True)
    print_statistics(console, statistics_of(questions))
    assert line in console.export_text()
