"""Every number of every table, against a second program that sees records and answers as plain data."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from analysis.recounting import Given, complexity, counts, error_of, recounted
from analysis.recounting_constraints import constraints
from analysis_logs import made_log, write_log
from inspect_ai.model import ModelUsage
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

import cocoa_core
from cocoa_core.analysis import Analysis, analyze, read_results
from cocoa_core.analysis.paired_tests import tango_interval

Records = list[dict[str, Any]]
Run = tuple[str, str, str]
SKILLS: dict[Run, tuple[float, int, int]] = {
    ("exam", "m/good", "direct"): (0.7, 1, 41),
    ("exam", "m/good", "l2m"): (0.8, 1, 41),
    ("exam", "m/poor", "direct"): (0.3, 3, 41),
    ("exam", "m/short", "direct"): (0.5, 1, 25),
    ("exam", "m/never", "direct"): (0.0, 1, 41),
    ("exam", "m/always", "direct"): (1.0, 1, 41),
    ("exam", "m/mute", "direct"): (-1.0, 1, 12),
    ("exam", "cocoa/random", "direct"): (0.2, 1, 41),
    ("singles", "m/good", "direct"): (0.8, 1, 21),
    ("singles", "m/poor", "direct"): (0.4, 1, 21),
    ("singles", "m/twice", "direct"): (0.6, 2, 21),
}
"""Of each run how often it is right, its epochs, and how many questions it was asked; below 0 it is mute."""


def answered(records: Sequence[Mapping[str, Any]], run: Run) -> list[Given]:
    """Answers that hang together by requirement, some of them unreadable, some without tokens and dollars."""
    skill, epochs, number = SKILLS[run]
    rng = random.Random("/".join(run))
    luck = {one["requirement"]["id"]: rng.choice((0.15, 0.0, -0.15)) for one in records}
    reasons = itertools.cycle(("empty", "refusal", "several", "unreadable"))
    found = []
    for record in records[:number]:
        for epoch in range(1, epochs + 1):
            chance = skill if skill in (0.0, 1.0, -1.0) else skill + luck[record["requirement"]["id"]]
            letter = record["answer"] if rng.random() < chance else rng.choice("ABCDE")
            while not 0 < skill < 1 and skill < 1 and letter == record["answer"]:
                letter = rng.choice("ABCDE")
            if skill < 0 or (rng.random() < 0.1 and skill < 1):
                letter = ""
            reason = "" if letter else next(reasons)
            cost = rng.random() if run[1] == "m/good" and rng.random() < 0.8 else None
            tokens = (rng.randrange(900), rng.randrange(90)) if rng.random() < 0.9 else (None, None)
            seconds = rng.uniform(0, 9) if rng.random() < 0.9 else None
            cost = cost if tokens[0] is not None else None
            found.append(Given(record, epoch, letter, reason, *tokens, seconds, cost))
    return found


def logged(path: Path, run: Run, answers: Sequence[Given], records: Records) -> None:
    """A log of these answers; tokens read are spread over what was new and what came from a cache."""
    by_key = {(answer.record["id"], answer.epoch): answer for answer in answers}
    asked = [one for one in records if (one["id"], 1) in by_key]
    log = made_log(
        asked,
        lambda record, epoch: by_key[record["id"], epoch].letter,
        dataset=run[0],
        origin=f"{run[0]:0<12}",
        model=run[1],
        strategy=run[2],
        epochs=SKILLS[run][1],
    )
    for sample in log.samples or ():
        one = by_key[str(sample.id), sample.epoch]
        assert sample.scores is not None
        metadata = sample.scores["named_option"].metadata
        assert metadata is not None
        metadata["reason"] = one.reason
        sample.working_time, sample.total_time = one.seconds, None if one.seconds is None else 1e6
        sample.model_usage = {}
        if one.tokens_in is not None and one.tokens_out is not None:
            cached = one.tokens_in // 3
            sample.model_usage = {
                run[1]: ModelUsage(
                    input_tokens=one.tokens_in - 2 * cached,
                    input_tokens_cache_read=cached,
                    output_tokens=one.tokens_out,
                    total_cost=one.cost,
                ),
                "m/other": ModelUsage(input_tokens_cache_write=cached),
            }
    write_log(path, log)


@pytest.fixture(scope="module")
def asked(records: Records) -> Records:
    """Those of all tests of this folder, and one whose dependency graph is larger than its longest path."""
    drawn = cocoa_core.load_domain("flights").generate(1_000, seed=11, slots=5, minterms=14)
    larger = next(one for one in drawn if one.complexity.component > one.complexity.longest_path)
    return [larger.to_json(), *records]


@pytest.fixture(scope="module")
def given(asked: Records) -> dict[Run, list[Given]]:
    firsts = {one["requirement"]["id"]: one for one in reversed(asked)}
    return {run: answered(asked if run[0] == "exam" else list(firsts.values()), run) for run in SKILLS}


@pytest.fixture(scope="module")
def analysis(
    asked: Records, given: dict[Run, list[Given]], tmp_path_factory: pytest.TempPathFactory
) -> Analysis:
    folder = tmp_path_factory.mktemp("logs")
    for number, (run, answers) in enumerate(given.items()):
        logged(folder / f"{number}.eval", run, answers, asked)
    reading = read_results([folder])
    assert reading.left_out == ()
    return analyze(reading)


def same(found: Any, expected: Any) -> bool:
    if isinstance(expected, float) and math.isnan(expected):
        return isinstance(found, float) and math.isnan(found)
    if isinstance(expected, (int, float)) and not isinstance(expected, bool):
        return isinstance(found, (int, float)) and found == pytest.approx(expected, rel=1e-6, abs=1e-9)
    return bool(found == expected)


def rows_of(analysis: Analysis, table: str, run: Run) -> list[dict[str, Any]]:
    names = ("dataset", "model", "strategy", "role")
    return [
        {name: cell for name, cell in row.items() if name not in names}
        for row in analysis.tables[table].dicts()
        if tuple(row[name] for name in names[:3]) == run
    ]


@pytest.mark.parametrize("run", list(SKILLS), ids="-".join)
def test_every_number_of_a_run_is_that_of_the_second_program(
    analysis: Analysis, given: dict[Run, list[Given]], run: Run
) -> None:
    answers = given[run]
    tables = recounted(answers) | {
        f"by_{what}": constraints(answers, what) for what in ("slot", "rule", "test")
    }
    assert set(tables) == set(analysis.tables) - {
        *("comparisons", "odd_pairs", "left_out", "runs", "metrics", "corpus", "by_family", "by_ask"),
        *("several_answers", "variation", "questions"),
    }
    for name, expected in tables.items():
        rows = rows_of(analysis, name, run)
        assert len(rows) == len(expected), name
        for ours, theirs in zip(rows, expected, strict=True):
            assert list(ours) == list(theirs), name
            assert [key for key in ours if not same(ours[key], theirs[key])] == [], (name, ours, theirs)


def test_the_answers_differ_in_all_that_is_counted(asked: Records, given: dict[Run, list[Given]]) -> None:
    """Otherwise the test above would say little."""
    measures = [complexity(record) for record in asked]
    assert any(measure["component"] > measure["longest_path"] for measure in measures)
    assert any(measure["sum_terms"] > measure["width"] for measure in measures)
    answers = given["exam", "m/poor", "direct"]
    assert any(4 < counts(own)["effective"] < len(own) - 4 for own in given.values())
    assert len({answer.reason for answer in answers}) == 5
    assert {one.cost is None for one in given["exam", "m/good", "direct"]} == {True, False}


def shares(answers: Sequence[Given]) -> dict[str, tuple[str, float]]:
    found: dict[str, list[Given]] = {}
    for one in answers:
        found.setdefault(one.record["id"], []).append(one)
    return {
        question: (own[0].requirement, sum(one.right for one in own) / len(own))
        for question, own in found.items()
    }


def test_comparisons_are_those_of_the_second_program(
    analysis: Analysis, given: dict[Run, list[Given]]
) -> None:
    rows = list(analysis.tables["comparisons"].dicts())
    for dataset in ("exam", "singles"):
        own = [row for row in rows if row["dataset"] == dataset]
        found = []
        for row in own:
            ends = [str(row[name]) for name in ("first", "second")]
            by_strategy = row["same"] in ("direct", "l2m")
            runs = [
                (dataset, e, str(row["same"])) if by_strategy else (dataset, str(row["same"]), e)
                for e in ends
            ]
            first, second = (shares(given[run]) for run in runs)
            both = [(*first[one], second[one][1]) for one in first if one in second]
            found.append(_compared(row, both))
        adjusted = multipletests([row["p"] for row in own], method="holm")[1]
        assert [row["p_holm"] for row in own] == pytest.approx(list(adjusted), rel=1e-6, abs=1e-12)
        assert found
    assert {row["test"] for row in rows} == {"McNemar", "cluster-robust"}
    models = {str(row[name]) for row in rows for name in ("first", "second", "same")}
    assert "cocoa/random" not in models
    assert len([row for row in rows if row["dataset"] == "exam"]) == math.comb(6, 2) + 1


def _compared(row: Mapping[str, Any], both: Sequence[tuple[str, float, float]]) -> bool:
    differences = [(cluster, first - second) for cluster, first, second in both]
    first, second = (float(np.mean([one[place] for one in both])) for place in (1, 2))
    clusters = {cluster for cluster, *_ in both}
    ahead, behind = (sum(sign * value > 0 for _, value in differences) for sign in (1, -1))
    plain = len(clusters) == len(both) and all(value in (-1, 0, 1) for _, value in differences)
    plain = plain and all(one[1] in (0, 1) for one in both)
    error = error_of(differences)
    reach = 1.959963984540054 * error if error > 1e-12 else math.nan
    p = 2 * stats.norm.sf(abs(first - second) / error) if error > 1e-12 else row["p"]
    if plain:
        p = (
            mcnemar([[0, ahead], [behind, 0]], exact=False, correction=False).pvalue
            if ahead + behind
            else 1.0
        )
        ends = tango_interval(ahead, behind, len(both), 0.95)  # held to its definition in test_comparison
    else:
        ends = (
            float(np.maximum(first - second - reach, -1)),
            float(np.minimum(first - second + reach, 1)),
        )
    expected = {
        "questions": len(both),
        "clusters": len(clusters),
        "first_accuracy": first,
        "second_accuracy": second,
        "difference": first - second,
        "low": ends[0],
        "high": ends[1],
        "p": float(p),
        "test": "McNemar" if plain else "cluster-robust",
        "only_first": ahead,
        "only_second": behind,
    }
    assert [key for key in expected if not same(row[key], expected[key])] == [], (row, expected)
    return True
