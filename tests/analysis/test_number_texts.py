"""Numbers in words and in cells: a sentence says what its comparison holds, a column what its kind allows."""

from __future__ import annotations

import csv
import io
import math
import re
from pathlib import Path
from typing import Any

import pytest
from analysis_logs import made_log, right, write_log
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.analysis import Analysis, ReportTable, TableColumn, analyze, read_results, shown
from cocoa_core.analysis.paired_tests import Paired, compare
from cocoa_core.analysis.tables import columns_of

Records = list[dict[str, Any]]
LEAST = {"share": 0.0, "points": -1.0, "p": 0.0, "count": 0.0, "number": 0.0}
MOST = {"share": 1.0, "points": 1.0, "p": 1.0, "count": math.inf, "number": math.inf}


def test_every_cell_is_of_its_columns_kind(analysis: Analysis) -> None:
    for table in analysis.tables.values():
        for row in table.rows:
            for cell, column in zip(row, table.columns, strict=True):
                place = (table.name, column.name, cell)
                if column.kind == "text":
                    assert cell is None or isinstance(cell, str), place
                elif cell is not None:
                    assert isinstance(cell, (int, float)), place
                    assert column.kind != "count" or isinstance(cell, int), place
                    assert math.isnan(cell) or LEAST[column.kind] <= cell <= MOST[column.kind], place


def test_shares_and_differences_are_told_from_numbers_by_their_names(analysis: Analysis) -> None:
    kinds = {
        (table.name, column.name): column.kind
        for table in analysis.tables.values()
        for column in table.columns
    }
    for (table, name), kind in kinds.items():
        if re.search(r"accuracy|share|expected", name):
            assert kind == "share", (table, name)
        if name.startswith("difference"):
            assert kind == "points", (table, name)
        if name in ("low", "high"):
            assert kind == ("points" if table == "comparisons" else "share"), (table, name)
        if name in ("p", "p_holm"):
            assert kind == "p", (table, name)
        if name in ("answers", "right", "requirements", "parse_failures", "questions", "input_tokens"):
            assert kind in ("count", "text"), (table, name)


ANSWERS = st.lists(
    st.tuples(st.integers(0, 60), st.sampled_from([0.0, 0.5, 1.0]), st.sampled_from([0.0, 1.0])), min_size=2
)
SHARES = r"([\d.]+)% \([\d.]+ to [\d.]+\)"
SENTENCE = re.compile(
    rf"(?:No (?:difference between m/1 and m/2 can be told|verdict on m/1 and m/2): "
    rf"they answer {SHARES} and {SHARES} of "
    rf"|(m/[12]) is better than (m/[12]): it answers {SHARES} of )"
    rf"the same ([\d,]+) questions right(?:, against {SHARES})? "
    r"\(([+-][\d.]+) points(?:, (?:95 % )?interval ([+-][\d.]+) to ([+-][\d.]+))?, "
    r"(McNemar|cluster-robust) p (=|<) ([\d.]+)(?:, (?:both )?adjusted for (\d+) comparisons)?\)"
    r"(?:; (\d+) requirements are too few for (?:McNemar|cluster-robust), which takes 30)?\."
)


@given(ANSWERS, st.one_of(st.none(), st.floats(0, 1)), st.integers(1, 4))
def test_a_sentence_holds_the_numbers_of_its_comparison(
    answers: list[tuple[int, float, float]], adjusted: float | None, among: int
) -> None:
    comparison = compare(Paired(*answer) for answer in answers)
    sentence = comparison.sentence("m/1", "m/2", adjusted, among)
    if comparison.clusters < 2:
        assert sentence.startswith("One requirement is too little")
        return
    told = SENTENCE.fullmatch(sentence)
    assert told is not None, sentence
    first, second, better, worse, high, many, low, points, least, most, test, sign, p, of, few = told.groups()
    decisive = comparison.p if adjusted is None else adjusted
    verdict = decisive < 0.05 and comparison.clusters >= 30
    turned = verdict and comparison.first < comparison.second
    assert few == (None if comparison.clusters >= 30 else str(comparison.clusters))
    ours, theirs = (comparison.second, comparison.first) if turned else (comparison.first, comparison.second)
    if verdict:
        assert (better, worse) == (("m/2", "m/1") if turned else ("m/1", "m/2"))
        assert (high, low) == (f"{100 * ours:.1f}", f"{100 * theirs:.1f}")
    else:
        assert (first, second, low) == (f"{100 * ours:.1f}", f"{100 * theirs:.1f}", None)
    assert (many, test) == (f"{comparison.questions:,}", comparison.test)
    assert points == f"{100 * (ours - theirs):+z.1f}"
    assert (least is None) == math.isnan(comparison.low)
    if least is not None:
        ends = comparison.interval(decisive)
        ends = (-ends[1], -ends[0]) if turned else ends
        assert (least, most) == tuple(f"{100 * end:+z.1f}" for end in ends)
    assert (sign, p) == (("<", "0.001") if decisive < 0.001 else ("=", f"{decisive:.3f}"))
    assert of == (str(among) if among > 1 else None)


@given(st.floats(-1, 1))
def test_a_difference_that_rounds_to_nothing_has_no_minus(points: float) -> None:
    told = shown(points, "points")
    assert float(told) == pytest.approx(100 * points, abs=0.06)
    assert told != "-0.0"


def test_columns_are_read_from_one_text() -> None:
    taken = TableColumn("answers", "answers", "count")
    assert columns_of("model; group_share share of groups", taken, "p_holm p p, Holm; last_begun") == (
        TableColumn("model", "model"),
        TableColumn("group_share", "of groups", "share"),
        taken,
        TableColumn("p_holm", "p, Holm", "p"),
        TableColumn("last_begun", "last begun"),
    )


def test_truths_are_yes_and_no_in_csv() -> None:
    table = ReportTable(
        "t", "T", (TableColumn("a", "a"), TableColumn("b", "b")), ((True, False), (None, 0.1))
    )
    assert table.csv() == "a,b\nyes,no\n,0.1\n"


def test_strategies_stand_in_the_papers_order_and_others_behind_by_name(
    records: Records, tmp_path: Path
) -> None:
    order = ["direct", "cot-full", "cot-partial", "l2m", "a strategy", "mine"]
    for number, strategy in enumerate(reversed(order)):
        write_log(tmp_path / f"{number}.eval", made_log(records[:2], right, strategy=strategy))
    assert [run.strategy for run in analyze(read_results([tmp_path])).runs] == order


def test_what_an_analysis_is_called_in_a_traceback_is_short(analysis: Analysis) -> None:
    assert len(repr(analysis.runs[0])) < 300
    assert len(repr(analysis.reading.results[0])) < 600


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("-HYPERLINK(1)", "'-HYPERLINK(1)"),
        ("-5", "-5"),
        ("+ - +", "+ - +"),
        ("a=b", "a=b"),
    ],
)
def test_no_text_in_csv_is_a_formula(cell: str, written: str) -> None:
    table = ReportTable("t", "T", (TableColumn("a", "a"),), ((cell,),))
    ((read,),) = list(csv.reader(io.StringIO(table.csv())))[1:]
    assert read == written
