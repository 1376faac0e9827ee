"""What is written as a catalogue is read back cell by cell."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.loading import catalogue_text
from cocoa_core.loading.files.catalogue_tables import csv_rows

cells = st.text(
    st.one_of(st.characters(exclude_categories=["Cs", "Cc"]), st.sampled_from(',"; ')), max_size=6
)
"""No control characters: no value of a slot holds one."""
tables = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(cells, min_size=width, max_size=width), min_size=1, max_size=5)
)


@given(tables)
def test_every_cell_comes_back(table: list[list[str]]) -> None:
    header, *rows = table
    text = catalogue_text(header, rows)
    assert [row for _, row in csv_rows(io.StringIO(text, newline=""), "catalogue.csv")] == table


def test_lines_end_with_a_line_feed_alone() -> None:
    assert catalogue_text(("id", "name"), [("1", "a, b"), ("2", "")]) == 'id,name\n1,"a, b"\n2,\n'
