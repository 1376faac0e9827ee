"""Wrong answers stand together by what they chose, and the conditions show which option breaks them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from analysis_logs import Answers, made_log, write_log, wrong_by_one
from analysis_reports import analysis_of, questions
from attrs import evolve

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.report.answers import by_choice, sentences_html, tally
from cocoa_core.analysis.report.filters import Filters
from cocoa_core.analysis.report.proofs import proof_of
from cocoa_core.analysis.report.question import QuestionWriter
from cocoa_core.analysis.report.wrong import WrongQuestion, choose_wrong
from cocoa_core.analysis.report.wrong_section import wrong_section


def wrong_by_two(record: Mapping[str, Any], epoch: int) -> str:
    return "CDEAB"["ABCDE".index(record["answer"])]


def none(record: Mapping[str, Any], epoch: int) -> str:
    return ""


def wrong_runs(folder: Path, **models: Answers) -> Analysis:
    """Models of these names, each by one strategy, on the same two questions."""
    for model, answers in models.items():
        write_log(folder / f"{model}.eval", made_log(questions()[:2], answers, model=f"m/{model}"))
    return analysis_of(folder)


@pytest.fixture(scope="module")
def analysis(tmp_path_factory: pytest.TempPathFactory) -> Analysis:
    folder = tmp_path_factory.mktemp("logs")
    return wrong_runs(folder, a=none, b=wrong_by_two, c=wrong_by_one, d=none, e=wrong_by_one, f=none)


@pytest.fixture(scope="module")
def question(analysis: Analysis) -> WrongQuestion:
    return choose_wrong(analysis.runs, 1).questions[0]


@pytest.fixture(scope="module")
def html(analysis: Analysis, question: WrongQuestion) -> str:
    filters = Filters.of([question])
    return QuestionWriter(filters, analysis.domains, texts={}, several=False).html(question)


def test_the_option_most_chosen_comes_first_and_answers_that_name_none_last(question: WrongQuestion) -> None:
    letters = [None, "B", "E", None, "E", None, "A"]
    answers = [
        evolve(question.answers[0], answer=letter, epoch=place) for place, letter in enumerate(letters)
    ]
    found = by_choice(answers)
    assert list(found) == ["E", "A", "B", None]
    for letter, own in found.items():
        places = [place for place, other in enumerate(letters) if other == letter]
        assert [each.epoch for each in own] == places
    assert tally(answers) == "E 2×, A 1×, B 1×, none 3×"


def test_why_a_choice_is_wrong_is_said_once_for_all_who_made_it(
    analysis: Analysis, question: WrongQuestion, html: str
) -> None:
    proof = proof_of(dict(question.answers[0].record), analysis.domains)
    heads = re.findall(r"<h4>(Chose [A-E]|Named no option)</h4>", html)
    assert len(heads) == html.count('<section class="choice">') == 3
    for head in heads[:2]:
        for sentence in proof.verdicts[head[-1]]:
            assert unescape(html).count(sentence) == 1
    assert html.count('class="answer"') == 6
    assert "<bdi>m/a</bdi>, direct (refusal)" in html


def test_marks_stand_where_the_certificate_says(question: WrongQuestion, html: str) -> None:
    record = dict(question.answers[0].record)
    (table,) = re.findall(r'<table class="matrix">.*?</table>', html)
    rows = re.findall(r'<tr><th scope="row">(\d+)\. .*?</th>(.*?)</tr>', table)
    assert [int(number) for number, _ in rows] == list(range(1, len(record["requirement"]["terms"]) + 1))
    for number, cells in rows:
        marks = re.findall(r"<td[^>]*>(.?)</td>", cells)
        expected = [
            "✓"
            if option["label"] == record["answer"]
            else "✗" * any(one["term"] == int(number) - 1 for one in record["certificate"]["broken"][label])
            for option in record["options"]
            if (label := option["label"])
        ]
        assert marks == expected
    assert "✗" in table


def test_a_folded_question_says_what_it_is_about(question: WrongQuestion, html: str) -> None:
    summary = unescape(html[: html.index("</summary>")])
    request = str(question.answers[0].record["request"])
    (head,) = re.findall(r"<h3>(.*?)…</h3>", summary)
    assert request.startswith(head)
    assert 40 < len(head) <= 90
    slots, minterms = question.answers[0].facts.setting
    for said in (
        f"6 wrong answers ({tally(question.answers)})",
        f"right: {question.answers[0].record['answer']}",
        f"{slots} slots, {minterms} minterms",
        question.id,
    ):
        assert f">{said}</" in summary


def test_sentences_are_a_list_under_the_first_or_all_of_them() -> None:
    assert (
        sentences_html(["a <b>"], lead=False) == "<p>a &lt;b&gt;</p>" == sentences_html(["a <b>"], lead=True)
    )
    assert sentences_html(["a", "b"], lead=True) == "<p>a</p><ul><li>b</li></ul>"
    assert sentences_html(["a", "b"], lead=False) == "<ul><li>a</li><li>b</li></ul>"


def test_what_is_left_out_is_got_by_a_whole_call(analysis: Analysis) -> None:
    assert "<code>cocoa analyze --wrong N</code> shows more" in wrong_section(analysis, 1)
    assert "--wrong" not in wrong_section(analysis, 2)
