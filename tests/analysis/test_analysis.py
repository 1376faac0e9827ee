"""The tables, counted again by hand from the records and the answers given."""

from __future__ import annotations

import csv
import io
import json
import math
from collections import Counter
from collections.abc import Callable, Mapping
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


def rows(analysis: Analysis, table: str, model: str = "m/first", strategy: str = "direct") -> list[Row]:
    return [
        row for row in analysis.tables[table].dicts() if row["model"] == model and row["strategy"] == strategy
    ]


def counted(records: Records, key: Callable[[Mapping[str, Any]], Any]) -> dict[Any, tuple[int, int]]:
    """Questions and those whose answer is A, by a key of the record."""
    found: dict[Any, tuple[int, int]] = {}
    for record in records:
        answers, hits = found.get(key(record), (0, 0))
        found[key(record)] = answers + 1, hits + (record["answer"] == "A")
    return found


def test_runs_are_in_order_models_before_reference_models(analysis: Analysis) -> None:
    assert [(run.model, run.strategy, run.role) for run in analysis.runs] == [
        ("m/first", "direct", "model"),
        ("m/first", "l2m", "model"),
        ("m/silent", "direct", "model"),
        ("cocoa/oracle", "direct", "reference"),
    ]


def test_the_summary_counts_answers_and_gives_chance(analysis: Analysis, records: Records) -> None:
    (row,) = rows(analysis, "summary")
    hits = sum(record["answer"] == "A" for record in records)
    assert (row["questions"], row["answers"], row["right"]) == (len(records), len(records), hits)
    assert row["clusters"] == len({record["requirement"]["id"] for record in records})
    (row,) = rows(analysis, "summary", "m/silent")
    failed = 2 * sum(record["answer"] == "C" for record in records)
    assert (row["epochs"], row["answers"], row["parse_failures"]) == (2, 2 * len(records), failed)
    (chance,) = [row for row in analysis.tables["summary"].dicts() if row["role"] == "theory"]
    assert chance["accuracy"] == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("table", "columns", "key"),
    [
        ("by_setting", ("slots", "minterms"), setting),
        ("by_sum_terms", ("sum_terms",), lambda r: (len(r["requirement"]["terms"]),)),
        ("by_width", ("width",), lambda r: (r["complexity"]["width"],)),
        ("by_component", ("component",), lambda r: (r["complexity"]["component"],)),
        ("by_longest_path", ("longest_path",), lambda r: (r["complexity"]["longest_path"],)),
        ("by_max_degree", ("max_degree",), lambda r: (r["complexity"]["max_degree"],)),
        ("by_position", ("letter",), lambda r: (r["answer"],)),
        ("by_knowledge", ("knowledge",), lambda r: ("yes" if r["knowledge"] else "no",)),
    ],
)
def test_a_breakdown_parts_the_answers(
    analysis: Analysis,
    records: Records,
    table: str,
    columns: tuple[str, ...],
    key: Callable[[Mapping[str, Any]], Any],
) -> None:
    found = {
        tuple(row[name] for name in columns): (row["answers"], row["right"]) for row in rows(analysis, table)
    }
    assert found == counted(records, key)
    assert list(found) == sorted(found)


@pytest.mark.parametrize(("table", "measure"), [("typicality", "against"), ("typicality_paper", "atypical")])
def test_regular_and_atypical_add_up_to_the_total(
    table: str, measure: str, analysis: Analysis, records: Records
) -> None:
    regular, atypical, total = rows(analysis, table)
    assert [row["questions"] for row in (regular, atypical, total)] == ["regular", "atypical", "total"]
    assert atypical["answers"] == sum(bool(record["complexity"][measure]) for record in records)
    for name in ("answers", "right", "parse_failures"):
        assert regular[name] + atypical[name] == total[name]


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


def test_entropy_bands_hold_each_question_once(analysis: Analysis, records: Records) -> None:
    entropies = [record["complexity"]["entropy"][record["answer"]] for record in records]
    found = {row["from"]: row["answers"] for row in rows(analysis, "by_entropy")}
    for low, answers in found.items():
        last = low == pytest.approx(0.9)
        inside = [entropy for entropy in entropies if low <= entropy < low + 0.1 or (last and entropy == 1)]
        assert answers == len(inside)
    assert sum(found.values()) == len(records)


def test_letters_are_counted_as_they_were_named(analysis: Analysis, records: Records) -> None:
    assert [row["chosen"] for row in rows(analysis, "by_position")] == [len(records), 0, 0, 0, 0]
    silent = {row["letter"]: row for row in rows(analysis, "by_position", "m/silent")}
    assert silent["C"]["parse_failures"] == silent["C"]["answers"]
    assert silent["B"]["chosen"] == 2 * sum(record["answer"] != "C" for record in records)


def test_broken_terms_count_those_of_the_option_that_was_named(analysis: Analysis, records: Records) -> None:
    wrong = [record for record in records if record["answer"] != "A"]
    found = {row["broken"]: row["chosen"] for row in rows(analysis, "broken_terms")}
    for number, chosen in found.items():
        assert chosen == sum(len(record["certificate"]["broken"]["A"]) == number for record in wrong)
    for column in ("share", "expected"):
        assert sum(row[column] for row in rows(analysis, "broken_terms")) == pytest.approx(1)
    assert rows(analysis, "broken_terms", "cocoa/oracle") == []


@pytest.mark.parametrize(("table", "column"), [("by_slot", "slot"), ("by_rule", "rule")])
def test_constraints_are_overlooked_where_the_named_option_breaks_them(
    analysis: Analysis, records: Records, table: str, column: str
) -> None:
    def names(record: Mapping[str, Any], label: str | None = None) -> set[str]:
        terms = record["requirement"]["terms"]
        if label is not None:
            terms = [terms[one["term"]] for one in record["certificate"]["broken"][label]]
        return {literal[column] for term in terms for literal in term}

    found = rows(analysis, table)
    assert {row[column] for row in found} == set().union(*map(names, records))
    for row in found:
        holding = [record for record in records if row[column] in names(record)]
        wrong = [record for record in holding if record["answer"] != "A"]
        missed = [
            [row[column] in names(record, label) for label in record["certificate"]["broken"]]
            for record in wrong
        ]
        assert (row["answers"], row["wrong"]) == (len(holding), len(wrong))
        assert row["overlooked"] == sum(row[column] in names(record, "A") for record in wrong)
        expected = pytest.approx(sum(map(sum, missed)) / (4 * len(wrong))) if wrong else None
        assert row["expected"] == expected
        others = [record for record in records if record not in holding]
        if others:
            share = sum(record["answer"] == "A" for record in others) / len(others)
            assert row["accuracy_without"] == pytest.approx(share)
            assert row["difference"] == pytest.approx(row["accuracy"] - share)


def test_a_kind_of_test_says_what_the_literal_comes_to(analysis: Analysis) -> None:
    found = {str(row["test"]) for row in rows(analysis, "by_test")}
    assert not found & {"not less", "not at_least", "not any", "not each less"}
    assert {"less", "at_most"} <= found


def test_usage_is_summed_and_absent_where_logs_are_silent(analysis: Analysis, records: Records) -> None:
    (row,) = rows(analysis, "usage", strategy="l2m")
    assert row["input_tokens"] == 120 * len(records)
    assert (row["seconds_mean"], row["seconds_median"]) == (1.5, 1.5)
    assert row["cost"] == pytest.approx(0.5 * len(records))
    assert row["cost_per_right"] == pytest.approx(0.5)
    (row,) = rows(analysis, "usage")
    assert row["cost"] is None


def test_parse_failures_have_their_reasons(analysis: Analysis, records: Records) -> None:
    (row,) = rows(analysis, "parse_failures", "m/silent")
    failed = 2 * sum(record["answer"] == "C" for record in records)
    assert (row["reason"], row["parse_failures"]) == ("refusal", failed)
    assert rows(analysis, "parse_failures") == []


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


def test_letters_and_settings_are_counted_again_elsewhere(analysis: Analysis) -> None:
    named = Counter((*run.cells[:3], result.answer) for run in analysis.runs for result in run.results)
    for row in analysis.tables["by_position"].dicts():
        assert named[row["dataset"], row["model"], row["strategy"], row["letter"]] == row["chosen"]
    for run in analysis.runs:
        *parts, total = (row for row in analysis.tables["questions"].dicts() if row["dataset"] == run.dataset)
        assert total["questions"] == sum(int(row["questions"] or 0) for row in parts)
        assert len({one.sample for one in run.results}) <= int(total["questions"] or 0)


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
