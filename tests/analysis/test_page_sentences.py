"""The page's sentences say what the analysis found, number by number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from analysis_logs import made_log, right, write_log, wrong_by_one
from analysis_reports import analysis_of, questions, sometimes
from attrs import evolve

from cocoa_core.analysis import Analysis
from cocoa_core.analysis.analysis import DataCheck
from cocoa_core.analysis.comparison import RunPair
from cocoa_core.analysis.figures.drawing import Gallery
from cocoa_core.analysis.figures.figure_context import figure_context_of
from cocoa_core.analysis.paired_tests import PairedDifference
from cocoa_core.analysis.report.grids import models_grid
from cocoa_core.analysis.report.page import report_html
from cocoa_core.analysis.report.summary import best_first, best_of, certainty, summary
from cocoa_core.intervals import accuracy, wilson


def ends(share: float, answers: Sequence[tuple[Any, str]]) -> str:
    """A share in percent with its interval. answers: scores and clusters."""
    found = accuracy([float(score) for score, _ in answers], [cluster for _, cluster in answers])
    assert found.share == pytest.approx(share)
    return f"{share:.1%} ({100 * found.low:.1f} to {100 * found.high:.1f})"


def together(analysis: Analysis, keep: Any, runs: Any = None) -> list[tuple[Any, str]]:
    """Scores and requirements of all answers of some runs to some questions."""
    return [
        (result.correct, result.item.record["requirement"]["id"])
        for run in analysis.runs
        if run.dataset == "exam" and (run.model, run.strategy) in (runs or MODELS)
        for result in run.results
        if keep(result.item.record)
    ]


def the_one(sentences: Sequence[str], part: str) -> str:
    (found,) = [sentence for sentence in sentences if part in sentence]
    return found


def rate(analysis: Analysis, model: str, strategy: str, keep: Any = lambda record: True) -> float:
    (run,) = [
        one for one in analysis.runs if (one.dataset, one.model, one.strategy) == ("exam", model, strategy)
    ]
    return fmean(result.correct for result in run.results if keep(result.item.record))


MODELS = [
    ("m/good", "direct"),
    ("m/good", "l2m"),
    ("m/never", "direct"),
    ("m/poor", "direct"),
    ("m/twin", "direct"),
]


def test_the_summary_counts_answers_and_names_the_best_and_those_that_may_guess(analysis: Analysis) -> None:
    sentences = summary(analysis, "exam")
    many = len(questions())
    assert the_one(sentences, "answers to") == (
        f"{5 * many} answers to {many} questions by 4 models in 5 runs, and {2 * many} of reference models."
    )
    shortcut = rate(analysis, "cocoa/literals", "direct")
    assert re.fullmatch(
        r"The best run is m/good by l2m: 100\.0% right, 95 % interval \d\d\.\d to 100\.0\.", sentences[0]
    )
    told = ends(shortcut, together(analysis, lambda record: True, [("cocoa/literals", "direct")]))
    assert the_one(sentences, "worth") == f"Guessing is worth 20%, the shortcut cocoa/literals {told}."
    lows = {(row["model"], row["strategy"]): row["low"] for row in analysis.tables["summary"].dicts()}
    near = [f"{model} by {by}" for model, by in MODELS if float(lows[model, by] or 0) <= 0.2]
    assert the_one(sentences, "Not told apart") == f"Not told apart from guessing: {', '.join(near)}."
    assert 0 < len(near) < len(MODELS)


def paired(first: str, second: str, difference: float, p: float) -> RunPair:
    """Two models by `direct`, the first so far ahead. p: adjusted; alone it would be small."""
    found = PairedDifference(
        90, 90, 0.5 + difference / 2, 0.5 - difference / 2, -1, 1, 0.001, "McNemar", 1, 1
    )
    return RunPair("exam", "direct", first, second, found, p, "")


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
    pairs: list[RunPair], sentence: str | None
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


def test_the_summary_compares_kinds_and_sizes_of_questions(analysis: Analysis) -> None:
    sentences = summary(analysis, "exam")
    gaps = [
        rate(analysis, *run, lambda record: not record["complexity"]["against"])
        - rate(analysis, *run, lambda record: bool(record["complexity"]["against"]))
        for run in MODELS
    ]
    kinds = [
        together(analysis, lambda record, kind=kind: bool(record["complexity"]["against"]) is kind)
        for kind in (False, True)
    ]
    regular, atypical = (fmean(score for score, _ in kind) for kind in kinds)
    assert the_one(sentences, "atypical").startswith(
        f"On atypical questions accuracy is lower than on regular ones in {sum(gap > 0 for gap in gaps)} of "
        f"5 runs; of all these answers {ends(atypical, kinds[1])} are right there, against "
        f"{ends(regular, kinds[0])}: a difference of {100 * (regular - atypical):.1f} points ("
    )
    terms = [len(record["requirement"]["terms"]) for record in questions()]
    sizes = sorted(term for term in set(terms) if terms.count(term) >= 10)
    low, high = (
        together(analysis, lambda record, size=size: len(record["requirement"]["terms"]) == size)
        for size in (sizes[0], sizes[-1])
    )
    assert the_one(sentences, "sum terms") == (
        f"With {sizes[0]} sum terms {ends(fmean(score for score, _ in low), low)} of the answers of these "
        f"runs are right, with {sizes[-1]} {ends(fmean(score for score, _ in high), high)}."
    )
    assert set(terms) - set(sizes)


def test_the_summary_counts_what_could_not_be_read(analysis: Analysis) -> None:
    runs = [run for run in analysis.runs if run.dataset == "exam" and run.role == "model"]
    failed = {(run.model, run.strategy): sum(result.parse_failure for result in run.results) for run in runs}
    worst = max(failed, key=lambda one: failed[one])
    many = 5 * len(questions())
    clusters = {question["requirement"]["id"] for question in questions()}
    low, high = (100 * end for end in wilson(5 * failed[worst] / many, len(clusters)))
    assert the_one(summary(analysis, "exam"), "could not be read") == (
        f"{sum(failed.values())} of {many} answers could not be read; they count as wrong. The "
        f"highest share, {5 * failed[worst] / many:.1%} ({low:.1f} to {high:.1f}), is that of {worst[0]} by "
        f"{worst[1]}."
    )
    assert "Every answer could be read." in summary(analysis, "other")


def test_of_reference_models_alone_nothing_is_said_of_guessing(analysis: Analysis) -> None:
    sentences = summary(analysis, "other")
    assert "8 answers to 8 questions, by reference models only." in sentences
    assert sentences[0].startswith(
        "The best run is cocoa/literals by direct: 0.0% right, 95 % interval 0.0 to "
    )
    assert "Guessing is worth 20%." in sentences
    assert not [sentence for sentence in sentences if "Not told apart" in sentence]


def test_the_page_leads_with_what_is_wrong_with_the_data_and_then_with_the_best_run(
    analysis: Analysis,
) -> None:
    scenes = [figure_context_of(analysis.runs, "exam", analysis.tables)]
    for defects in ([], ["It <leaks>."]):
        remarks = tuple(DataCheck("exam", text, True) for text in defects)
        page = report_html(
            evolve(analysis, checks=remarks), [Gallery(context, ()) for context in scenes], {}, 0
        )
        panel = page[page.index('id="summary') :]
        first, *rest = re.findall(r'<p class="(?:defect|lead)">.*?</p>|<li>', panel)[: len(defects) + 2]
        assert (first == '<p class="defect">It &lt;leaks&gt;.</p>') == bool(defects)
        lead = rest[0] if defects else first
        assert lead.startswith(
            '<p class="lead">The best run is m/good by l2m: 100.0% right, 95\xa0% interval'
        )
        assert rest[-1] == "<li>"
        assert panel[: panel.index("</section>")].count("The best run is") == 1


def test_a_run_over_other_questions_is_not_ranked_with_the_others(tmp_path: Path) -> None:
    asked = questions()
    write_log(tmp_path / "1.eval", made_log(asked[:40], wrong_by_one, model="m/most"))
    write_log(tmp_path / "2.eval", made_log(asked[1:40], sometimes(0.5, "x"), model="m/nearly"))
    write_log(tmp_path / "3.eval", made_log(asked[30:40], right, model="m/few"))
    analysis = analysis_of(tmp_path)
    sentences = summary(analysis, "exam")
    assert sentences[0].startswith("The best run is m/nearly by direct")
    assert the_one(sentences, "Not ranked") == (
        "Not ranked with the others, as other questions were asked: m/few by direct (10 questions)."
    )
    names = [row.cells[0].text for row in models_grid(analysis, "exam").rows]
    assert names[:3] == ["m/nearly", "m/most", "m/few"]
