"""Every imported row has an id of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from importing.recipe.tours import RECIPE, cells, imported, tour

TOWNS = st.sampled_from(["Ulm", "Ulm-001", "Ulm 0", "Bad Ulm", "é!", "x" * 190, "-"])


@given(
    towns=st.lists(TOWNS.filter(lambda town: town != "-"), min_size=1, max_size=9),
    prefix=st.sampled_from(["", "prefix: T, "]),
)
def test_made_ids_are_all_different_and_fit(
    tmp_path_factory: pytest.TempPathFactory, towns: list[str], prefix: str
) -> None:
    printed = RECIPE.replace("id: Code", f"id: {{{prefix}from: [town, day]}}")
    records = [tour(City=town, Price=f"${number}") for number, town in enumerate(towns)]
    rows = cells(imported(tmp_path_factory.mktemp("ids"), records, printed))
    ids = [row["id"] for row in rows]
    assert len(set(ids)) == len(towns)
    assert all(len(one) <= 100 and one.startswith("T-") == bool(prefix) for one in ids)


def test_ids_are_numbered_for_each_beginning(tmp_path: Path) -> None:
    printed = RECIPE.replace("id: Code", "id: {from: [town]}")
    records = [
        tour(City=town, Price=f"${price}") for price, town in enumerate(["Bad Ulm", "Basel", "Bad Ulm"])
    ]
    rows = cells(imported(tmp_path, records, printed))
    assert [row["id"] for row in rows] == ["Bad-Ulm-001", "Basel-001", "Bad-Ulm-002"]


def test_a_left_out_record_takes_no_number(tmp_path: Path) -> None:
    printed = RECIPE.replace("id: Code", "id: {prefix: T}")
    records = [tour(), tour(Price="ask"), tour(Price="$7")]
    rows = cells(imported(tmp_path, records, printed, skip_bad=True))
    assert [row["id"] for row in rows] == ["T-001", "T-002"]


def test_without_a_declaration_a_key_called_id_is_the_id(tmp_path: Path) -> None:
    printed = RECIPE.replace("id: Code\n", "")
    (row,) = cells(imported(tmp_path, [tour(ID="x 7")], printed))
    assert row["id"] == "x 7"
    (row,) = cells(imported(tmp_path, [tour()], printed))
    assert row["id"] == "r1"
