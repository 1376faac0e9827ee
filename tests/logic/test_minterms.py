"""Minterm tables: what is accepted, columns, fair draws."""

from __future__ import annotations

import random
from collections import Counter
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from logic.tables import tables

from cocoa_core.errors import SettingsError
from cocoa_core.logic import MintermTable, draw_table


@given(tables(slots=(1, 8), minterms=(1, 9)))
def test_columns_are_the_rows_transposed(table: MintermTable) -> None:
    assert len(table.columns) == table.variables
    for index, row in enumerate(table.rows):
        for variable, column in enumerate(table.columns):
            assert column >> index & 1 == row >> variable & 1
    assert all(column < 1 << table.minterms for column in table.columns)


@given(st.lists(st.integers(0, 31), min_size=1, max_size=20))
def test_rows_are_sorted_and_unique_however_they_are_given(rows: list[int]) -> None:
    assert MintermTable(5, tuple(rows)).rows == tuple(sorted(set(rows)))


@pytest.mark.parametrize(
    ("variables", "rows"),
    [(0, (0,)), (25, (0,)), (2, ()), (2, (0, 1, 2, 3)), (2, (4,)), (2, (-1,)), (1, (0, 1)), (25, ())],
)
def test_a_table_that_is_no_function_to_ask_about_is_refused(variables: int, rows: tuple[int, ...]) -> None:
    with pytest.raises(SettingsError):
        MintermTable(variables, rows)


@pytest.mark.parametrize(("variables", "minterms"), [(0, 1), (25, 1), (3, 0), (3, 8), (3, 9), (3, -1)])
def test_a_draw_that_no_table_can_meet_is_refused(variables: int, minterms: int) -> None:
    with pytest.raises(SettingsError):
        draw_table(variables, minterms, random.Random(0))


@given(st.integers(1, 24), st.data(), st.integers(0, 99))
def test_a_draw_has_as_many_distinct_minterms_as_asked(
    variables: int, data: st.DataObject, seed: int
) -> None:
    minterms = data.draw(st.integers(1, min(20, (1 << variables) - 1)))
    table = draw_table(variables, minterms, random.Random(seed))
    assert (table.variables, table.minterms) == (variables, minterms)
    assert table == draw_table(variables, minterms, random.Random(seed))


def test_every_set_of_minterms_is_as_likely_as_any_other() -> None:
    rng = random.Random(5)
    drawn = Counter(draw_table(3, 3, rng).rows for _ in range(5600))
    assert len(drawn) == comb(8, 3)
    assert all(60 <= count <= 145 for count in drawn.values()), drawn
