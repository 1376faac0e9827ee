"""What those hear who do not see the page: headings in order, named tables, few landmarks."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from analysis.page_elements import Elements

from cocoa_core.analysis import Analysis
from cocoa_core.analysis.figures.drawing import Gallery
from cocoa_core.analysis.figures.figure_context import figure_context_of
from cocoa_core.analysis.report.page import report_html


@pytest.fixture(scope="module")
def page(mixed_analysis: Analysis) -> str:
    """Without figures, which take long."""
    context = figure_context_of(mixed_analysis.runs, "exam", mixed_analysis.tables)
    return report_html(mixed_analysis, [Gallery(context, ())], {}, 25)


def test_every_table_has_a_caption_and_scoped_headings(page: str) -> None:
    parsed = Elements(page)
    tables = sum(tag == "table" for tag, _ in parsed.elements)
    assert tables > 20
    assert sum(tag == "caption" for tag, _ in parsed.elements) == tables
    assert all(
        attributes.get("scope") in ("col", "row") for tag, attributes in parsed.elements if tag == "th"
    )


def test_only_sections_are_landmarks(page: str) -> None:
    elements = Elements(page).elements
    assert not [tag for tag, attributes in elements if attributes.get("role") == "region"]
    boxes = [attributes for _, attributes in elements if "scroll" in (attributes.get("class") or "").split()]
    assert boxes
    for box in boxes:
        assert (box["role"], box["tabindex"]) == ("group", "0")
        assert box["aria-label"]


def test_headings_skip_no_level(page: str) -> None:
    levels = [int(tag[1]) for tag, _ in Elements(page).elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert {after - before for before, after in pairwise(levels)} <= {1, 0, -1, -2, -3}
