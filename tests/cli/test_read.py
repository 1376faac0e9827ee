"""`cocoa read` writes requests as they stand, drawn by lot, and never an answer."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
import toy_families
from bs4 import BeautifulSoup
from calling import Cocoa

import cocoa_core
from cocoa_core.families.selection import Question, drawn_for_reading
from cocoa_core.items import read_dataset

_NUMBERED = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
_OPTION = re.compile(r"^   ([A-E]: .*)$", re.MULTILINE)


@pytest.fixture(scope="module")
def cabin_exam(cabins: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set of a domain whose names look like markup."""
    folder = tmp_path_factory.mktemp("read") / "exam"
    cocoa_core.load_domain(cabins).write(folder, 6, slots=2, wishes=0)
    return folder


def requests(sheet: str) -> list[str]:
    """The requests of a sheet of text, whose numbers go from 1."""
    matches = _NUMBERED.findall(sheet)
    assert [int(number) for number, _ in matches] == list(range(1, len(matches) + 1))
    return [request for _, request in matches]


def shown(questions: Sequence[Question]) -> list[str]:
    """A line for each option of each question, as the sheet has it."""
    return [
        f"{option.label}: {'; '.join(f'{label}: {value}' for label, value in option.shown.items())}"
        for question in questions
        for option in question.options
    ]


class Page:
    """What a browser reads in a page: elements, and the text of each item of a list without those inside."""

    def __init__(self, path: Path) -> None:
        soup = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
        self.elements = {tag.name for tag in soup.select("*")}
        texts = (text for item in soup.select("li") for text in item.find_all(string=True, recursive=False))
        self.texts = [str(text) for text in texts if text.strip()]


def test_the_requests_are_those_that_the_lot_has_drawn_as_they_stand(cocoa: Cocoa, exam: Path) -> None:
    result = cocoa("read", exam, "--count", 4, "--seed", 9, columns=40)
    assert (result.exit_code, result.stderr) == (0, "")
    drawn = drawn_for_reading(read_dataset(exam), 4, 9)
    assert requests(result.stdout) == [question.request for question in drawn]


def test_another_seed_is_another_lot_and_the_same_seed_the_same(cocoa: Cocoa, exam: Path) -> None:
    sheets = [cocoa("read", exam, "--count", 3, "--seed", seed).stdout for seed in (0, 0, *range(1, 6))]
    assert sheets[0] == sheets[1] == cocoa("read", exam, "--count", 3).stdout
    assert len(set(sheets)) > 3


def test_all_requests_are_there_where_more_are_asked_for(cocoa: Cocoa, exam: Path) -> None:
    drawn = requests(cocoa("read", exam, "--count", 500).stdout)
    assert sorted(drawn) == sorted(question.request for question in read_dataset(exam))


def test_nothing_tells_the_answer(cocoa: Cocoa, exam: Path, tmp_path: Path) -> None:
    """With options they are there as every question has them; a line that only the key explains is not."""
    questions = drawn_for_reading(read_dataset(exam), 10, 0)
    cocoa("read", exam, "--options", "--out", tmp_path / "sheet.html")
    page = Page(tmp_path / "sheet.html")
    sheet = cocoa("read", exam, "--options").stdout
    assert _OPTION.findall(sheet) == shown(questions)
    lines = [line for line in sheet.splitlines()[1:] if line.strip()]
    assert len(lines) == len(questions) * 6
    assert [text for text in page.texts if text not in shown(questions)] == requests(sheet)
    assert [text for text in page.texts if text in shown(questions)] == shown(questions)
    for question in questions:
        for hidden in (question.id, question.requirement.text, *(option.row for option in question.options)):
            assert hidden not in sheet
            assert hidden not in " ".join(page.texts)


def test_options_are_shown_only_where_they_are_asked_for(cocoa: Cocoa, exam: Path) -> None:
    assert _OPTION.findall(cocoa("read", exam).stdout) == []


@pytest.mark.parametrize("name", ["sheet.html", "sheet.HTM"])
def test_what_a_domain_says_stays_text_in_a_page(
    cocoa: Cocoa, cabin_exam: Path, tmp_path: Path, name: str
) -> None:
    """A request whose value is `<script>` is read as such, and nothing of it is an element."""
    path = cabin_exam / "questions.jsonl"
    original = path.read_bytes()
    record = json.loads(original.splitlines()[0])
    record["request"] = "A cabin at <script>alert(1)</script> & </li> [bold]Ness[/bold]"
    record["options"][0]["shown"] = {"<img src=x>": '"<b>"'}
    path.write_bytes(json.dumps(record).encode() + b"\n" + b"".join(original.splitlines(True)[1:]))
    try:
        result = cocoa("read", cabin_exam, "--options", "--out", tmp_path / name)
    finally:
        path.write_bytes(original)
    assert (result.exit_code, result.stderr) == (0, "")
    page = Page(tmp_path / name)
    assert record["request"] in page.texts
    assert any('<img src=x>: "<b>"' in text for text in page.texts)
    assert page.elements == {"html", "meta", "title", "style", "p", "ol", "li", "ul"}


def test_markup_in_names_reaches_the_terminal_as_it_is(cocoa: Cocoa, cabin_exam: Path) -> None:
    sheet = cocoa("read", cabin_exam, "--options").stdout
    questions = drawn_for_reading(read_dataset(cabin_exam), 6, 0)
    assert requests(sheet) == [question.request for question in questions]
    assert _OPTION.findall(sheet) == shown(questions)


def test_a_text_file_is_what_the_terminal_shows_and_a_dash_is_the_terminal(
    cocoa: Cocoa, exam: Path, tmp_path: Path
) -> None:
    shown = cocoa("read", exam, "--options").stdout
    written = cocoa("read", exam, "--options", "--out", tmp_path / "sheet.txt", columns=400)
    count = len(re.findall("(?m)^[0-9]+[.] ", shown))
    assert written.output == f"wrote {tmp_path / 'sheet.txt'}: {count} requests.\n"
    assert (tmp_path / "sheet.txt").read_text(encoding="utf-8") == shown
    assert cocoa("read", exam, "--options", "--out", "-").stdout == shown


def test_a_family_without_requests_is_refused_with_what_to_do(
    cocoa: Cocoa, toys: tuple[str, ...], tmp_path: Path
) -> None:
    name = toy_families.TEXT.name
    assert name in toys
    made = cocoa("generate", "--family", name, "--count", 2, "--out", tmp_path / "toys")
    assert made.exit_code == 0
    result = cocoa("read", tmp_path / "toys", "--family", name, columns=400)
    assert result.exit_code == 2
    assert f"got: a data set of the family {name}" in result.stderr
    assert f"cocoa show {tmp_path / 'toys'} 0" in result.stderr


@pytest.mark.parametrize("command", ["read", "review"])
def test_a_file_that_is_there_is_replaced_with_force_alone(
    cocoa: Cocoa, exam: Path, tmp_path: Path, command: str
) -> None:
    page = tmp_path / "page.html"
    page.write_text("kept", encoding="utf-8")
    refused = cocoa(command, exam, "--out", page)
    assert (refused.exit_code, page.read_text("utf-8")) == (2, "kept")
    assert "--force replaces it" in refused.stderr
    assert cocoa(command, exam, "--out", page, "--force").exit_code == 0
    assert page.read_text("utf-8") != "kept"
