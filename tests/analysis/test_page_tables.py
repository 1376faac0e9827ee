"""The page's tables hold the numbers of the analysis, and its parts stand in their order."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from analysis.page_elements import rendered
from analysis_logs import made_log, right, write_log, wrong_by_one
from analysis_reports import analysis_of, questions
from bs4 import BeautifulSoup
from inspect_ai.model import ChatMessageAssistant, ContentReasoning, ContentText

import cocoa_core
from cocoa_core.analysis import Analysis, ReportTable, TableColumn, shown
from cocoa_core.analysis.figures.drawing import Gallery
from cocoa_core.analysis.figures.figure_context import figure_context_of
from cocoa_core.analysis.logs import conversations
from cocoa_core.analysis.report.grids import grid_of, models_grid
from cocoa_core.analysis.report.page import report_html
from cocoa_core.analysis.report.summary import best_first
from cocoa_core.analysis.report.wrong_answers import cut_text

GRID = '{% from "parts.html" import grid %}{{ grid(table) }}'


class Tables:
    """The tables of some HTML: of each the caption and the rows of its cells' texts; headings, links, ids."""

    def __init__(self, page: str) -> None:
        soup = BeautifulSoup(page, "html.parser")
        self.captions = [caption.get_text() for caption in soup.select("caption")]
        self.rows = [
            [[cell.get_text() for cell in row.select("td, th")] for row in table.select("tr")]
            for table in soup.select("table")
        ]
        self.heads = [heading.get_text() for heading in soup.select("h2")]
        self.links = [(str(link["href"]), link.get_text()) for link in soup.select("a[href]")]
        self.ids = [str(tag["id"]) for tag in soup.select("[id]")]


def page_of(analysis: Analysis) -> Tables:
    scenes = [
        figure_context_of(analysis.runs, dataset, analysis.tables)
        for dataset in dict.fromkeys(run.dataset for run in analysis.runs)
    ]
    return Tables(report_html(analysis, [Gallery(context, ()) for context in scenes], {}, 3))


@pytest.mark.parametrize(
    ("cell", "kind", "text"),
    [
        (None, "share", ""),
        (math.nan, "number", ""),
        (math.inf, "points", ""),
        ("[b]x", "share", "[b]x"),
        (0.6234, "share", "62.3%"),
        (0.05, "points", "+5.0"),
        (-0.051, "points", "-5.1"),
        (0.0009, "p", "< 0.001"),
        (0.001, "p", "0.001"),
        (0.5, "p", "0.500"),
        (1234, "count", "1,234"),
        (12345.6, "number", "12,346"),
        (1.2345, "number", "1.23"),
        (999.4, "number", "999"),
        *((number, "number", str(number)) for number in (0, 0.5, 0.25, 0.00123)),
        *((6.797, "number", "6.80"), (0.93004, "number", "0.930"), (31.03, "number", "31.0")),
        *(
            (9.999, "number", "10.0"),
            (10.0, "number", "10"),
            (99.95, "number", "100"),
            (100.0, "number", "100"),
        ),
    ],
)
def test_a_cell_is_written_as_its_kind_asks(cell: Any, kind: str, text: str) -> None:
    assert shown(cell, kind) == text


def test_a_table_has_its_rows_its_heads_and_only_columns_that_say_something() -> None:
    columns = (
        TableColumn("dataset", "data set"),
        TableColumn("model", "model <b>"),
        TableColumn("role", "role"),
        TableColumn("cost", "dollars", "number"),
        TableColumn("low", "low", "share"),
    )
    rows = (
        ("a", "<i>x", "model", None, 0.25),
        ("b", "y", "model", 1.0, 1),
        ("a", "z", "reference", None, None),
    )
    html = rendered(GRID, table=grid_of(ReportTable("t", "A & B", columns, rows, "a <note>"), "a"))
    tables = Tables(html)
    assert tables.captions == ["A & B"]
    assert tables.rows == [[["model <b>", "low"], ["<i>x", "25.0%"], ["z", ""]]]
    assert html.count('<tr class="quiet">') == 1
    assert '<tr class="quiet"><th scope="row">z</th>' in html
    assert '<th scope="row">&lt;i&gt;x</th><td class="number">25.0%</td>' in html
    assert html.endswith('<p class="note">a &lt;note&gt;</p>')


def test_every_table_of_the_analysis_comes_out_cell_by_cell(analysis: Analysis) -> None:
    for table in analysis.tables.values():
        rows = [row for row in table.dicts() if row.get("dataset", "exam") == "exam"]
        kinds = {column.name: column.kind for column in table.columns}
        names = [
            name
            for name in kinds
            if name not in ("dataset", "role") and any(row[name] is not None for row in rows)
        ]
        (found,) = Tables(rendered(GRID, table=grid_of(table, "exam"))).rows
        assert found[1:] == [[shown(row[name], kinds[name]) for name in names] for row in rows], table.name


def test_the_models_stand_with_their_numbers(analysis: Analysis) -> None:
    (found,) = Tables(rendered(GRID, table=models_grid(analysis, "exam"))).rows
    rows = best_first([row for row in analysis.tables["summary"].dicts() if row["dataset"] == "exam"])
    assert len(found) == len(rows) + 1
    assert found[1][0] == "m/good"
    for cells, row in zip(found[1:], rows, strict=True):
        text = " ".join(cells)
        assert str(row["model"]) in text
        assert f"{float(row['accuracy'] or 0):.1%}" in text
        if row["low"] is not None:
            assert f"{100 * float(row['low']):.1f} to {100 * float(row['high'] or 0):.1f}" in text


def test_the_contents_lead_to_the_sections_in_their_order(analysis: Analysis, tmp_path: Path) -> None:
    write_log(tmp_path / "1.eval", made_log(questions()[:4], wrong_by_one, model="m/a"))
    write_log(tmp_path / "2.eval", made_log(questions()[:4], right, model="m/b"))
    page = page_of(analysis_of(tmp_path))
    assert page.heads == [
        "Summary",
        "Models",
        "Comparisons",
        "Figures",
        "Tables",
        "Runs",
        "Left out",
        "Wrong answers",
    ]
    within = [(link[1:], text) for link, text in page.links if link.startswith("#")]
    assert [text for name, text in within if text in page.heads] == page.heads
    assert {name for name, _ in within} <= set(page.ids)
    assert [name for name, text in within if text in page.heads] == [
        *("summary", "models", "comparisons", "figures", "tables", "runs", "left-out", "wrong")
    ]
    several = page_of(analysis)
    assert several.heads == [
        *("Summary: exam", "Models: exam", "Comparisons: exam", "Figures: exam"),
        *("Tables: exam", "Runs: exam", "Summary: other", "Models: other", "Figures: other"),
        *("Tables: other", "Runs: other", "Left out", "Wrong answers"),
    ]
    assert len(several.ids) == len(set(several.ids))


def test_what_the_request_asks_about_stands_before_everything_else(tmp_path: Path) -> None:
    records = questions()[:3]
    write_log(tmp_path / "1.eval", made_log(records, wrong_by_one))
    page = page_of(analysis_of(tmp_path))
    labels = {slot.name: slot.label for slot in cocoa_core.load_domain("flights").domain.schema.slots}
    first = [
        rows
        for title, rows in zip(page.captions, page.rows, strict=True)
        if title == "What the request asks about"
    ]
    rest = [rows for title, rows in zip(page.captions, page.rows, strict=True) if title == "Everything else"]
    assert len(first) == len(rest) == 3
    found = []
    for tables in zip(first, rest, strict=True):
        names = [{row[0] for row in rows[1:]} for rows in tables]
        (record,) = [one for one in records if one["id"] not in found and _fits(one, tables)]
        found.append(record["id"])
        asked = {labels[one["slot"]] for term in record["requirement"]["terms"] for one in term}
        assert names == [asked, set(record["options"][0]["shown"]) - asked]


def _fits(record: Mapping[str, Any], tables: Sequence[list[list[str]]]) -> bool:
    """Whether these are the options of the record: head, texts shown, and the letter chosen."""
    wrong = "BCDEA"["ABCDE".index(record["answer"])]
    heads = [
        f"{label} right" if label == record["answer"] else f"{label} chosen 1×" if label == wrong else label
        for label in "ABCDE"
    ]
    return all(
        rows[0] == ["", *heads]
        and all(row[1:] == [option["shown"][row[0]] for option in record["options"]] for row in rows[1:])
        for rows in tables
    )


def test_thoughts_and_words_of_a_message_both_come_back(tmp_path: Path) -> None:
    log = made_log(questions()[:1], wrong_by_one)
    (sample,) = log.samples or ()
    parts = [ContentReasoning(reasoning="I think"), ContentText(text="I say"), ContentText(text="again")]
    sample.messages = [ChatMessageAssistant(content=parts)]
    write_log(tmp_path / "1.eval", log)
    reading = analysis_of(tmp_path).reading
    (result,) = reading.results
    key = (result.log, result.sample, result.epoch)
    said = conversations(reading.logs, [key])[key]
    assert said.turns == ("I think\n\nI say\n\nagain",)
    assert (said.prompt, said.target) == ("Request: ...", questions()[0]["answer"])


def test_texts_of_six_thousand_characters_are_whole() -> None:
    assert cut_text("x" * 6000) == "x" * 6000
    assert cut_text("x" * 6001) != "x" * 6001
