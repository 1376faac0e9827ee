"""The diamonds domain: its catalogue is a part of a real table, and the rest follows from that."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from pathlib import Path

import pytest
from catalogue_tables import Row, table
from cocoa_domains.diamonds.source.__main__ import main
from cocoa_domains.diamonds.source.catalogue_rows import COLUMNS, catalogue_row
from cocoa_domains.diamonds.source.selection import (
    ROWS_A_CLASS,
    WEIGHT_CLASSES,
    Chosen,
    agrees_with_itself,
    select,
    weight_class,
)
from cocoa_domains.diamonds.source.table import TABLE_DIGEST, Stone, installed_table, read_table
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain.kinds import VocabularyKind
from cocoa_core.families.selection import CandidatePool, RequestWording
from cocoa_core.loading import load_domain

DIAMONDS = Path(__file__).parents[2] / "domains" / "diamonds"
CATALOGUE = DIAMONDS / "catalogue.csv"
README = (DIAMONDS / "README.md").read_text(encoding="utf-8")
CENT = Decimal("0.01")
SIZES = ("length", "width", "height")

lengths = st.decimals(3, 10, places=2, allow_nan=False)


@cache
def rows() -> list[Row]:
    return table(CATALOGUE)


def stone(number: int = 1, carat: str = "0.70", price: int = 2400, **others: Decimal | None) -> Stone:
    sizes = {"length": Decimal("5.70"), "width": Decimal("5.72"), "height": Decimal("3.53"), **others}
    grades = {"cut": "Ideal", "color": "E", "clarity": "VS1"}
    depth, table = Decimal("61.8"), Decimal("57")
    return Stone(
        number=number, carat=Decimal(carat), price=price, depth=depth, table=table, **grades, **sizes
    )


def test_the_catalogue_is_the_file_that_the_readme_names() -> None:
    assert hashlib.sha256(CATALOGUE.read_bytes()).hexdigest() in README
    assert TABLE_DIGEST in README
    assert b"\r" not in CATALOGUE.read_bytes()


def test_the_readme_counts_what_is_there() -> None:
    domain = load_domain(DIAMONDS)
    assert f"{len(rows()):,} real diamonds" in README
    assert f"{len(domain.rules)} kinds of constraint" in README
    assert "there are seventeen" in README
    assert sum(row["height"] == "" for row in rows()) == 17


def test_several_grades_of_one_test_stand_next_to_each_other_on_their_scale() -> None:
    """Without a gap, and of the cut with the best: nobody asks for the second best and not for that."""
    domain = load_domain(DIAMONDS)
    wordings = RequestWording(domain).realizer.wordings
    for group in domain.catalogue.groups:
        pool = CandidatePool(domain, group, wordings)
        for name in ("cut", "color", "clarity", "clarity_group"):
            index = [slot.name for slot in domain.schema.slots].index(name)
            kind = domain.schema.slots[index].kind
            values = {domain.catalogue.rows[row][index] for row in group.rows}
            assert isinstance(kind, VocabularyKind)
            several = [
                candidate.test.args for candidate in pool.candidates(name) if len(candidate.test.args) > 1
            ]
            assert several or len(values) < 3, name
            for args in several:
                places = sorted(kind.values.index(str(arg)) for arg in args)
                assert places == [*range(places[0], places[-1] + 1)], args
                assert name != "cut" or "Ideal" in args


def test_every_row_of_the_catalogue_is_a_row_of_the_table() -> None:
    table = installed_table()
    if table is None:
        pytest.skip("plotnine is not installed")
    expected = [catalogue_row(one) for one in select(read_table(table))]
    assert [tuple(row.values()) for row in rows()] == expected


def test_columns_are_the_slots_that_are_not_derived() -> None:
    slots = load_domain(DIAMONDS).schema.slots
    assert tuple(rows()[0]) == COLUMNS == ("id", *(slot.name for slot in slots if slot.derived is None))


def test_every_weight_class_has_its_share_and_holds_the_weights_that_it_names() -> None:
    assert set(Counter(row["weight_class"] for row in rows()).values()) == {ROWS_A_CLASS}
    for row in rows():
        low, high = WEIGHT_CLASSES[row["weight_class"]]
        assert low <= Decimal(row["carat"]) <= high
        assert row["weight_class"] == f"{low}-{high}"
        assert f"`{row['weight_class']}`" in README


def test_price_per_carat_is_the_price_by_the_weight_to_the_cent() -> None:
    for row in rows():
        exact = Decimal(row["price"]) / Decimal(row["carat"])
        assert Decimal(row["price_per_carat"]) == exact.quantize(CENT, ROUND_HALF_UP)


def test_rounding_takes_no_price_per_carat_over_a_bound_that_may_be_asked_for() -> None:
    for row in rows():
        exact, written = Decimal(row["price"]) / Decimal(row["carat"]), Decimal(row["price_per_carat"])
        assert exact == written or written % 100 != 0
        assert exact // 100 == written // 100


def test_the_difference_is_that_of_length_and_width_and_missing_with_them() -> None:
    for row in rows():
        if row["length"]:
            assert Decimal(row["difference"]) == abs(Decimal(row["length"]) - Decimal(row["width"]))
        else:
            assert row["difference"] == row["width"] == row["height"] == ""


def test_measurements_fit_the_depth_and_a_round_stone() -> None:
    for row in rows():
        if all(row[name] for name in SIZES):
            length, width, height = (Decimal(row[name]) for name in SIZES)
            assert abs(height / (length + width) * 200 - Decimal(row["depth"])) <= Decimal("0.2")
            assert Decimal("0.95") <= length / width <= Decimal("1.05")


def test_all_of_a_weight_class_compare_with_one_mean_price() -> None:
    classes: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for row in rows():
        classes[row["weight_class"]].append((int(row["price"]), int(row["price_compared"])))
    for found in classes.values():
        compared = [one for _, one in sorted(found)]
        assert compared == sorted(compared)
        bounds = [
            sorted(price / (1 + one / 100) for one in (written, written - (written > 0) + (written < 0)))
            for price, written in found
        ]
        assert max(low for low, _ in bounds) <= min(high for _, high in bounds)  # one mean explains all rows


@given(st.integers(300, 18000), st.decimals(301, 17000, places=3, allow_nan=False))
def test_the_sign_of_the_comparison_is_that_of_the_exact_one(price: int, mean: Decimal) -> None:
    chosen = Chosen(stone(price=price), "just under one carat", float(mean))
    written = int(dict(zip(COLUMNS, catalogue_row(chosen), strict=True))["price_compared"])
    assert (written > 0, written < 0) == (price > mean, price < mean)


@given(st.integers(20, 260))
def test_a_weight_is_in_one_class_or_above_all(hundredths: int) -> None:
    carat = Decimal(hundredths) / 100
    holding = [name for name, (low, high) in WEIGHT_CLASSES.items() if low <= carat <= high]
    assert [weight_class(carat)] == (holding or [None])
    assert len(holding) == (hundredths < 250)


@given(lengths, lengths, lengths)
def test_a_stone_that_agrees_with_itself_has_the_depth_that_its_measurements_give(
    length: Decimal, width: Decimal, height: Decimal
) -> None:
    one = stone(length=length, width=width, height=height)
    fits = abs(height / (length + width) * 200 - one.depth) <= Decimal("0.2")
    assert agrees_with_itself(one) == (fits and Decimal("0.95") <= length / width <= Decimal("1.05"))


def test_a_stone_may_lack_its_height_or_all_but_not_one_side() -> None:
    assert agrees_with_itself(stone(height=None))
    assert agrees_with_itself(stone(length=None, width=None, height=None))
    assert not agrees_with_itself(stone(length=None, height=None))
    assert not agrees_with_itself(stone(width=None))


def test_stones_that_are_alike_are_taken_once_and_incomplete_ones_first() -> None:
    many = [stone(number, price=2000 + number) for number in range(1, 400)]
    alike = [stone(number, price=2001) for number in range(500, 900)]
    chosen = {one.stone.number for one in select([*many, *alike, stone(1000, height=None)])}
    assert len(chosen) == ROWS_A_CLASS
    assert chosen <= {*range(1, 400), 1000}
    assert 1000 in chosen


def test_another_table_is_refused_and_a_missing_one_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "diamonds.csv"
    other.write_text("carat,cut\n0.3,Ideal\n", encoding="utf-8")
    for wrong in (other, tmp_path / "nowhere.csv"):
        assert main(["--out", str(tmp_path / "out.csv"), "--table", str(wrong)]) == 2
        assert str(wrong) in capsys.readouterr().err
    monkeypatch.setattr("cocoa_domains.diamonds.source.table.find_spec", lambda name: None)
    assert main(["--out", str(tmp_path / "out.csv")]) == 2
    assert "pip install plotnine" in capsys.readouterr().err
    assert not (tmp_path / "out.csv").exists()


def test_no_slot_is_shown_twice_as_its_group() -> None:
    schema = load_domain(DIAMONDS).schema
    derived = {slot.name for slot in schema.slots if slot.derived is not None}
    assert derived == {"color_group", "clarity_group"}
    for name, grades in (("color_grades", "DEFGHIJ"), ("clarity_grades", None)):
        found = [row["grade"] for row in table(DIAMONDS / "tables" / f"{name}.csv")]
        assert grades is None or "".join(found) == grades
        assert len(set(found)) == len(found)
