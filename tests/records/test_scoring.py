"""Laws of the score: right, wrong and unparsed are three things, and only right is worth anything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.errors import UsageError
from cocoa_core.records.answers.reader import LABELS, read_answer
from cocoa_core.records.scoring import Score, score

CORPUS = tuple(
    json.loads(line)
    for line in (Path(__file__).parent / "answers_corpus.jsonl").read_text(encoding="utf-8").splitlines()
)


def record(answer: str, labels: tuple[str, ...] = LABELS) -> dict[str, Any]:
    options = [{"label": label, "shown": {"Price": f"${number}99"}} for number, label in enumerate(labels, 1)]
    return {"id": "q", "request": "Find me a flight.", "options": options, "answer": answer}


@frozen
class Option:
    label: str
    shown: tuple[tuple[str, str], ...] = ()


@frozen
class Question:
    answer: str
    options: tuple[Option, ...] = tuple(map(Option, LABELS))


@given(st.sampled_from(CORPUS), st.sampled_from(LABELS))
def test_outcome_says_whether_a_label_was_read_and_whether_it_is_the_answer(
    case: dict[str, Any], key: str
) -> None:
    result = score(record(key), case["text"])
    if case["label"] is None:
        assert result == Score(0.0, "unparsed", None, case["failure"])
    elif case["label"] == key:
        assert result == Score(1.0, "right", key)
    else:
        assert result == Score(0.0, "wrong", case["label"])


@given(st.text(max_size=200), st.sampled_from(LABELS))
def test_only_the_right_label_earns_anything(completion: str, key: str) -> None:
    result = score(record(key), completion)
    assert float(result) == result.value == (1.0 if result.outcome == "right" else 0.0)
    assert (result.outcome == "right") == (result.label == key)
    assert (result.outcome == "unparsed") == (result.label is None) == (result.failure is not None)


@given(st.text(max_size=200) | st.sampled_from(CORPUS).map(lambda case: str(case["text"])))
def test_one_completion_is_right_for_one_key_at_most(completion: str) -> None:
    assert sum(float(score(record(key), completion)) for key in LABELS) <= 1.0


@given(st.sampled_from(CORPUS), st.sampled_from(LABELS))
def test_question_object_scores_as_its_json(case: dict[str, Any], key: str) -> None:
    assert score(Question(key), case["text"]) == score({"answer": key}, case["text"])


def test_labels_are_those_of_the_record() -> None:
    numbered = record("2", ("1", "2", "3"))
    assert score(numbered, "The answer is Option 2.").outcome == "right"
    assert score(numbered, "The answer is Option 3.").outcome == "wrong"
    assert score(numbered, "The answer is Option 4.").outcome == "unparsed"
    three = record("B", ("A", "B", "C"))
    assert score(three, "The answer is D.") == Score(0.0, "unparsed", None, "unreadable")


def test_value_that_one_option_shows_names_it() -> None:
    assert score(record("C"), "The answer is the $399 flight.").outcome == "right"
    shown = tuple(Option(label, (("Price", f"${number}99"),)) for number, label in enumerate(LABELS, 1))
    assert score(Question("C", shown), "The answer is the $399 flight.").outcome == "right"
    assert read_answer("The answer is the $399 flight.").label is None


@pytest.mark.parametrize("broken", [{}, {"answer": None}, record("F"), Question("b"), object()])
def test_record_without_a_usable_answer_is_refused(broken: Any) -> None:
    with pytest.raises(UsageError, match="one of A, B, C, D, E"):
        score(broken, "The answer is B.")


@pytest.mark.parametrize("completion", [None, b"B", 2, [{"role": "assistant", "content": "B"}]])
def test_completion_that_is_no_text_is_refused_with_what_to_pass(completion: Any) -> None:
    with pytest.raises(UsageError, match="content"):
        score(record("B"), completion)
