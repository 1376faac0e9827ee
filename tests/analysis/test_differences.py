"""The figure of differences: what is told apart in grey print too, and which pairs are drawn of too many."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from analysis.drawn_rows import parts_of, rows_in
from analysis_logs import made_log, right, write_log
from analysis_reports import analysis_of, questions, sometimes

from cocoa_core.analysis import Analysis
from cocoa_core.analysis.figures.drawing import draw
from cocoa_core.analysis.figures.figure import Figure


@pytest.fixture(scope="module")
def figure(analysis: Analysis) -> Figure:
    return next(one for one in draw(analysis)[0].figures if one.name == "1-differences")


def test_pairs_that_are_not_told_apart_are_outlines_as_colours_are_lost_in_print(figure: Figure) -> None:
    shapes = [part["shape"]["scale"] for part in parts_of(figure.spec) if "shape" in part]
    outlined = [part["fill"]["scale"] for part in parts_of(figure.spec) if "fill" in part]
    assert {tuple(shape["domain"]) for shape in shapes if shape} == {("told apart", "not told apart")}
    assert all(len(set(shape["range"])) == 2 for shape in shapes if shape)
    assert outlined
    assert all(one == {"domain": ["not told apart"], "range": ["#ffffff"]} for one in outlined)


def test_of_too_many_pairs_those_of_the_best_run_are_drawn(tmp_path: Path) -> None:
    for model, strategy in product("abcde", ("direct", "cot-full", "l2m")):
        answers = right if (model, strategy) == ("d", "l2m") else sometimes(0.5, model)
        log = made_log(questions()[:20], answers, model=model, strategy=strategy)
        write_log(tmp_path / f"{model}-{strategy}.eval", log)
    (gallery,) = draw(analysis_of(tmp_path))
    (figure,) = [one for one in gallery.figures if one.name == "differences"]
    drawn = {(row["same"], row["first"], row["second"]) for row in rows_in(figure) if "same" in row}
    sames = [same for same, *_ in drawn]
    assert len(sames) == 24
    assert sames.count("l2m") == 10
    assert "24 of 45 pairs are drawn, those by the strategy of the best run first." in figure.reading
