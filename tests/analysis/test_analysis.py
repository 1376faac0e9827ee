"""What tables hold beside the numbers of runs, which `test_recounted` counts by a second program."""

from __future__ import annotations

import csv
import io
import json
import math
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from analysis.recounting import setting
from analysis_logs import Asked, item_log, made_log, right, write_log

from cocoa_core.analysis import Analysis, analyze, read_results

Records = list[dict[str, Any]]
Row = Mapping[str, Any]


def first_option(record: Mapping[str, Any], epoch: int) -> str:
    return "A"


def silent_on_c(record: Mapping[str, Any], epoch: int) -> str:
    return "" if record["answer"] == "C" else "B"


@pytest.fixture(scope="module")
def analysis(records: Records, tmp_path_factory: pytest.TempPathFactory) -> Analysis:
    folder = tmp_path_factory.mktemp("logs")
    write_log(folder / "1.eval", made_log(records, first_option, model="m/first"))
    write_log(folder / "2.eval", made_log(records, silent_on_c, model="m/silent", epochs=2))
    write_log(folder / "3.eval", made_log(records, right, model="cocoa/oracle"))
    write_log(folder / "4.eval", made_log(records, right, model="m/first", strategy="l2m", cost=0.5))
    return analyze(read_results([folder]))


def test_runs_are_in_order_models_before_reference_models(analysis: Analysis) -> None:
    assert [(run.model, run.strategy, run.role) for run in analysis.runs] == [
        ("m/first", "direct", "model"),
        ("m/first", "l2m", "model"),
        ("m/silent", "direct", "model"),
        ("cocoa/oracle", "direct", "reference"),
    ]


def test_guessing_has_a_row_and_settings_have_their_questions(analysis: Analysis, records: Records) -> None:
    (chance,) = [row for row in analysis.tables["summary"].dicts() if row["role"] == "theory"]
    assert chance["accuracy"] == pytest.approx(0.2)
    *parts, total = analysis.tables["questions"].dicts()
    settings = Counter(map(setting, records))
    assert {(row["slots"], row["minterms"]): row["questions"] for row in parts} == settings
    requirements = {record["requirement"]["id"] for record in records}
    assert (total["requirements"], total["questions"]) == (len(requirements), len(records))


def test_odd_pairs_are_compared_pair_by_pair(tmp_path: Path) -> None:
    """A model that is right without the odd demand, and with it in one pair; a question without its pair."""
    asked = [
        Asked(
            f"q{number}",
            float(number % 2 == 0 or number == 1),
            family="selection",
            groups={"odd": str(number // 2)},
            facets={"atypical": number % 2 == 1},
        )
        for number in range(9)
    ]
    write_log(tmp_path / "odd.eval", item_log(asked))
    (row,) = analyze(read_results([tmp_path])).tables["odd_pairs"].dicts()
    assert (row["pairs"], row["regular"], row["odd"], row["difference"]) == (4, 1.0, 0.25, 0.75)
    assert -1.0 <= row["difference_from"] < 0.75 < row["difference_to"] <= 1.0


def test_models_are_compared_by_strategy_and_strategies_by_model(
    analysis: Analysis, records: Records
) -> None:
    assert [(pair.same, pair.first, pair.second) for pair in analysis.pairs] == [
        ("direct", "m/first", "m/silent"),
        ("m/first", "direct", "l2m"),
    ]
    models, strategies = analysis.pairs
    assert models.comparison.questions == len(records)
    assert models.comparison.second == pytest.approx(
        sum(record["answer"] == "B" for record in records) / len(records)
    )
    assert strategies.sentence.startswith("m/first: No verdict on direct and l2m")
    assert strategies.adjusted >= strategies.comparison.p


def test_only_questions_that_both_answered_are_compared(records: Records, tmp_path: Path) -> None:
    write_log(tmp_path / "1.eval", made_log(records[:9], right, model="a"))
    write_log(tmp_path / "2.eval", made_log(records[6:], first_option, model="b"))
    write_log(tmp_path / "3.eval", made_log(records[6:9], right, model="c", origin="ffffffffffff"))
    (pair,) = analyze(read_results([tmp_path])).pairs
    assert (pair.comparison.questions, pair.comparison.first) == (3, 1.0)


def test_reference_models_are_compared_where_there_is_nothing_else(records: Records, tmp_path: Path) -> None:
    for model, answers in (("cocoa/oracle", right), ("cocoa/random", first_option)):
        write_log(tmp_path / f"{model[6:]}.eval", made_log(records[:8], answers, model=model))
    assert len(analyze(read_results([tmp_path])).pairs) == 1


def test_every_table_has_its_counts_and_its_parse_failures(analysis: Analysis) -> None:
    for name, table in analysis.tables.items():
        columns = [column.name for column in table.columns]
        assert len(columns) == len(set(columns)), name
        assert all(len(row) == len(columns) for row in table.rows), name
        if name not in ("corpus", "comparisons", "odd_pairs", "questions", "runs", "left_out"):
            assert "parse_failures" in columns, name
        if table.by:
            assert set(table.by) <= set(columns)


def test_csv_and_json_hold_the_numbers_of_the_table(analysis: Analysis) -> None:
    for table in analysis.tables.values():
        names, *lines = csv.reader(io.StringIO(table.csv()))
        assert names == [column.name for column in table.columns]
        data = json.loads(json.dumps(table.to_json(), allow_nan=False))
        assert len(lines) == len(data["rows"]) == len(table.rows)
        for line, row, cells in zip(lines, data["rows"], table.rows, strict=True):
            for text, plain, cell in zip(line, row, cells, strict=True):
                if cell is None or (isinstance(cell, float) and math.isnan(cell)):
                    assert (text, plain) == ("", None)
                elif isinstance(cell, str):
                    assert text == plain == cell
                else:
                    assert float(text) == plain == cell
