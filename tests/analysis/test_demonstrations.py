"""Demonstrations compared on the same graphs, gaps compared between structures, ranks added up: by hand."""

from __future__ import annotations

import math
from typing import Any

import pytest
from cocoa.analysis_view import print_analysis
from cocoa.terminal import console
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ttest_rel

from cocoa_core.analysis import Analysis, analyze
from cocoa_core.analysis.results import LogReading, Result
from cocoa_core.analysis.samples import LoggedItem, StoredRecord

USUAL = {"distribution": "both", "strict": False, "order": "shuffled"}


def answer(
    graph: int,
    score: float,
    *,
    model: str = "m/one",
    side: str = "ood",
    structure: str = "",
    cluster: int | None = None,
    **settings: Any,
) -> Result:
    """settings: others than the usual ones; each way to demonstrate is a data set of its own."""
    stated = {**USUAL, **settings}
    facets = {
        "distribution": side,
        "structure": structure or "none",
        "order": stated["order"],
        "shown": stated.get("shown", "any"),
        "shots": stated.get("shots", 4),
    }
    record = {"sample": f"s{graph}", "graph": [["a", "IsA", f"n{graph}"]], "provenance": {"settings": stated}}
    name = f"c{graph if cluster is None else cluster}"
    item = LoggedItem(*("graph-to-text", "write", name, {}, facets, None), record=StoredRecord.of(record))
    dataset = "-".join(map(str, settings.values())) or "usual"
    sample = f"{dataset} {graph} {side}"
    return Result(
        model=model, strategy="direct", dataset=dataset, sample=sample, item=item, answer="x", score=score
    )


def rows(found: Analysis, table: str) -> list[dict[str, Any]]:
    return [dict(row) for row in found.tables[table].dicts()] if table in found.tables else []


def analyzed(results: list[Result]) -> Analysis:
    return analyze(LogReading(tuple(results), ()))


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=2, max_size=12))
def test_orders_are_compared_graph_by_graph(scores: list[tuple[int, int]]) -> None:
    """As by the paired t-test of scipy; graphs that one of them did not ask count for neither."""
    first = [answer(graph, one / 8, order="easy-to-hard") for graph, (one, _) in enumerate(scores)]
    second = [answer(graph, two / 8, order="hard-to-easy") for graph, (_, two) in enumerate(scores)]
    analysis = analyzed(
        [*first, answer(99, 1.0, order="easy-to-hard"), *second, answer(98, 0.0, order="hard-to-easy")]
    )
    (row,) = rows(analysis, "demonstrations")
    assert row["first"] == "order easy-to-hard"
    assert row["graphs"] == len(scores)
    assert row["first_mean"] == pytest.approx(sum(one for one, _ in scores) / 8 / len(scores))
    assert row["difference"] == pytest.approx(row["first_mean"] - row["second_mean"])
    if len({one - two for one, two in scores}) == 1:
        assert (row["low"], row["high"], row["p"], row["p_holm"]) == (None,) * 4
        return
    test = ttest_rel(*zip(*((one / 8, two / 8) for one, two in scores), strict=True))
    low, high = test.confidence_interval()
    assert (row["p"], row["low"], row["high"]) == pytest.approx((test.pvalue, low, high))


def test_the_comparison_is_printed_whole(capsys: pytest.CaptureFixture[str]) -> None:
    """The table has no column for the data set, since it is about two."""
    orders = ("easy-to-hard", "hard-to-easy")
    analysis = analyzed([answer(graph, graph / 8, order=order) for graph in range(4) for order in orders])
    table = analysis.tables["demonstrations"]
    print_analysis(console(), analysis, ["demonstrations"], alone=True)
    printed = capsys.readouterr().out
    assert table.title in printed
    assert "paired" in printed


def test_runs_that_differ_in_more_or_in_nothing_are_not_compared() -> None:
    pairs = [
        [answer(1, 1.0, order="easy-to-hard"), answer(1, 0.0, strict=True)],
        [answer(1, 1.0, shots=2), answer(1, 0.0, shots=1, model="m/two")],
        [answer(1, 1.0, shots=2), answer(2, 0.0, shots=1)],
        [answer(1, 1.0, shots=2), answer(1, 0.0, shots=1, side="id")],
    ]
    for results in pairs:
        assert not rows(analyzed(results), "demonstrations")


def test_every_two_ways_are_compared_and_adjusted_together() -> None:
    """Three kinds of demonstrations: p is three, two and one time as large, and never falls."""
    scores = {"A": (1, 6, 2, 8, 3), "B": (0, 6, 1, 7, 1), "C": (8, 0, 6, 3, 7)}
    results = [
        answer(graph, score / 8, shown=shown)
        for shown, own in scores.items()
        for graph, score in enumerate(own)
    ]
    found = sorted(rows(analyzed(results), "demonstrations"), key=lambda row: row["p"])
    assert {(row["first"], row["second"]) for row in found} == {
        ("shown A", "shown B"),
        ("shown A", "shown C"),
        ("shown B", "shown C"),
    }
    least = 0.0
    for row, times in zip(found, (3, 2, 1), strict=True):
        least = max(least, min(1.0, times * row["p"]))
        assert row["p_holm"] == pytest.approx(least)


def test_gaps_are_compared_between_structures() -> None:
    """Worked out by hand: each structure has two concept sets, each asked once in and once out."""
    scores = {"A": ((1.0, 0.5), (0.5, 0.5)), "B": ((1.0, 0.0), (1.0, 0.5))}
    results = []
    for number, (structure, own) in enumerate(scores.items()):
        for index, (inside, outside) in enumerate(own):
            graph = 2 * number + index
            results += [
                answer(graph, inside, side="id", structure=structure),
                answer(graph, outside, side="ood", structure=structure),
            ]
    (row,) = rows(analyzed(results), "structures")
    assert (row["first"], row["second"], row["clusters"]) == ("A", "B", 4)
    assert (row["first_gap"], row["second_gap"], row["difference"]) == (0.25, 0.75, -0.5)
    # The gaps of the four sets lie 1/4 from the mean of their structure, and each counts a half.
    error = math.sqrt(4 / 3 * 4 * (0.25 / 2) ** 2)
    assert row["high"] - row["difference"] == pytest.approx(3.182446 * error, rel=1e-5)
    assert row["low"] < 0 < row["high"]
    assert row["p"] == row["p_holm"] == pytest.approx(0.1817, abs=1e-3)


def test_one_structure_and_half_of_a_gap_are_not_compared() -> None:
    for other in ("A", "none"):
        results = [
            answer(graph, 0.5, side=side, structure=structure)
            for graph, (side, structure) in enumerate(
                (("id", "A"), ("ood", "A"), ("id", other), ("ood", other))
            )
        ]
        assert not rows(analyzed(results), "structures")
    assert not rows(
        analyzed([answer(1, 1.0, side="id", structure="A"), answer(2, 1.0, structure="B")]), "structures"
    )


def test_ranks_are_added_up_and_ties_share_their_points() -> None:
    """id: 1, 1, 0.5; ood: 1, 0.5, 0.25; gap: 0, 0.5, 0.25; of id: 0, 0.5, 0.5. One metric."""
    scores = {"m/a": (1.0, 1.0), "m/b": (1.0, 0.5), "m/c": (0.5, 0.25)}
    results = [
        answer(graph, score, side=side, model=model)
        for model, (inside, outside) in scores.items()
        for graph, (side, score) in enumerate((("id", inside), ("ood", outside)))
    ]
    found = {row["model"]: row for row in rows(analyzed(results), "rank_scores")}
    points = {
        model: tuple(row[name] for name in ("id", "ood", "gap", "gap_share")) for model, row in found.items()
    }
    assert points == {
        "m/a": (2.5, 3.0, 3.0, 3.0),
        "m/b": (2.5, 2.0, 1.0, 1.5),
        "m/c": (1.0, 1.0, 2.0, 1.5),
    }
    assert {row["metrics"] for row in found.values()} == {1}
    assert not rows(analyzed(results[:2]), "rank_scores")


def test_a_model_that_answered_other_graphs_is_not_ranked_with_the_rest() -> None:
    """As the paper leaves out the model that it asked a hundred instances: its three graphs are easier."""
    results = [
        answer(graph, (graph + rank) / 40, side=side, model=model)
        for rank, (model, graphs) in enumerate({"m/a": 20, "m/b": 20, "m/few": 3}.items())
        for graph in range(graphs)
        for side in ("id", "ood")
    ]
    assert {row["model"] for row in rows(analyzed(results), "rank_scores")} == {"m/a", "m/b"}
    alone = [result for result in results if result.model != "m/b"]
    assert not rows(analyzed(alone), "rank_scores")
