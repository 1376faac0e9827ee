"""Wrong answers stand together by what they chose, and the conditions show which option breaks them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from analysis.page_elements import rendered
from analysis_logs import Answers, made_log, write_log, wrong_by_one
from analysis_reports import analysis_of, questions
from attrs import evolve

from cocoa_core.analysis import Analysis
from cocoa_core.analysis.report.options import proof_of
from cocoa_core.analysis.report.wrong_answers import WrongQuestion, by_choice, choose_wrong, wrong_answers


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
    return choose_wrong(analysis.runs, 1)[0][0]


@pytest.fixture(scope="module")
def html(analysis: Analysis) -> str:
    (question,) = wrong_answers(analysis, 1).questions
    return rendered("question.html", question=question)


def test_the_option_most_chosen_comes_first_and_answers_that_name_none_last(question: WrongQuestion) -> None:
    letters = [None, "B", "E", None, "E", None, "A"]
    answers = [
        evolve(question.answers[0], answer=letter, failure="" if letter else "empty", epoch=index)
        for index, letter in enumerate(letters)
    ]
    choices = by_choice(answers)
    assert list(choices) == ["E", "A", "B", None]
    for letter, own in choices.items():
        places = [place for place, other in enumerate(letters) if other == letter]
        assert [each.epoch for each in own] == places


def test_why_a_choice_is_wrong_is_said_once_for_all_who_made_it(
    analysis: Analysis, question: WrongQuestion, html: str
) -> None:
    proof = proof_of(question.answers[0].item.record.unpacked(), analysis.domains)
    heads = re.findall(r"<h4>(Chose [A-E]|Named no option)</h4>", html)
    assert len(heads) == html.count('<section class="choice">') == 3
    for head in heads[:2]:
        for sentence in proof.verdicts[head[-1]]:
            assert unescape(html).count(sentence) == 1
    assert html.count('class="answer"') == 6
    assert "<bdi>m/a</bdi>, direct (refusal)" in html


def test_marks_stand_where_the_certificate_says(question: WrongQuestion, html: str) -> None:
    record = question.answers[0].item.record.unpacked()
    table, _ = re.findall(r'<table class="matrix">.*?</table>', html)
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
    request = str(question.answers[0].item.record["request"])
    (head,) = re.findall(r"<h3>(.*?)…</h3>", summary)
    assert request.startswith(head)
    assert 40 < len(head) <= 90
    slots, minterms = (question.answers[0].item.facets[name] for name in ("slots", "minterms"))
    choices, none_named = by_choice(question.answers).items(), "none"
    for said in (
        f"6 wrong answers ({', '.join(f'{letter or none_named} {len(own)}×' for letter, own in choices)})",
        f"right: {question.answers[0].item.record['answer']}",
        f"{slots} slots, {minterms} minterms",
        question.id,
    ):
        assert f">{said}</" in summary


SENTENCES = '{% from "parts.html" import sentences %}{{ sentences(said, lead) }}'


def test_sentences_are_a_list_under_the_first_or_all_of_them() -> None:
    for lead in (False, True):
        assert rendered(SENTENCES, said=["a <b>"], lead=lead) == "<p>a &lt;b&gt;</p>"
    assert rendered(SENTENCES, said=["a", "b"], lead=True) == "<p>a</p><ul><li>b</li></ul>"
    assert rendered(SENTENCES, said=["a", "b"], lead=False) == "<ul><li>a</li><li>b</li></ul>"


def test_what_is_left_out_is_got_by_a_whole_call(analysis: Analysis) -> None:
    text = "<code>cocoa analyze --wrong N</code> shows more"
    assert text in rendered("wrong.html", wrong=wrong_answers(analysis, 1))
    assert "--wrong" not in rendered("wrong.html", wrong=wrong_answers(analysis, 2))
