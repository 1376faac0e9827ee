"""A model stands above its strategies, the best one first, and no two rows share a label."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

import pytest
from analysis_logs import made_log, write_log
from analysis_reports import analysis_of, questions, sometimes

from cocoa_core.analysis import Analysis
from cocoa_core.analysis.figures.drawing import draw
from cocoa_core.analysis.figures.figure import svg
from cocoa_core.analysis.figures.figure_context import (
    HEAD,
    SHOWN,
    FigureContext,
    figure_context_of,
    run_labels,
)
from cocoa_core.analysis.tables import Row


@pytest.fixture(scope="module")
def context(analysis: Analysis) -> FigureContext:
    return figure_context_of(analysis.runs, "exam", analysis.tables)


def accuracy(context: FigureContext, model: str) -> float:
    return max(float(row["accuracy"] or 0) for row in of(context.rows("summary", everyone=True), model))


def of(rows: list[Row], model: str) -> list[Row]:
    return [row for row in rows if row["model"] == model]


def test_models_and_lines_stand_with_the_best_first(context: FigureContext) -> None:
    assert context.models[0] == "m/good"
    for group in (context.models, context.references):
        shares = [accuracy(context, model) for model in group]
        assert len(group) > 1
        assert shares == sorted(shares, reverse=True)
    order = [model for model, _ in groupby(row["model"] for row in context.rows("summary", everyone=True))]
    assert order == [*context.models, *context.references]
    order = [model for model, _ in groupby(row["model"] for row in context.rows("by_slot"))]
    assert order == list(context.models)


def test_each_model_stands_once_above_its_strategies(context: FigureContext) -> None:
    runs = run_labels(context, context.rows("summary", everyone=True))
    assert runs.written == (
        *("good", "direct", "l2m"),
        *(text for name in ("twin", "poor", "never") for text in (name, "direct")),
        *(text for model in context.references for text in (context.names[model], "direct")),
    )
    heads = [label for label in runs.labels if label.startswith(HEAD)]
    assert len(heads) == 6
    assert len(set(runs.labels)) == len(runs.labels)
    assert [row["label"] for row in runs.rows] == [one for one in runs.labels if one not in heads]
    for row in runs.rows:
        assert str(row["label"])[SHOWN:] == row["strategy"]


def test_rows_of_one_run_share_its_label(context: FigureContext) -> None:
    runs = run_labels(context, context.rows("typicality"))
    labels = {(row["model"], row["strategy"]): row["label"] for row in runs.rows}
    assert all(labels[row["model"], row["strategy"]] == row["label"] for row in runs.rows)
    assert len(runs.rows) == 3 * len(labels) == 3 * len(set(labels.values()))


def test_by_one_strategy_the_name_says_all(tmp_path: Path) -> None:
    for model, share in (("m/low", 0.2), ("m/high", 0.9)):
        log = made_log(questions(), sometimes(share, model), model=model)
        write_log(tmp_path / f"{model[2:]}.eval", log)
    analysis = analysis_of(tmp_path)
    context = figure_context_of(analysis.runs, "exam", analysis.tables)
    runs = run_labels(context, context.rows("summary", everyone=True))
    assert runs.written == ("high", "low")
    assert not [label for label in runs.labels if label.startswith(HEAD)]


def test_what_keeps_labels_apart_is_not_drawn(analysis: Analysis) -> None:
    (figure,) = (figure for figure in draw(analysis)[0].figures if figure.name == "1-accuracy")
    drawing = svg(figure.spec)
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", drawing)
    assert texts.count("good") == 1
    assert texts.count("l2m") == 1
    assert not [text for text in texts if re.match(r"[#=]\d\d\d", text)]
    heads = re.findall(r"<text[^>]*font-weight=\"bold\"[^>]*>([^<]*)</text>", drawing)
    assert set(heads) >= {"good", "twin", "poor", "never"}
    assert not {"direct", "l2m"} & set(heads)
