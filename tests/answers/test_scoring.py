"""Laws of the score: right, wrong and unparsed are three things, and only right is worth anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from answers.cases import CASES, LETTER_CASES, key_of, scored, shape_of
from attrs import asdict, frozen
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.answers import (
    LABELS,
    READER_VERSION,
    Letter,
    Reading,
    read_answer,
    score,
    score_exact,
    score_text,
    set_metrics,
)
from cocoa_core.errors import UsageError


def record(answer: str, labels: tuple[str, ...] = LABELS) -> dict[str, Any]:
    options = [{"label": label, "shown": {"Price": f"${number}99"}} for number, label in enumerate(labels, 1)]
    return {"id": "q", "request": "Find me a flight.", "options": options, "answer": answer}


@frozen
class Option:
    label: str


@frozen
class Question:
    answer: str
    options: tuple[Option, ...] = tuple(map(Option, LABELS))


def test_contract_cases_are_scored_as_they_say() -> None:
    for case in CASES:
        record, verdict = case["record"], case["verdict"]
        found = scored(record, read_answer(case["completion"], shape_of(record)))
        assert {**verdict, **asdict(found)} == {
            **verdict,
            "answer": found.answer,
            "metrics": found.metrics,
        }, case
        assert (found.answer == "") == (found.outcome == "unparsed"), case
        if record["shape"] == "letter":
            assert score(record, case["completion"]) == found, case


@given(st.text(max_size=200) | st.sampled_from(LETTER_CASES).map(lambda case: str(case["completion"])))
def test_only_the_right_label_earns_anything(completion: str) -> None:
    scores = {key: score(record(key), completion) for key in LABELS}
    assert sum(map(float, scores.values())) <= 1.0
    for key, result in scores.items():
        assert float(result) == result.value == (1.0 if result.outcome == "right" else 0.0)
        assert (result.outcome == "right") == (result.label == key)
        assert (result.outcome == "unparsed") == (result.label is None) == (result.failure is not None)
        assert result.version == READER_VERSION


@given(st.sampled_from(LETTER_CASES), st.sampled_from(LABELS))
def test_a_question_object_scores_as_its_json(case: Mapping[str, Any], key: str) -> None:
    completion = case["completion"]
    assert (
        score(Question(key), completion)
        == score({"answer": key}, completion)
        == score(record(key), completion)
    )


def test_labels_are_those_of_the_record() -> None:
    numbered = record("2", ("1", "2", "3"))
    assert score(numbered, "The answer is Option 2.").outcome == "right"
    assert score(numbered, "The answer is Option 3.").outcome == "wrong"
    assert score(numbered, "The answer is Option 4.").failure == "unknown"
    assert score(record("B", ("A", "B", "C")), "The answer is D.").failure == "unknown"


@given(st.frozensets(st.sampled_from(LABELS)), st.frozensets(st.sampled_from(LABELS)))
def test_a_set_is_right_as_a_whole_and_measured_in_part(key: frozenset[str], said: frozenset[str]) -> None:
    found, other_way = set_metrics(key, Reading(said)), set_metrics(said, Reading(key))
    assert found["exact"] == float(score_exact(key, Reading(said))) == float(key == said)
    assert (found["precision"], found["recall"]) == (other_way["recall"], other_way["precision"])
    assert found["f1"] == other_way["f1"] == pytest.approx(
        2 * len(key & said) / max(1, len(key) + len(said)), abs=0
    ) or not (key or said)
    assert (found["f1"] == 1.0) == (key == said)
    assert set(set_metrics(key, Reading(failure="several")).values()) == {0.0}


def test_a_number_is_no_truth_and_words_are_compared_without_case() -> None:
    assert score_exact(1, Reading(True)).outcome == "wrong"
    assert score_exact(True, Reading(1)).outcome == "wrong"
    assert score_exact(3, Reading(3)).outcome == "right"
    assert score_text("Port Ann", Reading("port  ann")).outcome == "right"
    assert score_text("Port Ann", Reading(failure="unstated")).failure == "unstated"


def test_a_set_in_a_case_is_a_set() -> None:
    assert {type(key_of(case["record"])) for case in CASES} == {str, int, bool, frozenset}
    assert Letter(("A",)).begins("A") == ("A", "")


@pytest.mark.parametrize("broken", [{}, {"answer": None}, record("F"), Question("b"), object()])
def test_record_without_a_usable_answer_is_refused(broken: Any) -> None:
    with pytest.raises(UsageError, match="one of A, B, C, D, E"):
        score(broken, "The answer is B.")


@pytest.mark.parametrize("completion", [None, b"B", 2, [{"role": "assistant", "content": "B"}]])
def test_completion_that_is_no_text_is_refused_with_what_to_pass(completion: Any) -> None:
    with pytest.raises(UsageError, match="content"):
        score(record("B"), completion)
