"""Parts of the page: how runs were made, a question's graph and literals; tables as LaTeX."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from analysis_logs import made_log, right, write_log, wrong_by_one
from analysis_reports import analysis_of, page_of, questions
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.analysis import Analysis, ReportTable, TableColumn
from cocoa_core.analysis.report.dependency_graph import graph_of
from cocoa_core.analysis.report.options import literals_of
from cocoa_core.analysis.report.page import run_facts_of
from cocoa_core.loading import load_domain
from cocoa_core.logic import entropy

HOSTILE = "m/</script><b onclick=alert(1)>&amp;"


@pytest.fixture(scope="module")
def analysis(tmp_path_factory: pytest.TempPathFactory) -> Analysis:
    folder = tmp_path_factory.mktemp("logs")
    write_log(folder / "1.eval", made_log(questions()[:20], wrong_by_one, model=HOSTILE))
    write_log(folder / "2.eval", made_log(questions()[:20], right, model="m/good"))
    return analysis_of(folder)


def test_a_name_with_the_end_of_a_script_stays_a_text(analysis: Analysis) -> None:
    page = page_of(analysis, 5)
    assert page.count("</script>") == 1
    assert "<b onclick" not in page
    assert "m/&lt;/script&gt;&lt;b onclick=alert(1)&gt;&amp;amp;" in page


def test_the_page_says_how_the_runs_were_made(analysis: Analysis) -> None:
    record = questions()[0]
    made = run_facts_of(analysis, "exam")
    facts = dict(made.facts)
    assert facts["seed"] == str(record["provenance"]["seed"])
    assert facts["domain version"] == record["domain"]["version"]
    assert {"origin", "prompt", "digest", "first begun", "last begun"} <= set(facts)
    page = page_of(analysis, 5)
    for text in facts.values():
        assert f"<dd>{text}</dd>" in page


@pytest.mark.parametrize("place", range(0, 60, 7))
def test_the_graph_has_the_measures_of_the_record(place: int) -> None:
    record = questions()[place]
    graph = graph_of(record["requirement"]["terms"], {})
    measures = record["complexity"]
    assert len(graph.vertices) == measures["slots"]
    degrees = [sum(vertex in (edge.first, edge.second) for edge in graph.edges) for vertex in graph.vertices]
    assert max(degrees) == measures["max_degree"]
    assert sum(degrees) / len(degrees) == pytest.approx(measures["average_degree"], abs=0.01)
    for vertex in graph.vertices:
        assert 0 <= vertex.x <= graph.width
        assert 0 <= vertex.text_y <= graph.height
    assert len({(vertex.x, vertex.y) for vertex in graph.vertices}) == len(graph.vertices)


LABELS = st.dictionaries(st.sampled_from(["price", "date", "ticket_class"]), st.text(max_size=30))


@given(LABELS)
def test_a_drawn_graph_is_xml_whatever_the_labels_are(labels: dict[str, str]) -> None:
    terms = [[{"slot": "price"}, {"slot": "date"}], [{"slot": "ticket_class"}, {"slot": "price"}]]
    drawn = ElementTree.fromstring(graph_of(terms, labels).svg())
    tags = [one.tag.rpartition("}")[2] for one in drawn]
    assert (tags.count("line"), tags.count("circle"), tags.count("text")) == (2, 3, 3)


@pytest.mark.parametrize("place", range(0, 60, 7))
def test_literals_agree_with_the_certificate_and_the_entropy(place: int) -> None:
    record = questions()[place]
    literals = literals_of(record, load_domain("flights"))
    labels = [option["label"] for option in record["options"]]
    broken: dict[str, Any] = record["certificate"]["broken"]
    for number, label in enumerate(labels):
        terms: dict[int, list[str]] = {}
        for _, term, marks in literals.rows:
            terms.setdefault(term - 1, []).append(marks[number])
        fails = {term for term, marks in terms.items() if {*marks} == {"✗"}}  # an undefined one breaks none
        assert fails == {one["term"] for one in broken.get(label, ())}
        hold = [mark == "✓" for marks in terms.values() for mark in marks]
        assert literals.hold[number] == f"{sum(hold) / len(hold):.2f}"
        assert literals.entropy[number] == f"{entropy(sum(hold), len(hold)):.3f}"


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=20)


@given(TEXTS, st.floats(-1, 1))
def test_latex_has_a_row_a_row_and_no_text_ends_a_cell(text: str, points: float) -> None:
    columns = (TableColumn("a", "a & b_c"), TableColumn("b", "by", "points"), TableColumn("c", "nothing"))
    made = ReportTable("t", "T", columns, ((text, points, None), ("x", None, None))).latex()
    lines = made.splitlines()
    assert lines[1] == r"\begin{tabular}{lr}"
    rows = [line for line in lines if line.endswith(r"\\")]
    assert rows[0] == r"a \& b\_c & by \\"
    assert len(rows) == 3
    for row in rows:
        assert len(re.findall(r"(?<!\\)&", row)) == 1
        assert not re.search(r"(?<!\\)[%#_]", row)
