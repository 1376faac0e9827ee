"""The page's sentences say what the analysis found, number by number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import fmean
from typing import Any

import pytest
from analysis.varied_runs import varied
from analysis_reports import questions

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.report.summary import summary


@pytest.fixture(scope="module")
def analysis(tmp_path_factory: pytest.TempPathFactory) -> Analysis:
    return varied(tmp_path_factory.mktemp("logs"))


def the_one(sentences: Sequence[str], part: str) -> str:
    (found,) = [one for one in sentences if part in one]
    return found


def rate(analysis: Analysis, model: str, strategy: str, keep: Any = lambda record: True) -> float:
    (run,) = [
        one for one in analysis.runs if (one.dataset, one.model, one.strategy) == ("exam", model, strategy)
    ]
    return fmean(one.correct for one in run.results if keep(one.record))


MODELS = [
    ("m/good", "direct"),
    ("m/good", "l2m"),
    ("m/never", "direct"),
    ("m/poor", "direct"),
    ("m/twin", "direct"),
]


def test_the_summary_counts_answers_and_names_the_best_and_those_that_may_guess(analysis: Analysis) -> None:
    said = summary(analysis, "exam")
    many = len(questions())
    assert said[0] == (
        f"{5 * many} answers to {many} questions by 4 models in 5 runs, and {2 * many} of reference models."
    )
    shortcut = rate(analysis, "cocoa/literals", "direct")
    assert re.fullmatch(
        r"The best run is m/good by l2m: 100\.0% \(\d\d\.\d to 100\.0\)\. Guessing is worth 20%, "
        rf"the shortcut cocoa/literals {shortcut:.1%}\.",
        the_one(said, "best run"),
    )
    lows = {(row["model"], row["strategy"]): row["low"] for row in analysis.tables["summary"].dicts()}
    near = [f"{model} by {by}" for model, by in MODELS if float(lows[model, by] or 0) <= 0.2]
    assert the_one(said, "Not told apart") == f"Not told apart from guessing: {', '.join(near)}."
    assert 0 < len(near) < len(MODELS)


def _of_size(analysis: Analysis, run: tuple[str, str], size: int) -> float:
    return rate(analysis, *run, lambda record: len(record["requirement"]["terms"]) == size)


def test_the_summary_compares_kinds_and_sizes_of_questions(analysis: Analysis) -> None:
    said = summary(analysis, "exam")
    gaps = [
        rate(analysis, *run, lambda record: not record["complexity"]["atypical"])
        - rate(analysis, *run, lambda record: bool(record["complexity"]["atypical"]))
        for run in MODELS
    ]
    assert the_one(said, "atypical") == (
        f"On atypical questions accuracy is lower than on regular ones in {sum(gap > 0 for gap in gaps)} of "
        f"5 runs; the mean difference is {100 * fmean(gaps):.1f} points."
    )
    terms = [len(record["requirement"]["terms"]) for record in questions()]
    sizes = sorted(one for one in set(terms) if terms.count(one) >= 10)
    low, high = (fmean(_of_size(analysis, run, size) for run in MODELS) for size in (sizes[0], sizes[-1]))
    assert the_one(said, "sum terms") == (
        f"With {sizes[0]} sum terms the mean accuracy of these runs is {low:.1%}, with {sizes[-1]} it is "
        f"{high:.1%}."
    )
    assert set(terms) - set(sizes)


def test_the_summary_counts_what_could_not_be_read(analysis: Analysis) -> None:
    runs = [run for run in analysis.runs if run.dataset == "exam" and run.role == "model"]
    failed = {(run.model, run.strategy): sum(one.parse_failure for one in run.results) for run in runs}
    worst = max(failed, key=lambda one: failed[one])
    many = 5 * len(questions())
    assert the_one(summary(analysis, "exam"), "no option") == (
        f"{sum(failed.values())} of {many} answers name no option that can be read; they count as wrong. The "
        f"highest share, {5 * failed[worst] / many:.1%}, is that of {worst[0]} by {worst[1]}."
    )
    assert "An option could be read out of every answer." in summary(analysis, "other")


def test_of_reference_models_alone_nothing_is_said_of_guessing(analysis: Analysis) -> None:
    said = summary(analysis, "other")
    assert said[0] == "8 answers to 8 questions, by reference models only."
    assert said[1].startswith("The best run is cocoa/literals by direct: 0.0% (")
    assert said[1].endswith("Guessing is worth 20%.")
    assert not [one for one in said if "Not told apart" in one]
