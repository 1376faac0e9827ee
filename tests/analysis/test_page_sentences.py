"""The page's sentences say what the analysis found, number by number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import fmean
from typing import Any

import pytest
from analysis.varied_runs import varied
from analysis_reports import questions
from attrs import evolve

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.comparison import Comparison
from cocoa_core.analysis.figures.drawing import Gallery
from cocoa_core.analysis.figures.scene import scene_of
from cocoa_core.analysis.pairs import Pair
from cocoa_core.analysis.remarks import Remark
from cocoa_core.analysis.report.page import report_html
from cocoa_core.analysis.report.standing import best_first, best_of, certainty
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
    assert the_one(said, "answers to") == (
        f"{5 * many} answers to {many} questions by 4 models in 5 runs, and {2 * many} of reference models."
    )
    shortcut = rate(analysis, "cocoa/literals", "direct")
    assert re.fullmatch(
        r"The best run is m/good by l2m: 100\.0% right, 95 % interval \d\d\.\d to 100\.0\.", said[0]
    )
    assert the_one(said, "worth") == f"Guessing is worth 20%, the shortcut cocoa/literals {shortcut:.1%}."
    lows = {(row["model"], row["strategy"]): row["low"] for row in analysis.tables["summary"].dicts()}
    near = [f"{model} by {by}" for model, by in MODELS if float(lows[model, by] or 0) <= 0.2]
    assert the_one(said, "Not told apart") == f"Not told apart from guessing: {', '.join(near)}."
    assert 0 < len(near) < len(MODELS)


def paired(first: str, second: str, difference: float, p: float) -> Pair:
    """Two models by `direct`, the first so far ahead. p: adjusted; alone it would be small."""
    found = Comparison(9, 9, 0.5 + difference / 2, 0.5 - difference / 2, -1, 1, 0.001, "McNemar", 1, 1)
    return Pair("exam", "direct", first, second, found, p, "")


@pytest.mark.parametrize(
    ("pairs", "sentence"),
    [
        ([], None),
        ([paired("b", "c", 0.5, 0.001)], None),
        (
            [paired("a", "b", 0.5, 0.049)],
            "It is better than the other model by direct; chance alone would hardly show that "
            "(p < 0.05, Holm).",
        ),
        (
            [paired("a", "b", 0.5, 0.001), paired("c", "a", -0.2, 0.01)],
            "It is better than each of the 2 other models by direct; chance alone would hardly show that "
            "(p < 0.05, Holm).",
        ),
        ([paired("a", "b", 0.5, 0.05)], "No difference can be told between it and b by direct."),
        (
            [paired("a", "b", 0.5, 0.2), paired("c", "a", -0.2, 0.01), paired("d", "a", 0.1, 0.9)],
            "No difference can be told between it and b, d by direct; it is better than the other one.",
        ),
        (
            [paired("c", "a", 0.2, 0.01), paired("a", "d", 0.5, 0.01), paired("e", "a", -0.2, 0.01)],
            "On the questions that both answered, better by direct: c; it is better than the other 2.",
        ),
    ],
)
def test_how_sure_the_best_is_follows_from_the_adjusted_comparisons(
    pairs: list[Pair], sentence: str | None
) -> None:
    assert certainty({"model": "a", "strategy": "direct"}, pairs) == sentence


def test_of_pairs_by_another_strategy_or_of_strategies_nothing_follows() -> None:
    best = {"model": "a", "strategy": "l2m"}
    assert certainty(best, [paired("a", "b", 0.5, 0.001)]) is None


def test_the_best_comes_first_with_its_strategies_in_their_order() -> None:
    names = ("model", "strategy", "role", "accuracy")
    rows = [
        ("m/b", "direct", "model", 0.3),
        ("m/b", "l2m", "model", 0.9),
        ("m/c", "direct", "model", 0.8),
        ("m/d", "direct", "model", 0.9),
        ("cocoa/random", "direct", "reference", 0.2),
        ("cocoa/oracle", None, "reference", 1.0),
        ("chance", None, "theory", 0.2),
    ]
    made = [dict(zip(names, row, strict=True)) for row in rows]
    assert [(row["model"], row["strategy"]) for row in best_first(made)] == [
        *(("m/b", "direct"), ("m/b", "l2m"), ("m/d", "direct"), ("m/c", "direct")),
        *(("cocoa/oracle", None), ("cocoa/random", "direct"), ("chance", None)),
    ]
    assert best_of(made)["strategy"] == "l2m"
    assert best_of(made[4:])["model"] == "cocoa/random"


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
    assert "8 answers to 8 questions, by reference models only." in said
    assert said[0].startswith("The best run is cocoa/literals by direct: 0.0% right, 95 % interval 0.0 to ")
    assert "Guessing is worth 20%." in said
    assert not [one for one in said if "Not told apart" in one]


def test_the_page_leads_with_what_is_wrong_with_the_data_and_then_with_the_best_run(
    analysis: Analysis,
) -> None:
    scenes = [scene_of(analysis.runs, "exam", analysis.tables)]
    for defects in ([], ["It <leaks>."]):
        remarks = tuple(Remark("exam", text, True) for text in defects)
        page = report_html(evolve(analysis, remarks=remarks), [Gallery(one, ()) for one in scenes], {}, 0)
        panel = page[page.index('id="summary') :]
        first, *rest = re.findall(r'<p class="(?:defect|lead)">.*?</p>|<li>', panel)[: len(defects) + 2]
        assert (first == '<p class="defect">It &lt;leaks&gt;.</p>') == bool(defects)
        lead = rest[0] if defects else first
        assert lead.startswith(
            '<p class="lead">The best run is m/good by l2m: 100.0% right, 95&nbsp;% interval'
        )
        assert rest[-1] == "<li>"
        assert panel[: panel.index("</section>")].count("The best run is") == 1
