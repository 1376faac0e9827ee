"""Votes, one right of k, and components of variance, against enumeration and statsmodels."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from statistics import fmean
from typing import Any

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from statsmodels.formula.api import ols

from cocoa_core.analysis.epochs import majority, pass_at, pass_hat, several_answers, variation
from cocoa_core.analysis.results import Result
from cocoa_core.analysis.runs import ModelRun
from cocoa_core.analysis.samples import LoggedItem


@given(st.lists(st.booleans(), min_size=1, max_size=8), st.data())
def test_one_right_and_all_right_of_k_are_shares_of_all_choices(
    right: list[bool], data: st.DataObject
) -> None:
    k = data.draw(st.integers(1, len(right)))
    chosen = list(combinations(right, k))
    assert pass_at(k, len(right), sum(right)) == pytest.approx(fmean(any(one) for one in chosen))
    assert pass_hat(k, len(right), sum(right)) == pytest.approx(fmean(all(one) for one in chosen))


def result(question: int, epoch: int, letter: str | None, key: str = "A") -> Result:
    item = LoggedItem("selection", "choose", f"r{question}", {}, {}, 0.2)
    failure = "" if letter else "unstated"
    score = float(letter == key)
    names = {"model": "m", "strategy": "direct", "dataset": "exam", "sample": f"q{question}"}
    return Result(**names, epoch=epoch, item=item, answer=letter, score=score, failure=failure)


LETTERS = st.sampled_from(["A", "B", "C", None])


@given(st.lists(LETTERS, min_size=1, max_size=6))
def test_a_vote_is_the_mean_over_the_letters_named_most(letters: list[str | None]) -> None:
    counts = Counter(one for one in letters if one is not None)
    tied = [one for one, many in counts.items() if many == max(counts.values())]
    expected = fmean(one == "A" for one in tied) if tied else 0.0
    answers = [result(0, epoch, letter) for epoch, letter in enumerate(letters, 1)]
    assert majority(answers) == pytest.approx(expected)


QUESTIONS = st.lists(st.lists(LETTERS, min_size=1, max_size=5), min_size=2, max_size=8)


def run_of(questions: list[list[str | None]]) -> ModelRun:
    results = [
        result(number, epoch, letter)
        for number, letters in enumerate(questions)
        for epoch, letter in enumerate(letters, 1)
    ]
    return ModelRun("exam", "m", "direct", tuple(results))


@given(QUESTIONS)
def test_components_of_variance_are_those_of_the_analysis_of_variance(
    questions: list[list[str | None]],
) -> None:
    assume(max(map(len, questions)) > 1)
    table = variation([run_of(questions)])
    (row,) = table.dicts()
    frame = pd.DataFrame(
        [
            (str(number), float(letter == "A"))
            for number, letters in enumerate(questions)
            for letter in letters
        ],
        columns=["question", "score"],
    )
    found: Any = sm.stats.anova_lm(ols("score ~ C(question)", frame).fit())
    within = found["mean_sq"]["Residual"]
    sizes = np.array([len(question) for question in questions])
    typical = (sizes.sum() - (sizes**2).sum() / sizes.sum()) / (len(sizes) - 1)
    between = max(0.0, (found["mean_sq"]["C(question)"] - within) / typical)
    assert row["within"] == pytest.approx(within, abs=1e-9)
    assert row["between"] == pytest.approx(between, abs=1e-9)
    repeated = [question for question in questions if len(question) > 1]
    assert row["same"] == pytest.approx(fmean(set(one) in ({"A"}, {"B"}, {"C"}) for one in repeated))


def test_a_row_for_each_k_and_the_vote_in_the_last() -> None:
    run = run_of([["A", "A", "B"], ["B", "B", "A"], ["A", "A", "A"], [None, "C", None]])
    rows = list(several_answers([run]).dicts())
    assert [row["k"] for row in rows] == [1, 2, 3]
    assert [row["one_right"] for row in rows] == pytest.approx([0.5, (1 + 2 / 3 + 1) / 4, 0.75])
    assert [row["all_right"] for row in rows] == pytest.approx([0.5, (1 / 3 + 0 + 1) / 4, 0.25])
    assert [row["majority"] for row in rows] == [None, None, 0.5]
    for row in rows:
        assert row["one_low"] <= row["one_right"] <= row["one_high"]  # type: ignore[operator]


def test_of_one_epoch_there_is_nothing_to_say() -> None:
    run = run_of([["A"], ["B"]])
    assert not several_answers([run]).rows
    assert not variation([run]).rows
    assert variation([evolve(run, results=run.results * 0)]).rows == ()


def test_of_many_answers_k_doubles() -> None:
    rows = several_answers([run_of([["A"] * 11, ["B"] * 11])]).dicts()
    assert [row["k"] for row in rows] == [1, 2, 4, 8, 11]
