"""What a set is too small to say is absent: never 0, 1, not a number or an interval of no width."""

from __future__ import annotations

import math
from typing import Any

import pytest
from attrs import frozen
from hypothesis import example, given
from hypothesis import strategies as st

from cocoa_core.analysis import Analysis, analyze
from cocoa_core.analysis.paired_tests import Paired, compare, holm
from cocoa_core.analysis.results import LogReading, Result
from cocoa_core.analysis.runs import counted
from cocoa_core.analysis.samples import LoggedItem

ENDS = (
    *(("low", "high"), ("low_holm", "high_holm"), ("gap_low", "gap_high"), ("mean_low", "mean_high")),
    *(("difference_low", "difference_high"), ("one_low", "one_high"), ("all_low", "all_high")),
    ("majority_low", "majority_high"),
)


@frozen
class Answer:
    """One answer: model, question, epoch, requirement, score; the item's relations and distribution."""

    model: str
    question: int
    epoch: int
    cluster: int
    score: float
    relations: tuple[str, ...]
    distribution: str
    read: bool = True


ANSWERS = st.lists(
    st.builds(
        Answer,
        st.sampled_from(["m/one", "m/two"]),
        st.integers(0, 3),
        st.integers(1, 2),
        st.integers(0, 2),
        st.sampled_from([0.0, 0.5, 1.0]),
        st.sampled_from([("IsA",), ("UsedFor",), ("IsA", "UsedFor"), ()]),
        st.sampled_from(["id", "ood"]),
        st.booleans(),
    ),
    min_size=1,
    max_size=5,
    unique_by=lambda one: (one.model, one.question, one.epoch),
)


def analysis_of(answers: list[Answer]) -> Analysis:
    return analyze(LogReading(tuple(map(result, answers)), ()))


def result(one: Answer) -> Result:
    item = LoggedItem(
        *("graph-to-text", "write", f"c{one.cluster}", {"ring": "r"}),
        {"relation": one.relations, "distribution": one.distribution, "size": one.question},
        None,
    )
    score = one.score if one.read else 0.0
    failure = "" if one.read else "empty"
    return Result(
        model=one.model,
        strategy="direct",
        dataset="exam",
        log="1.eval",
        sample=f"q{one.question}",
        epoch=one.epoch,
        item=item,
        answer="x" if one.read else None,
        score=score,
        metrics={"half": score / 2},
        failure=failure,
    )


@given(ANSWERS)
@example([Answer("m/one", 0, 1, 0, 1.0, ("IsA",), "id")])
@example([Answer("m/one", 0, 1, 0, 1.0, ("IsA",), "id"), Answer("m/two", 1, 1, 0, 1.0, (), "ood")])
def test_no_table_says_more_than_its_answers_do(answers: list[Answer]) -> None:
    for table in analysis_of(answers).tables.values():
        names = [column.name for column in table.columns]
        for cells in table.to_json()["rows"]:
            check_row(table.name, dict(zip(names, cells, strict=True)))


def check_row(table: str, row: dict[str, Any]) -> None:
    assert all(math.isfinite(cell) for cell in row.values() if isinstance(cell, float)), (table, row)
    for low, high in ENDS:
        if low in row:
            assert (row[low] is None) == (row[high] is None), (table, row)
            assert row[low] is None or row[low] < row[high], (table, row)
    if row.get("answers") == 0:
        absent = ("accuracy", "low", "high", "effective", "difference", "mean")
        assert all(row.get(name) is None for name in absent), (table, row)
    if table == "comparisons":
        if not row["questions"]:
            assert (row["first_accuracy"], row["second_accuracy"], row["difference"]) == (None,) * 3
        if row["clusters"] < 2:
            assert (row["p"], row["p_holm"], row["low"], row["low_holm"]) == (None,) * 4
        assert row["told"] == "no"
    if table == "generalization" and (not row["id_answers"] or not row["ood_answers"]):
        assert all(row[name] is None for name in ("gap", "gap_low", "gap_high", "gap_share"))


@given(st.sampled_from([0.0, 0.5, 1.0]), st.integers(2, 4))
def test_relations_that_all_tie_are_in_no_order(score: float, many: int) -> None:
    """Where all have the same mean, or the same frequency."""
    tied = [
        Answer("m/one", number, 1, number, score, (name,), side)
        for number, (name, side) in enumerate(
            (f"R{index}", side) for index in range(many) for side in ("id", "ood")
        )
    ]
    rows = list(analysis_of(tied).tables["relation_rankings"].dicts())
    assert rows
    assert all((row["id"], row["ood"], row["gap"]) == (None,) * 3 for row in rows)


def test_what_is_counted_of_no_answers_is_absent() -> None:
    assert counted([]) == (0, 0, None, None, None, 0, None, 0)


@pytest.mark.parametrize(
    "pairs", [[], [Paired("a", 1.0, 0.0)], [Paired("a", 1.0, 0.0), Paired("a", 0.0, 1.0)]]
)
def test_of_one_requirement_there_is_no_test(pairs: list[Paired]) -> None:
    comparison = compare(pairs)
    assert [math.isnan(number) for number in (comparison.p, comparison.low, comparison.high)] == [True] * 3
    assert not comparison.is_significant(comparison.p)


def test_what_was_not_tested_takes_no_part_in_adjusting() -> None:
    first, absent, second = holm([0.01, math.nan, 0.04])
    assert (first, second) == (0.02, 0.04)
    assert math.isnan(absent)
