"""Items of families that analysis has never heard of: a graded text, two turns, a metric over a corpus."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm
from analysis.page_elements import Elements
from analysis_logs import Asked, item_log, made_log, right, write_log
from analysis_reports import questions

from cocoa_core.analysis import Analysis, DomainsAtHand, analyze, read_results, references_of, report_files

OF_SELECTION = {
    "typicality",
    "typicality_paper",
    "by_setting",
    "by_entropy",
    "entropy",
    "by_position",
    "broken_terms",
}
GRADES = (1.0, 0.5, 0.25, 1.0, 0.0, 0.75, 1.0, 0.5, 0.0, 1.0, 0.8, 0.2, 1.0, 0.4, 0.6, 0.0, 1.0, 0.5)
TEXT = tuple(
    Asked(
        f"text-{number}",
        grade,
        family="text",
        cluster=f"cluster-{number // 2}",
        facets={
            "length": 1 + number % 3,
            "genre": ("news", "song")[number % 2],
            "tag": ["a", "b"][: number % 3],
        },
        chance=0.1,
        asked=f"Say </script><b onclick=x>{number}</b>.",
        target="right </pre><i>words</i>",
        answer=f"<u>answer {number}",
        turns=(f"I say <u>answer {number}",),
        metrics={"exact": float(grade == 1), "f1": grade, "edits": 7.0 * (1 - grade)},
        failure="empty" if number == 4 else "",
    )
    for number, grade in enumerate(GRADES)
)
TURNS = tuple(
    Asked(f"turns-{number}", "CI"[number % 2], family="turns", turns=("first half", "second half"))
    for number in range(6)
)


def rows(analysis: Analysis, table: str, **wanted: object) -> list[Mapping[str, Any]]:
    return [
        row
        for row in analysis.tables[table].dicts()
        if all(row[key] == value for key, value in wanted.items())
    ]


def page_and_tables(analysis: Analysis) -> tuple[str, dict[str, list[dict[str, str]]]]:
    files = report_files(analysis, 100)
    tables = {
        name.removeprefix("tables/").removesuffix(".csv"): list(csv.DictReader(data.decode().splitlines()))
        for name, data in files.items()
        if name.startswith("tables/")
    }
    return files["report.html"].decode(), tables


def analysis_of(folder: Path, *logs: Any) -> Analysis:
    for number, log in enumerate(logs):
        write_log(folder / f"{number}.eval", log)
    reading = read_results([folder])
    domains = DomainsAtHand(folders=reading.folders)
    return analyze(reading, references_of(reading, domains), domains)


def expected_interval(grades: Sequence[float], clusters: Sequence[str]) -> tuple[float, float]:
    labels = np.unique(clusters, return_inverse=True)[1]
    fitted = sm.OLS(np.array(grades), np.ones(len(grades))).fit(
        cov_type="cluster", cov_kwds={"groups": labels}, use_t=True
    )
    ((low, high),) = fitted.conf_int()
    return max(0.0, low), min(1.0, high)


def test_a_graded_text_has_its_mean_score_its_metrics_and_its_facets(tmp_path: Path) -> None:
    analysis = analysis_of(tmp_path, item_log(TEXT))
    (row,) = rows(analysis, "summary", role="model")
    interval = expected_interval(GRADES, [item.cluster for item in TEXT])
    assert row["accuracy"] == pytest.approx(np.mean(GRADES))
    assert (row["low"], row["high"]) == pytest.approx(interval)
    assert (row["right"], row["clusters"], row["parse_failures"]) == (GRADES.count(1.0), 9, 1)
    (chance,) = rows(analysis, "summary", role="theory")
    assert chance["accuracy"] == pytest.approx(0.1)
    metrics = {row["metric"]: row for row in analysis.tables["metrics"].dicts()}
    assert set(metrics) == {"exact", "f1", "edits"}
    assert metrics["f1"]["mean"] == pytest.approx(np.mean(GRADES))
    assert (metrics["f1"]["mean_low"], metrics["f1"]["mean_high"]) == pytest.approx(interval)
    assert metrics["edits"]["mean"] == pytest.approx(7 * (1 - np.mean(GRADES)))
    assert metrics["edits"]["mean_low"] is None
    lengths = rows(analysis, "by_length")
    assert [row["length"] for row in lengths] == [1, 2, 3]
    assert lengths[0]["accuracy"] == pytest.approx(np.mean(GRADES[::3]))
    assert [row["genre"] for row in rows(analysis, "by_genre")] == ["news", "song"]
    tagged = {row["tag"]: row for row in rows(analysis, "by_tag")}
    assert {tag: row["answers"] for tag, row in tagged.items()} == {"a": 12, "b": 6}
    without = np.mean([grade for number, grade in enumerate(GRADES) if number % 3 == 0])
    assert tagged["a"]["accuracy_without"] == pytest.approx(without)
    assert tagged["a"]["difference_low"] < tagged["a"]["difference"] < tagged["a"]["difference_high"]
    assert analysis.references.lines == ()
    assert not OF_SELECTION & set(analysis.tables)


def test_groups_of_several_items_are_right_where_all_of_them_are(tmp_path: Path) -> None:
    grades = (1.0, 1.0, 1.0, 0.5, 1.0)
    items = [Asked(f"i{number}", grade, cluster="abbcc"[number]) for number, grade in enumerate(grades)]
    (row,) = rows(analysis_of(tmp_path, item_log(items)), "groups")
    assert (row["groups"], row["all_right"], row["answers"]) == (2, 1, 4)
    items[3] = Asked("i3", 1.0, cluster="c")
    (row,) = rows(analysis_of(tmp_path, item_log(items)), "groups")
    assert (row["groups"], row["all_right"], row["group_share"]) == (2, 2, 1.0)


def test_groups_are_told_by_their_kind(tmp_path: Path) -> None:
    items = [
        Asked(f"i{number}", float(number != 3), groups={"ring": "ab"[number // 3], "edit": str(number % 3)})
        for number in range(6)
    ]
    found = {row["kind"]: row for row in rows(analysis_of(tmp_path, item_log(items)), "groups")}
    assert {kind: (row["groups"], row["all_right"]) for kind, row in found.items()} == {
        "edit": (3, 2),
        "ring": (2, 1),
    }


@pytest.mark.parametrize(("scale", "step"), [(1, 5), (100, 500), (0.01, 0.05)])
def test_numbers_of_many_values_are_parted_into_few_bands(tmp_path: Path, scale: float, step: float) -> None:
    values = [number * scale for number in range(3, 50)]
    items = [Asked(f"i{index}", 1.0, facets={"size": value}) for index, value in enumerate(values)]
    found = rows(analysis_of(tmp_path, item_log(items)), "by_size")
    assert sum(row["answers"] for row in found) == len(values)
    assert 5 <= len(found) <= 13
    for row in found:
        assert row["below"] - row["from"] == pytest.approx(step)
        inside = [one for one in values if row["from"] - 1e-9 <= one < row["below"] - 1e-9]
        assert row["answers"] == len(inside)


def test_the_page_shows_what_was_asked_the_right_answer_and_every_turn_as_text(tmp_path: Path) -> None:
    analysis = analysis_of(tmp_path, item_log(TEXT), item_log(TURNS, model="m/two"))
    page, tables = page_and_tables(analysis)
    parsed = Elements(page)
    assert [tag for tag, _ in parsed.elements if tag in ("script", "b", "i", "u")] == ["script"]
    text = "".join(parsed.text)
    assert "Say </script><b onclick=x>1</b>." in text
    assert "right </pre><i>words</i>" in text
    assert "Answered <u>answer 1" in text
    assert "Could not be read" in text
    assert "m/one, direct, score 0.5" in text
    assert text.count("second half") == text.count("first half") == 3
    assert "Turn 2 of 2" in page
    assert {row["family"] for row in tables["by_family"]} == {"text", "turns"}
    titles = [attributes["label"] for tag, attributes in parsed.elements if tag == "optgroup"]
    assert titles == ["length", "genre", "tag"]
    assert 'id="figure-by_length"' in page
    assert "typicality" not in page


def test_a_metric_over_a_corpus_stands_as_the_log_states_it(tmp_path: Path) -> None:
    items = [Asked(f"c{number}", 1.0, family="corpus") for number in range(3)]
    analysis = analysis_of(tmp_path, item_log(items, bleu=31.5), item_log(items, model="m/two", bleu=12.0))
    found = {(row["model"], row["metric"]): row["value"] for row in analysis.tables["corpus"].dicts()}
    assert found == {("m/one", "bleu"): 31.5, ("m/two", "bleu"): 12.0}
    assert "chance" not in {row["model"] for row in analysis.tables["summary"].dicts()}


def test_facets_of_any_name_and_kind_spoil_no_table(tmp_path: Path) -> None:
    odd = {
        "../../etc": "x",
        "model": "x",
        "answers": 3,
        "position": "left",
        "setting": 1.5,
        "none": None,
        "half": "\ud800",
        "mixed": 3,
        "usage": True,
        "list": [1, "two"],
        "Name": "x",
        "deep": {"a": 1},
    }
    items = [Asked("a", 1.0, facets=odd), Asked("b", 0.0, facets={"mixed": "text"})]
    analysis = analysis_of(tmp_path, item_log(items))
    _, tables = page_and_tables(analysis)
    tables = {name: rows for name, rows in tables.items() if not name.endswith(".tex")}
    facets = ("answers", "half", "list", "mixed", "model", "position", "setting", "usage")
    assert {name for name in tables if name.startswith("by_")} - {"by_family", "by_ask"} == {
        f"by_{name}" for name in facets
    }
    for name, table in analysis.tables.items():
        names = [column.name for column in table.columns]
        assert len(names) == len(set(names)), name
    assert [row["mixed"] for row in tables["by_mixed"]] == ["3", "text"]
    json.dumps([table.to_json() for table in analysis.tables.values()], allow_nan=False)


@pytest.mark.parametrize("value", [1.5, -0.1, "P", "yes", float("nan")])
def test_a_score_that_is_no_share_does_not_count(tmp_path: Path, value: float | str) -> None:
    analysis = analysis_of(tmp_path, item_log([Asked("a", value), Asked("b", 1.0)]))
    (run,) = analysis.runs
    assert len(run.results) == 1
    assert [(one.reason, one.count) for one in analysis.left_out] == [
        ("its score is no number from 0 to 1", 1)
    ]


def test_logs_of_0_1_and_of_items_are_read_alike(tmp_path: Path) -> None:
    """A log of 0.1 names no family; what its record says becomes what newer logs state."""
    records = questions()[:20]
    old = made_log(records, right)
    write_log(tmp_path / "old" / "1.eval", old)
    before = analyze(read_results([tmp_path / "old"]))
    for sample in old.samples or ():
        record = sample.metadata["cocoa"]
        item = next(run.item for run in before.runs[0].results if run.sample == sample.id)
        facets = {name: list(one) if isinstance(one, tuple) else one for name, one in item.facets.items()}
        sample.metadata |= {"family": "selection", "ask": "choose", "facets": facets, "chance": 0.2}
        sample.metadata["cluster"] = record["requirement"]["id"]
    write_log(tmp_path / "new" / "1.eval", old)
    after = analyze(read_results([tmp_path / "new"]))
    assert {name: table.csv() for name, table in before.tables.items()} == {
        name: table.csv() for name, table in after.tables.items()
    }
    assert set(after.tables) >= OF_SELECTION
